#!/bin/bash
# A household whose folder the real Syncthing carries, between two folders on loopback:
#
#   Tests/LongRuns/Syncthing/run.sh
#
# Syncthing is unpacked from Debian's archive, the one that apt uses here, and not installed. Where it cannot be had,
# that is said and nothing is tried. It ends only the processes that it started.
set -euo pipefail
cd "$(dirname "$0")/../../.."
focuskey=$PWD/.build/debug/focuskey
place=$(mktemp -d /tmp/focuskey-syncthing-XXXXXX)
pids=()
finish() {
    local pid
    for pid in "${pids[@]:-}"; do [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$place"
}
trap finish EXIT

syncthing=$(command -v syncthing || true)
if [ -z "$syncthing" ]; then
    mkdir "$place/package"
    (cd "$place/package" && apt-get download syncthing >/dev/null 2>&1 && dpkg-deb -x syncthing_*.deb .) || true
    syncthing=$place/package/usr/bin/syncthing
fi
if [ ! -x "$syncthing" ] || [ ! -x "$focuskey" ]; then
    echo 'NOT TRIED: syncthing is neither installed nor in the archive that apt uses, or focuskey is not built' >&2
    exit 0
fi
"$syncthing" --version

# Two of it, each with a folder of its own, that know each other's address and nobody else's.
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
declare -A id gui sync
for side in a b; do
    mkdir "$place/$side"
    gui[$side]=$(port)
    sync[$side]=$(port)
    "$syncthing" generate --home "$place/$side-home" --no-default-folder >/dev/null 2>&1 ||
        "$syncthing" generate --home "$place/$side-home" --skip-port-probing >/dev/null 2>&1
    id[$side]=$("$syncthing" --home "$place/$side-home" --device-id)
done
for side in a b; do
    other=$([ $side = a ] && echo b || echo a)
    cat >"$place/$side-home/config.xml" <<EOF
<configuration version="35">
  <folder id="household" path="$place/$side" type="sendreceive" rescanIntervalS="10" fsWatcherEnabled="true" fsWatcherDelayS="1">
    <device id="${id[$side]}"></device><device id="${id[$other]}"></device>
  </folder>
  <device id="${id[$side]}" name="$side"><address>tcp://127.0.0.1:${sync[$side]}</address></device>
  <device id="${id[$other]}" name="$other"><address>tcp://127.0.0.1:${sync[$other]}</address></device>
  <gui enabled="true" tls="false"><address>127.0.0.1:${gui[$side]}</address><apikey>trial</apikey></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:${sync[$side]}</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
    <startBrowser>false</startBrowser><urAccepted>-1</urAccepted><crashReportingEnabled>false</crashReportingEnabled>
    <reconnectionIntervalS>1</reconnectionIntervalS>
  </options>
</configuration>
EOF
    "$syncthing" serve --home "$place/$side-home" --no-browser --no-restart >"$place/$side.log" 2>&1 &
    pids+=($!)
done

step() { "$focuskey" sync "$@" >>"$place/said" 2>&1 || { cat "$place/said" >&2; exit 1; }; }
heads() { "$focuskey" sync status --json --home "$place/$1" | python3 -c '
import json, sys
print(*sorted((d["name"], d["head"]) for d in json.load(sys.stdin)["devices"]))'; }
why() { "$focuskey" sync status --json --home "$place/$1" | python3 -c 'import json, sys; print(json.load(sys.stdin)["why"])'; }

step init "folder:$place/a" --name desk --home "$place/desk"
link=$("$focuskey" sync invite --json --home "$place/desk" | python3 -c 'import json, sys; print(json.load(sys.stdin)["link"])')
step join "$link" --url "folder:$place/b" --name laptop --home "$place/laptop"
for round in 1 2 3 4 5; do
    step rename "desk $round" --home "$place/desk"
    step rename "laptop $round" --home "$place/laptop"
done
began=$SECONDS
until
    step now --home "$place/desk"
    step now --home "$place/laptop"
    [ "$(heads desk)" = "$(heads laptop)" ] && [ "$(heads desk | wc -w)" -gt 3 ]
do
    if [ $((SECONDS - began)) -gt 120 ]; then
        echo "not the same after two minutes: $(heads desk) and $(heads laptop)" >&2
        tail -n 5 "$place"/?.log >&2
        exit 1
    fi
    sleep 1
done
[ -z "$(why desk)$(why laptop)" ] || { echo "named: $(why desk) $(why laptop)" >&2; exit 1; }
echo "the same on both after $((SECONDS - began)) s: $(heads desk)"
