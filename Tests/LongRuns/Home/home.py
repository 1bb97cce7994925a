"""Home Assistant itself as the judge of what FocusKey says over MQTT: Tests/LongRuns/Home/run.sh.

A real broker, a real service with the simulated reader, and Home Assistant's core in this process. Every line printed is
something that was checked; the first thing that is not so ends it with 1.
"""
import asyncio
import json
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from homeassistant import bootstrap, runner
from homeassistant.components.device_automation import DeviceAutomationType, async_get_device_automations
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component

UID = "04A1B2C3D4E580"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def check(is_so, what):
    print(("ok    " if is_so else "NOT   ") + what, flush=True)
    if not is_so:
        sys.exit(1)


async def eventually(condition, limit=20.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        await asyncio.sleep(0.005)
    return bool(condition())


class Place:
    """A broker and a service in a folder of their own."""

    def __init__(self, folder, focuskey):
        self.folder, self.focuskey, self.port = folder, focuskey, free_port()
        (folder / "mosquitto.conf").write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n")
        home = folder / "home"
        home.mkdir(parents=True)
        mqtt = {"host": "127.0.0.1", "port": self.port, "announceTags": True, "id": "desk"}
        (home / "config.json5").write_text(json.dumps({"port": 0, "mqtt": mqtt}))
        self.broker = self.service = None

    def start_broker(self):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.broker = subprocess.Popen(["/usr/sbin/mosquitto", "-c", self.folder / "mosquitto.conf"], **quiet)

    def start_service(self):
        words = [self.focuskey, "serve", "--home", self.folder / "home", "--reader", "simulated"]
        log = open(self.folder / "service.log", "w")
        self.service = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log)
        self.service.stdout.readline()

    async def say(self, *words):
        command = [self.focuskey, *words, "--home", str(self.folder / "home")]
        child = await asyncio.create_subprocess_exec(
            *map(str, command), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = await child.communicate()
        return child.returncode, output.decode(), errors.decode()

    def end(self):
        for child in (self.service, self.broker):
            if child:
                child.kill()
                child.wait()


def config_entry(port):
    moment = "2026-01-01T00:00:00+00:00"
    entry = {
        "created_at": moment, "modified_at": moment, "data": {"broker": "127.0.0.1", "port": port}, "disabled_by": None,
        "discovery_keys": {}, "domain": "mqtt", "entry_id": "01JFOCUSKEY0000000000000000", "minor_version": 2,
        "options": {}, "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user",
        "subentries": [], "title": "broker", "unique_id": None, "version": 1,
    }
    return {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [entry]}}


async def start_home_assistant(folder, port):
    (folder / ".storage").mkdir(parents=True)
    (folder / ".storage/core.config_entries").write_text(json.dumps(config_entry(port)))
    (folder / "configuration.yaml").write_text("homeassistant:\n  name: Test\ntag:\n")
    began = time.monotonic()
    hass = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(config_dir=str(folder), skip_pip=True, log_file=str(folder / "home-assistant.log")))
    await async_setup_component(hass, "automation", {})
    await hass.async_start()
    await hass.async_block_till_done()
    print(f"      Home Assistant is up after {time.monotonic() - began:.1f} s", flush=True)
    return hass


class Desk:
    """The computer as Home Assistant knows it."""

    def __init__(self, hass):
        self.hass = hass

    @property
    def device(self):
        return device_registry.async_get(self.hass).async_get_device(identifiers={("mqtt", "focuskey_desk")})

    def entities(self):
        if self.device is None:
            return {}
        registry = entity_registry.async_get(self.hass)
        known = entity_registry.async_entries_for_device(registry, self.device.id)
        return {entity.unique_id.removeprefix("focuskey_desk_"): entity.entity_id for entity in known}

    def state(self, name):
        state = self.hass.states.get(self.entities().get(name, ""))
        return state.state if state else None

    async def triggers(self):
        found = await async_get_device_automations(self.hass, DeviceAutomationType.TRIGGER, [self.device.id])
        return {(one["type"], one["subtype"]) for one in found[self.device.id] if one["domain"] == "mqtt"}

    async def press(self, name):
        target = {"entity_id": self.entities()[name]}
        await self.hass.services.async_call("button", "press", target, blocking=True)

    async def publish(self, payload, retain=False):
        data = {"topic": "focuskey/desk/do", "payload": payload, "retain": retain}
        await self.hass.services.async_call("mqtt", "publish", data, blocking=True)


async def check_discovery(desk):
    check(await eventually(lambda: desk.device is not None), "the device is discovered")
    check(await eventually(lambda: desk.state("state") == "idle"), "the state is idle")
    names = set(desk.entities())
    wanted = {"state", "focusing", "question", "profile", "planned_end", "break_ends", "breaks_left", "attempts",
              "focused_today", "sessions_today", "streak", "reader_simulated_reader", "start_work", "add_work", "extend"}
    check(wanted <= names, f"{len(names)} entities, among them all that are wanted; missing: {wanted - names}")
    check(desk.state("reader_simulated_reader") in ("ready", "card"), "the reader is ready")
    check(desk.state("planned_end") == "unknown", "no planned end is unknown")
    triggers = await desk.triggers()
    check(("session-started", "FocusKey") in triggers, f"{len(triggers)} triggers")
    check(("tapped", "Simulated reader") in triggers, "a trigger for each reader")
    buttons = [name for name in names if desk.entities()[name].startswith("button.")]
    check(not any("stop" in name or "break" in name for name in buttons), f"buttons only tighten: {sorted(buttons)}")


async def check_tags(desk, place, count):
    scanned = []
    desk.hass.bus.async_listen("tag_scanned", lambda event: scanned.append((time.monotonic(), event.data)))
    # Those who listen get two seconds before they are told of anything.
    await asyncio.sleep(2.5)
    delays = []
    reader, writer = await asyncio.open_unix_connection(str(place.folder / "home/control.sock"))
    for _ in range(count):
        before = len(scanned)
        began = time.monotonic()
        writer.write(json.dumps({"command": "tap", "uid": UID}).encode() + b"\n")
        check(await eventually(lambda: len(scanned) > before), "the tag is scanned")
        await reader.readline()
        delays.append((scanned[-1][0] - began) * 1000)
        # Away for longer than a card must be, so that the hand need not wait when it comes back.
        await place.say("tap", "--lift")
        await asyncio.sleep(1.2)
    data = scanned[-1][1]
    check(data["tag_id"] == UID and data["device_id"] == desk.device.id, "it has the UID, and this computer as scanner")
    writer.close()
    median = statistics.median(delays)
    print(f"      tap to tag_scanned: {min(delays):.1f} ms at best, {median:.1f} ms in the middle, {max(delays):.1f} ms at worst")
    check(median <= 50, "half of the taps take 50 ms at most")


async def check_commands(desk, place):
    await desk.press("start_work")
    check(await eventually(lambda: desk.state("state") == "focusing"), "a button starts a session")
    check(desk.state("profile") == "work", "its profile is told")
    _, before, _ = await place.say("status", "--json")
    for wish in ("stop", "break", "confirm", "emergency", "keep", "end", "resume"):
        await desk.publish(json.dumps({"do": wish}))
    await desk.publish(json.dumps({"do": "stop"}), retain=True)
    for noise in ("", "[", "start", "x" * 70000, "\u0000", '{"do":"start","profile":"none"}'):
        await desk.publish(noise)
    await asyncio.sleep(1)
    _, after, _ = await place.say("status", "--json")
    before, after = json.loads(before), json.loads(after)
    same = all(before[name] == after[name] for name in ("state", "session", "question", "layers", "break"))
    check(same, "nothing over MQTT loosens")
    await place.say("stop")
    check(await eventually(lambda: desk.state("question") == "on"), "the question is told")
    await place.say("keep")
    check(await eventually(lambda: desk.state("question") == "off"), "and that it is over")


async def check_losses(desk, place):
    place.broker.kill()
    place.broker.wait()
    check(await eventually(lambda: desk.state("state") == "unavailable"), "without a broker nothing is known")
    place.start_broker()
    check(await eventually(lambda: desk.state("state") == "focusing", 30), "with it the state is right again")
    place.service.kill()
    place.service.wait()
    check(await eventually(lambda: desk.state("state") == "unavailable"), "a service that is killed is unavailable")
    place.start_service()
    check(await eventually(lambda: desk.state("state") == "focusing"), "a service that comes back is there again")


async def main(focuskey, count):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="focuskey-home-"))
    place = Place(folder, focuskey)
    try:
        place.start_broker()
        place.start_service()
        hass = await start_home_assistant(folder / "hass", place.port)
        desk = Desk(hass)
        await check_discovery(desk)
        await check_tags(desk, place, count)
        await check_commands(desk, place)
        await check_losses(desk, place)
        log = await asyncio.to_thread((folder / "hass/home-assistant.log").read_text)
        warnings = [line for line in log.splitlines()
                    if "mqtt" in line and ("ERROR" in line or "WARNING" in line)]
        refused = [line for line in warnings if "focuskey" in line.lower()]
        check(not refused, f"Home Assistant complains of nothing: {refused[:3]}")
        await hass.async_stop(force=True)
    finally:
        place.end()


asyncio.run(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20))
