# A root for the desktops of a suite, for the scripts beside this one: .build/roots/desktop-SUITE, kept.
#
#   . place.sh            with the suite in $suite
#   has PROGRAM PACKAGE...    installs what is missing there; not zero where the suite does not have it
#   inside COMMAND...         runs something in it
#   as_anna COMMAND...        ... as a person, with a bus of their own and a logind that is a stand-in

checkout=$(cd "$(dirname "$0")/../../.." && pwd)
name=${0##*/}
place=$checkout/.build/roots/desktop-$suite

case $suite in
trixie | sid) ;;
*) echo "$name: which suite? trixie or sid" >&2; exit 64 ;;
esac
"$checkout/Sources/Setup/root" "desktop-$suite" || exit

inside() { chroot "$place" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

printf '#!/bin/sh\nexit 101\n' >"$place/usr/sbin/policy-rc.d"
chmod +x "$place/usr/sbin/policy-rc.d"
inside id anna >/dev/null 2>&1 || inside useradd -m -s /bin/bash anna

has() {
    [ ! -e "$place/usr/bin/$1" ] || return 0
    shift
    # A suite need not have everything; that is not an error of the root.
    inside apt-cache show --no-all-versions "$1" >/dev/null 2>&1 || return 1
    inside apt-get install -y -q --no-install-recommends "$@" >>"$place.log" 2>&1 ||
        { echo "$name: $1 cannot be installed: see $place.log" >&2; exit 74; }
}

as_anna() {
    inside chown -R anna: /home/anna
    unshare --mount --pid --fork --kill-child --propagation private sh -euc '
        place=$1
        shift
        mount -t proc proc "$place/proc"
        mount --rbind /dev "$place/dev"
        mount -t tmpfs tmpfs "$place/run"
        mkdir -p "$place/run/dbus"
        chroot "$place" dbus-daemon --system --fork
        chroot "$place" env -i PATH=/usr/bin:/bin python3 -m dbusmock --system --template logind >/dev/null 2>&1 &
        chroot "$place" runuser -u anna -- env -i HOME=/home/anna PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
            LIBGL_ALWAYS_SOFTWARE=1 dbus-run-session -- "$@"
    ' sh "$place" "$@"
}
