#!/usr/bin/env bash
# FocusKey beside the programs that people come from: rules of repetition against python-dateutil, random days beside
# the real Taskwarrior, todoman and vdirsyncer, a collection that Anki's own library wrote, the due days of one that is
# learned on both sides, and 500 MB of pictures.
#
#   Tests/LongRuns/Companions/run.sh [--short]
#
# It needs Debian's taskwarrior and Python with anki, python-dateutil, todoman and vdirsyncer in .build/companions,
# which it does not fetch by itself:
#
#   python3 -m venv .build/companions
#   .build/companions/bin/pip install anki==26.9.3 python-dateutil==2.9.0.post0 todoman==4.7.0 vdirsyncer==0.21.0
#
# COMPANIONS=DIR names another place. What is missing is named, and the exit code is 69 then.
set -euo pipefail
cd "$(dirname "$0")/../../.."

python=${COMPANIONS:-.build/companions}/bin/python
rules=1000 days=365 cards=20000 reviews=10000 megabytes=500 year=100
if [ "${1:-}" = --short ]; then rules=60 days=20 cards=200 reviews=600 megabytes=5 year=5; fi
focuskey=$PWD/.build/release/focuskey missing=0
if [ ! -x "$focuskey" ]; then
    focuskey=$PWD/.build/debug/focuskey
    [ -x "$focuskey" ] || swift build --product focuskey
fi

check() {
    if [ -x "$python" ] && "$python" -c "import $1" 2>/dev/null; then
        shift
        "$python" "$@"
    else
        printf 'NOT CHECKED: there is no %s in %s\n' "$1" "${python%/bin/python}" >&2
        missing=1
    fi
}

check dateutil Tests/LongRuns/Companions/rules.py "$focuskey" "$rules"
if command -v task > /dev/null; then
    python3 Tests/LongRuns/Companions/taskwarrior.py "$focuskey" "$days"
    check todoman Tests/LongRuns/Companions/year.py "$focuskey" "$year"
else
    printf 'NOT CHECKED: there is no taskwarrior here\n' >&2
    missing=1
fi
# A debug build is slower than what people have: the bounds of the long run are for a release.
python3 Tests/LongRuns/Companions/media.py "$focuskey" "$cards" "$megabytes"
check anki Tests/LongRuns/Companions/anki_collection.py "$focuskey" "$cards"
check anki Tests/LongRuns/Companions/anki_days.py "$focuskey" "$((reviews / 20))" "$reviews"
[ "$missing" = 0 ] || exit 69
