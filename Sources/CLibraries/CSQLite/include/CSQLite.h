// SQLite. Debian: libsqlite3-dev.
#pragma once
#include <sqlite3.h>

/// Prepares a connection for the file of a stranger: no views, triggers or extensions, no trust in its schema, small
/// limits, and the end of every query that makes more steps than that. Gives SQLite's result code.
int focuskey_sqlite_distrust(sqlite3 *database, long most_steps);
