// zlib: what is sent to browsers, made smaller. Debian: zlib1g-dev.
#pragma once
#include <stddef.h>

// Packs content as gzip does.
//
// Returns the length of what is in `packed`; 0 where that has no room for it, or zlib cannot be opened.
size_t focuskey_gzip(const unsigned char *content, size_t length, unsigned char *packed, size_t room);
