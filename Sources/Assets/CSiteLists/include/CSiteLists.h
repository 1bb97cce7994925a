// The lists of sites and applications that ship, as they stand in their files.
#pragma once
#include <stddef.h>

/// How many lists there are.
int focuskey_site_lists(void);
/// The name of one of them, such as `social`.
const char *focuskey_site_list_name(int index);
/// Its file's octets.
const unsigned char *focuskey_site_list_text(int index, size_t *length);
/// The octets of its file of applications; NULL where it has none.
const unsigned char *focuskey_site_list_apps(int index, size_t *length);
