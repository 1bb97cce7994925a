// The scripts of the pages for phones, the same as in Sources/Assets/PhonePages.
#pragma once
#include "../../EmbeddedFiles.h"

DECLARE_EMBEDDED_FILES(phone)
