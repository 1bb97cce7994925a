// What FocusKey says, in other languages: GNU gettext's PO files.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// The octets of a catalogue: German, French, Spanish, Portuguese, Japanese, Chinese. The texts of a context come last
/// and may be left out.
const unsigned char *focuskey_catalogue(int index, bool of_contexts, size_t *length);
