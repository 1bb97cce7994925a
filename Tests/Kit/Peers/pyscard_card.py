"""Reads and writes the NDEF message of a card through pyscard, as an outsider would: with the commands of PC/SC part 3 and of the NFC Forum's
types, and without a line of ours.

    pyscard_card.py type2|type4|classic READER              prints the message as hex digits
    pyscard_card.py type2|type4|classic READER MESSAGE_HEX  writes it
"""

import sys

from smartcard.System import readers


class Card:
    def __init__(self, reader):
        name = next(name for name in readers() if reader in str(name))
        self.connection = name.createConnection()
        self.connection.connect()

    def ask(self, *command):
        data, sw1, sw2 = self.connection.transmit(list(command))
        if (sw1, sw2) != (0x90, 0x00):
            raise SystemExit(f"{bytes(command).hex()} was answered by {sw1:02X}{sw2:02X}")
        return bytes(data)


class Blocks:
    """A memory that holds TLV blocks, with the addresses at which they may lie."""

    def __init__(self, memory, addresses):
        self.memory = memory
        self.addresses = addresses

    def message(self):
        """Where the NDEF block begins among the addresses, and its value."""
        place = 0
        while place < len(self.addresses):
            kind = self.memory[self.addresses[place]]
            if kind == 0x00:
                place += 1
                continue
            if kind == 0xFE:
                break
            length, head = self.memory[self.addresses[place + 1]], 2
            if length == 0xFF:
                length = self.memory[self.addresses[place + 2]] << 8 | self.memory[self.addresses[place + 3]]
                head = 4
            if kind == 0x03:
                value = self.addresses[place + head : place + head + length]
                return place, bytes(self.memory[address] for address in value)
            place += head + length
        raise SystemExit("there is no NDEF block")

    def put(self, message):
        """Puts a message where the old one was; the addresses that changed."""
        place, _ = self.message()
        head = [0x03, len(message)] if len(message) < 0xFF else [0x03, 0xFF, len(message) >> 8, len(message) & 0xFF]
        octets = bytes(head) + message + b"\xfe"
        changed = self.addresses[place : place + len(octets)]
        if len(changed) < len(octets):
            raise SystemExit("it does not fit")
        for address, octet in zip(changed, octets):
            self.memory[address] = octet
        return changed


class Type2(Card):
    """NFC Forum Type 2 by READ BINARY and UPDATE BINARY on pages of four octets."""

    def load(self):
        memory = bytearray(self.ask(0xFF, 0xB0, 0x00, 0, 0x10))
        end = 16 + memory[14] * 8
        while len(memory) < end:
            memory += self.ask(0xFF, 0xB0, 0x00, len(memory) // 4, 0x10)
        return Blocks(memory, list(range(16, end)))

    def read(self):
        return self.load().message()[1]

    def write(self, message):
        blocks = self.load()
        for page in sorted({address // 4 for address in blocks.put(message)}):
            self.ask(0xFF, 0xD6, 0x00, page, 4, *blocks.memory[page * 4 : page * 4 + 4])


class Classic(Card):
    """MIFARE Classic 1K: the sectors behind the directory, with the public NDEF key (AN1305)."""

    KEY = bytes.fromhex("D3F7D3F7D3F7")
    BLOCKS = [block for block in range(4, 64) if block % 4 != 3]

    def open(self, block):
        self.ask(0xFF, 0x82, 0x00, 0x00, 6, *self.KEY)
        self.ask(0xFF, 0x86, 0x00, 0x00, 5, 0x01, 0x00, block, 0x60, 0x00)

    def load(self):
        memory = bytearray(1024)
        for block in self.BLOCKS:
            if block % 4 == 0:
                self.open(block)
            memory[block * 16 : block * 16 + 16] = self.ask(0xFF, 0xB0, 0x00, block, 0x10)
        return Blocks(memory, [block * 16 + offset for block in self.BLOCKS for offset in range(16)])

    def read(self):
        return self.load().message()[1]

    def write(self, message):
        blocks = self.load()
        for block in sorted({address // 16 for address in blocks.put(message)}):
            self.open(block)
            self.ask(0xFF, 0xD6, 0x00, block, 16, *blocks.memory[block * 16 : block * 16 + 16])


class Type4(Card):
    """NFC Forum Type 4: the NDEF application, its capability container, its file."""

    def open(self):
        self.ask(0x00, 0xA4, 0x04, 0x00, 7, *bytes.fromhex("D2760000850101"), 0x00)
        self.ask(0x00, 0xA4, 0x00, 0x0C, 2, 0xE1, 0x03)
        container = self.ask(0x00, 0xB0, 0x00, 0x00, 15)
        self.most_read = min(container[3] << 8 | container[4], 250)
        self.most_written = min(container[5] << 8 | container[6], 250)
        self.ask(0x00, 0xA4, 0x00, 0x0C, 2, container[9], container[10])

    def read(self):
        self.open()
        length = int.from_bytes(self.ask(0x00, 0xB0, 0x00, 0x00, 2), "big")
        message = b""
        while len(message) < length:
            offset = 2 + len(message)
            count = min(self.most_read, length - len(message))
            message += self.ask(0x00, 0xB0, offset >> 8, offset & 0xFF, count)
        return message

    def write(self, message):
        self.open()
        self.ask(0x00, 0xD6, 0x00, 0x00, 2, 0, 0)
        for start in range(0, len(message), self.most_written):
            part = message[start : start + self.most_written]
            self.ask(0x00, 0xD6, (2 + start) >> 8, (2 + start) & 0xFF, len(part), *part)
        self.ask(0x00, 0xD6, 0x00, 0x00, 2, *len(message).to_bytes(2, "big"))


card = {"type2": Type2, "type4": Type4, "classic": Classic}[sys.argv[1]](sys.argv[2])
if len(sys.argv) > 3:
    card.write(bytes.fromhex(sys.argv[3]))
else:
    print(card.read().hex().upper())
