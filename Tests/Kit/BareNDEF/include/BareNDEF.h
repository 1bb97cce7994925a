#ifndef BARE_NDEF_H
#define BARE_NDEF_H

#include <stddef.h>
#include <stdint.h>

/// Walks a message of which only that is checked without which reading would be unsafe.
/// Returns how many records it has, or -1. Chunks are refused: a bound has no mercy.
long bare_ndef_scan(const uint8_t *octets, size_t count);

/// The first URI record written out into `into`, which has `room` octets. Returns its length, or -1.
long bare_ndef_first_uri(const uint8_t *octets, size_t count, uint8_t *into, size_t room);

/// Writes a message of one short URI record whose URI begins with "https://". Returns its length.
size_t bare_ndef_encode_uri(const uint8_t *uri, size_t count, uint8_t *into);

#endif
