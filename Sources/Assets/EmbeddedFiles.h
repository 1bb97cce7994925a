// Files that are built into the programs: the one way in which a target that has several is asked for them.
#pragma once
#include <stddef.h>

struct embedded_file {
    const char *name;
    const unsigned char *content;
    size_t length;
};

/// How many files there are, the name of one of them, such as `index.html`, and its octets.
#define DECLARE_EMBEDDED_FILES(what)        \
    int focuskey_##what##_files(void);      \
    const char *focuskey_##what##_name(int index); \
    const unsigned char *focuskey_##what##_content(int index, size_t *length);

/// The same for the array `files`.
#define DEFINE_EMBEDDED_FILES(what)                                               \
    int focuskey_##what##_files(void) { return sizeof files / sizeof *files; }    \
    const char *focuskey_##what##_name(int index) { return files[index].name; }   \
    const unsigned char *focuskey_##what##_content(int index, size_t *length) {   \
        *length = files[index].length;                                            \
        return files[index].content;                                              \
    }
