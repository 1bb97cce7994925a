// Forwards, because PC/SC's own headers look for each other without their folder.
#pragma once
#include <PCSC/wintypes.h>
