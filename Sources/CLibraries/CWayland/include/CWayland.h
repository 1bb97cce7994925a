// libwayland-client, opened when it is first needed. Debian: libwayland-dev.
//
// Two things are asked of a compositor: which window is in front (zwlr_foreign_toplevel_manager_v1, or COSMIC's
// zcosmic_toplevel_info_v1 beside ext_foreign_toplevel_list_v1) and whether there is input (ext_idle_notifier_v1, or
// the older org_kde_kwin_idle). Every call may wait for the compositor, so they
// belong on a thread that may wait.
#pragma once
#include <stdint.h>

/// A connection to a compositor.
typedef struct focuskey_wayland focuskey_wayland;

/// Which of them a compositor offers.
enum {
    FOCUSKEY_WAYLAND_TOPLEVELS = 1,
    FOCUSKEY_WAYLAND_EXT_IDLE = 2,
    FOCUSKEY_WAYLAND_KDE_IDLE = 4,
    FOCUSKEY_WAYLAND_SEAT = 8,
    FOCUSKEY_WAYLAND_COSMIC = 16,
};

/// Why a compositor cannot be watched.
enum {
    FOCUSKEY_WAYLAND_NO_LIBRARY = 1,
    FOCUSKEY_WAYLAND_NO_COMPOSITOR = 2,
};

/// Connects to the compositor at a socket and asks what it offers; NULL and a reason where that fails.
focuskey_wayland *focuskey_wayland_open(const char *socket, int *why);
void focuskey_wayland_close(focuskey_wayland *screen);
int focuskey_wayland_offers(focuskey_wayland *screen);

/// Readable when something has happened.
int focuskey_wayland_descriptor(focuskey_wayland *screen);

/// From now on changes of the window in front are told; what is in front now is the first.
void focuskey_wayland_watch_front(focuskey_wayland *screen);
/// From now on it is told when there was no input for that time, and when input is back.
void focuskey_wayland_watch_input(focuskey_wayland *screen, uint32_t milliseconds);

/// What has happened.
enum {
    FOCUSKEY_WAYLAND_NOTHING = 0,
    FOCUSKEY_WAYLAND_FRONT = 1,
    FOCUSKEY_WAYLAND_IDLE = 2,
    FOCUSKEY_WAYLAND_BACK = 3,
};

/// Reads what has come, without waiting for it; 0, or -1 once the compositor is gone.
int focuskey_wayland_read(focuskey_wayland *screen);
/// The next thing that has happened.
int focuskey_wayland_next(focuskey_wayland *screen);
/// The app id of the window in front; empty where there is none.
const char *focuskey_wayland_front(focuskey_wayland *screen);
