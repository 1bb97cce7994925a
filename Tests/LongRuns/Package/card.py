"""A Type 4 card on the first virtual reader of pcscd (vsmartcard's vpcd): it lies there until this program ends.

    card.py LINK
"""
import socket
import struct
import sys

UID = bytes.fromhex('04a1b2c3d4e580')
NDEF_APPLICATION = bytes.fromhex('d2760000850101')
DONE, NOT_FOUND, UNKNOWN = b'\x90\x00', b'\x6a\x82', b'\x6d\x00'


def files(link):
    """The capability container and the file with one URI record (NFC Forum Type 4 Tag, 5.1)."""
    record = b'\xd1\x01' + bytes([len(link) + 1]) + b'U\x00' + link
    container = bytes.fromhex('000f20003b00340406e10401000000')
    return {b'\xe1\x03': container, b'\xe1\x04': struct.pack('>H', len(record)) + record}


def answer(apdu, chosen, card):
    """What the card answers, and which of its files is chosen then."""
    if apdu[:2] == b'\xff\xca':
        return UID + DONE, chosen
    if apdu[:4] == b'\x00\xa4\x04\x00':
        return (DONE if apdu[5:12] == NDEF_APPLICATION else NOT_FOUND), chosen
    if apdu[:2] == b'\x00\xa4':
        name = apdu[5:7]
        return (DONE, name) if name in card else (NOT_FOUND, chosen)
    if apdu[:2] == b'\x00\xb0' and chosen:
        start, count = struct.unpack('>H', apdu[2:4])[0], apdu[4] or 256
        return card[chosen][start:start + count] + DONE, chosen
    return UNKNOWN, chosen


def main():
    card = files(sys.argv[1].encode())
    reader = socket.create_connection(('127.0.0.1', 0x8C7B))
    stream = reader.makefile('rb')
    chosen = None
    while head := stream.read(2):
        body = stream.read(struct.unpack('>H', head)[0])
        if len(body) > 1:
            reply, chosen = answer(body, chosen, card)
        elif body == b'\x04':
            # The ATR of a contactless card without historical bytes (PC/SC 3, 3.1.3.2.3).
            reply = bytes.fromhex('3b80800101')
        else:
            # Power off, on, reset: nothing is answered.
            chosen = None
            continue
        reader.sendall(struct.pack('>H', len(reply)) + reply)


main()
