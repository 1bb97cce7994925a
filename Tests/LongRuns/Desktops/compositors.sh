#!/bin/bash
# The real service beside the compositors of a suite, without a screen, as root:
#
#   Tests/LongRuns/Desktops/compositors.sh trixie|sid [COMPOSITOR ...]
#
# They are installed in a root of its own (.build/roots/desktop-SUITE, kept). Windows come to the front and go, nobody
# types, and the compositor ends: the release of this checkout tells each of them. A compositor that the suite does not
# have, or that does not run without a graphics card, is said as NOT TRIED.
set -uo pipefail
suite=${1:-}
shift
wanted=${*:-kwin hyprland labwc sway niri cosmic}
. "$(dirname "$0")/place.sh"
program=$checkout/.build/release/focuskey
[ -x "$program" ] || { echo 'compositors.sh: no release yet: swift build -c release --static-swift-stdlib' >&2; exit 69; }
has foot foot dbus dbus-daemon python3-dbusmock libgl1-mesa-dri libglib2.0-bin libevent-core-2.1-7t64 \
    libevent-extra-2.1-7t64 libsqlite3-0 libpcsclite1 procps || exit 74
cp "$program" "$place/home/anna/focuskey"

cat >"$place/home/anna/try" <<'END'
# try COMPOSITOR SOURCE: what it is called here, and what tells of its windows.
compositor=$1 source=$2 home=$(mktemp -d)
export XDG_RUNTIME_DIR=$(mktemp -d) WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
# A copy loses the file's capabilities, which not every machine lets a program have; its name counts.
mkdir -p "$home/bin"
[ "$compositor" != kwin ] || cp /usr/bin/kwin_wayland "$home/bin/"
printf 'output * resolution 800x600\n' >"$home/sway"
printf 'monitor=,800x600,0x0,1\nmisc {\n disable_hyprland_logo = true\n}\n' >"$home/hypr.conf"
begin() {
    unset WAYLAND_DISPLAY
    case $compositor in
    kwin)
        XDG_CURRENT_DESKTOP=KDE KWIN_COMPOSE=Q exec "$home/bin/kwin_wayland" --virtual --width 800 --height 600 \
            --no-lockscreen --no-global-shortcuts --socket wayland-1
        ;;
    hyprland) HYPRLAND_HEADLESS_ONLY=1 AQ_NO_MODIFIERS=1 exec /usr/bin/Hyprland --config "$home/hypr.conf" ;;
    labwc) exec /usr/bin/labwc ;;
    sway) exec /usr/bin/sway --config "$home/sway" ;;
    *) exec /usr/bin/cosmic-comp ;;
    esac
}
begin >"$HOME/$compositor.log" 2>&1 &
screen=$!
# Until a condition holds, for half a minute.
holds() {
    for _ in $(seq 300); do
        if eval "$1"; then return 0; fi
        sleep 0.1
    done
    return 1
}
sockets() { ls "$XDG_RUNTIME_DIR" | grep -E '^wayland-[0-9]+$'; }
holds 'sockets >/dev/null || ! kill -0 $screen 2>/dev/null'
WAYLAND_DISPLAY=$(sockets | head -n 1)
kill -0 "$screen" 2>/dev/null && [ -n "$WAYLAND_DISPLAY" ] || { tail -n 3 "$HOME/$compositor.log"; exit 69; }
export WAYLAND_DISPLAY
sway=$(ls "$XDG_RUNTIME_DIR"/sway-ipc.*.sock 2>/dev/null | head -n 1)
[ -z "$sway" ] || export SWAYSOCK=$sway

echo '{port: 0, signals: {front: true, input: true}}' >"$home/config.json5"
focuskey() { "$HOME/focuskey" "$@" --home "$home"; }
focuskey serve >"$home/out" 2>&1 &
service=$!
failed=0
check() {
    if holds "$2"; then echo "ok      $compositor: $1"; else
        echo "FAILED  $compositor: $1: $(tail -n 3 "$home/told" 2>/dev/null) $(focuskey signals | head -n 2)"
        failed=1
    fi
}
told() { tail -n 1 "$home/told" | grep -qF "$1"; }
check "the app in front is seen by $source" 'focuskey signals --json 2>/dev/null | tr -d " \n" | grep -qE "\"name\":\"front\"[^}]*\"source\":\"$source\""'
check 'and what is typed' 'focuskey signals --json 2>/dev/null | tr -d " \n" | grep -qE "\"name\":\"input\"[^}]*\"state\":\"in-force\""'
focuskey signals --follow --json >"$home/told" 2>/dev/null &
follower=$!
foot -a org.test.One sleep 600 >/dev/null 2>&1 &
one=$!
check 'a window' 'told org.test.One'
foot -a org.test.Two sleep 600 >/dev/null 2>&1 &
two=$!
check 'another one' 'told org.test.Two'
kill "$two"
check 'the first one again' 'told org.test.One'
kill "$one"
check 'nothing' '! told org.test'
check 'nobody types' 'grep -q "\"input\": *false" "$home/told"'
kill "$screen"
check 'it is gone' 'focuskey signals --json 2>/dev/null | tr -d " \n" | grep -qE "\"name\":\"front\"[^}]*\"state\":\"unavailable\""'
begin >>"$HOME/$compositor.log" 2>&1 &
screen=$!
check 'and back' 'focuskey signals --json 2>/dev/null | tr -d " \n" | grep -qE "\"name\":\"front\"[^}]*\"state\":\"in-force\""'
kill "$service" "$follower" "$screen"
wait
exit $failed
END

code=0
try() {
    local compositor=$1 package=$2 program=$3 source=$4
    has "$program" "$package" || { echo "NOT TRIED  $compositor: $suite does not have it"; return; }
    echo "$compositor $(inside dpkg-query -W -f '${Version}' "$package") of $suite"
    as_anna bash /home/anna/try "$compositor" "$source"
    case $? in
    0) ;;
    69) echo "NOT TRIED  $compositor: it does not run without a graphics card" ;;
    *) code=1 ;;
    esac
}
for compositor in $wanted; do
    case $compositor in
    kwin) try kwin kwin-wayland kwin_wayland kde ;;
    hyprland) try hyprland hyprland Hyprland wlroots ;;
    labwc) try labwc labwc labwc wlroots ;;
    sway) try sway sway sway sway ;;
    niri) try niri niri niri wlroots ;;
    cosmic) try cosmic cosmic-comp cosmic-comp cosmic ;;
    *) echo "compositors.sh: no compositor is called $compositor" >&2; exit 64 ;;
    esac
done
exit $code
