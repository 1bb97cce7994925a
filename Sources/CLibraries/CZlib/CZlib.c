#define _GNU_SOURCE
#include "CZlib.h"
#include "../LateLibrary.h"
#include <string.h>
#include <zlib.h>

// Opened by the first page that a browser asks for, or the first snapshot of a household; without it pages are sent as
// they are, and there are no snapshots.
static struct late_library library = {.name = "libz.so.1"};

LATE(int, deflateInit2_,
     (z_streamp stream, int level, int method, int window, int memory, int strategy, const char *version, int size),
     (stream, level, method, window, memory, strategy, version, size), Z_VERSION_ERROR)
LATE(int, deflate, (z_streamp stream, int flush), (stream, flush), Z_STREAM_ERROR)
LATE(int, deflateEnd, (z_streamp stream), (stream), Z_STREAM_ERROR)

size_t focuskey_gzip(const unsigned char *content, size_t length, unsigned char *packed, size_t room)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 16 more than the widest window asks for the head and foot of gzip.
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)content;
    stream.avail_in = (uInt)length;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    int is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    deflateEnd(&stream);
    return is_whole ? room - stream.avail_out : 0;
}

LATE(int, compress2, (Bytef * to, uLongf *room, const Bytef *from, uLong length, int level),
     (to, room, from, length, level), Z_VERSION_ERROR)
LATE(int, uncompress, (Bytef * to, uLongf *room, const Bytef *from, uLong length), (to, room, from, length),
     Z_VERSION_ERROR)

size_t focuskey_pack(const unsigned char *content, size_t length, unsigned char *packed, size_t room)
{
    uLongf count = room;
    return compress2(packed, &count, content, length, Z_DEFAULT_COMPRESSION) == Z_OK ? count : 0;
}

size_t focuskey_unpack(const unsigned char *packed, size_t length, unsigned char *content, size_t room)
{
    uLongf count = room;
    return uncompress(content, &count, packed, length) == Z_OK ? count : 0;
}
