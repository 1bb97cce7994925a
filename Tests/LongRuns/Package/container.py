#!/usr/bin/env python3
"""The Debian package in a fresh Debian with systemd, as a person uses it; run as root:

    container.py SUITE DEB NEWER_DEB [--kill]

It is installed and started as a unit of the person's systemd, blocks after a tap on a card through pcscd, calls a hook
that does what only the person may, is upgraded in the middle of the session, removed and purged; the files before and
after are compared. --kill ends the helper by force in the middle of the upgrade.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
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


# What the unit takes from the service, the person has: root by sudo, namespaces, a program that outlives the hook.
HOOK = '''{ hooks: [
  { on: "session-started", run: ["sh", "-c", "{ cat; sudo -n id -u; unshare -U echo inside; umask; } >~/hook 2>&1; \
{ sleep 2; echo later; } >~/later & exit 3"] },
  { on: "session-started", run: ["sleep", "300"], within: "1s" },
] }'''
PROFILE = {'profiles': [{'id': 'deep', 'name': 'Deep', 'blocks': {'sites': ['example.com']}}]}


def first_tap(box):
    """From the package to a site that does not open."""
    check('it installs', box('dpkg -i /root/one.deb').returncode == 0)
    up = box.anna('focuskey up')
    check('up starts it', up.returncode == 0 and 'FocusKey is running.' in up.stdout, up.stderr)
    check('and says how it starts at each login', 'focuskey service install' in up.stdout, up.stdout)
    check('the reader is seen', 'Virtual PCD' in up.stdout, up.stdout)
    as_unit(box)
    turned_on = box('focuskey shield install')
    check('blocking is turned on', turned_on.returncode == 0, turned_on.stderr)
    with open(box.root + '/home/anna/deep.json', 'w') as file:
        json.dump(PROFILE, file)
    imported = box.anna('focuskey profile import /home/anna/deep.json')
    check('a profile is imported', imported.returncode == 0, imported.stderr)
    check('the site opens', opens(box, 'example.com') and opens(box, 'example.org'))
    with_card = 'timeout 3 python3 /opt/card.py https://focuskey.app/focus/deep'
    box(with_card)
    found = eventually(10, lambda: box.status() if box.status().get('state') == 'focusing' else None) or {}
    check('a tap through pcscd begins a session', found.get('profile') == 'deep', found)
    check('it says that it blocks', eventually(5, lambda: box.status()['blocking']['state'] == 'blocking'))
    check('the site does not open', not opens(box, 'example.com'))
    check('another one does', opens(box, 'example.org'))
    hooks(box)
    return found.get('session')


def as_unit(box):
    """The service as the unit starts it at a log-in, in place of the one that "up" started."""
    box('pkill -TERM -x focuskey')
    eventually(5, lambda: not box('pgrep -x focuskey').stdout)
    os.makedirs(box.root + '/home/anna/.config/focuskey', exist_ok=True)
    with open(box.root + '/home/anna/.config/focuskey/config.json5', 'w') as file:
        file.write(HOOK)
    box('chown -R anna: /home/anna')
    started = box.anna('systemctl --user start focuskey.service')
    check('its unit starts it', started.returncode == 0, started.stderr)
    state = box('cat /proc/$(pgrep -x focuskey)/status').stdout
    check('it is confined', 'NoNewPrivs:\t1' in state and 'Seccomp:\t2' in state, state)


def hooks(box):
    """What the session's hooks did."""
    read = lambda name: box(f'cat /home/anna/{name}').stdout.splitlines()
    check('a program that a hook left runs on', eventually(10, lambda: read('later') == ['later']), read('later'))
    told = read('hook')
    check('a hook is told', told and json.loads(told[0])['event'] == 'session-started', told)
    check('it may do what the person may', told[-3:] == ['0', 'inside', '0022'], told)
    log = box('journalctl -q -o cat --no-pager').stdout
    failure = 'hooks[0]: failed for session-started: it ended with exit code 3'
    check('its exit code is seen', failure in log, log[-2000:])
    check('one that hangs is ended', eventually(5, lambda: not box('pgrep -x sleep').stdout))
    units = lambda: box.anna('systemctl --user --no-legend --all list-units focuskey-*').stdout
    check('no unit of theirs is left', eventually(5, lambda: not units()), units())


def opens(box, name):
    """Whether a page of that name, which this computer serves, opens for the person."""
    script = ("import socket, sys; s = socket.create_connection((sys.argv[1], 80), 2); "
              "s.sendall(b'GET / HTTP/1.0\\r\\nHost: ' + sys.argv[1].encode() + b'\\r\\n\\r\\n'); "
              "sys.exit(b' 200 ' not in s.recv(64))")
    return box.anna(f"python3 -c {shlex.quote(script)} {name}").returncode == 0


def upgrade(box, session, kills):
    """In the middle of a session: it goes on, and the site stays shut; where the helper is killed, it is back soon."""
    tries, over = [], threading.Event()

    def watch():
        while not over.is_set():
            tries.append((time.monotonic(), opens(box, 'example.com')))

    watching = threading.Thread(target=watch)
    watching.start()
    if kills:
        threading.Timer(0.5, lambda: box('pkill -KILL -x focuskey-shield')).start()
    helper = box.helper()
    done = box('dpkg -i /root/two.deb')
    time.sleep(2)
    over.set()
    watching.join()
    check('it is upgraded', done.returncode == 0, done.stderr)
    longest, since = 0.0, None
    for at, is_open in tries:
        since = (since or at) if is_open else None
        longest = max(longest, at - since if since else 0.0)
    count = sum(is_open for _, is_open in tries)
    check(f'the site opened in {count} of {len(tries)} tries, for {longest:.1f} s at a time',
          longest <= 2 if kills else count == 0)
    check('another helper blocks' if kills else 'the same helper blocks', (box.helper() == helper) != kills, helper)
    now = box.status()
    check('the session is the same', now.get('session') == session and now.get('state') == 'focusing', now)
    check('it blocks', eventually(5, lambda: box.status()['blocking']['state'] == 'blocking'), box.status())


def taken_over(box):
    """The helper of before leaves once nothing is blocked, for the one that the upgrade brought."""
    box.anna('focuskey stop')
    ended = lambda: box.anna('focuskey confirm').returncode == 0 or box.status().get('state') == 'idle'
    check('the session ends', eventually(15, ended), box.status())
    program = lambda: box(f'readlink /proc/{box.helper()}/exe').stdout
    check('the new helper takes over', eventually(10, lambda: program().endswith('/focuskey-shield\n')), program())
    check('the site opens', eventually(5, lambda: opens(box, 'example.com')))
    box.anna('focuskey start deep')
    check('the next session blocks', eventually(10, lambda: not opens(box, 'example.com')), box.status())


def removal(box):
    check('it is removed', box('dpkg --remove focuskey').returncode == 0)
    check('the site opens again', eventually(5, lambda: opens(box, 'example.com')))
    running = lambda: box('pgrep -l focuskey').stdout
    check('nothing of it runs', eventually(5, lambda: not running()), running())
    rules = box('nft list ruleset').stdout
    check('no rules are left', 'focuskey' not in rules, rules)
    purged = box('dpkg --purge focuskey')
    check('it is purged', purged.returncode == 0, purged.stderr)


def main():
    suite, first, newer = [word for word in sys.argv[1:] if not word.startswith('--')]
    folder = tempfile.mkdtemp(prefix='focuskey-package-')
    box = Container(folder)
    site = None
    try:
        box.make(suite, registry(), needs(first))
        shutil.copy(first, box.root + '/root/one.deb')
        shutil.copy(newer, box.root + '/root/two.deb')
        box.start()
        empty = folder + '/site'
        os.mkdir(empty)
        site = subprocess.Popen([sys.executable, '-m', 'http.server', '80', '--bind', '10.9.8.1', '-d', empty],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before = box.tree()
        session = first_tap(box)
        upgrade(box, session, '--kill' in sys.argv)
        taken_over(box)
        removal(box)
        after = box.tree()
        changed = sorted(set(before) ^ set(after))
        check(f'{len(before)} files and folders are as before', not changed, '\n'.join(changed[:20]))
    finally:
        box.stop()
        if site:
            site.terminate()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if FAILED else 0)


main()
