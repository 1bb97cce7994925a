"""What ndeflib makes of messages: one message as hex digits a line in, one JSON object a line out.

`records` are type, name and payload as they were read, `contents` what URI and text records say; or `error` names the exception.
"""

import json
import sys

import ndef


def records(octets):
    return [
        [record.type, record.name.encode("latin-1").hex(), bytes(record.data).hex()]
        for record in ndef.message_decoder(octets, errors="strict", known_types={})
    ]


def content(kind, payload):
    """What one payload says, read apart from the message around it."""
    octets = bytes([0xC1, 1]) + len(payload).to_bytes(4, "big") + kind.encode() + payload
    record = next(iter(ndef.message_decoder(octets, errors="strict")))
    return ["uri", record.iri] if kind == "U" else ["text", record.language, record.text]


def described(work):
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - which exceptions escape is what is being looked at
        return type(error).__name__


for line in sys.stdin:
    octets = bytes.fromhex(line)
    found = described(lambda: records(octets))
    answer = {"error": found} if isinstance(found, str) else {"records": found}
    if "records" in answer:
        answer["contents"] = [
            described(lambda: content(kind[12:], bytes.fromhex(payload)))
            for kind, _, payload in found
            if kind in ("urn:nfc:wkt:U", "urn:nfc:wkt:T")
        ]
    print(json.dumps(answer))
