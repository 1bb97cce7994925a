#!/usr/bin/env python3
"""The Debian package in a fresh Debian with systemd, as a person uses it; run as root:

    container.py SUITE DEB NEWER_DEB [--kill]

It is installed and started as a unit of the person's systemd, blocks after a tap on a card through pcscd, calls a hook
that does what only the person may, is upgraded in the middle of the session, removed and purged; the files before and
after are compared. --kill ends the helper by force in the middle of the upgrade.
"""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from machine import FAILED, HERE, Container, check, eventually, needs, registry

# What the unit takes from the service, the person has: root by sudo, namespaces, a program that outlives the hook.
HOOK = '''{ hooks: [
  { on: "session-started", run: ["sh", "-c", "{ cat; sudo -n id -u; unshare -U echo inside; umask; } >~/hook 2>&1; \
{ sleep 2; echo later; } >~/later & exit 3"] },
  { on: "session-started", run: ["sleep", "300"], within: "1s" },
] }'''
PROFILE = {'profiles': [{'id': 'deep', 'name': 'Deep', 'blocks': {'sites': ['example.com']}}]}


def first_tap(box):
    """From the package to a site that does not open."""
    began = time.monotonic()
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
    tried(box, began)
    hooks(box)
    return found.get('session')


def tried(box, began):
    """What a person sees by `shield test`, five minutes after the first command at most."""
    said = box.anna('focuskey shield test --json')
    trials = {trial['what']: trial for trial in json.loads(said.stdout or '{}').get('trials', [])}
    held = [name for name in trials if trials[name]['held']]
    check(f'shield test: {", ".join(held)}', {'blocked-site', 'open-site'} <= set(held), said.stdout + said.stderr)
    failed = [trial for trial in trials.values() if not trial['held'] and trial['outcome'] != 'not-tried']
    check('nothing that it tried failed', not failed, failed)
    took = time.monotonic() - began
    check(f'{took:.0f} s after the first command', took <= 300)


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
    mask = box.anna('systemd-run --user --quiet --wait --pipe sh -c umask').stdout.strip()
    check('it may do what the person may', mask and told[-3:] == ['0', 'inside', mask], (mask, told))
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
        site = subprocess.Popen([sys.executable, HERE + '/site.py', '10.9.8.1'], stderr=subprocess.DEVNULL)
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
