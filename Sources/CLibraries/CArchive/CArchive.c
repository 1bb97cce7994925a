#define _GNU_SOURCE
#include "CArchive.h"
#include "../LateLibrary.h"

// libarchive brings ten libraries with it, and only imports of Anki's packages need it. So the first call opens it.
// Where it cannot be had, no reader is made.
static struct late_library library = {.name = "libarchive.so.13"};

LATE(struct archive *, archive_read_new, (void), (), NULL)
LATE(int, archive_read_support_format_zip_seekable, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_format_raw, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_filter_zstd, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_open_memory, (struct archive *a, const void *buff, size_t size), (a, buff, size), ARCHIVE_FATAL)
LATE(int, archive_read_next_header, (struct archive *a, struct archive_entry **entry), (a, entry), ARCHIVE_FATAL)
LATE(la_ssize_t, archive_read_data, (struct archive *a, void *buff, size_t size), (a, buff, size), ARCHIVE_FATAL)
LATE(int, archive_read_free, (struct archive *a), (a), ARCHIVE_OK)
LATE(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry), NULL)
LATE(const char *, archive_error_string, (struct archive *a), (a), NULL)
