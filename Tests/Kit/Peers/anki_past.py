"""Writes packages of a collection that was learned: with reviews, suspended and buried cards, and what cannot come along."""
import json
import sqlite3
import sys
import zipfile

FOLDER, COUNT = sys.argv[1], int(sys.argv[2])
SCHEMA = """
CREATE TABLE col (id INTEGER PRIMARY KEY, models TEXT, decks TEXT, dconf TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT);
CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER, did INTEGER, ord INTEGER, odid INTEGER, queue INTEGER);
CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid INTEGER, ease INTEGER, factor INTEGER, time INTEGER, type INTEGER);
"""
MODELS = {
    "1": {
        "type": 0,
        "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
        "tmpls": [{"ord": 0, "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
    },
    "2": {
        "type": 1,
        "flds": [{"name": "Occlusion", "ord": 0}],
        "tmpls": [{"ord": 0, "qfmt": "{{cloze:Occlusion}}", "afmt": "{{cloze:Occlusion}}"}],
    },
}
START = 1_700_000_000_000
DAY = 86_400_000

for name, days in [("collection-2026-11-20", 3), ("collection-2026-11-27", 4)]:
    path = f"{FOLDER}/{name}.sqlite"
    base = sqlite3.connect(path)
    base.executescript(SCHEMA)
    decks = {"5": {"name": "Lang::JP", "conf": 1}, "6": {"name": "Work::JP", "conf": 1}}
    options = {"1": {"new": {"perDay": 5}, "rev": {"perDay": 9999}}}
    base.execute("INSERT INTO col VALUES (1, ?, ?, ?)", tuple(map(json.dumps, (MODELS, decks, options))))
    for number in range(1, COUNT + 1):
        fields = f"q{number}<img src='a{number}.png'>\x1fa{number}[sound:b.mp3]"
        base.execute("INSERT INTO notes VALUES (?, ?, 1, ' cardio::valves ', ?)", (number, f"guid{number}", fields))
        queue = {1: -1, 2: -2}.get(number, 2)
        base.execute("INSERT INTO cards VALUES (?, ?, ?, 0, 0, ?)", (number, number, 5 + number % 2, queue))
        for day in range(days if number > 3 else 0):
            base.execute(
                "INSERT INTO revlog VALUES (?, ?, 3, 0, 4000, 1)", (START + day * (day + 1) * DAY + number, number))
    base.execute("INSERT INTO revlog VALUES (?, 4, 0, 0, 0, 5)", (START + 99 * DAY,))
    base.execute("INSERT INTO notes VALUES (900, 'occ', 2, '', ?)",
                 ("{{c1::image-occlusion:rect:left=.5:top=.5:width=.1:height=.1}}",))
    base.execute("INSERT INTO cards VALUES (900, 900, 5, 0, 0, 0)")
    base.commit()
    base.close()
    with zipfile.ZipFile(f"{FOLDER}/{name}.colpkg", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "collection.anki2")
    print(name)
