#!/bin/bash
# FocusKey on arm64, as root and with a network:
#
#   Tests/LongRuns/Arm/run.sh
#
# Debian's own Swift of sid builds focuskey and keytool for arm64: its compiler runs as it is, with the library that the
# package for arm64 has. They run in a Debian for arm64 under qemu (Sources/Setup/root sid-arm64): keytool says what it
# says here, a card is tapped, and each command answers beside a service and without one. The programs stay in
# .build/suites/sid-arm64/programs. What cannot run here is said, with exit code 69.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
setup=$root/Sources/Setup
# As the roots see it.
place=.build/suites/sid-arm64
failed=0
began=$SECONDS

check() {
    local what=$1 began=$SECONDS
    shift
    if "$@"; then printf 'ok      %s (%d s)\n' "$what" $((SECONDS - began)); else
        printf 'FAILED  %s (%d s)\n' "$what" $((SECONDS - began))
        failed=1
    fi
}

# What a step says is shown where it fails.
logged() {
    "$@" >"$root/$place/log" 2>&1 || { tail -n 40 "$root/$place/log"; return 1; }
}

arm() { "$setup/root" sid-arm64 "$@"; }

mkdir -p "$root/$place"
for suite in sid sid-arm64; do "$setup/root" "$suite"; done

# Swift's library for arm64. Of the package, of two gigabytes, that is the part that is not the compiler.
library=$root/.build/roots/sid-arm64/usr/lib
library() {
    rm -f "$root/$place"/swiftlang_*.deb
    # A check does not end at the first that fails, so each waits for the one before: half of it is never called whole.
    arm sh -euc 'cd "$1" && apt-get download -q swiftlang' sh "$place" &&
        dpkg-deb --fsys-tarfile "$root/$place"/swiftlang_*.deb |
        tar -x -C "$library" --strip-components=5 ./usr/libexec/swift/lib/clang ./usr/libexec/swift/lib/swift \
            ./usr/libexec/swift/lib/swift_static &&
        rm "$root/$place"/swiftlang_*.deb && touch "$library/swift/whole"
}
[ -e "$library/swift/whole" ] || check "Swift's library for arm64 is there" logged library

# What SwiftPM wants to know of a computer that it builds for (Swift evolution 0387).
bundle=$root/$place/sdks/arm64.artifactbundle
mkdir -p "$bundle/arm64"
cat >"$bundle/info.json" <<END
{"schemaVersion": "1.0", "artifacts": {"arm64": {"type": "swiftSDK", "version": "1", "variants": [{"path": "arm64"}]}}}
END
cat >"$bundle/arm64/swift-sdk.json" <<END
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/focuskey/.build/roots/sid-arm64",
  "swiftResourcesPath": "/focuskey/.build/roots/sid-arm64/usr/lib/swift",
  "swiftStaticResourcesPath": "/focuskey/.build/roots/sid-arm64/usr/lib/swift_static"}}}
END

# As Sources/Setup/programs does it, one after the other.
build() {
    "$setup/root" sid sh -euc '
        for name in focuskey keytool; do
            swift build -c release --static-swift-stdlib --disable-local-rpath -debug-info-format none \
                --scratch-path "$1/build" --swift-sdks-path "$1/sdks" --swift-sdk arm64 --product "$name"
        done
        mkdir -p "$1/programs"
        cp "$1/build/aarch64-unknown-linux-gnu/release/focuskey" "$1/build/aarch64-unknown-linux-gnu/release/keytool" \
            "$1/programs/"' sh "$place"
}
check "Debian's own Swift builds for arm64" logged build

keytool() { arm "$place/programs/keytool" "$@"; }

is() {
    local wanted=$1 said
    shift
    said=$("$@") || return 1
    [ "$said" = "$wanted" ] || { printf '%s\n' "$said"; return 1; }
}

uri=https://focuskey.app/focus/work
hex=d101185504666f6375736b65792e6170702f666f6375732f776f726b
# EM_AARCH64, 183 (elf.h).
machine() { od -An -t u2 -j 18 -N 2 "$root/$place/programs/$1" | tr -d ' '; }
check 'keytool is a program for arm64' is 183 machine keytool
check 'keytool makes a message' is "$hex" keytool ndef encode --uri "$uri"
check 'keytool reads it' is "1  uri  $uri"$'\n28 bytes' keytool ndef decode --hex "$hex"

# A card is tapped, and a second time; then the session ends.
taps() {
    # shellcheck disable=SC2016 # the shell in the root reads it
    arm bash -euc '
        focuskey=$1 home=$(mktemp -d)
        trap "kill %1; wait; rm -rf $home" EXIT
        "$focuskey" serve --home "$home" --reader simulated >"$home/ready" &
        for _ in $(seq 600); do [ -s "$home/ready" ] && break; sleep 0.1; done
        state() {
            "$focuskey" status --json --home "$home" | python3 -c "import json, sys; print(json.load(sys.stdin)[\"state\"])"
        }
        [ "$(state)" = idle ]
        time "$focuskey" tap --link https://focuskey.app/focus/work --home "$home"
        time "$focuskey" status --home "$home"
        [ "$(state)" = focusing ]
        sleep 5
        "$focuskey" tap --link https://focuskey.app/focus/work --home "$home" | grep "End this session?"
        sleep 6
        "$focuskey" confirm --home "$home"
        [ "$(state)" = idle ]' bash "/focuskey/$place/programs/focuskey"
}
check 'a card is tapped' taps
check 'each command answers' arm .ci/answers "$place/programs/focuskey"
printf '%d s in all\n' $((SECONDS - began))
exit $failed
