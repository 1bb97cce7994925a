"""A year beside Taskwarrior: its export taken in again and again while both sides change, and back.

    python3 taskwarrior.py FOCUSKEY DAYS [SEED]

Each day somebody changes tasks in Taskwarrior and in FocusKey, takes Taskwarrior's export in, and now and then gives
FocusKey's back. In the end both know every task by its identifier; what one side changed last is so on both.
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


class Sides:
    def __init__(self, folder):
        self.home, self.data = f"{folder}/home", f"{folder}/task"
        os.makedirs(self.home)
        os.makedirs(self.data)
        with open(f"{folder}/rc", "w") as file:
            file.write(f"data.location={self.data}\nconfirmation=no\nverbose=nothing\nhooks=off\nrecurrence=on\n"
                       "bulk=0\n")
        self.environment = dict(os.environ, TZ="UTC", HOME=folder, TASKRC=f"{folder}/rc")

    def run(self, words, text=None):
        return subprocess.run(words, input=text, capture_output=True, text=True, env=self.environment)

    def task(self, *words, text=None):
        return self.run(["task", *words], text)

    def focuskey(self, *words, text=None):
        return self.run([FOCUSKEY, "task", *words, "--home", self.home], text)

    def theirs(self):
        return {one["uuid"]: one for one in json.loads(self.task("export").stdout or "[]")
                if one["status"] != "recurring"}

    def ours(self):
        return {one["uuid"]: one for one in json.loads(self.focuskey("export", "--format", "taskwarrior").stdout)}

    def take(self):
        text = self.task("export").stdout
        outcome = self.focuskey("import", "--format", "taskwarrior", "-", "--json", text=text)
        assert outcome.returncode == 0, outcome.stderr
        return json.loads(outcome.stdout)

    def give(self):
        outcome = self.task("import", "-", text=self.focuskey("export", "--format", "taskwarrior").stdout)
        assert outcome.returncode == 0, outcome.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        sides = Sides(folder)
        lost = []
        for day in range(DAYS):
            sides.task("add", f"task {day}", f"project:p{day % 5}", f"+t{day % 3}", f"due:2027-{day % 12 + 1:02}-10")
            if day % 10 == 0:
                sides.task("add", f"repeats {day}", "due:2027-01-01", "recur:monthly")
            sides.take()
            assert sides.take()["added"] == 0, "the same export once more adds something"
            ours = sides.ours()
            open_ones = [uid for uid, one in ours.items() if one["status"] == "pending" and not one.get("recur")]
            if open_ones:
                uid = pick.choice(open_ones)
                does = pick.choice(["done", "priority", "note", "there"])
                if does == "done":
                    sides.focuskey("done", uid)
                elif does == "priority":
                    sides.focuskey("edit", uid, "--priority", "H")
                elif does == "note":
                    sides.focuskey("edit", uid, "--note", f"note {day}")
                else:
                    sides.task(uid, "modify", "priority:L", f"+day{day}")
                sides.take()
                now = sides.ours()[uid]
                expected = {"done": now["status"] == "completed", "priority": now.get("priority") == "H",
                            "note": any(f"note {day}" == one["description"] for one in now.get("annotations", [])),
                            "there": f"day{day}" in now.get("tags", [])}[does]
                if not expected:
                    lost.append((day, does, uid))
            if day % 7 == 6:
                sides.give()
        sides.give()
        sides.take()
        ours, theirs = sides.ours(), sides.theirs()
        missing = [uid for uid in theirs if uid not in ours]
        different = [uid for uid in theirs if uid in ours and any(
            theirs[uid].get(name) != ours[uid].get(name) for name in ["description", "status", "due", "priority",
                                                                     "project"])]
        for one in (lost + missing + different)[:20]:
            print("LOST", one, ours.get(one), theirs.get(one), file=sys.stderr)
        print(json.dumps({"days": DAYS, "tasks": len(theirs), "lost": len(lost), "missing": len(missing),
                          "different": len(different), "seed": SEED}))
        return 1 if lost or missing or different else 0


sys.exit(main())
