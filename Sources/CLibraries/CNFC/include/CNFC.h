// libnfc: PN532 boards and what else PC/SC does not drive. Debian: libnfc-dev.
#pragma once
#include <nfc/nfc.h>

/// Makes this process fit for libnfc: it closes what was inherited (libnfc puts descriptors into an fd_set, which ends
/// at 1024), falls without a core file and without a word when libnfc aborts, and takes SIGTERM and SIGINT as the wish
/// to stop.
void focuskey_nfc_prepare(void);

/// From now on a wish to stop also ends the command that this device is waiting in; NULL: none.
void focuskey_nfc_stop_ends(nfc_device *device);

/// Whether this process was asked to stop.
bool focuskey_nfc_stopping(void);
