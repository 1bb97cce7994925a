#include "BareLog.h"

#include <sqlite3.h>
#include <stdlib.h>

struct bare_log {
    sqlite3 *database;
    sqlite3_stmt *insert;
};

struct bare_log *bare_log_open(const char *path) {
    struct bare_log *log = calloc(1, sizeof *log);
    const char *setup =
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
        "PRAGMA cell_size_check=ON;"
        "CREATE TABLE IF NOT EXISTS facts (seq INTEGER PRIMARY KEY, wall INTEGER NOT NULL, kind TEXT NOT NULL,"
        " body TEXT NOT NULL) STRICT;";
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (log == NULL || sqlite3_open_v2(path, &log->database, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(log->database, setup, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(log->database, "INSERT INTO facts (wall, kind, body) VALUES (?, ?, ?)", -1, &log->insert,
                           NULL) != SQLITE_OK) {
        bare_log_close(log);
        return NULL;
    }
    return log;
}

int bare_log_add(struct bare_log *log, int64_t wall, const char *kind, const char *body) {
    sqlite3_bind_int64(log->insert, 1, wall);
    sqlite3_bind_text(log->insert, 2, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(log->insert, 3, body, -1, SQLITE_STATIC);
    const int code = sqlite3_step(log->insert);
    sqlite3_reset(log->insert);
    return code == SQLITE_DONE ? 0 : code;
}

void bare_log_close(struct bare_log *log) {
    if (log == NULL) {
        return;
    }
    sqlite3_finalize(log->insert);
    sqlite3_close(log->database);
    free(log);
}
