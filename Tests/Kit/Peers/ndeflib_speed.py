"""What ndeflib takes for the messages on standard input: one `NAME HEX` a line in, one `NAME DECODE ENCODE` in nanoseconds out."""

import sys
import time

import ndef


def nanoseconds(work):
    """The quickest of many short rounds, as it is measured for the product."""
    quickest = float("inf")
    for _ in range(200):
        start = time.perf_counter_ns()
        for _ in range(20):
            work()
        quickest = min(quickest, (time.perf_counter_ns() - start) / 20)
    return quickest


for line in sys.stdin:
    name, digits = line.split()
    octets = bytes.fromhex(digits)
    # What a caller wants of a card: the records, and of a URI record its URI.
    decode = nanoseconds(lambda: [getattr(record, "iri", None) for record in ndef.message_decoder(octets, errors="relax")])
    records = list(ndef.message_decoder(octets, errors="relax"))
    encode = nanoseconds(lambda: b"".join(ndef.message_encoder(records)))
    print(name, decode, encode)
