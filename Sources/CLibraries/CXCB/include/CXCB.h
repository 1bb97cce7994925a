// libxcb with its SYNC and MIT-SCREEN-SAVER extensions, opened when it is first needed. Debian: libxcb1-dev,
// libxcb-sync-dev, libxcb-screensaver0-dev.
//
// Every call here may wait for the display server, so they belong on a thread that may wait.
#pragma once
#include <stdint.h>

/// A connection to an X11 screen.
typedef struct focuskey_x11 focuskey_x11;

/// Why a screen cannot be watched.
enum {
    FOCUSKEY_X11_NO_LIBRARY = 1,
    FOCUSKEY_X11_NO_SERVER = 2,
    FOCUSKEY_X11_NO_SYNC = 3,
};

/// Connects to a display by its name; NULL and a reason where that fails. The key is a MIT-MAGIC-COOKIE-1; without one
/// the library looks for it where this program's own is.
focuskey_x11 *focuskey_x11_open(const char *display, const uint8_t *key, int length, int *why);
void focuskey_x11_close(focuskey_x11 *screen);

/// Readable when something has happened.
int focuskey_x11_descriptor(focuskey_x11 *screen);

/// The window in front: whether a window manager says so at all, its class and its process.
typedef struct {
    int is_told;
    uint32_t window;
    uint32_t process;
    char instance[128];
    char name[128];
} focuskey_x11_front;

/// From now on changes of the window in front are told; gives the one that is there.
void focuskey_x11_watch_front(focuskey_x11 *screen, focuskey_x11_front *front);

/// From now on it is told when there was no input for that time, and when input is back. Gives how long there was none
/// so far, in milliseconds, or a negative number where the server cannot tell.
int64_t focuskey_x11_watch_input(focuskey_x11 *screen, uint32_t milliseconds);

/// What has happened.
enum {
    FOCUSKEY_X11_NOTHING = 0,
    FOCUSKEY_X11_FRONT = 1,
    FOCUSKEY_X11_IDLE = 2,
    FOCUSKEY_X11_BACK = 3,
    FOCUSKEY_X11_LOST = 4,
};

/// The next thing that has happened, without waiting for one; for FRONT also what is in front now.
int focuskey_x11_next(focuskey_x11 *screen, focuskey_x11_front *front);

/// Who holds a screen's pointer or keyboard for itself alone.
enum {
    FOCUSKEY_X11_NOBODY = 0,
    FOCUSKEY_X11_POINTER = 1,
    FOCUSKEY_X11_KEYBOARD = 2,
};

/// Why that cannot be told, besides what keeps a screen from being watched.
enum {
    FOCUSKEY_X11_LATE = 4,
    /// Nobody could watch the time; errno says why.
    FOCUSKEY_X11_NO_WATCH = 5,
};

/// Asks over a connected socket, which it closes, within a time; where nothing is found out, why, below zero. What a
/// screen says when it refuses, libxcb writes to the errors of this program.
int focuskey_x11_holder(int descriptor, const uint8_t *key, int length, int milliseconds);
