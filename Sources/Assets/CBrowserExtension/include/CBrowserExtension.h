// The files of the browser's extension, the same as in Sources/Assets/BrowserExtension.
#pragma once
#include "../../EmbeddedFiles.h"

DECLARE_EMBEDDED_FILES(extension)
