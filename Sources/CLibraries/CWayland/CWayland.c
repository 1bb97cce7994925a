#define _GNU_SOURCE
#include "Screen.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct wayland_library *lib;

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
    const struct {
        const char *interface;
        struct offer *offer;
    } known[] = {
        {toplevel_manager_interface.name, &screen->toplevels}, {toplevel_list_interface.name, &screen->list},
        {cosmic_info_interface.name, &screen->cosmic},         {ext_idle_notifier_interface.name, &screen->ext},
        {kde_idle_interface.name, &screen->kde},               {lib->seat->name, &screen->person}};
    for (size_t index = 0; index < sizeof known / sizeof *known; index++)
        // The first seat is the person's; computers with two are for two people.
        if (strcmp(interface, known[index].interface) == 0 && !known[index].offer->name)
            *known[index].offer = (struct offer){name, version};
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
    focuskey_wayland_close_windows(screen);
    struct wl_proxy *all[] = {screen->watch, screen->ext_idle, screen->kde_idle, screen->manager, screen->info,
                              screen->seat, screen->registry};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++)
        if (all[index]) lib->wl_proxy_destroy(all[index]);
    lib->wl_display_disconnect(screen->display);
    free(screen);
}

int focuskey_wayland_offers(focuskey_wayland *screen)
{
    // The first version of COSMIC's protocol has a list of its own, which is not read here.
    int is_cosmic = screen->list.name && screen->cosmic.version >= 2;
    return (screen->toplevels.name ? FOCUSKEY_WAYLAND_TOPLEVELS : 0) | (is_cosmic ? FOCUSKEY_WAYLAND_COSMIC : 0)
           | (screen->ext.name ? FOCUSKEY_WAYLAND_EXT_IDLE : 0) | (screen->kde.name ? FOCUSKEY_WAYLAND_KDE_IDLE : 0)
           | (screen->person.name ? FOCUSKEY_WAYLAND_SEAT : 0);
}

int focuskey_wayland_descriptor(focuskey_wayland *screen) { return lib->wl_display_get_fd(screen->display); }

struct wl_proxy *focuskey_wayland_bind(
    focuskey_wayland *screen, struct offer offer, const struct wl_interface *interface)
{
    // In the version that both speak.
    uint32_t version = offer.version < (uint32_t)interface->version ? offer.version : (uint32_t)interface->version;
    // wl_registry.bind is its first request; a new id without a type travels as name, version and id.
    return lib->wl_proxy_marshal_flags(
        screen->registry, 0, interface, version, 0, offer.name, interface->name, version, NULL);
}

void focuskey_wayland_watch_input(focuskey_wayland *screen, uint32_t milliseconds)
{
    // Nothing is asked of the seat: its first version will do.
    screen->seat = focuskey_wayland_bind(screen, (struct offer){screen->person.name, 1}, lib->seat);
    if (screen->ext.name) {
        screen->ext_idle = focuskey_wayland_bind(screen, screen->ext, &ext_idle_notifier_interface);
        screen->watch = lib->wl_proxy_marshal_flags(
            screen->ext_idle, 1, &ext_idle_notification_interface, 1, 0, NULL, milliseconds, screen->seat);
    } else {
        screen->kde_idle = focuskey_wayland_bind(screen, screen->kde, &kde_idle_interface);
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
    if (lib->wl_display_dispatch_pending(screen->display) < 0) return -1;
    // A new window of COSMIC's is asked about while it is told of; nobody else sends that question.
    lib->wl_display_flush(screen->display);
    return 0;
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
