#!/usr/bin/env python3
"""What root does for people: with nothing of its own in their hands, and along no path that they can change.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 rights.py PATH/focuskey-shield TRIAL
"""

import os
import pty
import signal
import subprocess
import sys
import threading
import time

import lab
from machine import tables
from person import BLOCK, PERSON, PERSONS, ask, opens
from report import check, run, until

STRANGER = 1001
RUNTIME = f"/run/user/{PERSON}"


def log_in(machine):
    """The person's runtime folder, as a login makes it, and an account for it."""
    with open(machine.folder + "/passwd", "w") as file:
        file.write(f"root:x:0:0::/root:/bin/sh\nperson:x:{PERSON}:{PERSON}::/nonexistent:/bin/sh\n")
    os.chmod(machine.folder, 0o711)
    os.chmod(machine.folder + "/passwd", 0o644)
    run("mount", "--bind", machine.folder + "/passwd", "/etc/passwd")
    os.makedirs(RUNTIME)
    os.chmod("/run/user", 0o755)
    os.chmod(RUNTIME, 0o700)
    os.chown(RUNTIME, PERSON, PERSON)


def owned(path, text):
    """A file of the person's, in a folder of theirs."""
    if not os.path.lexists(os.path.dirname(path)):
        os.mkdir(os.path.dirname(path))
        os.chown(os.path.dirname(path), PERSON, PERSON)
    with open(path, "w") as file:
        file.write(text)
    os.chown(path, PERSON, PERSON)


def installed(machine):
    """The programs where only root gets to: what root starts for people is started all the same."""
    os.mkdir("/run/closed", 0o700)
    for name in ["focuskey", "focuskey-shield"]:
        run("cp", os.path.join(os.path.dirname(machine.helper_path), name), "/run/closed/")
    return "/run/closed/focuskey"


def words_of(process):
    with open(f"/proc/{process}/cmdline") as file:
        return file.read().split("\0")


def stat_of(process):
    """State, parent, group, session and terminal (proc_pid_stat(5))."""
    with open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()[:5]


def is_of(process, user):
    try:
        return os.stat(f"/proc/{process}").st_uid == user
    except OSError:
        return False


def seen(what, user):
    """What of a user's is started while something goes on, each with what it has of the starter's."""
    found = {}
    is_over = threading.Event()

    def look():
        while not is_over.is_set():
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    if process in found or not is_of(process, user):
                        continue
                    place = f"/proc/{process}"
                    links = {name: os.readlink(f"{place}/fd/{name}") for name in os.listdir(f"{place}/fd")}
                    found[process] = stat_of(process), os.readlink(f"{place}/cwd"), links
                except OSError:
                    pass
    thread = threading.Thread(target=look)
    thread.start()
    try:
        what()
    finally:
        is_over.set()
        thread.join()
    return found


def on_terminal(*words):
    """Runs a program as root does at a terminal, with a file open that the shell left open."""
    child, master = pty.fork()
    if child == 0:
        os.chdir("/run/closed")
        os.dup2(os.open("/etc/shadow", os.O_RDONLY), 9)
        os.execv(words[0], words)
    text = b""
    try:
        while piece := os.read(master, 4096):
            text += piece
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    os.close(master)
    return os.waitstatus_to_exitcode(status), text.decode()


def terminals(machine):
    """Nobody whose things root brings back gets root's terminal, which would type what they like."""
    log_in(machine)
    focuskey = installed(machine)
    owned(RUNTIME + "/focuskey/frozen", "")
    for command in [(focuskey, "shield", "clear"), ("/run/closed/focuskey-shield", "--clean")]:
        # What lives for a moment is missed now and then by those who look.
        found = {}
        for _ in range(20):
            ended = []
            found = seen(lambda: ended.append(on_terminal(*command)), PERSON)
            if found or ended[0][0] != 0:
                break
        check(f"{command[1:]}: root's command ends well", ended[0][0] == 0, ended)
        check(f"{command[1:]}: something is started for the person", found)
        for process, ((_, _, _, session, terminal), folder, links) in found.items():
            check(f"{command[1:]}: it has no terminal", terminal == "0", terminal)
            check(f"{command[1:]}: it is in a session of its own", session == process, [session, process])
            check(f"{command[1:]}: it is in no folder of root's", folder == "/", folder)
            check(f"{command[1:]}: no file of root's is open to it", "9" not in links and
                  not any("pts" in link or "tty" in link for link in links.values()), links)


def standing(user=PERSON):
    """A process of a user's that was stopped, and the line of a note that names it."""
    child = subprocess.Popen(["setpriv", "--reuid", str(user), "--clear-groups", "sleep", "600"])
    until(lambda: is_of(child.pid, user) and words_of(child.pid)[0] == "sleep", 5)
    child.send_signal(signal.SIGSTOP)
    until(lambda: stat_of(child.pid)[0] == "T", 5)
    with open(f"/proc/{child.pid}/stat") as file:
        return child, f"process {child.pid} {file.read().rpartition(')')[2].split()[19]}\n"


def group(path):
    """A control group that is frozen, as far as this computer lets one be made."""
    try:
        os.makedirs(path)
        with open(path + "/cgroup.freeze", "w") as file:
            file.write("1")
        return True
    except OSError:
        return False


def is_frozen(path):
    with open(path + "/cgroup.freeze") as file:
        return file.read().strip() == "1"


def cleared(focuskey, what, most=15):
    """Clears everything as root, and says that it did not take long."""
    began = time.monotonic()
    try:
        ended = subprocess.run([focuskey, "shield", "clear"], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        check(f"{what}: root's command ends", False)
        return ""
    took = time.monotonic() - began
    check(f"{what}: root's command ends well, in time", ended.returncode == 0 and took < most, [took, ended.stderr])
    return ended.stdout


def paths(machine):
    """Whatever a person puts where their notes are: root waits for nothing, and nothing of others' is touched."""
    log_in(machine)
    focuskey = installed(machine)
    place = RUNTIME + "/focuskey"
    mine, line = standing()
    others, others_line = standing(STRANGER)
    top = next(path for path in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] if os.path.exists(path + "/cgroup.procs"))
    foreign = f"{top}/focuskey-trial-{os.getpid()}"
    has_groups = group(foreign)
    owned(place + "/frozen", line + others_line + f"scope {foreign}\n")
    ask(BLOCK)
    told = cleared(focuskey, "a note")
    check("all opens", opens("social.example") and "focuskey" not in tables(), told)
    check("the person's own goes on", until(lambda: stat_of(mine.pid)[0] != "T", 2) is not None)
    check("the note is gone", not os.path.exists(place + "/frozen"))
    check("another's stands", stat_of(others.pid)[0] == "T")
    if has_groups:
        check("another's group is frozen", is_frozen(foreign))
        os.rmdir(foreign)
    os.mkfifo(place + "/frozen")
    os.chown(place + "/frozen", PERSON, PERSON)
    cleared(focuskey, "a pipe")
    cleared("/run/closed/focuskey", "a pipe, again")
    run("rm", "-r", place)
    os.mkdir("/run/opt/kept", 0o700)
    for name in ["frozen", "frozen-not"]:
        open(f"/run/opt/kept/{name}", "w").close()
    os.symlink("/run/opt/kept", place)
    cleared(focuskey, "a link to a folder of root's")
    run("/run/closed/focuskey-shield", "--clean")
    check("nothing in that folder is gone", sorted(os.listdir("/run/opt/kept")) == ["frozen", "frozen-not"])
    os.unlink(place)
    mine.send_signal(signal.SIGSTOP)
    os.mkdir(place)
    with open(place + "/frozen", "w") as file:
        file.write(line)
    cleared(focuskey, "a note of root's")
    check("a note of another user's counts for nothing", stat_of(mine.pid)[0] == "T")
    owned(place + "/frozen", line)
    os.chown(place, PERSON, PERSON)
    run("/run/closed/focuskey-shield", "--clean")
    check("the helper's own way lets it go", until(lambda: stat_of(mine.pid)[0] != "T", 2) is not None)
    # It lives for milliseconds, and is to be caught on a busy computer too.
    stopper = subprocess.Popen(
        ["nice", "--adjustment=-20", *PERSONS, sys.executable, __file__, "--stopper"], stdout=subprocess.PIPE
    )
    stopper.stdout.readline()
    told = cleared(focuskey, "a part that the person stops")
    check("whose part it was is told", str(PERSON) in told, told)
    stopper.kill()
    stopper.wait()
    for child in [mine, others]:
        child.kill()
        child.wait()


def stop_all():
    """Stops whatever is started for this user."""
    print("ready", flush=True)
    while True:
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if int(process) != os.getpid() and is_of(process, os.getuid()) and "thaw" in words_of(process):
                    os.kill(int(process), signal.SIGSTOP)
            except OSError:
                pass


def planted(machine):
    """A folder under the name that a test of root's would take keeps it from nothing, and is not taken."""
    focuskey = installed(machine)
    run("mount", "-t", "tmpfs", "-o", "mode=1777", "none", "/tmp")
    with open("/run/opt/victim", "w") as file:
        file.write("kept")
    for process in range(os.getpid() + 1, os.getpid() + 3000):
        folder = f"/tmp/shield-trial-{process}"
        os.mkdir(folder)
        for name in ["closed", "open"]:
            os.symlink("/run/opt/victim", f"{folder}/{name}.new")
        os.chown(folder, PERSON, PERSON)
    # No browser, no session, nobody to ask: only the programs matter.
    surroundings = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    subprocess.run([focuskey, "--home", machine.folder, "shield", "test"], capture_output=True, env=surroundings)
    with open("/run/opt/victim", "rb") as file:
        check("what links there lead to is as it was", file.read() == b"kept")
    left = [name for name in os.listdir("/tmp") if not name.removeprefix("shield-trial-").isdigit()]
    check("nothing of the test's own is left", not left, left)


if __name__ == "__main__":
    if sys.argv[1] == "--stopper":
        stop_all()
    lab.main({body.__name__: body for body in [terminals, paths, planted]})
