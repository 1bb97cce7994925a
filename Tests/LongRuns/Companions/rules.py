"""Rules of repetition: what `focuskey task done` makes of those in `rules.txt` and of random ones, against
python-dateutil.

    python3 rules.py FOCUSKEY COUNT [SEED]

Each rule is followed for three instances. A rule that FocusKey refuses has to stay as it is, and the task open.
"""
import datetime
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

from dateutil.rrule import rrulestr

FOCUSKEY, COUNT = sys.argv[1], int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
pick = random.Random(SEED)


def some(values, most):
    return ",".join(str(value) for value in pick.sample(values, pick.randint(1, most)))


def rule():
    frequency = pick.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if pick.random() < 0.4:
        parts.append(f"INTERVAL={pick.randint(1, 4)}")
    numbered = [f"{pick.choice([-2, -1, 1, 2, 3])}{day}" for day in DAYS]
    if frequency == "WEEKLY" and pick.random() < 0.7:
        parts.append("BYDAY=" + some(DAYS, 3))
        if pick.random() < 0.5:
            parts.append("WKST=" + pick.choice(DAYS))
    elif frequency == "MONTHLY":
        kind = pick.randint(0, 4)
        if kind == 1:
            parts.append("BYMONTHDAY=" + some([1, 5, 15, 28, 29, 30, 31, -1, -2, -5], 3))
        elif kind == 2:
            parts.append("BYDAY=" + some(numbered, 2))
        elif kind == 3:
            parts += ["BYDAY=" + some(DAYS, 5), f"BYSETPOS={pick.choice([-1, 1, 2])}"]
        elif kind == 4:
            parts += ["BYDAY=" + pick.choice(DAYS), "BYMONTHDAY=" + some(list(range(1, 32)), 6)]
    elif frequency == "YEARLY":
        kind = pick.randint(0, 5)
        if kind == 1:
            parts += ["BYMONTH=" + some(list(range(1, 13)), 3), "BYDAY=" + some(numbered, 2)]
        elif kind == 2:
            parts.append("BYYEARDAY=" + some([1, 60, 100, 200, 366, -1, -100], 3))
        elif kind == 3:
            parts += ["BYWEEKNO=" + some([1, 20, 40, 52], 2), "BYDAY=" + some(DAYS, 2)]
        elif kind == 4:
            parts += ["BYMONTH=" + some(list(range(1, 13)), 4), "BYMONTHDAY=" + some([1, 15, 29, 31, -1], 2)]
        elif kind == 5:
            parts.append("BYDAY=" + some([f"{pick.randint(1, 40)}{day}" for day in DAYS], 2))
    elif frequency == "DAILY" and pick.random() < 0.3:
        parts.append("BYMONTH=" + some(list(range(1, 13)), 4))
    if pick.random() < 0.2:
        parts.append(f"COUNT={pick.randint(2, 4)}")
    return ";".join(parts)


def focuskey(home, *arguments):
    environment = dict(os.environ, TZ="UTC", HOME=home)
    return subprocess.run(
        [FOCUSKEY, "task", *arguments, "--home", home, "--json"], capture_output=True, text=True, env=environment)


def followed(text, first, days):
    """The due days of a task whose instances are done one after the other, and whether FocusKey said that it does not
    follow the rule; the task is open then, and the rule as it was."""
    with tempfile.TemporaryDirectory() as home:
        os.makedirs(f"{home}/tasks/list")
        lines = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:u", "SUMMARY:repeats", f"DUE;VALUE=DATE:{first:%Y%m%d}",
                 f"RRULE:{text}", "END:VTODO", "END:VCALENDAR", ""]
        with open(f"{home}/tasks/list/u.ics", "w") as file:
            file.write("\r\n".join(lines))
        found = [first.date().isoformat()]
        for day in days:
            done = focuskey(home, "done", "repeats", "--at", f"{day:%Y-%m-%d}T08:00:00Z")
            is_said = done.returncode == 1 and "foreign-rule" in done.stdout
            rows = [json.loads(line) for line in focuskey(home, "list", "--all").stdout.splitlines()]
            rows = [row["due"] for row in rows if row["status"] == "needs-action"]
            if is_said:
                with open(f"{home}/tasks/list/u.ics") as file:
                    kept = rows and rows[0][:10] == found[-1] and f"RRULE:{text}" in file.read().replace("\r\n ", "")
                return found if kept else ["lost"], True
            if not rows:
                break
            found.append(rows[0][:10])
        return found, False


def written():
    """The rules of the file beside this one, each with its first instance."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules.txt")) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                day, text = line.split()
                yield text, datetime.datetime.fromisoformat(day)


def instances(text, first):
    """The first four instances; none of a rule that has no days of this calendar."""
    if any(word in text for word in ["RSCALE", "HOURLY", "MINUTELY", "SECONDLY", "BYHOUR"]):
        return None
    return [day for _, day in zip(range(4), rrulestr(text, dtstart=first))]


def drawn():
    """Random rules, each with its first instance."""
    for _ in range(COUNT):
        text = rule()
        first = datetime.datetime(2026, 1, 1) + datetime.timedelta(days=pick.randrange(800))
        try:
            yield text, next(iter(rrulestr(text.split(";COUNT")[0], dtstart=first)))
        except (ValueError, StopIteration):
            continue


def main():
    bad, compared, said = [], 0, 0
    for text, first in itertools.chain(written(), drawn()):
        days = instances(text, first)
        found, is_said = followed(text, first, days[:3] if days else [first])
        compared, said = compared + 1, said + is_said
        wanted = [day.date().isoformat() for day in days] if days else [first.date().isoformat()]
        # What is not followed may be said at any instance; what has no days has to be.
        if found != (wanted[:len(found)] if is_said else wanted) or not (days or is_said):
            bad.append((text, first.date().isoformat(), wanted, found))
    for one in bad[:20]:
        print("DIFFERENT", *one, file=sys.stderr)
    print(json.dumps({"rules": compared, "said": said, "different": len(bad), "seed": SEED}))
    return 1 if bad else 0


sys.exit(main())
