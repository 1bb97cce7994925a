"""A hundred days of a Taskwarrior user in FocusKey, with a second computer that has todoman, and back to Taskwarrior.

    python3 year.py FOCUSKEY DAYS [SEED]

Taskwarrior's export comes in once. Each day somebody works in FocusKey and in todoman; vdirsyncer carries the files
between the two computers. Then everything goes back into Taskwarrior. Nothing may be lost on the way; dates and
urgency have to be the same there. It runs todoman and vdirsyncer of the Python that runs it.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

FOCUSKEY, DAYS = sys.argv[1], int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
pick = random.Random(SEED)
PROGRAMS = os.path.dirname(sys.executable)
RC = "data.location={}/task\nconfirmation=no\nverbose=nothing\nhooks=off\nrecurrence=off\nbulk=0\n"
PAIR = """[general]
status_path = "{0}/status"
[pair tasks]
a = "here"
b = "there"
collections = ["home"]
conflict_resolution = "a wins"
[storage here]
type = "filesystem"
path = "{0}/calendars"
fileext = ".ics"
[storage there]
type = "filesystem"
path = "{0}/phone"
fileext = ".ics"
"""


class Desk:
    def __init__(self, folder):
        self.folder, self.home = folder, f"{folder}/home"
        for name in ["home", "task", "calendars/home", "phone/home"]:
            os.makedirs(f"{folder}/{name}")
        self.write("rc", RC.format(folder))
        self.write("pair", PAIR.format(folder))
        self.write("todo.py", f"path = '{folder}/phone/*'\ncache_path = '{folder}/cache'\ndefault_list = 'home'\n")
        self.write("home/config.json5", f'{{ tasks: {{ folders: ["{folder}/calendars/*"] }} }}')
        self.environment = dict(os.environ, TZ="UTC", HOME=folder, TASKRC=f"{folder}/rc")

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w") as file:
            file.write(text)

    def run(self, words, text=None, codes=(0,)):
        outcome = subprocess.run(words, input=text, capture_output=True, text=True, env=self.environment)
        assert outcome.returncode in codes, (words, outcome.stdout, outcome.stderr)
        return outcome.stdout

    def task(self, *words, text=None):
        return self.run(["task", *words], text)

    def focuskey(self, *words, text=None):
        return self.run([FOCUSKEY, "task", *words, "--home", self.home], text)

    def sync(self):
        self.run([f"{PROGRAMS}/vdirsyncer", "-c", f"{self.folder}/pair", "sync"])

    def todo(self, *words):
        return self.run([f"{PROGRAMS}/todo", "--config", f"{self.folder}/todo.py", *words])

    def theirs(self):
        return {one["uuid"]: one for one in json.loads(self.task("export")) if one["status"] != "recurring"}

    def ours(self):
        return {one["uuid"]: one for one in json.loads(self.focuskey("export", "--format", "taskwarrior"))}

    def rows(self):
        lines = self.focuskey("list", "--all", "--json").splitlines()
        return {row["uid"]: row for row in map(json.loads, lines)}


def begin(desk):
    """What somebody has after some time with Taskwarrior."""
    for number in range(60):
        words = [f"begun {number}", f"project:p{number % 6}", f"+t{number % 4}"]
        words += [f"due:2027-{number % 12 + 1:02}-{number % 27 + 1:02}T{number % 24:02}:30:00Z"] if number % 3 else []
        words += [f"priority:{'HML'[number % 3]}"] if number % 4 else []
        words += ["scheduled:2026-12-24"] if number % 7 == 0 else []
        words += [f"depends:{number}"] if number % 10 == 9 else []
        desk.task("add", *words)
    for number in range(1, 60, 8):
        desk.task(str(number), "annotate", f"a note, with \"marks\"; and more {number}")
    for number in (3, 15, 27):
        desk.task(str(number), "done")


def day(desk, number, did):
    rows = {uid: row for uid, row in desk.rows().items() if row["status"] == "needs-action"}
    for _ in range(pick.randint(1, 3)):
        uid = pick.choice(sorted(rows))
        does = pick.choice(["add", "done", "priority", "note", "due", "tag", "phone-add", "phone-done", "phone-due"])
        if does == "add":
            desk.focuskey("add", f"here {number} {len(did)}", "--due", f"2027-{pick.randint(1, 12):02}-14T08:00:00Z")
        elif does == "done":
            desk.focuskey("done", uid)
            del rows[uid]
        elif does == "priority":
            desk.focuskey("edit", uid, "--priority", pick.choice("HML"))
        elif does == "note":
            desk.focuskey("edit", uid, "--note", f"said on day {number}")
        elif does == "due":
            desk.focuskey("edit", uid, "--due", f"2027-{pick.randint(1, 12):02}-21T16:45:00Z")
        elif does == "tag":
            # These are all the tags that it has then.
            tags = [*rows[uid].get("tags", []), f"day{number}"]
            desk.focuskey("edit", uid, *[word for tag in tags for word in ("--tag", tag)])
        else:
            desk.sync()
            if does == "phone-add":
                desk.todo("new", "--list", "home", "--due", f"2027-0{pick.randint(1, 9)}-03 10:00",
                          f"phone {number} {len(did)}")
            else:
                known = [one for one in json.loads(desk.todo("--porcelain", "list")) if not one["completed"]]
                one = pick.choice(sorted(known, key=lambda one: one["id"]))
                if does == "phone-done":
                    desk.todo("done", str(one["id"]))
                    rows = {uid: row for uid, row in rows.items() if row["summary"] != one["summary"]}
                else:
                    desk.todo("edit", str(one["id"]), "--due", f"2027-0{pick.randint(1, 9)}-09 12:15")
            desk.sync()
        did.append(does)
    desk.sync()


def uids(folder):
    """The tasks in a folder: vdirsyncer gives files names of its own."""
    found = set()
    for name in os.listdir(folder):
        with open(f"{folder}/{name}", newline="") as file:
            found |= {line[4:].strip() for line in file.read().split("\n") if line.startswith("UID:")}
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(folder)
        begin(desk)
        before = desk.theirs()
        desk.focuskey("import", "--format", "taskwarrior", "-", text=desk.task("export"))
        desk.run([f"{PROGRAMS}/vdirsyncer", "-c", f"{folder}/pair", "discover"], "y\n" * 9)
        did = []
        for number in range(DAYS):
            day(desk, number, did)
        ours, rows = desk.ours(), desk.rows()
        desk.task("import", "-", text=desk.focuskey("export", "--format", "taskwarrior"))
        theirs = desk.theirs()
        lost = [(uid, "is gone") for uid in {**before, **ours} if uid not in theirs or uid not in ours]
        for uid, one in before.items():
            now = theirs.get(uid, {})
            lost += [(uid, name, one.get(name), now.get(name)) for name in ("description", "project")
                     if one.get(name) != now.get(name)]
            lost += [(uid, name, one[name], now.get(name)) for name in ("tags", "depends")
                     if name in one and not set(one[name]) <= set(now.get(name, []))]
            lost += [(uid, note["description"]) for note in one.get("annotations", [])
                     if note["description"] not in [other["description"] for other in now.get("annotations", [])]]
        dates = [(uid, name, ours[uid].get(name), theirs[uid].get(name)) for uid in ours if uid in theirs
                 for name in ["due", "scheduled", "wait", "end", "entry"] if ours[uid].get(name) != theirs[uid].get(name)]
        urgency = [(uid, rows[uid]["urgency_base"], theirs[uid]["urgency"]) for uid in rows
                   if rows[uid]["status"] == "needs-action" and uid in theirs
                   and abs(rows[uid]["urgency_base"] - theirs[uid]["urgency"]) > 0.01]
        files = [uids(f"{folder}/{side}/home") for side in ("calendars", "phone")]
        apart = [(name, "is on one computer") for name in sorted(files[0] ^ files[1])]
        for one in (lost + dates + urgency + apart)[:20]:
            print("DIFFERENT", one, file=sys.stderr)
        print(json.dumps({"days": DAYS, "deeds": len(did), "tasks": len(theirs), "lost": len(lost),
                          "dates": len(dates), "urgency": len(urgency), "both_computers": files[0] == files[1],
                          "seed": SEED}))
        return 1 if lost or dates or urgency or files[0] != files[1] else 0


sys.exit(main())
