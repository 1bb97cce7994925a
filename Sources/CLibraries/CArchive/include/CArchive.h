// libarchive: zip files and what zstd made smaller. Debian: libarchive-dev.
#pragma once
#include <archive.h>
#include <archive_entry.h>
