"""Holds the card on a reader for itself alone, as a bank's or an office's program does, until its input ends.

    pyscard_hold.py READER
"""

import sys

from smartcard.scard import SCARD_SHARE_EXCLUSIVE
from smartcard.System import readers

connection = next(name for name in readers() if sys.argv[1] in str(name)).createConnection()
connection.connect(mode=SCARD_SHARE_EXCLUSIVE)
print("held", flush=True)
sys.stdin.read()
connection.disconnect()
