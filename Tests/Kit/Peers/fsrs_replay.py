"""Replays reviews with the reference implementation of FSRS (PyPI `fsrs`).

Reads `CARD MILLISECONDS GRADE` a line; prints `CARD STABILITY DIFFICULTY DUE` a card, in milliseconds since 1970.
"""
import sys
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

EPOCH = datetime.fromtimestamp(0, timezone.utc)
scheduler = Scheduler(enable_fuzzing=False)
cards = {}
for line in sys.stdin:
    name, milliseconds, grade = line.split()
    card = cards.get(name) or Card(card_id=1)
    moment = EPOCH + timedelta(milliseconds=int(milliseconds))
    cards[name], _ = scheduler.review_card(card, Rating(int(grade)), moment)
for name, card in cards.items():
    print(name, repr(card.stability), repr(card.difficulty), (card.due - EPOCH) // timedelta(milliseconds=1))
