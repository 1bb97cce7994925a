#include "BareNDEF.h"
#include <string.h>

// What a message costs at least on this machine: no allocation, no object, only the checks without which reading would
// be unsafe.

struct part {
    uint8_t flags;
    const uint8_t *type, *payload;
    size_t type_count, payload_count, end;
};

static int next(const uint8_t *octets, size_t count, size_t at, struct part *part)
{
    if (count - at < 3) return 0;
    uint8_t flags = octets[at];
    size_t head = ((flags & 0x10) ? 3 : 6) + ((flags & 0x08) ? 1 : 0);
    if (count - at < head) return 0;
    size_t type = octets[at + 1], id = (flags & 0x08) ? octets[at + head - 1] : 0;
    uint64_t payload = octets[at + 2];
    if (!(flags & 0x10)) payload = payload << 24 | octets[at + 3] << 16 | octets[at + 4] << 8 | octets[at + 5];
    if (payload + type + id > count - at - head) return 0;
    if (flags & 0x20) return 0;
    if (((flags & 0x80) != 0) != (at == 0)) return 0;
    part->flags = flags;
    part->type = octets + at + head;
    part->type_count = type;
    part->payload = part->type + type + id;
    part->payload_count = payload;
    part->end = at + head + type + id + payload;
    return 1;
}

long bare_ndef_scan(const uint8_t *octets, size_t count)
{
    size_t at = 0;
    for (long records = 1;; records++) {
        struct part part;
        if (!next(octets, count, at, &part)) return -1;
        at = part.end;
        if (part.flags & 0x40) return at == count ? records : -1;
    }
}

static const char *const beginnings[0x24] = {
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@", "ftp://ftp.",
    "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:",
    "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:",
    "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
};

long bare_ndef_first_uri(const uint8_t *octets, size_t count, uint8_t *into, size_t room)
{
    size_t at = 0;
    for (;;) {
        struct part part;
        if (!next(octets, count, at, &part)) return -1;
        if ((part.flags & 7) == 1 && part.type_count == 1 && *part.type == 'U' && part.payload_count > 0) {
            const char *beginning = beginnings[part.payload[0] < 0x24 ? part.payload[0] : 0];
            size_t length = strlen(beginning), rest = part.payload_count - 1;
            if (length + rest > room) return -1;
            memcpy(into, beginning, length);
            uint8_t low = 0xFF, all = 0;
            for (size_t i = 0; i < rest; i++) {
                uint8_t octet = part.payload[1 + i];
                into[length + i] = octet;
                if (octet < low) low = octet;
                all |= octet;
            }
            if (low < 0x20 || all > 0x7F) return -1;
            return length + rest;
        }
        at = part.end;
        if (part.flags & 0x40) return -1;
    }
}

size_t bare_ndef_encode_uri(const uint8_t *uri, size_t count, uint8_t *into)
{
    size_t beginning = count >= 8 && !memcmp(uri, "https://", 8) ? (count >= 12 && !memcmp(uri + 8, "www.", 4) ? 12 : 8) : 0;
    into[0] = 0xD1;
    into[1] = 1;
    into[2] = count - beginning + 1;
    into[3] = 'U';
    into[4] = beginning == 12 ? 2 : beginning == 8 ? 4 : 0;
    memcpy(into + 5, uri + beginning, count - beginning);
    return 5 + count - beginning;
}
