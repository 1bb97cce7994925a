"""Writes a large package of Anki in the newer layout: each card with a picture of its own.

    media_mass.py FILE CARDS MEGABYTES
"""
import json
import random
import sqlite3
import struct
import sys
import tempfile
import zipfile

FILE, CARDS, BYTES = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) << 20
pick = random.Random(11)
MODELS = {"1": {"type": 0, "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
                "tmpls": [{"ord": 0, "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}]}}


def zstd(content):
    frame = b"\x28\xb5\x2f\xfd\x00\x38"
    for at in range(0, len(content), 65536):
        block = content[at:at + 65536]
        frame += struct.pack("<I", len(block) << 3 | (at + 65536 >= len(content)))[:3] + block
    return frame


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def database():
    with tempfile.NamedTemporaryFile() as file:
        base = sqlite3.connect(file.name)
        base.executescript(
            "CREATE TABLE col (id INTEGER PRIMARY KEY, models TEXT, decks TEXT);"
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT);"
            "CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER, did INTEGER, ord INTEGER, odid INTEGER);")
        base.execute("INSERT INTO col VALUES (1, ?, ?)", (json.dumps(MODELS), json.dumps({"5": {"name": "Mass"}})))
        for number in range(CARDS):
            fields = f"<img src=\"picture {number}.png\">what is {number}?\x1fthe answer to {number} in a few words"
            base.execute("INSERT INTO notes VALUES (?, ?, 1, ' t ', ?)", (number, f"guid{number}", fields))
            base.execute("INSERT INTO cards VALUES (?, ?, 5, 0, 0)", (number, number))
        base.commit()
        base.close()
        return open(file.name, "rb").read()


with zipfile.ZipFile(FILE, "w", zipfile.ZIP_STORED) as archive:
    archive.writestr("meta", b"\x08\x03")
    archive.writestr("collection.anki21b", zstd(database()))
    for number in range(CARDS):
        size = BYTES // CARDS
        archive.writestr(str(number), zstd(b"\x89PNG\r\n\x1a\n" + struct.pack("<I", number) + pick.randbytes(size - 12)))
    entries = b"".join(field(1, field(1, f"picture {number}.png".encode())) for number in range(CARDS))
    archive.writestr("media", zstd(entries))
