// The least that a PC/SC client can do for a tap: wait, connect, read. What the product adds is measured against it.
#pragma once
#include <stdint.h>

struct bare_tap {
    /// Milliseconds are too coarse: nanoseconds of CLOCK_MONOTONIC.
    int64_t seen, read;
    /// How many taps there were; 0 until the first was read.
    uint32_t number;
};

/// Starts a thread that waits for cards on one reader and sends each the commands, every one length octet and octets;
/// NULL if it cannot.
struct bare_loop *bare_loop_start(const char *reader, const uint8_t *commands, uint32_t length);
/// The last tap that was read.
struct bare_tap bare_loop_last(struct bare_loop *loop);
/// Ends the thread and frees the loop.
void bare_loop_stop(struct bare_loop *loop);
/// Nanoseconds of CLOCK_MONOTONIC.
int64_t bare_loop_now(void);
