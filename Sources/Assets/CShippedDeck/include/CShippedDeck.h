// The deck of cards that ships: well-being and focus, each card with its source.
#pragma once
#include <stddef.h>

/// Its file's octets.
const unsigned char *focuskey_shipped_deck(size_t *length);
