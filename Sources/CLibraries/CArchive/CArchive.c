#define _GNU_SOURCE
#include "CArchive.h"
#include "../LateLibrary.h"

// libarchive brings ten libraries with it, and only imports of Anki's packages and backups need it. So the first call
// opens it. Where it cannot be had, no reader and no writer is made.
static struct late_library library = {.name = "libarchive.so.13"};

LATE(struct archive *, archive_read_new, (void), (), NULL)
LATE(int, archive_read_support_format_zip_seekable, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_format_raw, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_format_empty, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_filter_zstd, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_open_memory, (struct archive *a, const void *buff, size_t size), (a, buff, size), ARCHIVE_FATAL)
LATE(int, archive_read_next_header, (struct archive *a, struct archive_entry **entry), (a, entry), ARCHIVE_FATAL)
LATE(la_ssize_t, archive_read_data, (struct archive *a, void *buff, size_t size), (a, buff, size), ARCHIVE_FATAL)
LATE(int, archive_read_free, (struct archive *a), (a), ARCHIVE_OK)
LATE(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry), NULL)
LATE(const char *, archive_error_string, (struct archive *a), (a), NULL)
LATE(int, archive_read_support_format_tar, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_support_filter_gzip, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_read_open_fd, (struct archive *a, int fd, size_t block_size), (a, fd, block_size), ARCHIVE_FATAL)
LATE(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry), 0)
LATE(struct archive *, archive_write_new, (void), (), NULL)
LATE(int, archive_write_set_format_pax_restricted, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_write_add_filter_gzip, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_write_open_fd, (struct archive *a, int fd), (a, fd), ARCHIVE_FATAL)
LATE(int, archive_write_header, (struct archive *a, struct archive_entry *entry), (a, entry), ARCHIVE_FATAL)
LATE(la_ssize_t, archive_write_data, (struct archive *a, const void *buff, size_t size), (a, buff, size), ARCHIVE_FATAL)
LATE(int, archive_write_close, (struct archive *a), (a), ARCHIVE_FATAL)
LATE(int, archive_write_free, (struct archive *a), (a), ARCHIVE_OK)
LATE(struct archive_entry *, archive_entry_new, (void), (), NULL)
LATE_VOID(archive_entry_free, (struct archive_entry *entry), (entry))
LATE_VOID(archive_entry_set_pathname, (struct archive_entry *entry, const char *name), (entry, name))
LATE_VOID(archive_entry_set_size, (struct archive_entry *entry, la_int64_t size), (entry, size))
LATE_VOID(archive_entry_set_filetype, (struct archive_entry *entry, unsigned int type), (entry, type))
LATE_VOID(archive_entry_set_perm, (struct archive_entry *entry, __LA_MODE_T mode), (entry, mode))
