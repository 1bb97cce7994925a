#!/bin/bash
# The APT repository, looked at by apt itself:
#
#   Tests/LongRuns/Package/repository.sh
#
# It is made from packages that say their suite and nothing else, with keys that live for this test alone. apt has a
# configuration, lists and a cache of its own here, and reads the repository over loopback. Seconds, no network, no
# root.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)/Sources/Setup/repository
failed=0
# A socket's path has at most 107 bytes; TMPDIR may have more.
work=$(mktemp -d /tmp/fk-repository-XXXXXX)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null
    gpgconf --homedir "$work/gpg" --kill all 2>/dev/null
    rm -rf "$work"
}
trap end EXIT

check() {
    local what=$1
    shift
    if "$@"; then printf 'ok      %s\n' "$what"; else
        printf 'FAILED  %s\n' "$what"
        failed=1
    fi
}

code() {
    local wanted=$1 got=0
    shift
    "$@" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" -eq "$wanted" ] || { printf '        it ended with %s: %s\n' "$got" "$(cat "$work/err")"; return 1; }
    # One line says why; that something is not signed is said beside the answer.
    [ "$wanted" -eq 0 ] || grep -q '^repository: ' "$work/err"
}

says() { grep -q -- "$1" "$work/out" "$work/err"; }

package() {
    mkdir -p "$work/made/DEBIAN" "$2"
    printf 'Package: focuskey\nVersion: %s\nArchitecture: amd64\nMaintainer: Me <me@b.example>\nDescription: none\n .\n' \
        "$1" >"$work/made/DEBIAN/control"
    SOURCE_DATE_EPOCH=${3:-1790000000} dpkg-deb -b "$work/made" "$2/focuskey_$1_amd64.deb" >/dev/null
}

# A key that is good for as long as is said, from now or another time on.
key() {
    gpg --homedir "$work/gpg" --batch --quiet --passphrase '' --faked-system-time "${3:-$(date -u +%Y%m%dT%H%M%S)}!" \
        --quick-generate-key "$1 <$1@b.example>" ed25519 sign "$2" 2>/dev/null
    gpg --homedir "$work/gpg" --batch --quiet --armor --export-secret-keys "$1@b.example" >"$work/$1.asc"
}

# apt with nothing of this computer's, on the repository that is served from $work/served.
apt() {
    rm -rf "$work/apt/lists"
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/etc"
    : >"$work/apt/status"
    cp "$work/served/focuskey.sources" "$work/apt/etc/focuskey.sources"
    sed -i "s/^Suites: .*/Suites: ${suite:-bookworm}/" "$work/apt/etc/focuskey.sources"
    cat >"$work/apt/conf" <<END
Dir::State "$work/apt"; Dir::State::lists "$work/apt/lists"; Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt/cache"; Dir::Etc "$work/apt/etc"; Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/apt/etc"; Dir::Etc::trusted "/dev/null"; Dir::Etc::trustedparts "/dev/null";
Dir::Etc::main "/dev/null"; Dir::Etc::parts "/dev/null"; Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "root"; APT::Architecture "amd64"; Acquire::Languages "none"; Debug::NoLocking "true";
APT::Update::Error-Mode "any"; Acquire::http::Proxy "DIRECT";
END
    # shellcheck disable=SC2086 # the words are meant to be split
    env APT_CONFIG="$work/apt/conf" LC_ALL=C bash -c "$1" >"$work/out" 2>"$work/err"
}

serve() {
    rm -rf "$work/served"
    cp -R "$1" "$work/served"
}

mkdir -m 700 "$work/gpg"
for suite in bookworm trixie sid; do package "0.1.0~$suite" "$work/packages/$suite"; done
key good never
key brief 30d 20260101T000000
mkdir "$work/few"
ln -s "$(python3 -c "import sys; print(sys.executable)")" "$work/few/python3"
for name in env bash dpkg-deb tar rm; do ln -s "$(command -v $name)" "$work/few/$name"; done
mkdir "$work/web"
ln -s ../served "$work/web/apt"
python3 -u -m http.server 0 --bind 127.0.0.1 -d "$work/web" >"$work/port" 2>/dev/null &
server=$!
until grep -q port "$work/port"; do sleep 0.05; done
uri=http://127.0.0.1:$(sed 's/.*port \([0-9]*\).*/\1/' "$work/port")/apt
made() { "$repository" "$1" --packages "$work/packages" --uri "$uri" "${@:2}"; }

check 'a repository is made' code 0 made "$work/one" --key "$work/good.asc"
sleep 1
check 'and made again' code 0 made "$work/two" --key "$work/good.asc"
check 'the same packages and key give the same bytes' diff -r "$work/one" "$work/two"
check 'it is put in the place of the one before' code 0 made "$work/two" --key "$work/good.asc"
check 'without a key' code 0 made "$work/bare"
check 'it says that nothing is signed' says 'not signed'
check 'and signs nothing' bash -c "! ls '$work'/bare/dists/*/InRelease '$work'/bare/*.asc 2>/dev/null | grep -q ."

check 'no folder: 64' code 64 "$repository"
check 'an unknown option: 64' code 64 "$repository" "$work/none" --colour red
check 'an address with a blank: 64' code 64 made "$work/none" --uri 'http://a b'
check 'what is not a repository stays: 64' code 64 made "$work/packages"
check 'a key that is none: 65' code 65 made "$work/none" --key "$here/repository.sh"
check 'no such key: 66' code 66 made "$work/none" --key "$work/nothing"
check 'no such packages: 66' code 66 "$repository" "$work/none" --packages "$work/nothing"
mkdir "$work/nobody"
check 'no packages: 66' code 66 "$repository" "$work/none" --packages "$work/nobody"
package 0.1.0~sid "$work/wrong/trixie"
check "another suite's package: 65" code 65 "$repository" "$work/none" --packages "$work/wrong"
mkdir -p "$work/short/sid"
head -c 400 "$work/packages/sid"/*.deb >"$work/short/sid/half.deb"
check 'half a package: 65' code 65 "$repository" "$work/none" --packages "$work/short"
check 'without gpg: 69' code 69 env PATH="$work/few" "$repository" "$work/none" --packages "$work/packages" \
    --key "$work/good.asc"
check 'nothing of what failed is left' test -z "$(find "$work" -maxdepth 1 -name 'none*')"

serve "$work/one"
for suite in bookworm trixie sid; do
    check "apt believes it: $suite" apt 'apt-get update'
    check "and takes the package of $suite" bash -c \
        "env APT_CONFIG='$work/apt/conf' LC_ALL=C apt-cache policy focuskey | grep -q 'Candidate: 0.1.0~$suite'"
done
suite=trixie
check 'apt downloads it' apt "apt-get update && cd '$work/apt' && apt-get download focuskey"
check 'and it is the same' cmp "$work"/apt/focuskey_*trixie*.deb "$work"/packages/trixie/*.deb
check 'it is found whole' code 0 "$repository" --check "$work/served"

refused() { ! apt 'apt-get update'; }
serve "$work/bare"
check 'apt refuses what is not signed' refused
check 'we say it, too' code 65 "$repository" --check "$work/served"
check 'in words' says 'not signed'

serve "$work/one"
for index in "$work"/served/dists/trixie/main/binary-amd64/{Packages*,by-hash/SHA256/*}; do
    printf 'Package: other\n' >>"$index"
done
check 'apt refuses a changed index' refused
check 'we name it' code 65 "$repository" --check "$work/served"
check 'in words' says 'it was changed: dists/trixie/main/binary-amd64/Packages'

serve "$work/one"
sed -i 's/^Label: .*/Label: Other/' "$work/served/dists/trixie/InRelease"
check 'apt refuses a changed InRelease' refused
check 'we name it' code 65 "$repository" --check "$work/served"
check 'in words' says 'signature is not good'

serve "$work/one"
rm -r "$work"/served/dists/trixie/main/binary-amd64/{Packages*,by-hash} "$work/served/dists/sid"
check 'apt refuses half a copy' refused
check 'we name what is missing' code 65 "$repository" --check "$work/served"
check 'the index' says 'it is missing: dists/trixie/main/binary-amd64/Packages'
check 'and the suite' says 'it is missing: dists/sid'

serve "$work/one"
rm "$work"/served/pool/main/f/focuskey/*trixie*
missing() { ! apt "apt-get update && cd '$work/apt' && rm -f ./*.deb && apt-get download focuskey"; }
check 'apt does not get a package that is not there' missing
check 'we name it' code 65 "$repository" --check "$work/served"

# Signed while the key was good.
serve "$work/one"
gpg --homedir "$work/gpg" --armor --export brief@b.example >"$work/served/focuskey.asc"
for suite in bookworm trixie sid; do
    gpg --homedir "$work/gpg" --batch --yes --faked-system-time '20260105T000000!' --local-user brief@b.example \
        --output "$work/served/dists/$suite/InRelease" --clearsign "$work/served/dists/$suite/Release" 2>/dev/null
done
sed -i '/^Signed-By:/,$d' "$work/served/focuskey.sources"
printf 'Signed-By: %s\n' "$work/served/focuskey.asc" >>"$work/served/focuskey.sources"
check 'apt refuses an expired key' refused
check 'we name it' code 65 "$repository" --check "$work/served"
check 'in words' says 'key is expired'
check 'and sign nothing with it' code 65 made "$work/late" --key "$work/brief.asc"
check 'in words' says 'the key expired on'
exit $failed
