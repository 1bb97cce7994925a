#!/bin/bash
# Sync on the oldest PostgreSQL that it promises to work with, 13, which Debian 11 has:
#
#   Tests/LongRuns/OldServer/run.sh [--short]
#
# The server is unpacked from Debian's archive, the one that apt uses here, and not installed. --short tries the
# mailbox alone; else all tests of several devices run on it. Where the archive does not have it, that is said and
# nothing is tried.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD/.build/servers/postgresql-13
filter='DevicesTests|PostgresMailboxTests'
[ "${1:-}" != --short ] || filter=PostgresMailboxTests

archive() { grep -rhoE '^(URIs: *|deb (\[[^]]*\] )?)https?://[^ ]*/debian/?( |$)' /etc/apt/sources.list* | grep -oE 'https?://[^ ]*' | head -n 1; }

# The server, and the libraries of its Debian that later ones have in other versions.
unpack() {
    local from=$1 folder name path
    folder=$(mktemp -d)
    curl -fsS "$from/dists/bullseye/main/binary-amd64/Packages.xz" | xz -dc >"$folder/packages" || return 1
    for name in postgresql-13 postgresql-client-13 libicu67 libldap-2.4-2 libssl1.1 libsasl2-2 libxml2 libpq5; do
        path=$(awk -v name="$name" 'BEGIN { RS = ""; FS = "\n" }
            $1 == "Package: " name { for (i = 1; i <= NF; i++) if (sub(/^Filename: /, "", $i)) print $i }' \
            "$folder/packages" | head -n 1)
        curl -fsS -o "$folder/$name.deb" "$from/$path" && dpkg-deb -x "$folder/$name.deb" "$folder/root" || return 1
    done
    mkdir -p "$(dirname "$root")"
    # The tests start the server as nobody.
    chmod -R a+rX "$folder/root"
    mv "$folder/root" "$root" && rm -rf "$folder"
}

if [ ! -x "$root/usr/lib/postgresql/13/bin/postgres" ]; then
    from=$(archive) && [ -n "$from" ] && unpack "${from%/}" || {
        echo 'NOT TRIED: Debian 11, which has PostgreSQL 13, cannot be reached in the archive that apt uses' >&2
        exit 0
    }
fi
LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu "$root/usr/lib/postgresql/13/bin/postgres" --version
FOCUSKEY_POSTGRES=$root swift test --skip-build --filter "$filter" 2>&1 | grep -aE '^✘|recorded an issue|Test run with' |
    tee -a /dev/stderr | grep -aqE 'Test run with [1-9].* passed'
