#!/bin/bash
# FocusKey's extension in the real GNOME Shell of a suite, without a screen, as root:
#
#   Tests/LongRuns/Desktops/gnome.sh trixie|sid
#
# The shell is installed in a root of its own (.build/roots/desktop-SUITE, a gigabyte, kept). A window comes to the
# front and goes, and the extension tells both, by the app's id and process. What is checked is the script that
# `focuskey service install --gnome-extension` writes, from the same files.
set -uo pipefail
suite=${1:-}
. "$(dirname "$0")/place.sh"
has gnome-shell gnome-shell dbus-daemon libglib2.0-bin dconf-gsettings-backend foot python3-dbusmock libgl1-mesa-dri \
    adwaita-icon-theme || { echo "gnome.sh: $suite has no GNOME Shell" >&2; exit 74; }
extension=$place/home/anna/.local/share/gnome-shell/extensions/focuskey-front@focuskey.app
mkdir -p "$extension"
front=$checkout/Sources/Assets/GnomeFront
cp "$front/metadata.json" "$extension/"
cat "$front/imports.js" "$front/front.js" "$front/module.js" >"$extension/extension.js"
cat >"$place/home/anna/try" <<'END'
export XDG_RUNTIME_DIR=$(mktemp -d) GSETTINGS_BACKEND=dconf
gsettings set org.gnome.shell enabled-extensions "['focuskey-front@focuskey.app']"
gsettings set org.gnome.shell disable-user-extensions false
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
gnome-shell --headless --wayland --no-x11 --virtual-monitor 1280x720 >"$HOME/shell.log" 2>&1 &
shell=$!
ask() { gdbus call --session -d org.gnome.Shell -o "$@" 2>&1; }
front() { ask /app/focuskey/Front -m app.focuskey.Front.Get; }
# GNOME starts with all windows at a glance, none of them in front.
front_of_desktop() {
    ask /org/gnome/Shell -m org.freedesktop.DBus.Properties.Set org.gnome.Shell OverviewActive '<false>' >/dev/null
    front
}
# Until a command prints what is wanted, for a minute at most.
until_says() {
    local wanted=$1 said=
    shift
    for _ in $(seq 240); do
        said=$("$@")
        case $said in $wanted) echo "$said"; return 0 ;; esac
        kill -0 "$shell" 2>/dev/null || { echo 'GNOME Shell ended'; return 1; }
        sleep 0.25
    done
    echo "$said"
    return 1
}
report() {
    local what=$1
    shift
    if said=$("$@"); then echo "ok      $what: $said"; else echo "FAILED  $what: $said"; failed=1; fi
}
failed=0
report 'the extension is loaded, and nothing is in front' until_says "('', 0)" front
gdbus monitor --session -d org.gnome.Shell -o /app/focuskey/Front >"$HOME/told" 2>&1 &
monitor=$!
for socket in "$XDG_RUNTIME_DIR"/wayland-*; do case $socket in *.lock) ;; *) WAYLAND_DISPLAY=${socket##*/} ;; esac; done
export WAYLAND_DISPLAY
foot sleep 600 >"$HOME/foot.log" 2>&1 &
window=$!
report 'a window in front is told, by its app and process' until_says "*foot*$window)" front_of_desktop
kill "$window"
report 'and that it went' until_says "('', 0)" front
report 'both without being asked' until_says "*Changed*foot*Changed*" cat "$HOME/told"
kill "$monitor" "$shell"
exit $failed
END
echo "GNOME $(inside gnome-shell --version | grep -o '[0-9.]*$') of $suite"
as_anna bash /home/anna/try
code=$?
[ "$code" -eq 0 ] || tail -n 15 "$place/home/anna/shell.log"
exit "$code"
