// The files of the dashboard, the same as in Sources/Assets/Dashboard.
#pragma once
#include <stddef.h>

/// How many files there are.
int focuskey_dashboard_files(void);
/// The name of one of them, such as `index.html`.
const char *focuskey_dashboard_name(int index);
/// Its octets.
const unsigned char *focuskey_dashboard_content(int index, size_t *length);
