#!/usr/bin/env bash
# A browser in a sandbox reaches FocusKey through xdg-native-messaging-proxy, which sid has: the real one, in a root of
# sid, on a bus of its own.
#
#   Tests/LongRuns/Sandboxes/run.sh
#
# It needs root and a release build. Where the root or the proxy cannot be had it says so, and ends with 69.
set -euo pipefail
cd "$(dirname "$0")/../../.."

say() { printf 'NOT CHECKED: %s\n' "$1" >&2; exit 69; }
[ -x .build/release/focuskey ] || say 'swift build -c release --static-swift-stdlib --product focuskey'
Sources/Setup/root sid || say 'no root of sid'
Sources/Setup/root sid sh -euc '
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends xdg-native-messaging-proxy dbus python3-dbus >/dev/null 2>&1 || exit 69
' || say 'sid has no xdg-native-messaging-proxy now'
Sources/Setup/root sid dbus-run-session -- python3 Tests/LongRuns/Sandboxes/messages.py /focuskey/.build/release/focuskey
