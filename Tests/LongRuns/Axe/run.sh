#!/bin/bash
# axe-core over every view, window and state of the page, in a real Chromium:
#
#   Tests/LongRuns/Axe/run.sh
#
# axe-core comes from PyPI (axe-playwright-python carries it as it is published) into a folder that goes afterwards.
# Where it cannot be had, that is said and nothing is tried.
set -euo pipefail
cd "$(dirname "$0")/../../.."
place=$(mktemp -d /tmp/focuskey-axe-XXXXXX)
trap 'rm -rf "$place"' EXIT

python3 -m pip download --quiet --no-deps --dest "$place" 'axe-playwright-python>=0.1.8' >/dev/null 2>&1 || true
for wheel in "$place"/*.whl; do [ ! -e "$wheel" ] || python3 -m zipfile -e "$wheel" "$place"; done
axe=$(find "$place" -name axe.min.js | head -n 1)
if [ -z "$axe" ]; then
    echo 'NOT TRIED: PyPI has no axe-playwright-python for this computer' >&2
    exit 0
fi
head -c 60 "$axe" | head -n 1
FOCUSKEY_AXE=$axe swift test -debug-info-format none \
    --filter 'Dashboard|ProfileIcon' "$@"
