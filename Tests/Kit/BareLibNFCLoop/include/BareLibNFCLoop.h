// The least that a program can do with libnfc: wait for a card in a select loop, send it some commands, wait until it
// is gone.
#pragma once
#include <stdint.h>

struct bare_nfc_tap {
    /// Nanoseconds of CLOCK_MONOTONIC at which the select returned, and at which the last answer was there.
    int64_t seen, read;
    /// How many taps there were.
    uint32_t number;
};

struct bare_nfc_loop;

/// Opens a device and begins. The commands follow one another: a count, 1 if libnfc frames them (else 0), and so many
/// octets. NULL if the device does not open.
struct bare_nfc_loop *bare_nfc_start(const char *connection, const uint8_t *commands, uint32_t length);
/// The last tap.
struct bare_nfc_tap bare_nfc_last(struct bare_nfc_loop *loop);
void bare_nfc_stop(struct bare_nfc_loop *loop);

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t bare_nfc_now(void);
