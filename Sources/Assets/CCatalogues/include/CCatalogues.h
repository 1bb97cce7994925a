// What FocusKey says, in other languages: GNU gettext's PO files.
#pragma once
#include <stddef.h>

/// The octets of a catalogue: German, French, Spanish, Portuguese, Japanese, Chinese.
const unsigned char *focuskey_catalogue(int index, size_t *length);
