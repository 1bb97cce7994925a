"""A fresh Debian with systemd for container.py, and what is checked in it."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = ('systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,init-system-helpers,nftables,iproute2,procps,'
        'ca-certificates,pcscd,python3-minimal,sudo')
FAILED = []


def check(what, holds, detail=''):
    print(('ok      ' if holds else 'FAILED  ') + what + ('' if holds else f': {detail}'), flush=True)
    if not holds:
        FAILED.append(what)
    return holds


def eventually(seconds, body):
    deadline = time.monotonic() + seconds
    while True:
        found = body()
        if found or time.monotonic() > deadline:
            return found
        time.sleep(0.1)


class Container:
    """A Debian that systemd-nspawn boots; the network between it and this computer is its own."""

    def __init__(self, folder):
        self.root = folder + '/debian'
        self.folder = folder
        self.boot = None

    def make(self, suite, registry, needs):
        run(['debootstrap', '--variant=minbase', '--include=' + BASE, suite, self.root, registry])
        open(self.root + '/etc/apt/apt.conf.d/90fk', 'w').write('Acquire::Check-Valid-Until "false";')
        for name in os.listdir('/etc/apt/apt.conf.d'):
            if 'prox' in name:
                shutil.copy('/etc/apt/apt.conf.d/' + name, self.root + '/etc/apt/apt.conf.d/')
        inside = ['chroot', self.root, 'env', '-i', 'PATH=/usr/sbin:/usr/bin', 'DEBIAN_FRONTEND=noninteractive']
        run(inside + ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'vsmartcard-vpcd'] + needs)
        run(inside + ['useradd', '-m', '-s', '/bin/bash', 'anna'])
        # Her systemd runs from the start, as after a log-in. She does not sit here, which is what polkit asks about.
        run(['mkdir', '-p', self.root + '/var/lib/systemd/linger', self.root + '/etc/polkit-1/rules.d'])
        open(self.root + '/var/lib/systemd/linger/anna', 'w').close()
        with open(self.root + '/etc/polkit-1/rules.d/10-anna.rules', 'w') as rules:
            rules.write('polkit.addRule(function () { return polkit.Result.YES; });')
        shutil.copy(HERE + '/card.py', self.root + '/opt/card.py')
        open(self.root + '/etc/sudoers.d/anna', 'w').write('anna ALL=(ALL) NOPASSWD: ALL\n')
        open(self.root + '/etc/hosts', 'a').write('10.9.8.1 example.com example.org\n')

    def start(self):
        # The kernel's watch on starting programs is among what a container must not use unless it is told so.
        self.boot = subprocess.Popen(
            ['systemd-nspawn', '-q', '-D', self.root, '-b', '--network-veth', '--machine=focuskeytest',
             '--system-call-filter=fanotify_init fanotify_mark', '--register=no', '--keep-unit', '--console=pipe'],
            env=dict(os.environ, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY='1'), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        said = lambda: self('systemctl is-system-running --wait').stdout.strip()
        check('systemd is up', eventually(60, lambda: self.leader() and said() in ('running', 'degraded')))
        link = [name for name in os.listdir('/sys/class/net') if name.startswith('ve-focuskey')][0]
        run(['ip', 'addr', 'add', '10.9.8.1/24', 'dev', link])
        run(['ip', 'link', 'set', link, 'up'])
        self('ip addr add 10.9.8.2/24 dev host0; ip link set host0 up')

    def leader(self):
        found = subprocess.run(['pgrep', '-P', str(self.boot.pid)], capture_output=True, text=True).stdout.split()
        return found[0] if found else None

    def __call__(self, command, **options):
        """Runs a command as root in there."""
        place = ['nsenter', '-t', self.leader() or '0', '-a', 'env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
                 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive']
        return subprocess.run(place + ['sh', '-c', command], capture_output=True, text=True, **options)

    def anna(self, command):
        """Runs a command as the person."""
        return self('U=$(id -u anna); exec runuser -u anna -- env -i HOME=/home/anna XDG_RUNTIME_DIR=/run/user/$U '
                    'DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$U/bus PATH=/usr/bin:/bin ' + command)

    def helper(self):
        return self('pgrep -o -x focuskey-shield').stdout.strip()

    def status(self):
        try:
            return json.loads(self.anna('focuskey status --json').stdout)
        except ValueError:
            return {}

    def tree(self):
        """What there is: kind, rights, owner, size and checksum; not what the kernel or systemd keep while they run,
        nor what belongs to the package manager or the person."""
        left = ['proc', 'sys', 'dev', 'run', 'tmp', 'home', 'var/log', 'var/cache', 'var/tmp', 'var/lib/dpkg',
                'var/lib/apt', 'var/lib/systemd', 'etc/mtab']
        prune = ' -o '.join(f'-path ./{name}' for name in left)
        return self(f"cd / && find . -xdev \\( {prune} \\) -prune -o -printf '%p %y %m %u %l ' "
                    "\\( -type f -exec sha256sum {} \\; -o -printf '\\n' \\) | sort").stdout.splitlines()

    def stop(self):
        if not self.boot:
            return
        self('systemctl poweroff --force --force')
        try:
            self.boot.wait(20)
        except subprocess.TimeoutExpired:
            self.boot.kill()


def run(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{" ".join(words)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}')
    return done.stdout


def registry():
    lines = run(['apt-get', 'indextargets', '--format', '$(SITE)', 'Created-By: Packages']).splitlines()
    return [line for line in lines if 'debian' in line and 'security' not in line][0]


def needs(deb):
    """The names that it depends on; of alternatives the last, which is this Debian's."""
    text = re.sub(r'\([^)]*\)', '', run(['dpkg-deb', '-f', deb, 'Depends']))
    return [part.split('|')[-1].strip() for part in text.split(',')]
