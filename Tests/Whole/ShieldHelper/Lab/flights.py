"""First flights made up by chance, to real servers behind the judge: no server may be asked for a blocked site, and
none of the plain ones to an open site may be refused."""

import os
import random
import socket
import ssl
import struct
import threading
import time

from internet import FOUR
from listeners import AGAIN, Listeners
from person import BLOCK, PERSON, as_user, ask, order
from report import check, until
from wording import asked_again, connect, extension, forged, hello, lost, records, request, routed, server_name, signed, urgent, with_more

BAD, GOOD = "free.example", "work.example"
ORDER = ["order 60000 -", *BLOCK[1:3], f"site {BAD}", "commit"]
TOGETHER = 8


def contexts():
    """Clients of TLS that differ in what they offer."""
    made = []
    for lowest, highest, ciphers in [
        (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3, None),
        (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2, "ECDHE+AESGCM"),
        (ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3, None),
    ]:
        context = ssl._create_unverified_context()
        context.minimum_version, context.maximum_version = lowest, highest
        if ciphers:
            context.set_ciphers(ciphers)
        made.append(context)
    made[0].set_alpn_protocols(["h2", "http/1.1"])
    return made


CLIENTS = contexts()


def spoken(chance, name):
    """A name as clients write it, or as nobody does."""
    ways = [str, str, str.upper, lambda one: one + ".", lambda one: "m." + one, lambda one: one.title()]
    return chance.choice(ways)(name)


def words_of_tls(chance, bad, good):
    """A hello, and whether it is one that every server takes."""
    name = spoken(chance, bad)
    words = hello(name.rstrip("."), chance.choice(CLIENTS))
    twists = {
        "as it is": (words, True),
        "with more": (with_more(words, extension(0x2A2A, b"") + extension(9999, bytes(chance.randrange(3000)))), True),
        "in records": (records(words, chance.choice([1, 2, 7, 100, 511])), True),
        "long": (with_more(words, extension(9999, bytes(chance.randrange(16_000, 64_000)))), False),
        "with a shell of another hello": (with_more(words, extension(0xFE0D, bytes([0]) + bytes(180))), True),
        "with two names": (with_more(words, server_name(good.encode())), False),
        "with the other name behind": (with_more(hello(good), server_name(bad.encode())), False),
        "behind an empty record": (b"\x16\x03\x01\0\0" + words, False),
        "behind a change": (b"\x14\x03\x03\0\1\1" + words, False),
        "behind a warning": (b"\x15\x03\x01\0\2\1\0" + words, False),
        "behind the open one": (hello(good) + words, False),
        "in one record with the open one": (joined(hello(good), words), False),
        "of another version": (b"\x16\x03" + bytes([chance.randrange(256)]) + words[3:], False),
        "with an octet changed": (changed(chance, words), False),
    }
    kind = chance.choice(list(twists))
    return kind, *twists[kind]


def joined(one, other):
    content = one[5:] + other[5:]
    return one[:3] + struct.pack(">H", len(content)) + content


def changed(chance, words):
    place = chance.randrange(len(words))
    return words[:place] + bytes([chance.randrange(256)]) + words[place + 1 :]


def words_of_http(chance, bad, good):
    """A request, and whether it is one that every server takes."""
    blank = chance.choice([b" ", b" ", b"\t", b"  ", b"\x0b"])
    method = chance.choice([b"GET", b"GET", b"POST", b"FOO", b"get", b"X-Y", b"PROPFIND"])
    target = chance.choice([b"/", b"/", b"*", b"http://%s/" % bad.encode(), b"ftp://%s:21/" % bad.encode()])
    target = chance.choice([target, target, b"http://%s/" % good.encode(), b"//%s/" % bad.encode()])
    line = method + blank + target + blank + chance.choice([b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/1.7"])
    line = chance.choice([line, line, line, b" " + line, b"\r\n" + line, b"\t" + line])
    field = chance.choice([b"Host: ", b"Host: ", b"hOST:", b"Host :", b"Host:\t", b"Host:\r\n ", b"X: y\r\nHost: "])
    name = chance.choice([spoken(chance, bad), spoken(chance, bad), bad + ":80", "a@" + bad, bad + " "])
    more = chance.choice([b"", b"", b"Host: " + good.encode() + b"\r\n", b"X: " + b"x" * chance.randrange(60_000) + b"\r\n"])
    words = request(name, line, field, more)
    front = chance.choice([b"", b"", b"", request(good), request(good, b"POST / HTTP/1.1", more=b"Content-Length: 0\r\n")])
    return f"{front[:5]}{line[:40]} {field} {name} {len(more)}", front + words, False


def at_once(chance, one, words, decoy):
    one.sendall(words)


def in_pieces(chance, one, words, decoy):
    most = chance.choice([1, 3, 50, 600]) if len(words) < 3000 else 4000
    while words:
        size = chance.randrange(1, most + 1)
        one.sendall(words[:size])
        words = words[size:]
        if chance.random() < 0.02:
            time.sleep(0.02)


def out_of_order(chance, one, words, decoy):
    """A piece in the middle is lost, and comes once more behind the others."""
    first, second = sorted(chance.sample(range(min(len(words), 1400)), 2))
    one.sendall(words[:first])
    lost(one, True)
    one.sendall(words[first:second])
    lost(one, False)
    one.sendall(words[second:])
    time.sleep(0.4)


def urgently(chance, one, words, decoy):
    urgent(one, words, chance.randrange(min(len(words), 1400)))


def behind_a_decoy(chance, one, words, decoy):
    size = min(len(words), len(decoy), 1400)
    mark = chance.choice([lost, signed, routed, None])
    forged(one, decoy[:size].ljust(size, b"+"), words[:size], mark, 0.5)
    one.sendall(words[size:])


def in_part(chance, one, words, decoy):
    one.sendall(words[: chance.randrange(len(words))])
    one.shutdown(socket.SHUT_WR)


def and_gone(chance, one, words, decoy):
    """The kernel sends what is left, for nobody."""
    one.sendall(words)
    one.close()


def named_otherwise(chance, one, words, decoy):
    """Where the server wants the hello once more, it names another site."""
    asked_again(one, GOOD, BAD)


WAYS = [at_once, at_once, in_pieces, in_pieces, out_of_order, urgently, behind_a_decoy, in_part, and_gone]


def flight(seed, servers):
    """Sends one; where from, what it was, and whether it has to arrive."""
    chance = random.Random(seed)
    is_secure = chance.random() < 0.5
    bad, good = (BAD, GOOD) if chance.random() < 0.8 else (GOOD, BAD)
    kind, words, is_plain = (words_of_tls if is_secure else words_of_http)(chance, bad, good)
    way = chance.choice(WAYS)
    port = chance.choice(chance.choice(servers.secure if is_secure else servers.plain))
    if port in AGAIN and chance.random() < 0.3:
        kind, way = "another name", named_otherwise
    said = [seed, port, kind, way.__name__, bad]
    with connect(port) as one:
        mine = one.getsockname()[1]
        try:
            way(chance, one, words, hello(good) if is_secure else request(good))
            time.sleep(0.25)
        except OSError:
            pass
    must = is_plain and bad == GOOD and way in (at_once, in_pieces)
    return mine, said, must


def some(seeds, servers):
    """Sends some side by side, as the person."""
    told, lock = [], threading.Lock()

    def go(seed):
        try:
            one = flight(seed, servers)
        except OSError:
            return
        with lock:
            told.append(one)

    threads = [threading.Thread(target=go, args=(seed,)) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def flights(machine):
    servers = Listeners(machine)
    seed = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(1 << 40)
    count = int(os.environ.get("COUNT", "400"))
    stamp, through, refused, heard, sent = order(ORDER), [], [], 0, {}
    for start in range(seed, seed + count, TOGETHER):
        if (start - seed) % (8 * TOGETHER) == 0:
            check("the order is renewed", ask([f"renew {stamp}"]) == ["done"])
        for mine, said, must in as_user(PERSON, lambda: some(range(start, start + TOGETHER), servers)):
            # What has to arrive is waited for: a server that says all that it does says it late.
            if must:
                until(lambda: servers.heard.get(mine), 2)
            names = servers.names(mine)
            sent[mine] = said
            heard += bool(names)
            # A subdomain is blocked with its site.
            through += [said for name in names if name == BAD or name.endswith("." + BAD)]
            if must and not names:
                refused.append(said)
    time.sleep(1)
    through += [sent[mine] for mine in sent for name in servers.names(mine) if name == BAD or name.endswith("." + BAD)]
    check(f"of {count} flights from {seed} no server is asked for a blocked site", not through, through[:20])
    check("and all plain ones to an open site arrive", not refused, refused[:20])
    check("servers hear of open sites", heard > count / 20, heard)
    if servers.nginx:
        check("nginx among them", bool(servers.nginx.ports), len(servers.nginx.ports))
    ask(["lift"])
    servers.close()
