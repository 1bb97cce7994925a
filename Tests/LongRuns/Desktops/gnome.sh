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
checkout=$(cd "$(dirname "$0")/../../.." && pwd)
roots=$checkout/.build/roots
place=$roots/desktop-$suite

case $suite in
trixie | sid) ;;
*) echo 'gnome.sh: which suite? trixie or sid' >&2; exit 64 ;;
esac
[ "$(id -u)" -eq 0 ] || { echo 'gnome.sh: this takes root' >&2; exit 77; }

inside() { chroot "$place" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

if [ ! -e "$place/usr/bin/gnome-shell" ]; then
    mkdir -p "$roots"
    [ -d "$place" ] || {
        debootstrap --variant=minbase --include=ca-certificates "$suite" "$place.new" http://deb.debian.org/debian \
            >"$place.log" 2>&1 && mv "$place.new" "$place"
    } || { echo "gnome.sh: no root could be made: see $place.log" >&2; exit 74; }
    echo 'Acquire::Check-Valid-Until "false";' >"$place/etc/apt/apt.conf.d/90focuskey"
    printf '#!/bin/sh\nexit 101\n' >"$place/usr/sbin/policy-rc.d"
    chmod +x "$place/usr/sbin/policy-rc.d"
    { inside apt-get update -q && inside apt-get install -y -q --no-install-recommends gnome-shell dbus-daemon \
        libglib2.0-bin dconf-gsettings-backend foot python3-dbusmock libgl1-mesa-dri adwaita-icon-theme; } \
        >>"$place.log" 2>&1 || { echo "gnome.sh: GNOME cannot be installed: see $place.log" >&2; exit 74; }
fi

inside id anna >/dev/null 2>&1 || inside useradd -m -s /bin/bash anna
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
inside chown -R anna: /home/anna
echo "GNOME $(inside gnome-shell --version | grep -o '[0-9.]*$') of $suite"
unshare --mount --pid --fork --kill-child --propagation private sh -euc '
    place=$1
    mount -t proc proc "$place/proc"
    mount --rbind /dev "$place/dev"
    mount -t tmpfs tmpfs "$place/run"
    mkdir -p "$place/run/dbus"
    chroot "$place" dbus-daemon --system --fork
    chroot "$place" env -i PATH=/usr/bin:/bin python3 -m dbusmock --system --template logind >/dev/null 2>&1 &
    chroot "$place" runuser -u anna -- env -i HOME=/home/anna PATH=/usr/bin:/bin LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 \
        dbus-run-session -- bash /home/anna/try
' sh "$place"
code=$?
[ "$code" -eq 0 ] || tail -n 15 "$place/home/anna/shell.log"
exit "$code"
