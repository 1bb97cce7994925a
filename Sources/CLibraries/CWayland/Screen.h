// What is known of a compositor, for the files of this target.
#pragma once
#include "CWayland.h"
#include "Library.h"

// A window, as far as the compositor has told of it.
struct window {
    struct window *next;
    focuskey_wayland *screen;
    struct wl_proxy *proxy;
    // COSMIC tells what a window does in a second object.
    struct wl_proxy *deeds;
    char name[256];
    int is_active;
    // Whether it was told at all what it does.
    int is_told;
    // What is told is put together until "done".
    int becomes_active;
};

// A global of the compositor: its number there and the version that it speaks; 0 where it is not offered.
struct offer {
    uint32_t name, version;
};

struct focuskey_wayland {
    struct wl_display *display;
    struct wl_proxy *registry, *seat, *manager, *info, *ext_idle, *kde_idle, *watch;
    struct offer toplevels, list, cosmic, ext, kde, person;
    struct window *windows;
    char front[256];
    int front_changed, is_idle, idle_changed;
};

struct wl_proxy *focuskey_wayland_bind(
    focuskey_wayland *screen, struct offer offer, const struct wl_interface *interface);
void focuskey_wayland_close_windows(focuskey_wayland *screen);
