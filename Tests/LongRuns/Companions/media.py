"""A large package of pictures: how long the import takes, how much memory, and how soon the page has a card.

    python3 media.py FOCUSKEY CARDS MEGABYTES

With 20,000 cards and 500 MB the bounds are 5 s, 60 MB, and 50 ms for a card with its picture.
"""
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time

FOCUSKEY, CARDS, MEGABYTES = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PEER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Kit/Peers/media_mass.py")


def measured(*words):
    """The answer of a command, its seconds by the clock and of work, and the most memory that it had, in megabytes."""
    reading, writing = os.pipe()
    began = time.monotonic()
    process = os.posix_spawn(FOCUSKEY, [FOCUSKEY, *words], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, writing, 1)])
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    _, status, usage = os.wait4(process, 0)
    assert status == 0, (words, text)
    seconds = round(time.monotonic() - began, 2), round(usage.ru_utime + usage.ru_stime, 2)
    return json.loads(text), seconds, usage.ru_maxrss // 1024


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def page(home, figures):
    port = free_port()
    with open(f"{home}/config.json5", "w") as file:
        file.write("{ port: %d }" % port)
    service = subprocess.Popen([FOCUSKEY, "serve", "--reader", "simulated", "--home", home],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            link = subprocess.run([FOCUSKEY, "open", "--print", "--home", home], capture_output=True, text=True).stdout
            if link.startswith("http"):
                break
            time.sleep(0.1)
        place, _, target = link.strip().partition("//")[2].partition("/")

        def fetch(path, cookie=None):
            connection = http.client.HTTPConnection(place)
            connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
            answer = connection.getresponse()
            return answer, answer.read()

        cookie = fetch("/" + target)[0].getheader("Set-Cookie").partition(";")[0]
        fetch("/api/v1/cards?count=1")
        times, reading = [], []
        for number in range(60):
            began = time.monotonic()
            fetch(f"/api/v1/deck-cards?deck=mass&from={number * CARDS // 60}&count=1")
            reading.append((time.monotonic() - began) * 1000)
            began = time.monotonic()
            card = json.loads(fetch("/api/v1/cards?count=1")[1])["cards"][0]
            _, _, after = card["title"].partition("src=\"")
            path = f"/api/v1/card-media?deck={card['media']}&file={after.partition(chr(34))[0]}"
            picture, octets = fetch(path, cookie)
            times.append((time.monotonic() - began) * 1000)
            assert picture.status == 200 and picture.getheader("Content-Type") == "image/png" and len(octets) > 100
        figures["card_in_reader_ms"] = round(statistics.median(reading), 1)
        figures["card_with_picture_ms"] = round(statistics.median(times), 1)
        with open(f"/proc/{service.pid}/status") as file:
            figures["service_mb"] = next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) // 1024
    finally:
        service.terminate()
        service.wait()


def main():
    with tempfile.TemporaryDirectory() as folder:
        home, package = f"{folder}/home", f"{folder}/mass.apkg"
        os.makedirs(home)
        subprocess.run([sys.executable, PEER, package, str(CARDS), str(MEGABYTES)], check=True)
        figures = {"cards": CARDS, "megabytes": os.path.getsize(package) >> 20}
        first, figures["import_s"], figures["import_mb"] = measured("deck", "import", package, "--home", home, "--json")
        assert first["media_new"] == first["media"] == CARDS, first
        second, figures["again_s"], _ = measured("deck", "import", package, "--home", home, "--json")
        assert second["media_new"] == 0 and second["media"] == CARDS, second
        page(home, figures)
        saved, figures["backup_s"], figures["backup_mb"] = measured(
            "backup", f"{folder}/all.tar.gz", "--home", home, "--json")
        assert saved["files"] > CARDS, saved
        bounds = {"import_s": 5, "import_mb": 60, "card_with_picture_ms": 50, "service_mb": 60}
        over = [name for name, bound in bounds.items() if (figures[name][0] if name == "import_s" else figures[name])
                > bound]
        print(json.dumps(figures | {"over": over}))
        return 1 if over else 0


sys.exit(main())
