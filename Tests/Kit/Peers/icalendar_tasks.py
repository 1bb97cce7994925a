"""Reads calendar files with `icalendar`, which is not ours, and prints what each says as a line of JSON."""
import json
import sys

import icalendar


def text(todo, name):
    value = todo.get(name)
    return None if value is None else str(value)


def tasks(path):
    with open(path, "rb") as file:
        calendar = icalendar.Calendar.from_ical(file.read())
    for todo in calendar.walk("VTODO"):
        due = todo.get("DUE")
        categories = todo.get("CATEGORIES")
        lists = categories if isinstance(categories, list) else [categories] if categories else []
        yield {
            "uid": text(todo, "UID"),
            "summary": text(todo, "SUMMARY"),
            "status": text(todo, "STATUS"),
            "due": None if due is None else due.to_ical().decode(),
            "tags": [str(tag) for entry in lists for tag in entry.cats],
            "comments": todo.to_ical().decode().count("\r\nCOMMENT"),
            "errors": [str(error) for error in todo.errors],
        }


for path in sys.argv[1:]:
    for task in tasks(path):
        print(json.dumps(task, ensure_ascii=False, sort_keys=True))
