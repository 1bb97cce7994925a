#!/bin/bash
# The Debian package from end to end, as root:
#
#   Tests/LongRuns/Package/run.sh [--short | [--suite bookworm|trixie|sid] [PROGRAMS]]
#
# It is built twice and compared, looked at by lintian, and installed, used, upgraded, removed and purged in a fresh
# Debian, whose files are compared before and after; and once more in one that systemd booted (container.py), where a
# card is tapped, a site is blocked, and an upgrade comes in the middle of the session. PROGRAMS is a folder with
# programs that were built before; else they are built. Without --suite it is the one that this runs on; for another,
# everything happens in roots of that suite. The fresh Debian gets it from a repository, by the README's own lines.
# --short looks at the templates and at the repository alone: no build, no network.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
setup=$root/Sources/Setup
failed=0

check() {
    local what=$1
    shift
    if "$@"; then printf 'ok      %s\n' "$what"; else
        printf 'FAILED  %s\n' "$what"
        failed=1
    fi
}

quiet() { "$@" >/dev/null 2>&1; }

# The suite that this runs on.
own=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-unknown}")
suite=$own

ends() {
    local wanted=$1 got=0
    shift
    "$@" >/dev/null 2>&1 || got=$?
    [ "$got" -eq "$wanted" ]
}

workflow() {
    local file=$root/.github/workflows/check.yml name
    for name in .ci/run Sources/Setup/package Sources/Setup/repository 'Sources/Setup/packages.sh tests'; do
        grep -Fq "$name" "$file" && [ -x "$root/${name%% *}" ] || return 1
    done
}

# Who looks for what a reader needs finds it by the number that the rule has.
announced() {
    local rule missing=0
    for rule in $(sed -n 's/.*idVendor}=="\(.*\)", ATTR{idProduct}=="\([^"]*\)".*/v\1p\2/p' "$setup/debian/60-focuskey.rules"); do
        grep -Fiq "<modalias>usb:${rule}d*</modalias>" "$setup/debian/app.focuskey.FocusKey.metainfo.xml" || missing=1
    done
    return "$missing"
}

# A layout needs programs that print their units: these print nothing.
layout() {
    local programs=$work/silent name
    mkdir -p "$programs"
    for name in focuskey keytool focuskey-shield focuskey-libnfc; do
        printf '#!/bin/sh\n[ "$1" != --version ] || echo focuskey 1.0\n' >"$programs/$name"
        chmod +x "$programs/$name"
    done
    env -u DEBFULLNAME DEBEMAIL="$1" "$setup/package" --layout --programs "$programs" "$work/laid"
}

refused() {
    local code=0 said
    said=$(layout "$1" 2>&1) || code=$?
    [ "$code" -eq 64 ] && [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ]
}

maintained() {
    quiet layout "$1" && grep -Fqx "Maintainer: $2" "$work/laid/source/debian/control" &&
        grep -Fq -- " -- $2  " "$work/laid/source/debian/changelog"
}

# At most this much of 10, times ten, as systemd-analyze rates it. The service's unit says what it would cost to have
# less; both say it for systemd 252.
exposed() { quiet systemd-analyze security --offline=true --threshold="$1" --no-pager "$2"; }

# The copy of Swift's library differs from it in the marks of functions alone.
lean() {
    "$setup/lean-library" "$work/lean.a" && python3 - "$work/lean.a" <<'END'
import json, pathlib, subprocess, sys

said = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True).stdout)
before = (pathlib.Path(said["paths"]["runtimeResourcePath"] + "_static") / "linux/libswiftCore.a").read_bytes()
after = pathlib.Path(sys.argv[1]).read_bytes()
changed = [(one, other) for one, other in zip(before, after) if one != other]
sys.exit(not (len(before) == len(after) and changed and all(one ^ other == 0x20 for one, other in changed)))
END
}

# What the source package is built with is what packages.sh names, but for what each build has; beside it, the tools.
needed() {
    local listed named
    listed=$(sed -n '/^Build-Depends:$/,/^[A-Z]/s/^ \([a-z0-9.+-]*\).*/\1/p' "$setup/debian/control" |
        grep -vx 'debhelper-compat\|python3\|swiftlang\|libc++-dev' | sort)
    named=$("$setup/packages.sh" names | tr ' ' '\n' | sed 's/libsodium23/libsodium-dev/' |
        grep -vx 'libc6-dev\|linux-libc-dev' | sort)
    [ -n "$listed" ] && diff <(printf '%s\n' "$named") <(printf '%s\n' "$listed")
}

# A unit as the programs' source has it, without what is put in.
written() {
    local kind=$1 out=$work/$1.service
    sed -n '/^ *\[Unit\]$/,/^ *WantedBy=/{s/^ *//;s/^\(Exec[A-Za-z]*=\).*/\1\/usr\/bin\/true/;p}' \
        "$root/Sources/Commands/FocusKeyCommands/$2" >"$out"
    grep -q '^WantedBy=' "$out" && printf '%s\n' "$out"
}

short() {
    local debian=$setup/debian name
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    for name in package packages.sh programs root debian/focuskey.{postinst,prerm} debian/browser-host debian/tests/{installed,keytool}; do
        check "$name: syntax" sh -n "$setup/$name"
    done
    for name in control rules clean copyright changelog.in source/{format,lintian-overrides} tests/control focuskey.prerm sbom; do
        check "$name is there" test -s "$debian/$name"
    done
    for name in control changelog.in; do
        check "$name names nobody who builds it" grep -q '@MAINTAINER@' "$debian/$name"
    done
    check 'a maintainer without an address is refused' refused 'nobody'
    check 'a maintainer of two lines is refused' refused $'a@b.example\nPriority: required'
    check 'the maintainer is the one who builds' maintained 'R&D/me <me@b.example>' 'R&D/me <me@b.example>'
    check 'without one, no mail reaches the address' maintained '' 'FocusKey <packages@focuskey.invalid>'
    for name in postinst prerm; do
        check "$name leaves room for debhelper" grep -qx '#DEBHELPER#' "$debian/focuskey.$name"
    done
    check 'it is built with what packages.sh names' needed
    # The programs open it late, so that no tool notices that they need it.
    check 'it depends on OpenSSL' grep -q '^Depends: .*libssl3' "$debian/control"
    check 'keytool by itself takes the place of the whole, and the other way round' \
        bash -c "grep -qx 'Conflicts: focuskey' '$debian/control' && grep -qx 'Conflicts: focuskey-keytool' '$debian/control'"
    check 'Java keeps /usr/bin/keytool' bash -c "! grep -rn 'bin/keytool\$' '$debian/rules'"
    check 'the list of parts is Python' python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$debian/sbom"
    for name in chromium-host.json firefox-host.json; do
        check "$name is JSON" python3 -m json.tool "$debian/$name" /dev/null
    done
    check 'metainfo names the readers of the rules' announced
    check 'metainfo is XML' python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' \
        "$debian/app.focuskey.FocusKey.metainfo.xml"
    check 'the helper is exposed by at most 3.0' exposed 30 "$(written shield Shield/ShieldUnit.swift)"
    check 'the service is exposed by at most 6.0' exposed 60 "$(written service Install/ServiceUnit.swift)"
    check 'a library without marks to keep can be made' lean
    check 'rules is a makefile' make -n -C "$debian/.." -f debian/rules override_dh_dwz
    for name in pcscd libccid; do
        check "the package brings $name" grep -q "^ $name,\?$" "$debian/control"
        check "packages.sh does, too" grep -q "^running='.*$name" "$setup/packages.sh"
    done
    check 'the version says the suite' bash -c "grep -q '~$own) ' '$work/laid/source/debian/changelog'"
    for name in --suite '--suite noble2' '--suite trixie --layout' '--source --suite sid'; do
        # shellcheck disable=SC2086 # the words are meant to be split
        check "package $name: 64" ends 64 "$setup/package" $name
    done
    check 'root without a suite: 64' ends 64 "$setup/root"
    check 'root of another suite: 64' ends 64 "$setup/root" woody
    for name in $(sed -n 's/^ *"shell-version": \[\(.*\)\]/\1/p' "$root/Sources/Assets/GnomeFront/metadata.json" | tr -d '",'); do
        [ -z "${last:-}" ] || check "GNOME $name follows on $last" test "$name" -eq $((last + 1))
        local last=$name
    done
    check 'the workflow runs .ci/run, and releases what the scripts make' workflow
    "$here/repository.sh" || failed=1
}

# The registry that apt uses here.
registry() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep debian | grep -v security | head -n 1
}

inside() { chroot "$fresh" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }

# What there is: kind, rights, owner, size, link and checksum; not what the kernel shows, nor the package manager's own.
tree() {
    (cd "$fresh" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/log \
        -o -path ./var/cache -o -path ./var/lib/dpkg -o -path ./var/lib/apt \) -prune -o \
        -printf '%p %y %m %u %l ' \( -type f -exec sha256sum {} \; -o -printf '\n' \) | sort)
}

installed() {
    fresh=$work/debian
    debootstrap --variant=minbase --include=ca-certificates,sudo,wget "$suite" "$fresh" "$(registry)" >"$work/debootstrap.log" 2>&1 || {
        tail -n 5 "$work/debootstrap.log"
        return 1
    }
    mount -t proc proc "$fresh/proc"
    # sid's index is good for a week, and a mirror may lag behind.
    echo 'Acquire::Check-Valid-Until "false";' >"$fresh/etc/apt/apt.conf.d/90focuskey"
    trap 'umount "$fresh/proc" 2>/dev/null; rm -rf "$work"' EXIT
    # What the package needs is there before, so that what is left after is its own.
    cp /etc/resolv.conf "$fresh/etc/resolv.conf"
    [ ! -d /etc/apt/apt.conf.d ] || cp -n /etc/apt/apt.conf.d/*prox* "$fresh/etc/apt/apt.conf.d/" 2>/dev/null || true
    cp "$deb" "$fresh/tmp/focuskey.deb"
    local needs
    inside apt-get update -q >"$work/needs.log" 2>&1
    needs=$(inside apt-get install -s --no-install-recommends /tmp/focuskey.deb | sed -n 's/^Inst \([^ ]*\) .*/\1/p' |
        grep -v '^focuskey$')
    # shellcheck disable=SC2086 # the words are meant to be split
    inside apt-get install -y -q --no-install-recommends $needs >>"$work/needs.log" 2>&1 || {
        tail -n 5 "$work/needs.log"
        return 1
    }
    # What a service and the package manager make once, whatever is installed.
    inside sh -c 'getent passwd >/dev/null'
    cp -R "$work/newer" "$fresh/tmp/newer"
    # Java's program, which is nobody else's.
    printf '#!/bin/sh\necho java\n' >"$fresh/usr/bin/keytool"
    chmod 755 "$fresh/usr/bin/keytool"
    inside ldconfig
    by_itself
    tree >"$work/before"
    check 'it installs from the repository, by the lines of the README' by_readme
    check 'its own test passes' chroot_test
    check 'Java keeps its keytool' test "$(inside keytool)" = java
    check 'the helper is found, and what turns it on' \
        bash -c "chroot '$fresh' focuskey doctor 2>&1 | grep -q '/usr/libexec/focuskey/focuskey-shield'"
    check 'shield install puts the extension into browsers' inside focuskey shield install
    check 'the policy is there' test -s "$fresh/etc/chromium/policies/managed/focuskey.json"
    check 'nothing was copied' test ! -e "$fresh/usr/local/libexec/focuskey/focuskey-shield"
    check 'an upgrade' inside dpkg -i "/tmp/newer/$(basename "$work"/newer/*.deb)"
    check 'it keeps the policy' test -s "$fresh/etc/chromium/policies/managed/focuskey.json"
    neighbour
    check 'it is removed' inside dpkg --remove focuskey
    check "another system's program runs on" kill "$neighbour"
    check 'removal takes the policy back' test ! -e "$fresh/etc/chromium/policies/managed/focuskey.json"
    check 'it is purged' inside dpkg --purge focuskey
    tree >"$work/after"
    check 'nothing is left but logs' diff "$work/before" "$work/after"
}

# keytool without the rest, which leaves nothing when it goes.
by_itself() {
    cp "$(ls "$work"/one/focuskey-keytool_*.deb)" "$fresh/tmp/keytool.deb"
    cp "$setup/debian/tests/keytool" "$fresh/tmp/keytool-test"
    check 'keytool is installed by itself' inside dpkg -i /tmp/keytool.deb
    check 'its own test passes' inside sh /tmp/keytool-test
    check 'it has no names of characters' inside sh -c '! grep -aq CUNEIFORM /usr/bin/focuskey-keytool'
    check 'it has at most 8 MiB' inside sh -c 'test "$(stat -Lc %s /usr/bin/focuskey-keytool)" -le 8388608'
    check 'it is purged' inside dpkg --purge focuskey-keytool
    rm "$fresh/tmp/keytool.deb" "$fresh/tmp/keytool-test"
    tar -xJf "$(ls "$work"/one/focuskey-keytool_*.tar.xz)" -C "$fresh/tmp"
    check 'the archive has the same' inside sh -c 'PATH=$(echo /tmp/focuskey-keytool_*/bin):$PATH; keytool --version | grep -q keytool'
    rm -rf "$fresh"/tmp/focuskey-keytool_*
}

# The README's two lines, with the address of a repository that is served here. What only is recommended was left out of
# the tree before, so it is left out here as well.
by_readme() {
    local lines port address began=$SECONDS
    gpg_home=$(mktemp -d /tmp/fk-gpg-XXXXXX)
    gpg --homedir "$gpg_home" --batch --quiet --passphrase '' --quick-generate-key 'Test <t@b.example>' ed25519 sign never
    gpg --homedir "$gpg_home" --batch --quiet --armor --export-secret-keys >"$work/key.asc"
    gpgconf --homedir "$gpg_home" --kill all
    rm -rf "$gpg_home"
    mkdir -p "$work/packages/$suite"
    cp "$deb" "$work/packages/$suite/"
    mkdir "$work/web"
    python3 -u -m http.server 0 --bind 127.0.0.1 -d "$work/web" >"$work/port" 2>/dev/null &
    server=$!
    until grep -q port "$work/port"; do sleep 0.05; done
    port=$(sed 's/.*port \([0-9]*\).*/\1/' "$work/port")
    address=http://127.0.0.1:$port/apt
    "$setup/repository" "$work/web/apt" --packages "$work/packages" --key "$work/key.asc" --uri "$address" || return 1
    # sid calls itself by the name of the next Debian, as the README says.
    lines=$(sed -n 's/^    \(wget .*focuskey.sources.*\|sudo apt update .*\)$/\1/p' "$root/README.md" |
        sed "s,https://focuskey.app/apt,$address,")
    [ "$(printf '%s\n' "$lines" | wc -l)" -eq 2 ] || return 1
    [ "$suite" != sid ] || lines=$(printf '%s\n' "$lines" | sed 's/echo \$VERSION_CODENAME/echo sid/')
    echo 'APT::Install-Recommends "false"; APT::Get::Assume-Yes "true";' >"$fresh/etc/apt/apt.conf.d/91focuskey"
    inside bash -euc "$lines" >"$work/readme.log" 2>&1 || { tail -n 9 "$work/readme.log"; return 1; }
    kill "$server"
    rm "$fresh/etc/apt/apt.conf.d/91focuskey" "$fresh/etc/apt/sources.list.d/focuskey.sources"
    check "within a minute ($((SECONDS - began)) s)" test "$((SECONDS - began))" -le 60
}

# A program of the package's name that belongs to another system on this computer, as in a container.
neighbour() {
    local other=$work/other
    mkdir -p "$other/usr/bin"
    cp /bin/sleep "$other/usr/bin/focuskey"
    # shellcheck disable=SC2046 # a file a word
    cp --parents $(ldd /bin/sleep | grep -o '/[^ ]*') "$other"
    systemd-nspawn -q -a -D "$other" --register=no --keep-unit --console=pipe /usr/bin/focuskey 600 >/dev/null 2>&1 &
    neighbour=$!
    sleep 2
}

chroot_test() {
    cp "$setup/debian/tests/installed" "$fresh/tmp/installed"
    inside sh /tmp/installed
}

# The extension names the GNOME Shell of that suite.
newest_gnome() {
    local shell
    shell=$(inside apt-cache policy gnome-shell | sed -n 's/^ *Candidate: \([0-9]*\).*/\1/p')
    check "the extension is for GNOME $shell of $suite" grep -q "\"$shell\"" "$root/Sources/Assets/GnomeFront/metadata.json"
}

whole() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    if [ "${1:-}" = --suite ]; then
        suite=${2:-}
        shift 2
    fi
    local programs=${1:-}
    "$setup/package" --suite "$suite" ${programs:+--programs "$programs"} "$work/one" >/dev/null
    if [ -z "$programs" ]; then
        programs=$root/.build/programs
        [ "$suite" = "$own" ] || programs=$root/.build/suites/$suite/build/programs
    fi
    "$setup/package" --suite "$suite" --programs "$programs" "$work/two" >/dev/null
    deb=$(ls "$work"/one/focuskey_*.deb)
    local file
    for file in "$work"/one/*; do
        check "built twice, it is the same: ${file##*/}" cmp "$file" "$work/two/${file##*/}"
    done
    check "it has at most 12 MiB ($(stat -c %s "$deb"))" test "$(stat -c %s "$deb")" -le 12582912
    for file in "$work"/one/focuskey-keytool_*; do
        check "keytool by itself has at most 8 MiB ($(stat -c %s "$file"))" test "$(stat -c %s "$file")" -le 8388608
    done
    for file in "$work"/one/*.deb; do
        check "lintian has nothing to say: ${file##*/}" \
            bash -c "! lintian --fail-on error,warning '$file' 2>&1 | grep -E '^[EW]:'"
    done
    mkdir "$work/files"
    dpkg-deb -x "$deb" "$work/files"
    check 'the helper is exposed by at most 3.0' exposed 30 "$(find "$work/files" -name focuskey-shield.service)"
    check 'the service is exposed by at most 6.0' exposed 60 "$(find "$work/files" -name focuskey.service)"
    check 'metainfo is sound' appstreamcli validate --no-net "$work"/files/usr/share/metainfo/*.xml
    check 'entries are sound' desktop-file-validate "$work"/files/usr/share/applications/*.desktop
    # The same with a higher number.
    dpkg-deb -R "$deb" "$work/raised"
    sed -i 's/^Version: .*/&+1/' "$work/raised/DEBIAN/control"
    mkdir "$work/newer"
    dpkg-deb -Zgzip -z1 -b "$work/raised" "$work/newer" >/dev/null
    check "a fresh $suite" installed
    newest_gnome
    if command -v systemd-nspawn >/dev/null; then
        check 'a Debian with systemd' "$here/container.py" "$suite" "$deb" "$work"/newer/*.deb
        check 'the same, with the helper killed' "$here/container.py" "$suite" "$deb" "$work"/newer/*.deb --kill
    else
        check 'a Debian with systemd: apt-get install systemd-container' false
    fi
}

if [ "${1:-}" = --short ]; then short; else whole "$@"; fi
exit $failed
