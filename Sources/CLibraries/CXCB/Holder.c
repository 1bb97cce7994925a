#define _GNU_SOURCE
#include "CXCB.h"
#include "../LateLibrary.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcb.h>

static struct late_library library = {.name = "libxcb.so.1"};

LATE(xcb_connection_t *, xcb_connect_to_fd, (int fd, xcb_auth_info_t *auth), (fd, auth), NULL)
LATE(int, xcb_connection_has_error, (xcb_connection_t *c), (c), XCB_CONN_ERROR)
LATE_VOID(xcb_disconnect, (xcb_connection_t *c), (c))
LATE(const xcb_setup_t *, xcb_get_setup, (xcb_connection_t *c), (c), NULL)
LATE(xcb_screen_iterator_t, xcb_setup_roots_iterator, (const xcb_setup_t *setup), (setup), (xcb_screen_iterator_t){0})
LATE(xcb_grab_pointer_cookie_t, xcb_grab_pointer,
     (xcb_connection_t *c, uint8_t owner, xcb_window_t window, uint16_t events, uint8_t pointer, uint8_t keyboard,
      xcb_window_t confined, xcb_cursor_t cursor, xcb_timestamp_t time),
     (c, owner, window, events, pointer, keyboard, confined, cursor, time), (xcb_grab_pointer_cookie_t){0})
LATE(xcb_grab_pointer_reply_t *, xcb_grab_pointer_reply,
     (xcb_connection_t *c, xcb_grab_pointer_cookie_t cookie, xcb_generic_error_t **error), (c, cookie, error), NULL)
LATE(xcb_void_cookie_t, xcb_ungrab_pointer, (xcb_connection_t *c, xcb_timestamp_t time), (c, time),
     (xcb_void_cookie_t){0})
LATE(xcb_grab_keyboard_cookie_t, xcb_grab_keyboard,
     (xcb_connection_t *c, uint8_t owner, xcb_window_t window, xcb_timestamp_t time, uint8_t pointer, uint8_t keyboard),
     (c, owner, window, time, pointer, keyboard), (xcb_grab_keyboard_cookie_t){0})
LATE(xcb_grab_keyboard_reply_t *, xcb_grab_keyboard_reply,
     (xcb_connection_t *c, xcb_grab_keyboard_cookie_t cookie, xcb_generic_error_t **error), (c, cookie, error), NULL)
LATE(xcb_void_cookie_t, xcb_ungrab_keyboard, (xcb_connection_t *c, xcb_timestamp_t time), (c, time),
     (xcb_void_cookie_t){0})

// libxcb waits for a screen without an end. When the time is over the connection is shut down, and it waits no more.
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    struct timespec end;
    int descriptor, is_over, is_late;
} limit;

static void *watch(void *given)
{
    limit *time = given;
    int code = 0;
    pthread_mutex_lock(&time->lock);
    while (!time->is_over && code != ETIMEDOUT)
        code = pthread_cond_clockwait(&time->ended, &time->lock, CLOCK_MONOTONIC, &time->end);
    time->is_late = !time->is_over;
    if (time->is_late) shutdown(time->descriptor, SHUT_RDWR);
    pthread_mutex_unlock(&time->lock);
    return NULL;
}

// What was had is let go in the same breath: nobody's click falls between. The pointer is asked for first, so that its
// holder is not asked about the keyboard. One screen's root is as good as another's: they share pointer and keyboard.
static int holder(xcb_connection_t *screen)
{
    xcb_screen_iterator_t roots = xcb_setup_roots_iterator(xcb_get_setup(screen));
    if (!roots.rem) return -FOCUSKEY_X11_NO_SERVER;
    xcb_window_t root = roots.data->root;
    xcb_grab_pointer_cookie_t pointer = xcb_grab_pointer(
        screen, 0, root, 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC, XCB_NONE, XCB_NONE, XCB_CURRENT_TIME);
    xcb_ungrab_pointer(screen, XCB_CURRENT_TIME);
    xcb_grab_pointer_reply_t *of_pointer = xcb_grab_pointer_reply(screen, pointer, NULL);
    int is_held = of_pointer && of_pointer->status != XCB_GRAB_STATUS_SUCCESS;
    int is_told = of_pointer != NULL;
    free(of_pointer);
    if (!is_told) return -FOCUSKEY_X11_NO_SERVER;
    if (is_held) return FOCUSKEY_X11_POINTER;
    xcb_grab_keyboard_cookie_t keyboard = xcb_grab_keyboard(
        screen, 0, root, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
    xcb_ungrab_keyboard(screen, XCB_CURRENT_TIME);
    xcb_grab_keyboard_reply_t *of_keyboard = xcb_grab_keyboard_reply(screen, keyboard, NULL);
    if (!of_keyboard) return -FOCUSKEY_X11_NO_SERVER;
    is_held = of_keyboard->status != XCB_GRAB_STATUS_SUCCESS;
    free(of_keyboard);
    return is_held ? FOCUSKEY_X11_KEYBOARD : FOCUSKEY_X11_NOBODY;
}

// Connects and asks; the time may end meanwhile.
static int ask(int descriptor, const uint8_t *key, int length)
{
    static char kind[] = "MIT-MAGIC-COOKIE-1";
    xcb_auth_info_t auth = {sizeof kind - 1, kind, length, (char *)key};
    xcb_connection_t *screen = xcb_connect_to_fd(descriptor, key ? &auth : NULL);
    int found = xcb_connection_has_error(screen) ? -FOCUSKEY_X11_NO_SERVER : holder(screen);
    xcb_disconnect(screen);
    return found;
}

int focuskey_x11_holder(int descriptor, const uint8_t *key, int length, int milliseconds)
{
    limit time = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    clock_gettime(CLOCK_MONOTONIC, &time.end);
    int64_t end = time.end.tv_nsec + (int64_t)milliseconds * 1000000;
    time.end.tv_sec += end / 1000000000;
    time.end.tv_nsec = end % 1000000000;
    // libxcb closes the other one, which may be somebody else's by the time's end.
    time.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    pthread_t watcher;
    int has_library = late_function(&library, "xcb_connect_to_fd") != NULL;
    if (!has_library || time.descriptor < 0 || (errno = pthread_create(&watcher, NULL, watch, &time))) {
        int reason = errno;
        close(descriptor);
        if (time.descriptor >= 0) close(time.descriptor);
        errno = reason;
        return has_library ? -FOCUSKEY_X11_NO_WATCH : -FOCUSKEY_X11_NO_LIBRARY;
    }
    int found = ask(descriptor, key, length);
    pthread_mutex_lock(&time.lock);
    time.is_over = 1;
    pthread_cond_signal(&time.ended);
    pthread_mutex_unlock(&time.lock);
    pthread_join(watcher, NULL);
    close(time.descriptor);
    return time.is_late && found < 0 ? -FOCUSKEY_X11_LATE : found;
}
