// The files of the browser's extension, the same as in Sources/Assets/BrowserExtension.
#pragma once
#include <stddef.h>

/// How many files there are.
int focuskey_extension_files(void);
/// The name of one of them, such as `manifest.json`.
const char *focuskey_extension_name(int index);
/// Its octets.
const unsigned char *focuskey_extension_content(int index, size_t *length);
