// SQLite. Debian: libsqlite3-dev.
#pragma once
#include <sqlite3.h>

/// Prepares a connection for the file of a stranger: no views, triggers or extensions, no trust in its schema, small
/// limits, and the end of every query that makes more steps than that. Gives SQLite's result code.
int focuskey_sqlite_distrust(sqlite3 *database, long most_steps);

/// Tells through `frames`, which has to live as long as the connection, how many pages the write-ahead log holds after
/// each commit. When they go into the file itself is the caller's to say, until the log is very long.
void focuskey_sqlite_count_frames(sqlite3 *database, int *frames);

/// Makes the file of the write-ahead log that long: zeros, on the disk, behind what it holds. Only while this
/// connection may write: nobody else appends then. Gives SQLite's result code.
int focuskey_sqlite_lengthen_log(sqlite3 *database, long long length);

/// Ends the write-ahead log before the frame at a place, if there is one: it is not one of the log any more, which is
/// on the disk then. Gives SQLite's result code, and whether that is so at least until the computer loses its power.
int focuskey_sqlite_cut_log(sqlite3 *database, long long at, int *is_cut);

/// Reads that many octets of the write-ahead log's open file. Gives SQLite's result code: where the file ends before
/// them, SQLITE_IOERR_SHORT_READ.
int focuskey_sqlite_read_log(sqlite3 *database, void *octets, int count, long long at);
