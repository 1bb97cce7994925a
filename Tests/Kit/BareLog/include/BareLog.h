// A log as plain as SQLite allows: the same pragmas as FocusKey's, one table, one row a transaction.
#pragma once
#include <stdint.h>

struct bare_log;

/// Opens or makes the file; NULL where that fails.
struct bare_log *bare_log_open(const char *path);
/// Adds one row, synced to the disk when this returns; 0 where it went well.
int bare_log_add(struct bare_log *log, int64_t wall, const char *kind, const char *body);
/// Closes the file.
void bare_log_close(struct bare_log *log);
