// Which window has the keyboard: by wlroots' protocol, or by COSMIC's beside the list that all compositors share.
#define _GNU_SOURCE
#include "Screen.h"
#include <stdlib.h>
#include <string.h>

// The state of a window that has the keyboard, the same number in both protocols.
enum { ACTIVATED = 2 };
// Requests, by their places.
enum { TOPLEVEL_DESTROY = 7, HANDLE_DESTROY = 0, INFO_GET_TOPLEVEL = 1 };

static void settle_front(focuskey_wayland *screen)
{
    const char *name = "";
    int is_new = 0;
    for (struct window *each = screen->windows; each; each = each->next) {
        if (each->is_active) name = each->name;
        if (each->deeds && !each->is_told) is_new = 1;
    }
    // A window that has just come may be the one: what it does was asked for and is told in a moment. wlroots tells
    // nothing of a window that never had the keyboard, so there nobody waits for it.
    if ((!*name && is_new) || strcmp(name, screen->front) == 0) return;
    strcpy(screen->front, name);
    screen->front_changed = 1;
}

static struct window *add(focuskey_wayland *screen, struct wl_proxy *proxy)
{
    struct window *window = calloc(1, sizeof *window);
    if (!window) return NULL;
    window->screen = screen;
    window->proxy = proxy;
    window->next = screen->windows;
    screen->windows = window;
    return window;
}

static void destroy(struct wl_proxy *proxy, uint32_t request)
{
    const struct wayland_library *lib = wayland_library();
    lib->wl_proxy_marshal_flags(proxy, request, NULL, lib->wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
}

static void forget(struct window *window)
{
    focuskey_wayland *screen = window->screen;
    struct window **place = &screen->windows;
    while (*place && *place != window) place = &(*place)->next;
    if (*place) *place = window->next;
    free(window);
    settle_front(screen);
}

void focuskey_wayland_close_windows(focuskey_wayland *screen)
{
    const struct wayland_library *lib = wayland_library();
    while (screen->windows) {
        struct window *window = screen->windows;
        screen->windows = window->next;
        if (window->deeds) lib->wl_proxy_destroy(window->deeds);
        lib->wl_proxy_destroy(window->proxy);
        free(window);
    }
}

static void on_text(void *data, struct wl_proxy *proxy, const char *text)
{
    // What is written on a window is nobody's business here.
    (void)data, (void)proxy, (void)text;
}

static void on_app_id(void *data, struct wl_proxy *proxy, const char *name)
{
    (void)proxy;
    struct window *window = data;
    strncpy(window->name, name, sizeof window->name - 1);
}

static void on_object(void *data, struct wl_proxy *proxy, struct wl_proxy *object)
{
    (void)data, (void)proxy, (void)object;
}

static void on_state(void *data, struct wl_proxy *proxy, struct wl_array *states)
{
    (void)proxy;
    struct window *window = data;
    window->is_told = 1;
    window->becomes_active = 0;
    for (size_t place = 0; place + 4 <= states->size; place += 4) {
        uint32_t state;
        memcpy(&state, (char *)states->data + place, 4);
        if (state == ACTIVATED) window->becomes_active = 1;
    }
}

static void on_finished(void *data, struct wl_proxy *proxy) { (void)data, (void)proxy; }

// MARK: wlroots

static void on_toplevel_done(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    struct window *window = data;
    window->is_active = window->becomes_active;
    settle_front(window->screen);
}

static void on_toplevel_closed(void *data, struct wl_proxy *proxy)
{
    destroy(proxy, TOPLEVEL_DESTROY);
    forget(data);
}

static void (*const toplevel_listener[])(void) = {
    (void (*)(void))on_text,   (void (*)(void))on_app_id,        (void (*)(void))on_object,          (void (*)(void))on_object,
    (void (*)(void))on_state,  (void (*)(void))on_toplevel_done, (void (*)(void))on_toplevel_closed, (void (*)(void))on_object};

static void on_toplevel(void *data, struct wl_proxy *proxy, struct wl_proxy *made)
{
    (void)proxy;
    struct window *window = add(data, made);
    if (window) wayland_library()->wl_proxy_add_listener(made, (void (**)(void))toplevel_listener, window);
}

static void (*const manager_listener[])(void) = {(void (*)(void))on_toplevel, (void (*)(void))on_finished};

// MARK: COSMIC

static void on_geometry(
    void *data, struct wl_proxy *proxy, struct wl_proxy *output, int32_t x, int32_t y, int32_t width, int32_t height)
{
    (void)data, (void)proxy, (void)output, (void)x, (void)y, (void)width, (void)height;
}

// Of the second version only output, workspace, state and geometry are told; the rest is said of the window itself.
static void (*const deeds_listener[])(void) = {
    (void (*)(void))on_finished, (void (*)(void))on_finished, (void (*)(void))on_text,   (void (*)(void))on_text,
    (void (*)(void))on_object,   (void (*)(void))on_object,   (void (*)(void))on_object, (void (*)(void))on_object,
    (void (*)(void))on_state,    (void (*)(void))on_geometry};

static void on_handle_closed(void *data, struct wl_proxy *proxy)
{
    struct window *window = data;
    if (window->deeds) destroy(window->deeds, HANDLE_DESTROY);
    destroy(proxy, HANDLE_DESTROY);
    forget(window);
}

static void on_handle_done(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    struct window *window = data;
    settle_front(window->screen);
}

static void (*const handle_listener[])(void) = {
    (void (*)(void))on_handle_closed, (void (*)(void))on_handle_done, (void (*)(void))on_text,
    (void (*)(void))on_app_id, (void (*)(void))on_text};

static void on_handle(void *data, struct wl_proxy *proxy, struct wl_proxy *made)
{
    (void)proxy;
    const struct wayland_library *lib = wayland_library();
    focuskey_wayland *screen = data;
    struct window *window = add(screen, made);
    if (!window) return;
    lib->wl_proxy_add_listener(made, (void (**)(void))handle_listener, window);
    window->deeds = lib->wl_proxy_marshal_flags(
        screen->info, INFO_GET_TOPLEVEL, &cosmic_handle_interface, lib->wl_proxy_get_version(screen->info), 0, NULL,
        made);
    if (window->deeds) lib->wl_proxy_add_listener(window->deeds, (void (**)(void))deeds_listener, window);
}

static void (*const list_listener[])(void) = {(void (*)(void))on_handle, (void (*)(void))on_finished};

// All windows at once: that one has the keyboard no more and that another has it are told as one.
static void on_info_done(void *data, struct wl_proxy *proxy)
{
    (void)proxy;
    focuskey_wayland *screen = data;
    for (struct window *each = screen->windows; each; each = each->next) each->is_active = each->becomes_active;
    settle_front(screen);
}

static void (*const info_listener[])(void) = {
    (void (*)(void))on_object, (void (*)(void))on_finished, (void (*)(void))on_info_done};

void focuskey_wayland_watch_front(focuskey_wayland *screen)
{
    const struct wayland_library *lib = wayland_library();
    if (screen->toplevels.name) {
        screen->manager = focuskey_wayland_bind(screen, screen->toplevels, &toplevel_manager_interface);
        lib->wl_proxy_add_listener(screen->manager, (void (**)(void))manager_listener, screen);
    } else {
        screen->info = focuskey_wayland_bind(screen, screen->cosmic, &cosmic_info_interface);
        lib->wl_proxy_add_listener(screen->info, (void (**)(void))info_listener, screen);
        screen->manager = focuskey_wayland_bind(screen, screen->list, &toplevel_list_interface);
        lib->wl_proxy_add_listener(screen->manager, (void (**)(void))list_listener, screen);
    }
    // Once for the windows, once for what is told of them.
    lib->wl_display_roundtrip(screen->display);
    lib->wl_display_roundtrip(screen->display);
    screen->front_changed = 1;
}
