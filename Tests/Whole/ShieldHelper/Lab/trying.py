"""`focuskey shield test`, for real."""

import json
import os
import subprocess

from desktop import Whole
from machine import SOCKET
from mouths import begin
from report import check, until


def trials(machine):
    """`focuskey shield test`: between sessions, in one, without a helper."""
    whole = Whole(machine)

    def test(*words):
        child = begin(whole, "shield", "test", "--json", "--open", "free.example", *words, stdout=subprocess.PIPE)
        told = json.loads(child.communicate()[0])
        return child.returncode, told["ok"], {one["what"]: one for one in told["trials"]}

    def short(found):
        return {what: [one["outcome"], one.get("how") or one.get("why")] for what, one in found.items()}

    def outcomes(found):
        return {what: one["outcome"] for what, one in found.items()}
    right = {"blocked-site": "refused", "open-site": "opened", "blocked-program": "refused", "open-program": "opened"}
    names = dict.fromkeys(["encryption-key", "front", "canary", "secret-resolver", "secret-port"], "refused")
    code, ok, found = test("--blocked", "social.example")
    check("between sessions all hold", (code, ok, outcomes(found)) == (0, True, right | names), [code, ok, short(found)])
    how = found["blocked-site"].get("how")
    check("and the way in which the site was refused is told", how in ("aborted", "reset"), short(found))
    # No name has a label of more than 63 letters.
    code, ok, found = test("--blocked", "x" * 64 + ".example")
    site = found["blocked-site"]
    check("a name that cannot have an address is not tried, and that is not ok",
          (code, ok, site["outcome"], site["held"]) == (1, False, "not-tried", False), [code, short(found)])
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    code, ok, found = test()
    check("in a session its own site and app are tried",
          (code, ok, outcomes(found)) == (0, True, right | names), [code, ok, short(found)])
    called = [found["blocked-site"]["name"], found["blocked-program"]["name"]]
    check("by their names", called == ["social.example", "Chat"], called)
    machine.kill()
    os.unlink(SOCKET)
    code, ok, found = test()
    check("in a session without a helper both open, and that is a failure",
          (code, ok, outcomes(found)) == (1, False, dict.fromkeys(right | names, "opened")), [code, short(found)])
    whole.end()
    code, ok, found = test("--blocked", "social.example")
    check("without either nothing is tried, and the reason is true",
          (code, ok, found["blocked-site"]["outcome"]) == (1, False, "not-tried")
          and "no session is under way" in found["blocked-site"]["why"], [code, short(found)])
    machine.start()
    whole.close()
