"""A collection that Anki's own library wrote, taken in: every review, what is suspended and buried, once.

    python3 anki_collection.py FOCUSKEY CARDS
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from anki.collection import Collection, ExportAnkiPackageOptions  # noqa: F401

FOCUSKEY, COUNT = sys.argv[1], int(sys.argv[2])
pick = random.Random(7)


def focuskey(home, *words):
    outcome = subprocess.run([FOCUSKEY, *words, "--home", home, "--json"], capture_output=True, text=True)
    assert outcome.returncode == 0, (words, outcome.stderr, outcome.stdout)
    return [json.loads(line) for line in outcome.stdout.splitlines()]


def main():
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(f"{folder}/collection.anki2")
        kind = collection.models.by_name("Basic")
        deck = collection.decks.id("Lang::JP")
        cards = []
        for number in range(COUNT):
            note = collection.new_note(kind)
            note["Front"], note["Back"] = f"<div>q{number}</div><img src='x{number}.png'>", f"a{number}&hellip;"
            collection.add_note(note, deck)
            cards.append(note.cards()[0].id)
        reviews = 0
        for place, card in enumerate(cards):
            for round_ in range(place % 4):
                at = 1_700_000_000_000 + round_ * 86_400_000 * (round_ + 1) + place
                collection.db.execute("insert into revlog values (?,?,-1,?,1,1,2500,3000,1)", at, card,
                                      pick.randint(1, 4))
                reviews += 1
        collection.sched.suspend_cards(cards[:3])
        collection.sched.bury_cards(cards[3:5])
        package = f"{folder}/collection-2026-11-20.colpkg"
        collection.export_collection_package(package, include_media=True, legacy=False)
        home = f"{folder}/home"
        os.makedirs(home)
        first = focuskey(home, "deck", "import", package)[0]
        again = f"{folder}/collection-2026-11-27.colpkg"
        os.rename(package, again)
        second = focuskey(home, "deck", "import", again)[0]
        expected = {"cards": COUNT, "reviews": reviews, "suspended": 3, "buried": 2, "pictures_left_out": COUNT}
        found = {name: first[name] for name in expected}
        decks = focuskey(home, "deck", "list")
        print(json.dumps({"found": found, "again": second["reviews"], "decks": len(decks), "due": decks[0]["due"]}))
        assert found == expected, expected
        assert second["reviews"] == 0 and second["reviews_known"] == reviews and len(decks) == 1
        return 0


sys.exit(main())
