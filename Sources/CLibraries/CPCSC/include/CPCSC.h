// The client library of pcscd. Debian: libpcsclite-dev.
#pragma once
#include <PCSC/winscard.h>
#include <PCSC/reader.h>
