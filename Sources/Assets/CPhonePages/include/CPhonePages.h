// The scripts of the pages for phones, the same as in Sources/Assets/PhonePages.
#pragma once
#include <stddef.h>

/// How many files there are.
int focuskey_phone_files(void);
/// The name of one of them, such as `tap.js`.
const char *focuskey_phone_name(int index);
/// Its octets.
const unsigned char *focuskey_phone_content(int index, size_t *length);
