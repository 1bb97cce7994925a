// libqrencode: codes that a phone's camera reads. Debian: libqrencode-dev.
#pragma once
#include <qrencode.h>
