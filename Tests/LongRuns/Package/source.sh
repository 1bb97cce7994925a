#!/bin/bash
# Debian's source package from end to end:
#
#   Tests/LongRuns/Package/source.sh [--build]
#
# It is made twice of the last commit and compared, unpacked and compared with that commit, and looked at by lintian: a
# minute. --build, as root, builds the packages from it by dpkg-buildpackage with Debian's own Swift, in the root of
# sid, as a user without rights, a home and a network: as Debian's own machines do. What it made is then in
# .build/suites/sid/source.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
    local what=$1
    shift
    if "$@"; then printf 'ok      %s\n' "$what"; else
        printf 'FAILED  %s\n' "$what"
        failed=1
    fi
}

ends() {
    local wanted=$1 got=0
    shift
    "$@" >/dev/null 2>&1 || got=$?
    [ "$got" -eq "$wanted" ]
}

silent() {
    local said
    said=$(lintian --info --pedantic "$@" 2>/dev/null | grep -E '^[EWIP]:' || true)
    [ -z "$said" ] || { printf '%s\n' "$said"; return 1; }
}

# What is not committed yet is not in it, wherever this runs.
git clone -q --shared "$root" "$work/clone"
package=$work/clone/Sources/Setup/package
made() { "$package" --source "$work/$1" >"$work/said"; }
check 'it is made' made one
check 'and says what it made' test "$(grep -c "^$work/one/focuskey_" "$work/said")" -eq 3
check 'and once more' made two
check 'it is the same, to the last byte' diff -r "$work/one" "$work/two"
dsc=$(ls "$work"/one/focuskey_*.dsc)
check "lintian has nothing to say: ${dsc##*/}" silent "$dsc"
dpkg-source -x "$dsc" "$work/unpacked" >/dev/null 2>&1
check 'it has the commit, and the folder of the packages' test "$(diff -rq -x .git -x .pc "$work/clone" "$work/unpacked")" = \
    "Only in $work/unpacked: debian"
check 'nothing in it is left to be said' bash -c "! grep -rq '@MAINTAINER@\|@COMMIT@' '$work/unpacked/debian'"
echo >>"$work/clone/README.md"
check 'what is not committed is refused: 65' ends 65 "$package" --source "$work/none"

built() {
    local place=$root/.build/suites/sid/source
    rm -rf "$place"
    mkdir -p "$place"
    cp "$work"/one/* "$place/"
    # shellcheck disable=SC2016 # the shell in the root reads it
    "$root/Sources/Setup/root" sid sh -euc '
        work=$(mktemp -d)
        trap "rm -rf $work" EXIT
        chmod 755 "$work"
        cp .build/suites/sid/source/* "$work/"
        mkdir "$work/build"
        chown nobody: "$work/build"
        unshare --net setpriv --reuid nobody --regid nogroup --clear-groups env HOME=/nonexistent sh -euc "
            cd $work/build
            dpkg-source -x ../focuskey_*.dsc source
            cd source
            dpkg-buildpackage -b -us -uc"
        cp "$work"/build/*.deb "$work"/build/*.changes .build/suites/sid/source/
        cp -R "$work/build/source/.build/programs" .build/suites/sid/source/
    ' >"$place/log" 2>&1 || { tail -n 40 "$place/log"; return 1; }
    ls "$place"/*.deb
}

if [ "${1:-}" = --build ]; then
    began=$SECONDS
    check "Debian's own Swift builds the packages from it" built
    printf '        %s s\n' "$((SECONDS - began))"
    for file in "$root"/.build/suites/sid/source/*.deb; do
        check "lintian has nothing to say: ${file##*/}" \
            bash -c "! lintian --fail-on error,warning '$file' 2>&1 | grep -E '^[EW]:'"
    done
fi
exit $failed
