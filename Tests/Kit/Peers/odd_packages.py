"""Writes packages of Anki that a stranger could send, made by hand, into a folder; prints their names."""
import json
import sqlite3
import struct
import sys
import zipfile

FOLDER = sys.argv[1]
SCHEMA = """
CREATE TABLE col (id INTEGER PRIMARY KEY, models TEXT, decks TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT);
CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER, did INTEGER, ord INTEGER, odid INTEGER);
"""
MODELS = {
    "1": {
        "type": 0,
        "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
        "tmpls": [{"ord": 0, "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer><div>{{Back}}</div>"}],
    }
}


def database(name, *statements, schema=SCHEMA, notes=(("g1", "hola\x1fhello"),)):
    path = f"{FOLDER}/{name}.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(schema)
    if schema is SCHEMA:
        connection.execute(
            "INSERT INTO col VALUES (1, ?, ?)", (json.dumps(MODELS), json.dumps({"5": {"name": "A::Spanish"}})))
        for number, (guid, fields) in enumerate(notes, 1):
            connection.execute("INSERT INTO notes VALUES (?, ?, 1, ' t1 t2 ', ?)", (number, guid, fields))
            connection.execute("INSERT INTO cards VALUES (?, ?, 7, 0, 5)", (number, number))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return open(path, "rb").read()


def package(name, *entries, mode=zipfile.ZIP_DEFLATED):
    path = f"{FOLDER}/{name}.apkg"
    with zipfile.ZipFile(path, "w", mode) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    print(name)
    return path


def zstd_bomb(blocks):
    """A frame of blocks that repeat one byte 128 Ki times each: 4 bytes for 131,072."""
    block = struct.pack("<I", 131072 << 3 | 1 << 1)[:3] + b"\0"
    return b"\x28\xb5\x2f\xfd\x00\x38" + block * blocks + struct.pack("<I", 1)[:3]


good = database("good")
package("good", ("collection.anki2", good))
package("script", ("collection.anki2", database(
    "script", notes=[("g", "<script>alert(1)</script><b onclick=x>q</b>\x1f<a href='javascript:x'>y</a>\x1b[2J")])))
package("stub-beside", ("collection.anki2", b"update Anki"), ("collection.anki21", good), ("meta", b"\x08\x02"))
package("newest", ("meta", b"\x08\x09"), ("collection.anki2", good))
package("nothing", ("readme.txt", b"hello"))
package("path", ("../../../../tmp/collection.anki2", good), ("/etc/collection.anki2", good))
package("no-database", ("collection.anki2", b"SQLite format 3\0" + b"\xff" * 5000))
package("empty", ("collection.anki2", b""))
package("no-tables", ("collection.anki2", database("no-tables", schema="CREATE TABLE x (y);")))
package("view", ("collection.anki2", database(
    "view", "DROP TABLE notes",
    "CREATE VIEW notes AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, '' AS guid, "
    "1 AS mid, '' AS tags, 'x' AS flds FROM n")))
package("generated", ("collection.anki2", database(
    "generated", "CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT load_extension('x'); END")))
package("bomb", ("collection.anki2", b"\0" * (300 << 20)))
package("zstd-bomb", ("meta", b"\x08\x03"), ("collection.anki21b", zstd_bomb(40000)), mode=zipfile.ZIP_STORED)
package("zstd-damaged", ("meta", b"\x08\x03"), ("collection.anki21b", b"\x28\xb5\x2f\xfd\x00\x38rubbish"))
package("cut", ("collection.anki2", good))
cut = open(f"{FOLDER}/cut.apkg", "rb").read()
open(f"{FOLDER}/cut.apkg", "wb").write(cut[: len(cut) // 2])
package("crc", ("collection.anki2", good), mode=zipfile.ZIP_STORED)
wrong = bytearray(open(f"{FOLDER}/crc.apkg", "rb").read())
wrong[4000] ^= 0xFF
open(f"{FOLDER}/crc.apkg", "wb").write(wrong)
package("many", ("collection.anki2", database(
    "many", "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 200002) "
    "INSERT INTO notes SELECT i, 'g' || i, 1, '', 'x' FROM n")))
