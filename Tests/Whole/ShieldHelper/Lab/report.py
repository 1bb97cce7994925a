"""What the trials print, and how they wait."""

import json
import os
import subprocess
import sys
import time

failures = 0


measures = "--measure" in sys.argv


def check(what, held, saw=None):
    global failures
    failures += not held
    print(json.dumps({"check": what, "held": bool(held), "saw": saw}), flush=True)


def timed(what, seconds, most):
    """A time that must hold where times are measured."""
    check(f"{what} within {round(most * 1000)} ms", not measures or seconds <= most, round(seconds * 1000, 1))


def figure(what, value, most, unit):
    """A figure with its bound; who measures judges it, for a slow machine it is no failure."""
    print(json.dumps({"figure": what, "value": round(value, 3), "at_most": most, "unit": unit}), flush=True)
    check(f"{what} at most {most} {unit}", not measures or value <= most, round(value, 1))


def beside(name):
    """The path of a file that lies beside this one."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def until(condition, seconds):
    """Seconds until the condition holds, or None. Looked at after 3 ms first, and then after every twentieth of what was
    waited: to look costs a processor that others need."""
    start = time.monotonic()
    while True:
        waited = time.monotonic() - start
        if condition():
            return time.monotonic() - start
        if waited >= seconds:
            return None
        time.sleep(min(max(0.003, waited / 20), 0.25, seconds - waited))


def never(condition, seconds):
    """Whether the condition holds at no time, looked at every 3 ms: what comes and goes is seen."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if condition():
            return False
        time.sleep(0.003)
    return True
