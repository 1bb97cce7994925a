"""10,000 events over a broker that ends and starts again: none is lost, and they arrive in order.

    Tests/LongRuns/Home/events.py FOCUSKEY [COUNT [RESTARTS]]
"""
import asyncio
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
# As fast as a person's day never is, and slow enough that a loss of some seconds fits into what waits.
EACH_SECOND = 500


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start_broker(folder):
    return subprocess.Popen(["/usr/sbin/mosquitto", "-c", folder / "mosquitto.conf"], **QUIET)


def prepare(folder, port):
    (folder / "mosquitto.conf").write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\npersistence true\n"
        f"persistence_location {folder}/\nmax_queued_messages 0\n")
    (folder / "home").mkdir()
    mqtt = {"host": "127.0.0.1", "port": port, "id": "desk"}
    (folder / "home/config.json5").write_text(json.dumps({"port": 0, "mqtt": mqtt}))


def heard(folder):
    """The numbers of the events that arrived, in order."""
    found = re.findall(rb"unknown-profile|\"n(\d+)\"|\xe2\x80\x9cn(\d+)\xe2\x80\x9d", (folder / "heard").read_bytes())
    return [int(one or other) for one, other in found if one or other]


async def submit(folder, count):
    reader, writer = await asyncio.open_unix_connection(str(folder / "home/control.sock"))
    began = time.monotonic()
    for number in range(count):
        writer.write(json.dumps({"command": "start", "profile": f"n{number}"}).encode() + b"\n")
        await reader.readline()
        ahead = (number + 1) / EACH_SECOND - (time.monotonic() - began)
        if ahead > 0:
            await asyncio.sleep(ahead)
    writer.close()


async def main(focuskey, count, restarts):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="focuskey-events-"))
    port = free_port()
    prepare(folder, port)
    broker = start_broker(folder)
    await asyncio.sleep(0.5)
    words = ["/usr/bin/mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-q", "1", "-c", "-i", "judge",
             "-t", "focuskey/desk/event"]
    judge = subprocess.Popen(words, stdout=open(folder / "heard", "wb"), stderr=subprocess.DEVNULL)
    service = subprocess.Popen([focuskey, "serve", "--home", folder / "home", "--reader", "simulated"],
                               stdout=subprocess.PIPE, stderr=open(folder / "service.log", "w"))
    service.stdout.readline()
    try:
        work = asyncio.ensure_future(submit(folder, count))
        for _ in range(restarts):
            await asyncio.sleep(count / EACH_SECOND / (restarts + 1))
            # In order, so that what it has confirmed is on its disk.
            broker.terminate()
            broker.wait()
            await asyncio.sleep(0.5)
            broker = start_broker(folder)
        await work
        end = time.monotonic() + 60
        while time.monotonic() < end and len(set(heard(folder))) < count:
            await asyncio.sleep(0.5)
    finally:
        for child in (service, judge, broker):
            child.terminate()
            child.wait()
    numbers = heard(folder)
    # At least once: what was under way when the broker ended comes again, with all that followed it.
    first = list(dict.fromkeys(numbers))
    print(f"{count} events, {restarts} restarts of the broker: {len(first)} arrived, "
          f"{'in order' if first == sorted(first) else 'NOT IN ORDER'}, {len(numbers) - len(first)} of them twice")
    shutil.rmtree(folder)
    return 0 if first == list(range(count)) else 1


arguments = sys.argv[2:]
sys.exit(asyncio.run(main(
    sys.argv[1], int(arguments[0]) if arguments else 10_000, int(arguments[1]) if len(arguments) > 1 else 5)))
