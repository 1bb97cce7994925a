#include "CSQLite.h"
#include <stdint.h>
#include <strings.h>

enum { STEPS_BETWEEN_CALLS = 10000, FRAMES_OF_A_LONG_LOG = 4000 };

static int has_had_enough(void *left)
{
    // The number of calls that are left is kept in the place of a pointer's target.
    intptr_t *calls = left;
    return (*calls)-- <= 0;
}

// Anki's name for comparing names without regard to case. Here it only has to be there: nothing is ordered by it.
static int compare_names(void *unused, int one_count, const void *one, int other_count, const void *other)
{
    (void)unused;
    int order = strncasecmp(one, other, (size_t)(one_count < other_count ? one_count : other_count));
    return order ? order : one_count - other_count;
}

int focuskey_sqlite_distrust(sqlite3 *database, long most_steps)
{
    static const int off[] = {
        SQLITE_DBCONFIG_ENABLE_VIEW,   SQLITE_DBCONFIG_ENABLE_TRIGGER,        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
        SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
    };
    for (unsigned at = 0; at < sizeof off / sizeof *off; at++) sqlite3_db_config(database, off[at], 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, 100000);
    intptr_t *calls = sqlite3_malloc(sizeof *calls);
    if (!calls) return SQLITE_NOMEM;
    *calls = most_steps / STEPS_BETWEEN_CALLS;
    sqlite3_progress_handler(database, STEPS_BETWEEN_CALLS, has_had_enough, calls);
    int code = sqlite3_create_collation_v2(database, "unicase", SQLITE_UTF8, calls, compare_names, sqlite3_free);
    if (code != SQLITE_OK) return sqlite3_free(calls), code;
    return sqlite3_exec(database, "PRAGMA query_only=ON; PRAGMA cell_size_check=ON", 0, 0, 0);
}

static int note_frames(void *frames, sqlite3 *database, const char *name, int count)
{
    *(int *)frames = count;
    // Nobody found time to do it: it must not grow for ever.
    if (count >= FRAMES_OF_A_LONG_LOG) sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, 0, 0);
    return SQLITE_OK;
}

void focuskey_sqlite_count_frames(sqlite3 *database, int *frames)
{
    sqlite3_wal_hook(database, note_frames, frames);
}

// The open file of the write-ahead log; NULL while there is none.
static sqlite3_file *open_log(sqlite3 *database)
{
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return code == SQLITE_OK && file && file->pMethods ? file : 0;
}

int focuskey_sqlite_read_log(sqlite3 *database, void *octets, int count, long long at)
{
    sqlite3_file *file = open_log(database);
    return file ? file->pMethods->xRead(file, octets, count, at) : SQLITE_IOERR_SHORT_READ;
}

int focuskey_sqlite_cut_log(sqlite3 *database, long long at, int *is_cut)
{
    enum { FRAME_HEAD = 24 };
    static const char zeros[FRAME_HEAD];
    char head[FRAME_HEAD];
    sqlite3_file *file = open_log(database);
    *is_cut = 1;
    if (!file) return SQLITE_OK;
    // A frame without salts ends the log, and there is room for them on a disk that has no other.
    int code = file->pMethods->xRead(file, head, FRAME_HEAD, at);
    if (code == SQLITE_IOERR_SHORT_READ) code = file->pMethods->xTruncate(file, at);
    else code = file->pMethods->xWrite(file, zeros, FRAME_HEAD, at);
    if (code != SQLITE_OK) code = file->pMethods->xTruncate(file, at);
    *is_cut = code == SQLITE_OK;
    return *is_cut ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : code;
}

int focuskey_sqlite_lengthen_log(sqlite3 *database, long long length)
{
    static const char zeros[1 << 16];
    sqlite3_file *file = open_log(database);
    sqlite3_int64 size = 0;
    if (!file) return SQLITE_OK;
    int code = file->pMethods->xFileSize(file, &size);
    if (code != SQLITE_OK || size >= length) return code;
    while (code == SQLITE_OK && size < length) {
        int part = length - size < (long long)sizeof zeros ? (int)(length - size) : (int)sizeof zeros;
        code = file->pMethods->xWrite(file, zeros, part, size);
        size += part;
    }
    return code == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) : code;
}
