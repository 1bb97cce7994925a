#define _GNU_SOURCE
#include "CXCB.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/screensaver.h>
#include <xcb/sync.h>
#include <xcb/xcb.h>

// The functions that are used, by library. Their headers give the types; the libraries are opened at run time, so that
// a computer without X11 starts as before.
#define CORE(X)                                                                                                        \
    X(xcb_connect) X(xcb_connect_to_display_with_auth_info) X(xcb_disconnect) X(xcb_connection_has_error)              \
    X(xcb_get_file_descriptor) X(xcb_get_setup)                                                                        \
    X(xcb_setup_roots_iterator) X(xcb_screen_next) X(xcb_intern_atom) X(xcb_intern_atom_reply)                         \
    X(xcb_change_window_attributes) X(xcb_get_property) X(xcb_get_property_reply) X(xcb_get_property_value)            \
    X(xcb_get_property_value_length) X(xcb_poll_for_event) X(xcb_generate_id) X(xcb_get_extension_data) X(xcb_flush)
#define SYNC(X)                                                                                                        \
    X(xcb_sync_initialize) X(xcb_sync_initialize_reply) X(xcb_sync_list_system_counters)                               \
    X(xcb_sync_list_system_counters_reply) X(xcb_sync_list_system_counters_counters_iterator)                          \
    X(xcb_sync_systemcounter_next) X(xcb_sync_create_alarm)
#define SAVER(X) X(xcb_screensaver_query_info) X(xcb_screensaver_query_info_reply)

#define FIELD(name) __typeof__(&name) name;
static struct {
    CORE(FIELD) SYNC(FIELD) SAVER(FIELD)
    xcb_extension_t *sync_extension;
    int is_whole;
} lib;

static void load(void)
{
    void *core = dlopen("libxcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *sync = dlopen("libxcb-sync.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *saver = dlopen("libxcb-screensaver.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!core || !sync || !saver) return;
    int missing = 0;
#define FROM_CORE(name) if (!(lib.name = (__typeof__(&name))dlsym(core, #name))) missing = 1;
#define FROM_SYNC(name) if (!(lib.name = (__typeof__(&name))dlsym(sync, #name))) missing = 1;
#define FROM_SAVER(name) if (!(lib.name = (__typeof__(&name))dlsym(saver, #name))) missing = 1;
    CORE(FROM_CORE)
    SYNC(FROM_SYNC)
    SAVER(FROM_SAVER)
    lib.sync_extension = dlsym(sync, "xcb_sync_id");
    lib.is_whole = !missing && lib.sync_extension;
}

struct focuskey_x11 {
    xcb_connection_t *connection;
    xcb_window_t root;
    xcb_atom_t active_window, process, manager_check;
    uint8_t first_sync_event;
    uint32_t idle_alarm, back_alarm;
};

static xcb_atom_t atom(focuskey_x11 *screen, const char *name)
{
    xcb_intern_atom_cookie_t cookie = lib.xcb_intern_atom(screen->connection, 0, (uint16_t)strlen(name), name);
    xcb_intern_atom_reply_t *reply = lib.xcb_intern_atom_reply(screen->connection, cookie, NULL);
    xcb_atom_t found = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return found;
}

focuskey_x11 *focuskey_x11_open(const char *display, const uint8_t *key, int length, int *why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *why = FOCUSKEY_X11_NO_LIBRARY;
    if (!lib.is_whole) return NULL;
    *why = FOCUSKEY_X11_NO_SERVER;
    focuskey_x11 *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    int number = 0;
    static char kind[] = "MIT-MAGIC-COOKIE-1";
    xcb_auth_info_t auth = {sizeof kind - 1, kind, length, (char *)key};
    screen->connection = key ? lib.xcb_connect_to_display_with_auth_info(display, &auth, &number)
                             : lib.xcb_connect(display, &number);
    if (lib.xcb_connection_has_error(screen->connection)) {
        focuskey_x11_close(screen);
        return NULL;
    }
    xcb_screen_iterator_t roots = lib.xcb_setup_roots_iterator(lib.xcb_get_setup(screen->connection));
    for (; number > 0 && roots.rem > 1; number--) lib.xcb_screen_next(&roots);
    screen->root = roots.data->root;
    screen->active_window = atom(screen, "_NET_ACTIVE_WINDOW");
    screen->process = atom(screen, "_NET_WM_PID");
    screen->manager_check = atom(screen, "_NET_SUPPORTING_WM_CHECK");
    *why = 0;
    return screen;
}

void focuskey_x11_close(focuskey_x11 *screen)
{
    lib.xcb_disconnect(screen->connection);
    free(screen);
}

int focuskey_x11_descriptor(focuskey_x11 *screen) { return lib.xcb_get_file_descriptor(screen->connection); }

// A property of a window; NULL where it has none, or is gone.
static xcb_get_property_reply_t *property(focuskey_x11 *screen, xcb_window_t window, xcb_atom_t name, xcb_atom_t type)
{
    xcb_get_property_cookie_t cookie = lib.xcb_get_property(screen->connection, 0, window, name, type, 0, 64);
    xcb_get_property_reply_t *reply = lib.xcb_get_property_reply(screen->connection, cookie, NULL);
    if (reply && reply->type == XCB_ATOM_NONE) {
        free(reply);
        return NULL;
    }
    return reply;
}

static uint32_t number_in(xcb_get_property_reply_t *reply)
{
    uint32_t number = 0;
    if (reply && reply->format == 32 && lib.xcb_get_property_value_length(reply) >= 4)
        memcpy(&number, lib.xcb_get_property_value(reply), 4);
    return number;
}

// WM_CLASS holds two names, each with a zero after it (ICCCM 4.1.2.5).
static void read_class(focuskey_x11_front *front, xcb_get_property_reply_t *reply)
{
    size_t left = (size_t)lib.xcb_get_property_value_length(reply);
    const char *text = lib.xcb_get_property_value(reply);
    size_t first = strnlen(text, left);
    memcpy(front->instance, text, first < sizeof front->instance - 1 ? first : sizeof front->instance - 1);
    if (first >= left) return;
    size_t second = strnlen(text + first + 1, left - first - 1);
    memcpy(front->name, text + first + 1, second < sizeof front->name - 1 ? second : sizeof front->name - 1);
}

// A number among a window's properties; 0 where it has none.
static uint32_t number_of(focuskey_x11 *screen, xcb_window_t window, xcb_atom_t name, xcb_atom_t type)
{
    xcb_get_property_reply_t *reply = property(screen, window, name, type);
    uint32_t number = number_in(reply);
    free(reply);
    return number;
}

static void read_front(focuskey_x11 *screen, focuskey_x11_front *front)
{
    memset(front, 0, sizeof *front);
    // A window manager marks the root with a window of its own, which carries the same mark: one that is gone does not
    // (EWMH, "_NET_SUPPORTING_WM_CHECK"). It may say nothing of the window in front until there is one.
    uint32_t mark = number_of(screen, screen->root, screen->manager_check, XCB_ATOM_WINDOW);
    front->is_told = mark && number_of(screen, mark, screen->manager_check, XCB_ATOM_WINDOW) == mark;
    if (!front->is_told) return;
    front->window = number_of(screen, screen->root, screen->active_window, XCB_ATOM_WINDOW);
    if (!front->window) return;
    xcb_get_property_reply_t *name = property(screen, front->window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING);
    if (name) read_class(front, name);
    free(name);
    front->process = number_of(screen, front->window, screen->process, XCB_ATOM_CARDINAL);
}

void focuskey_x11_watch_front(focuskey_x11 *screen, focuskey_x11_front *front)
{
    uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    lib.xcb_change_window_attributes(screen->connection, screen->root, XCB_CW_EVENT_MASK, &events);
    read_front(screen, front);
    lib.xcb_flush(screen->connection);
}

// The server's counter of milliseconds without input; 0 where it has none.
static xcb_sync_counter_t idle_counter(focuskey_x11 *screen)
{
    xcb_sync_list_system_counters_reply_t *reply = lib.xcb_sync_list_system_counters_reply(
        screen->connection, lib.xcb_sync_list_system_counters(screen->connection), NULL);
    if (!reply) return 0;
    xcb_sync_counter_t found = 0;
    xcb_sync_systemcounter_iterator_t each = lib.xcb_sync_list_system_counters_counters_iterator(reply);
    for (; each.rem; lib.xcb_sync_systemcounter_next(&each)) {
        // The name begins at byte 14; xcb_sync_systemcounter_name() of libxcb 1.15 points two bytes behind that.
        const char *name = (const char *)each.data + 14;
        if (each.data->name_len == 8 && memcmp(name, "IDLETIME", 8) == 0) found = each.data->counter;
    }
    free(reply);
    return found;
}

static uint32_t set_alarm(focuskey_x11 *screen, xcb_sync_counter_t counter, uint32_t value, uint32_t test)
{
    uint32_t id = lib.xcb_generate_id(screen->connection);
    // Counter, kind of value, value (high half, low half), test, delta (high half, low half), events.
    uint32_t values[] = {counter, XCB_SYNC_VALUETYPE_ABSOLUTE, 0, value, test, 0, 0, 1};
    lib.xcb_sync_create_alarm(screen->connection, id,
                              XCB_SYNC_CA_COUNTER | XCB_SYNC_CA_VALUE_TYPE | XCB_SYNC_CA_VALUE | XCB_SYNC_CA_TEST_TYPE |
                                  XCB_SYNC_CA_DELTA | XCB_SYNC_CA_EVENTS,
                              values);
    return id;
}

int64_t focuskey_x11_watch_input(focuskey_x11 *screen, uint32_t milliseconds)
{
    const xcb_query_extension_reply_t *sync = lib.xcb_get_extension_data(screen->connection, lib.sync_extension);
    if (!sync || !sync->present) return -1;
    screen->first_sync_event = sync->first_event;
    free(lib.xcb_sync_initialize_reply(screen->connection, lib.xcb_sync_initialize(screen->connection, 3, 1), NULL));
    xcb_sync_counter_t counter = idle_counter(screen);
    if (!counter) return -1;
    screen->idle_alarm = set_alarm(screen, counter, milliseconds, XCB_SYNC_TESTTYPE_POSITIVE_TRANSITION);
    screen->back_alarm = set_alarm(screen, counter, milliseconds - 1, XCB_SYNC_TESTTYPE_NEGATIVE_TRANSITION);
    // Asked after the alarms are set: one with a positive transition never fires where the limit has passed already.
    xcb_screensaver_query_info_reply_t *info = lib.xcb_screensaver_query_info_reply(
        screen->connection, lib.xcb_screensaver_query_info(screen->connection, screen->root), NULL);
    int64_t passed = info ? info->ms_since_user_input : 0;
    free(info);
    lib.xcb_flush(screen->connection);
    return passed;
}

static int meaning(focuskey_x11 *screen, xcb_generic_event_t *event)
{
    uint8_t kind = event->response_type & 0x7f;
    if (kind == XCB_PROPERTY_NOTIFY) {
        xcb_property_notify_event_t *change = (xcb_property_notify_event_t *)event;
        int tells = change->atom == screen->active_window || change->atom == screen->manager_check;
        return tells ? FOCUSKEY_X11_FRONT : FOCUSKEY_X11_NOTHING;
    }
    if (!screen->first_sync_event || kind != screen->first_sync_event + XCB_SYNC_ALARM_NOTIFY)
        return FOCUSKEY_X11_NOTHING;
    uint32_t alarm = ((xcb_sync_alarm_notify_event_t *)event)->alarm;
    if (alarm == screen->idle_alarm) return FOCUSKEY_X11_IDLE;
    return alarm == screen->back_alarm ? FOCUSKEY_X11_BACK : FOCUSKEY_X11_NOTHING;
}

int focuskey_x11_next(focuskey_x11 *screen, focuskey_x11_front *front)
{
    xcb_generic_event_t *event;
    while ((event = lib.xcb_poll_for_event(screen->connection))) {
        int found = meaning(screen, event);
        free(event);
        if (found == FOCUSKEY_X11_FRONT) read_front(screen, front);
        if (found != FOCUSKEY_X11_NOTHING) return found;
    }
    return lib.xcb_connection_has_error(screen->connection) ? FOCUSKEY_X11_LOST : FOCUSKEY_X11_NOTHING;
}
