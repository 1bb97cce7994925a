#define _GNU_SOURCE
#include "CQRCode.h"
#include "../LateLibrary.h"

// Opened by the first code, so that everything else works without it.
static struct late_library library = {.name = "libqrencode.so.4"};

LATE(QRcode *, QRcode_encodeString,
     (const char *string, int version, QRecLevel level, QRencodeMode hint, int casesensitive),
     (string, version, level, hint, casesensitive), NULL)
LATE_VOID(QRcode_free, (QRcode *qrcode), (qrcode))
