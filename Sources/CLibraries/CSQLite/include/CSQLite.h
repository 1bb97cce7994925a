// SQLite. Debian: libsqlite3-dev.
#pragma once
#include <sqlite3.h>
