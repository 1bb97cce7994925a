#!/bin/sh
# Installs the Debian packages that FocusKey needs, after listing them.
#
#   Sources/Setup/packages.sh          for building and running
#   Sources/Setup/packages.sh tests    also for the tests
#   Sources/Setup/packages.sh names    only names those for building
#
# Run it as often as you like: installed packages are not changed.
set -eu

fail() {
    printf 'packages.sh: %s\n' "$1" >&2
    exit "$2"
}

# The C libraries, each for the C target of its name in Package.swift:
#   CEvent libevent-dev · CEventTLS libevent-dev libssl-dev · CSQLite libsqlite3-dev · COpenSSL libssl-dev · CPCSC
#   libpcsclite-dev · CNFC libnfc-dev · CCurl libcurl4-openssl-dev · CSystemd libsystemd-dev · CXCB libxcb1-dev
#   libxcb-sync-dev libxcb-screensaver0-dev · CWayland libwayland-dev · CPulse libpulse-dev · CQRCode
#   libqrencode-dev · CZlib zlib1g-dev · CArchive libarchive-dev · CSodium libsodium23 · CPostgres libpq-dev ·
#   CMosquitto libmosquitto-dev · CLinux libc6-dev linux-libc-dev
# and tzdata for civil time.
build='libc6-dev linux-libc-dev libevent-dev libsystemd-dev libsqlite3-dev libssl-dev libpcsclite-dev libnfc-dev libcurl4-openssl-dev libxcb1-dev libxcb-sync-dev libxcb-screensaver0-dev libwayland-dev libpulse-dev libqrencode-dev zlib1g-dev libarchive-dev libsodium23 tzdata libmosquitto-dev libpq-dev'
# What reaches a reader on USB while the programs run.
running='pcscd libccid'
# What the tests drive for real: a smart card daemon with readers of its own, another program at it (pyscard), libnfc's
# tools, a program of X11 that holds the pointer, windows and input on X11 and Wayland, two sound servers, a player, a
# stand-in for logind, two browsers and what gives them a root to trust, Flatpak, a web server, a desktop's bus with a
# notification daemon and settings of GNOME's and KDE's kind, a terminal, status bars with a compositor for one of
# them, its wallpaper and lock screen with a program that photographs them, a check of units, certificates, a machine
# with systemd of its own, other shells, manual pages, a reading of the database from outside, a way for a person to
# become root, another list of tasks, what makes and looks at a Debian package, an MQTT broker with its clients, a
# database server, a program that posts to web addresses, a check of catalogues of translations.
tests='gettext openssl curl sqlite3 zsh fish mandoc python3 python3-pyscard python3-venv xdg-utils desktop-file-utils procps gcc iproute2 nftables util-linux vsmartcard-vpcd libnfc-bin apache2-bin chromium firefox-esr libnss3-tools flatpak dbus-daemon dunst xvfb python3-dbus python3-gi tmux i3blocks polybar waybar sway systemd libglib2.0-bin gsettings-desktop-schemas dconf-cli dconf-gsettings-backend dconf-service libkf5config-bin xfconf libxfconf-0-3 systemd-container strace openbox xterm xdotool xprintidle foot wtype swayidle swaybg swaylock grim librsvg2-common pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber mpv mpv-mpris playerctl python3-dbusmock sudo libxcb1-dev taskwarrior dpkg-dev debhelper lintian debootstrap appstream mosquitto mosquitto-clients postgresql postgresql-client'
# Web servers that are installed run as daemons from then on. The tests want their programs alone: these are unpacked to
# .build/servers.
unpacked='nginx caddy pgbouncer libc-ares2'

case "${1:-run}" in
run) wanted="$build $running" ;;
tests) wanted="$build $running $tests" ;;
names) printf '%s\n' "$build"; exit 0 ;;
*) fail "unknown argument '$1': use none, 'tests' or 'names'" 64 ;;
esac

command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 ||
    fail "no apt found: this needs Debian 12 or later, or Ubuntu 24.04; elsewhere install the equivalents of: $wanted" 69

missing=
for package in $wanted; do
    # Providers count: Ubuntu 24.04 renames libraries (t64), development packages keep their names.
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
    'install ok installed') ;;
    *) missing="$missing $package" ;;
    esac
done

# Runs a command with the rights that installing takes.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        fail "not root and no sudo: run this as root: $*" 77
    fi
}

# Unpacks the programs of packages, without installing anything.
unpack() {
    servers=$(dirname "$0")/../../.build/servers
    mkdir -p "$servers/archives"
    servers=$(cd "$servers" && pwd)
    for package in $unpacked; do
        [ -d "$servers/$package" ] && continue
        printf 'packages.sh: unpacking %s to %s\n' "$package" "$servers"
        # As with packages that are installed: an old list is the usual reason for a failure.
        (cd "$servers/archives" && apt-get download -q "$package") || {
            as_root apt-get update -q && (cd "$servers/archives" && apt-get download -q "$package")
        } || fail "$package cannot be downloaded: see the lines above" 74
        # Under another name until it is whole.
        dpkg-deb -x "$servers/archives/$package"_*.deb "$servers/$package.new" && mv "$servers/$package.new" "$servers/$package"
    done
}

if [ -z "$missing" ]; then
    printf 'packages.sh: all %s packages are installed\n' "$(printf '%s\n' $wanted | wc -l)"
    [ "${1:-run}" != tests ] || unpack
    exit 0
fi

printf 'packages.sh: installing%s\n' "$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # the words are meant to be split
install() { as_root apt-get install -y -q --no-install-recommends $missing; }
# An old package list is the usual reason for a failure, so it is renewed only then.
if ! install; then
    as_root apt-get update -q || fail "the package lists cannot be updated: see the lines above" 74
    install || fail "not everything could be installed: see the lines above" 74
fi
[ "${1:-run}" != tests ] || unpack
