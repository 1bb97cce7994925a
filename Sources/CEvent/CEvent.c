#include "CEvent.h"
