// Counts every allocation of the program it is linked into, by standing before the C library's own functions.
#pragma once
#include <stdint.h>

/// How often this program has asked for memory since it started.
uint64_t focuskey_allocations(void);

/// How many octets of memory are given out at this moment.
uint64_t focuskey_octets_in_use(void);
