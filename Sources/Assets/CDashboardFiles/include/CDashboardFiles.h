// The files of the dashboard, the same as in Sources/Assets/Dashboard.
#pragma once
#include "../../EmbeddedFiles.h"

DECLARE_EMBEDDED_FILES(dashboard)
