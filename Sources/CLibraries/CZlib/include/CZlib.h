// zlib: what is sent to browsers, and what many messages come to, made smaller. Debian: zlib1g-dev.
#pragma once
#include <stddef.h>

// Packs content as gzip does.
//
// Returns the length of what is in `packed`; 0 where that has no room for it, or zlib cannot be opened.
size_t focuskey_gzip(const unsigned char *content, size_t length, unsigned char *packed, size_t room);

// Packs content as zlib does by itself (RFC 1950), quicker than gzip above.
//
// Returns the length of what is in `packed`; 0 where that has no room for it, or zlib cannot be opened.
size_t focuskey_pack(const unsigned char *content, size_t length, unsigned char *packed, size_t room);

// The content of what focuskey_pack() packed.
//
// Returns its length; 0 where there is more of it than `room`, where it was not packed so, or zlib cannot be opened.
size_t focuskey_unpack(const unsigned char *packed, size_t length, unsigned char *content, size_t room);
