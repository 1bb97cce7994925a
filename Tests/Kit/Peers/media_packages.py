"""Writes packages of Anki with pictures and sounds, old and new, good and hostile, into a folder.

    media_packages.py FOLDER [PORT]

Makes FOLDER/{old,new,more}.apkg. What they try to fetch is at 127.0.0.1:PORT.
"""
import json
import sqlite3
import struct
import sys
import zipfile
import zlib

FOLDER, PORT = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "9"
SCHEMA = """
CREATE TABLE col (id INTEGER PRIMARY KEY, models TEXT, decks TEXT, dconf TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT);
CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER, did INTEGER, ord INTEGER, odid INTEGER, queue INTEGER);
"""
FRONT, BACK = "{{Front}}", "{{FrontSide}}<hr id=answer>{{Back}}"
MODELS = {
    "1": {"type": 0, "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
          "tmpls": [{"ord": 0, "qfmt": FRONT, "afmt": BACK}]},
    "2": {"type": 1, "flds": [{"name": name, "ord": place} for place, name in
                              enumerate(["Occlusion", "Image", "Header", "Back Extra", "Comments"])],
          "tmpls": [{"ord": 0, "qfmt": "<div>{{cloze:Occlusion}}</div>{{Image}}<script>x()</script>",
                     "afmt": "<div>{{cloze:Occlusion}}</div>{{Image}}{{Back Extra}}"}]},
}
WEIGHTS = [0.3, 1.3, 2.4, 8.3, 6.4, 0.83, 3.0, 0.001, 1.87, 0.17, 0.8, 1.48, 0.06, 0.26, 1.65, 0.6, 1.87, 0.54, 0.09,
           0.066, 0.154]


def png(red):
    def part(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = (b"\0" + bytes([red, 90, 160]) * 40) * 20
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 40, 20, 8, 2, 0, 0, 0))
            + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))


def wav():
    samples = bytes(128 + (place // 10 % 2) * 40 for place in range(4000))
    return (b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000,
            1, 8) + b"data" + struct.pack("<I", len(samples)) + samples)


def zstd(content):
    """A frame whose blocks are as they were."""
    frame = b"\x28\xb5\x2f\xfd\x00\x38"
    blocks = [content[at:at + 65536] for at in range(0, len(content), 65536)] or [b""]
    for place, block in enumerate(blocks):
        frame += struct.pack("<I", len(block) << 3 | (place == len(blocks) - 1))[:3] + block
    return frame


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>parent.taken = 1</script></svg>'
PAGE = b"<script>window.taken = 1</script>"
MEDIA = [
    ("cat.png", png(250)), ("meow.wav", wav()), ("../../../../etc/passwd.png", png(20)), ("drawing.svg", SVG),
    ("page.png", PAGE), ("heart map.png", png(120)), ("/etc/shadow", b"nothing"),
    ("empty.png", b""), ("voice.mp3", b"ID3\x04" + bytes(64)),
    ("kiss\"onerror=\"window.taken=1.png", b"GIF89a<script>window.taken=1</script>"),
]
SHAPES = ("{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1}}<br>"
          "{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.2:oi=1}}<br>"
          "{{c2::image-occlusion:polygon:points=.1,.1 .2,.1 .2,.3:oi=1}}")
NOTES = [
    (1, "<img src=\"cat.png\">what?", "a cat [sound:meow.wav]"),
    (1, "<img src='../../../../etc/passwd.png' onerror='window.taken=1'>", "<img src=drawing.svg><img src='page.png'>"),
    (1, f"<img src='http://127.0.0.1:{PORT}/far.png'>far", f"[sound:http://127.0.0.1:{PORT}/far.mp3]"
        f"<audio src='http://127.0.0.1:{PORT}/a.mp3' autoplay></audio><iframe src='http://127.0.0.1:{PORT}/'></iframe>"
        f"<style>@import 'http://127.0.0.1:{PORT}/s.css';</style><link rel=stylesheet href='http://127.0.0.1:{PORT}/l'>"),
    (1, "<img src='kiss&quot;onerror=&quot;window.taken=1.png'><script>window.taken=1</script>kiss",
        "<svg onload='window.taken=1'></svg><math><mi onclick='window.taken=1'>x</mi></math>[sound:voice.mp3]"),
    (2, SHAPES, "<img src=\"heart%20map.png\">", "The heart", "extra", ""),
]


def database(notes, name):
    path = f"{FOLDER}/{name}.sqlite"
    base = sqlite3.connect(path)
    base.executescript(SCHEMA)
    options = {"1": {"desiredRetention": 0.85, "fsrsParams6": WEIGHTS}}
    base.execute("INSERT INTO col VALUES (1, ?, ?, ?)",
                 (json.dumps(MODELS), json.dumps({"5": {"name": "Pictures", "conf": 1}}), json.dumps(options)))
    for number, (kind, *fields) in enumerate(notes, 1):
        base.execute("INSERT INTO notes VALUES (?, ?, ?, '', ?)", (number, f"g{number}", kind, "\x1f".join(fields)))
        for card in range(2 if kind == 2 else 1):
            base.execute("INSERT INTO cards VALUES (?, ?, 5, ?, 0, 2)", (number * 10 + card, number, card))
    base.commit()
    base.close()
    return open(path, "rb").read()


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def old(name, notes, media):
    with zipfile.ZipFile(f"{FOLDER}/{name}.apkg", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("collection.anki2", database(notes, name))
        for place, (_, content) in enumerate(media):
            archive.writestr(str(place), content)
        archive.writestr("media", json.dumps({str(place): known for place, (known, _) in enumerate(media)}))
        archive.writestr("../outside.png", png(1))


def new(name, notes, media):
    with zipfile.ZipFile(f"{FOLDER}/{name}.apkg", "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("meta", b"\x08\x03")
        archive.writestr("collection.anki21b", zstd(database(notes, name)))
        archive.writestr("collection.anki2", b"update Anki")
        for place, (_, content) in enumerate(media):
            archive.writestr(str(place), zstd(content))
        entries = b"".join(field(1, field(1, known.encode()) + b"\x10\x07") for known, _ in media)
        archive.writestr("media", zstd(entries))


old("old", NOTES, MEDIA)
new("new", NOTES, MEDIA)
new("bare", NOTES, [])
old("more", NOTES + [(1, "<img src=dog.png>", "a dog")], MEDIA + [("dog.png", png(77))])
