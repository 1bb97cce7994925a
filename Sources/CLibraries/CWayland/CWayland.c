#define _GNU_SOURCE
#include "CWayland.h"
#include "Library.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// A window, as far as the compositor has told of it.
struct window {
    struct window *next;
    focuskey_wayland *screen;
    struct wl_proxy *proxy;
    char name[256];
    int is_active;
    // What is told is put together until "done".
    int becomes_active;
};

struct focuskey_wayland {
    struct wl_display *display;
    struct wl_proxy *registry, *seat, *manager, *ext_idle, *kde_idle, *watch;
    uint32_t manager_name, manager_version, ext_name, kde_name, seat_name;
    struct window *windows;
    char front[256];
    int front_changed, is_idle, idle_changed;
};

static const struct wayland_library *lib;

// The state of a window that has the keyboard (zwlr_foreign_toplevel_handle_v1, "state").
enum { ACTIVATED = 2 };

static void settle_front(focuskey_wayland *screen)
{
    const char *name = "";
    for (struct window *each = screen->windows; each; each = each->next)
        if (each->is_active) name = each->name;
    if (strcmp(name, screen->front) == 0) return;
    strcpy(screen->front, name);
    screen->front_changed = 1;
}

static void on_title(void *data, struct wl_proxy *proxy, const char *title)
{
    // What is written on a window is nobody's business here.
    (void)data, (void)proxy, (void)title;
}

static void on_app_id(void *data, struct wl_proxy *proxy, const char *name)
{
    (void)proxy;
    struct window *window = data;
    strncpy(window->name, name, sizeof window->name - 1);
}

static void on_output(void *data, struct wl_proxy *proxy, struct wl_proxy *output)
{
    (void)data, (void)proxy, (void)output;
}

static void on_state(void *data, struct wl_proxy *proxy, struct wl_array *states)
{
    (void)proxy;
    struct window *window = data;
    window->becomes_active = 0;
    for (size_t place = 0; place + 4 <= states->size; place += 4) {
        uint32_t state;
        memcpy(&state, (char *)states->data + place, 4);
        if (state == ACTIVATED) window->becomes_active = 1;
    }
}

static void on_done(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    struct window *window = data;
    window->is_active = window->becomes_active;
    settle_front(window->screen);
}

static void on_closed(void *data, struct wl_proxy *proxy)
{
    struct window *window = data;
    focuskey_wayland *screen = window->screen;
    struct window **place = &screen->windows;
    while (*place && *place != window) place = &(*place)->next;
    if (*place) *place = window->next;
    lib->wl_proxy_marshal_flags(proxy, 7, NULL, lib->wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
    free(window);
    settle_front(screen);
}

static void (*const window_listener[])(void) = {
    (void (*)(void))on_title, (void (*)(void))on_app_id, (void (*)(void))on_output, (void (*)(void))on_output,
    (void (*)(void))on_state, (void (*)(void))on_done,   (void (*)(void))on_closed, (void (*)(void))on_output};

static void on_window(void *data, struct wl_proxy *proxy, struct wl_proxy *made)
{
    (void)proxy;
    focuskey_wayland *screen = data;
    struct window *window = calloc(1, sizeof *window);
    if (!window) return;
    window->screen = screen;
    window->proxy = made;
    window->next = screen->windows;
    screen->windows = window;
    lib->wl_proxy_add_listener(made, (void (**)(void))window_listener, window);
}

static void on_finished(void *data, struct wl_proxy *proxy) { (void)data, (void)proxy; }

static void (*const manager_listener[])(void) = {(void (*)(void))on_window, (void (*)(void))on_finished};

static void on_idle(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    focuskey_wayland *screen = data;
    screen->idle_changed = 1;
    screen->is_idle = 1;
}

static void on_back(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    focuskey_wayland *screen = data;
    screen->idle_changed = 1;
    screen->is_idle = 0;
}

static void (*const idle_listener[])(void) = {(void (*)(void))on_idle, (void (*)(void))on_back};

static void on_global(void *data, struct wl_proxy *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)registry;
    focuskey_wayland *screen = data;
    if (strcmp(interface, toplevel_manager_interface.name) == 0) {
        screen->manager_name = name;
        screen->manager_version = version < 3 ? version : 3;
    }
    if (strcmp(interface, ext_idle_notifier_interface.name) == 0) screen->ext_name = name;
    if (strcmp(interface, kde_idle_interface.name) == 0) screen->kde_name = name;
    // The first seat is the person's; computers with two are for two people.
    if (strcmp(interface, lib->seat->name) == 0 && !screen->seat_name) screen->seat_name = name;
}

static void on_global_remove(void *data, struct wl_proxy *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static void (*const registry_listener[])(void) = {(void (*)(void))on_global, (void (*)(void))on_global_remove};

focuskey_wayland *focuskey_wayland_open(const char *socket, int *why)
{
    lib = wayland_library();
    *why = FOCUSKEY_WAYLAND_NO_LIBRARY;
    if (!lib->is_whole) return NULL;
    *why = FOCUSKEY_WAYLAND_NO_COMPOSITOR;
    focuskey_wayland *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    screen->display = lib->wl_display_connect(socket);
    if (!screen->display) {
        free(screen);
        return NULL;
    }
    // wl_display.get_registry is its second request.
    screen->registry = lib->wl_proxy_marshal_flags((struct wl_proxy *)screen->display, 1, lib->registry, 1, 0, NULL);
    lib->wl_proxy_add_listener(screen->registry, (void (**)(void))registry_listener, screen);
    if (lib->wl_display_roundtrip(screen->display) < 0) {
        focuskey_wayland_close(screen);
        return NULL;
    }
    *why = 0;
    return screen;
}

void focuskey_wayland_close(focuskey_wayland *screen)
{
    struct window *window = screen->windows;
    while (window) {
        struct window *next = window->next;
        lib->wl_proxy_destroy(window->proxy);
        free(window);
        window = next;
    }
    struct wl_proxy *all[] = {screen->watch, screen->ext_idle, screen->kde_idle, screen->manager, screen->seat,
                              screen->registry};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++)
        if (all[index]) lib->wl_proxy_destroy(all[index]);
    lib->wl_display_disconnect(screen->display);
    free(screen);
}

int focuskey_wayland_offers(focuskey_wayland *screen)
{
    return (screen->manager_name ? FOCUSKEY_WAYLAND_TOPLEVELS : 0) | (screen->ext_name ? FOCUSKEY_WAYLAND_EXT_IDLE : 0)
           | (screen->kde_name ? FOCUSKEY_WAYLAND_KDE_IDLE : 0) | (screen->seat_name ? FOCUSKEY_WAYLAND_SEAT : 0);
}

int focuskey_wayland_descriptor(focuskey_wayland *screen) { return lib->wl_display_get_fd(screen->display); }

static struct wl_proxy *bind(focuskey_wayland *screen, uint32_t name, const struct wl_interface *interface, uint32_t version)
{
    // wl_registry.bind is its first request; a new id without a type travels as name, version and id.
    return lib->wl_proxy_marshal_flags(screen->registry, 0, interface, version, 0, name, interface->name, version, NULL);
}

void focuskey_wayland_watch_front(focuskey_wayland *screen)
{
    screen->manager = bind(screen, screen->manager_name, &toplevel_manager_interface, screen->manager_version);
    lib->wl_proxy_add_listener(screen->manager, (void (**)(void))manager_listener, screen);
    // Once for the windows, once for what is told of them.
    lib->wl_display_roundtrip(screen->display);
    lib->wl_display_roundtrip(screen->display);
    screen->front_changed = 1;
}

void focuskey_wayland_watch_input(focuskey_wayland *screen, uint32_t milliseconds)
{
    screen->seat = bind(screen, screen->seat_name, lib->seat, 1);
    if (screen->ext_name) {
        screen->ext_idle = bind(screen, screen->ext_name, &ext_idle_notifier_interface, 1);
        screen->watch = lib->wl_proxy_marshal_flags(
            screen->ext_idle, 1, &ext_idle_notification_interface, 1, 0, NULL, milliseconds, screen->seat);
    } else {
        screen->kde_idle = bind(screen, screen->kde_name, &kde_idle_interface, 1);
        screen->watch = lib->wl_proxy_marshal_flags(
            screen->kde_idle, 0, &kde_idle_timeout_interface, 1, 0, NULL, screen->seat, milliseconds);
    }
    lib->wl_proxy_add_listener(screen->watch, (void (**)(void))idle_listener, screen);
    lib->wl_display_roundtrip(screen->display);
}

int focuskey_wayland_read(focuskey_wayland *screen)
{
    while (lib->wl_display_prepare_read(screen->display) != 0)
        if (lib->wl_display_dispatch_pending(screen->display) < 0) return -1;
    if (lib->wl_display_flush(screen->display) < 0 && errno != EAGAIN) {
        // The compositor is gone; reading says so as well, and lets go of the intent to read.
        lib->wl_display_read_events(screen->display);
        return -1;
    }
    if (lib->wl_display_read_events(screen->display) < 0) return -1;
    return lib->wl_display_dispatch_pending(screen->display) < 0 ? -1 : 0;
}

int focuskey_wayland_next(focuskey_wayland *screen)
{
    if (screen->front_changed) {
        screen->front_changed = 0;
        return FOCUSKEY_WAYLAND_FRONT;
    }
    if (!screen->idle_changed) return FOCUSKEY_WAYLAND_NOTHING;
    screen->idle_changed = 0;
    return screen->is_idle ? FOCUSKEY_WAYLAND_IDLE : FOCUSKEY_WAYLAND_BACK;
}

const char *focuskey_wayland_front(focuskey_wayland *screen) { return screen->front; }
