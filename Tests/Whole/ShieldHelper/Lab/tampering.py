"""Each layer taken away in the middle of a session."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import tamper
from desktop import Whole, differences
from programs import REFUSED, program
from machine import SOCKET, tables
from person import PERSON, PERSONS, as_user, ask, opens, starts
from report import check, timed, until


def try_in_vain(expected, whole):
    """What another program of the person says takes nothing away, and is told once a minute."""
    # What another program of the person's says takes nothing away, and is told once a minute.
    for words in [["lift"], ["order 60000 -", "commit"], ["lift 1"]]:
        check(
            f"another program of the person's is refused: {words}", ask(words) == ["refused other-order"] and whole.up()
        )
    short = ["order 200 -", "section block", "site social.example", "program chat /run/opt/chat", "commit"]
    check("another program of the person's orders the same for a moment", ask(short) == ["done"] and whole.up())
    time.sleep(0.7)
    check("and what it ordered ends alone", whole.up())
    expected.append("helper")
    check(
        "the log says that it tried, once",
        until(lambda: whole.bypasses() == expected, 3) is not None,
        [whole.bypasses(), expected],
    )


def change_nothing(expected, whole):
    """What nobody took away is nobody else."""
    # What nobody took away is nobody's doing.
    program("/run/opt/chat")
    check(
        "a package replaces the application: refused again",
        until(lambda: starts("/run/opt/chat") == REFUSED, 5) is not None,
    )
    whole.say("break")
    check("a break opens", until(whole.down, 5) is not None)
    whole.say("resume")
    check("and its end closes", until(whole.up, 5) is not None)
    time.sleep(1.2)
    check("neither counts as somebody's doing", whole.bypasses() == expected, whole.bypasses())


def tamper_alone(machine, expected, mended, whole):
    """Without a helper: what the service holds alone."""
    # Without a helper: what the service holds alone.
    machine.kill()
    os.unlink(SOCKET)

    def led():
        return (
            whole.gsettings("get", "autoconfig-url").startswith("'http://127.0.0.1:")
            and whole.gsettings("get", "mode") == "'auto'"
        )

    def standing():
        with open(whole.entries + "/chat.desktop") as file:
            return "X-FocusKey-Shield=true" in file.read()

    check("the proxy setting and the entries stand in", until(lambda: led() and standing(), 5) is not None)
    mended("the proxy's mode is changed", "browser-proxy", lambda: whole.gsettings("reset", "mode"), led)
    mended("the script's address is changed", "browser-proxy", lambda: whole.gsettings("reset", "autoconfig-url"), led)

    def brought_back():
        os.rename(whole.entries + "/chat.desktop.focuskey-kept", whole.entries + "/chat.desktop")

    mended("an entry that stands in is taken away", "app-entries", brought_back, standing)
    # The helper that comes back is told; that it was away was somebody's doing.
    machine.start()
    expected.append("helper")
    check(
        "a helper that comes back holds the order",
        until(lambda: whole.up() and not led() and not standing(), 5) is not None,
    )
    check(
        "the log says that it was away",
        until(lambda: whole.bypasses() == expected, 3) is not None,
        [whole.bypasses(), expected],
    )


def crowd_out(expected, whole):
    """Neither what ran out nor a crowd of connections takes anything from the order."""
    check("an order that was put in its place and runs out ends nothing", whole.up())
    as_user(PERSON, lambda: tamper.crowd(SOCKET, lambda: time.sleep(2)))
    check(
        "another program of the person's holds every connection: the order is renewed all the same",
        whole.up() and whole.bypasses() == expected,
        [whole.bypasses(), expected],
    )


def tampering(machine):
    """Each layer taken away in the middle of a session: it stands again within a second, and the log says so."""
    whole = Whole(machine)
    helper = machine.helper
    before = whole.picture()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    expected = []

    def mended(what, layer, take, holds):
        # A fight that goes on and on counts as one.
        time.sleep(2.1 if layer in expected[-1:] else 0)
        expected.append(layer)
        take()
        took = until(holds, 10)
        check(f"{what}: it stands again", took is not None)
        timed(f"{what}: again", took or 10, 1)
        check(
            f"{what}: the log says so, once",
            until(lambda: whole.bypasses() == expected, 3) is not None,
            [whole.bypasses(), expected],
        )

    mended("the table is deleted", "sites", lambda: tamper.take_table(helper.pid), lambda: "focuskey" in tables())
    check("the site is closed", not opens("social.example"))
    # What gets through meanwhile is stopped before it has ended; nobody waits for that one.
    mended(
        "the marks are taken",
        "app-starts",
        lambda: tamper.take_marks(helper.pid),
        lambda: starts("/run/opt/chat", patience=0.1) == REFUSED,
    )
    mended(
        "the running application is let go",
        "running-apps",
        lambda: os.kill(whole.player.pid, signal.SIGCONT),
        whole.stands,
    )
    try_in_vain(expected, whole)
    mended("root clears", "helper", lambda: ask(["clear"], user=0), whole.up)

    def replaced():
        machine.kill()
        machine.start()

    mended("the helper is killed and started again", "helper", replaced, whole.up)
    crowd_out(expected, whole)
    change_nothing(expected, whole)

    tamper_alone(machine, expected, mended, whole)
    whole.end()
    check(
        "the end leaves what was there",
        until(lambda: whole.down() and differences(before, whole.picture()) == {}, 5) is not None,
        differences(before, whole.picture()),
    )
    whole.close()


def woken(machine):
    """An app that something resumes again and again is ended, and every place that speaks of it says so."""
    whole = Whole(machine)
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    for turn in range(3):
        os.kill(whole.player.pid, signal.SIGCONT)
        check(f"resumed {turn + 1} times, it is frozen again", until(whole.stands, 3) is not None)
    waker = subprocess.Popen([*PERSONS, "sh", "-c", f"while kill -CONT {whole.player.pid}; do sleep 0.01; done"],
                             stderr=subprocess.DEVNULL)
    took = until(lambda: whole.player.poll() is not None, 6)
    check("resumed again and again, it is ended", took is not None, took)
    waker.kill()
    waker.wait()

    def why(layers):
        return next(one.get("why") or "" for one in layers if one["layer"] == "running-apps")
    told = until(lambda: "1 ended" in why(whole.say("status")["shield"]), 3)
    check("status says so", told is not None, why(whole.say("status")["shield"]))
    direct = json.loads(whole.service.command("shield", "status", "--json"))["shield"]
    check("who asks directly is told so, too", "1 ended" in why(direct), why(direct))
    check("the log says that something resumed it", "running-apps" in whole.bypasses(), whole.bypasses())
    whole.end()
    until(whole.down, 5)
    check("the end leaves no note of it", not any("frozen" in name for name in os.listdir(whole.notes)))
    whole.close()


def edited(machine):
    """The entry of an app is edited, hidden or deleted, and the service started again: the app is blocked all the same,
    and one that gets its entry back is again."""
    whole = Whole(machine)
    packaged = tempfile.mkdtemp(dir="/run/opt") + "/share"
    os.makedirs(packaged + "/applications")
    os.chmod(os.path.dirname(packaged), 0o755)
    whole.service.desktop |= {"XDG_DATA_DIRS": packaged}
    shutil.copy(whole.entries + "/chat.desktop", packaged + "/applications/chat.desktop")
    entry, player = whole.entries + "/chat.desktop", whole.entries + "/player.desktop"

    def write(path, text):
        with open(path, "w") as file:
            file.write(text)
        os.chown(path, PERSON, PERSON)

    def again():
        whole.service.process.terminate()
        whole.service.process.wait()
        whole.service.start()
    own = "[Desktop Entry]\nType=Application\nName=Other\n"
    for what, text in [("starts something else", own + "Exec=/usr/bin/true\n"), ("is hidden", own + "Hidden=true\n"),
                       ("is nonsense", "nonsense\n")]:
        write(entry, text)
        again()
        whole.say("start", profile="p")
        check(f"before the session, the person's entry {what}: the packager's counts", until(whole.up, 5) is not None)
        whole.end()
        until(whole.down, 5)
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None)
    write(player, "[Desktop Entry]\nType=Application\nName=Player\nExec=/usr/bin/true\n")
    os.unlink(entry)
    os.unlink(packaged + "/applications/chat.desktop")
    time.sleep(1)
    check("while the session goes on, entries that change open nothing", whole.up())
    again()
    check("nor does the service that is started again", until(whole.up, 5) is not None, whole.say("status")["shield"])
    check("the app without an entry is frozen", whole.stands())
    write(entry, "[Desktop Entry]\nType=Application\nName=Chat\nExec=/run/opt/other\n")
    program("/run/opt/other")
    write(entry, "[Desktop Entry]\nType=Application\nName=Chat\nExec=/run/opt/other\n")
    took = until(lambda: starts("/run/opt/other") == REFUSED, 5)
    check("an entry that comes is blocked too, while the session goes on", took is not None, took)
    whole.end()
    check("the end opens all", until(lambda: whole.down() and starts("/run/opt/other") == 0, 5) is not None)
    check("and leaves no note of it", not os.path.exists(whole.service.home + "/session-programs"))
    whole.close()
