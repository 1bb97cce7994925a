#!/usr/bin/env bash
# Home Assistant's own core judges what FocusKey says over MQTT: discovery, states, tags, buttons, hostile commands, a
# broker and a service that die.
#
#   Tests/LongRuns/Home/run.sh [TAPS]
#
# It needs Home Assistant 2025.4 in .build/homeassistant, about 300 MB, which it does not fetch by itself:
#
#   python3.13 -m venv .build/homeassistant
#   .build/homeassistant/bin/pip install homeassistant==2025.4.4 paho-mqtt==2.1.0
#   .build/homeassistant/bin/pip install --no-deps home-assistant-frontend==20250411.0
#
# HOME_ASSISTANT=DIR names another place. Without it nothing is checked, and the exit code is 69.
set -euo pipefail
cd "$(dirname "$0")/../../.."

python=${HOME_ASSISTANT:-.build/homeassistant}/bin/python
if ! [ -x "$python" ] || ! "$python" -c 'import homeassistant, paho.mqtt' 2>/dev/null; then
    printf 'NOT CHECKED: there is no Home Assistant in %s; see the first lines of %s\n' "${python%/bin/python}" "$0" >&2
    exit 69
fi
[ -x .build/debug/focuskey ] || swift build --product focuskey
exec "$python" Tests/LongRuns/Home/home.py "$PWD/.build/debug/focuskey" "${1:-20}"
