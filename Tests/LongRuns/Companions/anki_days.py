"""One collection in Anki's own library and in FocusKey: the due cards of each of thirty days, after many reviews.

    python3 anki_days.py FOCUSKEY CARDS REVIEWS [SEED]

Half of the reviews happen in Anki, half in FocusKey, card by card in any order. Anki's go over in its package,
FocusKey's come back out of its log; then both have all of them, and what goes over once more adds nothing. Retention
and weights are the collection's own. Neither spreads due days (Anki by ANKI_TEST_MODE, FocusKey by --spread off).
Anki counts days between reviews from four in the morning, FocusKey from the review on; so each card's next review is
later in its day than the one before.
"""
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

os.environ["ANKI_TEST_MODE"] = "1"
os.environ["TZ"] = "UTC"

from anki import deck_config_pb2  # noqa: E402
from anki.collection import Collection  # noqa: E402

FOCUSKEY, CARDS, REVIEWS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 30)
pick = random.Random(SEED)
DAY = 86_400_000
WEIGHTS = [0.25, 1.4, 2.5, 8.1, 6.5, 0.84, 3.1, 0.002, 1.85, 0.17, 0.8, 1.5, 0.07, 0.27, 1.66, 0.61, 1.9, 0.55, 0.1,
           0.07, 0.16]
RETENTION = 0.87


def focuskey(home, *words):
    outcome = subprocess.run([FOCUSKEY, *words, "--home", home, "--json"], capture_output=True, text=True)
    assert outcome.returncode == 0, (words, outcome.stderr, outcome.stdout)
    return [json.loads(line) for line in outcome.stdout.splitlines()]


def past(card, today):
    """The reviews of a card: when, and how well it was known."""
    wanted = REVIEWS // CARDS + pick.randint(-2, 2)
    reviews, days, place = [], [], 0
    while sum(len(one) for one in days) < wanted:
        if not days:
            days.append(pick.choice([[4], [3, 3], [1, 3, 3], [2, 3, 3]]))
        else:
            days.append(pick.choice([[3], [3], [3], [2], [4], [1, 3]]))
    gaps = [pick.choice([1, 2, 3, 5, 8, 13]) for _ in days]
    day = today - sum(gaps[1:]) - pick.randint(0, 12)
    for number, (gap, grades) in enumerate(zip(gaps, days)):
        day += gap if number else 0
        for grade in grades:
            # A quarter of an hour later than the last time, and each card at milliseconds of its own.
            reviews.append((day * DAY + 6 * 3_600_000 + place * 900_000 + card, grade))
            place += 1
    return reviews


def collection_with(folder):
    collection = Collection(f"{folder}/collection.anki2")
    collection.set_config("fsrs", True)
    kind, deck = collection.models.by_name("Basic"), collection.decks.id("Both")
    options = collection.decks.config_dict_for_deck_id(deck)
    options["desiredRetention"], options["fsrsParams6"] = RETENTION, WEIGHTS
    collection.decks.update_config(options)
    cards = {}
    for number in range(CARDS):
        note = collection.new_note(kind)
        note["Front"], note["Back"] = f"q{number}", f"a{number}"
        collection.add_note(note, deck)
        cards[note.guid] = note.cards()[0].id
    return collection, deck, cards


def enter(collection, cards, reviews):
    for guid, at, grade in reviews:
        collection.db.execute("insert into revlog values (?,?,-1,?,1,1,2500,3000,1)", at, cards[guid], grade)


def reckon(collection, deck, cards):
    """Has Anki compute when each card is due from all that it knows."""
    # The first review of a card is one of learning; else Anki takes the rest of its past for lost.
    collection.db.execute("update revlog set type = 0 where id in (select min(id) from revlog group by cid)")
    today = collection.sched.today
    collection.db.execute("update cards set type = 2, queue = 2, ivl = 1, due = ?, reps = 5", today)
    for turn in (False, True):
        state = collection.decks.get_deck_configs_for_update(deck)
        request = deck_config_pb2.UpdateDeckConfigsRequest(
            target_deck_id=deck, fsrs=turn, fsrs_reschedule=turn, limits=state.current_deck.limits,
            configs=[one.config for one in state.all_config], new_cards_ignore_review_limit=False)
        collection.decks.update_deck_configs(request)
    return dict(collection.db.execute("select n.guid, c.due - ? from cards c join notes n on n.id = c.nid", today))


def export(collection, folder, name):
    path = f"{folder}/{name}.colpkg"
    collection.export_collection_package(path, include_media=False, legacy=False)
    return path, Collection(f"{folder}/collection.anki2")


def main():
    with tempfile.TemporaryDirectory() as folder:
        home = f"{folder}/home"
        os.makedirs(home)
        now = datetime.datetime.now(datetime.timezone.utc)
        today = int(now.timestamp() * 1000) // DAY
        collection, deck, cards = collection_with(folder)
        ours, theirs = [], []
        for number, guid in enumerate(cards):
            for at, grade in past(number, today):
                pick.choice([ours, theirs]).append((guid, at, grade))
        enter(collection, cards, theirs)
        lines = ['{"export":"focuskey","v":1}']
        for place, (guid, at, grade) in enumerate(sorted(ours, key=lambda one: one[1])):
            lines.append(json.dumps({"v": 4, "at": at, "boot": "b", "steady": place, "tick": at, "deck": "Both",
                                     "fact": "card-reviewed", "card": guid, "grade": grade, "took": 2500}))
        lines.append(json.dumps({"end": {"facts": len(ours), "settings": 0}}))
        with open(f"{folder}/log.jsonl", "w") as file:
            file.write("\n".join(lines) + "\n")
        focuskey(home, "import", f"{folder}/log.jsonl")

        package, collection = export(collection, folder, "there")
        came = focuskey(home, "deck", "import", package, "--name", "Both")[0]
        focuskey(home, "deck", "limit", "Both", "--spread", "off")
        terms = focuskey(home, "deck", "limit", "Both")[0]
        assert came["reviews"] == len(theirs) and terms["retention"] == RETENTION and terms["fitted"], (came, terms)

        back = subprocess.run([FOCUSKEY, "export", "--home", home], capture_output=True, text=True).stdout
        facts = [json.loads(line) for line in back.splitlines()]
        enter(collection, cards, [(one["card"], one["at"], one["grade"]) for one in facts
                                  if one.get("fact") == "card-reviewed"])
        due = reckon(collection, deck, cards)
        package, collection = export(collection, folder, "again")
        again = focuskey(home, "deck", "import", package, "--name", "Both")[0]
        assert again["reviews"] == 0 and again["reviews_known"] == len(ours) + len(theirs), again

        found = {}
        for card in focuskey(home, "deck", "show", "Both"):
            day = datetime.datetime.fromisoformat(card["due"].replace("Z", "+00:00")).timestamp() * 1000 // DAY
            found[card["id"]] = int(day) - today
        different = [(guid, due[guid], found[guid]) for guid in cards if due[guid] != found[guid]]
        unequal = [day for day in range(31)
                   if {guid for guid in cards if due[guid] <= day} != {guid for guid in cards if found[guid] <= day}]
        for one in different[:20]:
            print("DIFFERENT", *one, file=sys.stderr)
        print(json.dumps({"cards": CARDS, "reviews": len(ours) + len(theirs), "here": len(ours), "there": len(theirs),
                          "due_within_30_days": sum(1 for guid in cards if due[guid] <= 30),
                          "different": len(different), "unequal_days": unequal, "seed": SEED}))
        return 1 if different else 0


sys.exit(main())
