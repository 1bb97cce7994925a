#!/bin/sh
# The night's eye on a real KDE Plasma. It is 300 packages, so it is not among those of packages.sh.
#
#     Tests/LongRuns/Plasma/run.sh
set -eu
cd "$(dirname "$0")/../../.."
for program in plasmashell xwd; do
    command -v "$program" >/dev/null 2>&1 || {
        echo "run.sh: no $program found: sudo apt-get install --no-install-recommends plasma-workspace plasma-desktop x11-apps" >&2
        exit 69
    }
done
exec swift test --filter PlasmaPictureTests
