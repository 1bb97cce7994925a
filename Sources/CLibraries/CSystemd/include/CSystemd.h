// sd-bus, the D-Bus client of systemd's library; it needs no systemd to run. Debian: libsystemd-dev.
#pragma once
#include <systemd/sd-bus.h>
