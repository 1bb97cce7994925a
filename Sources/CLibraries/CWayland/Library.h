// The functions of libwayland-client that are used, found when they are first needed.
#pragma once
#include <wayland-client-core.h>

#define FUNCTIONS(X)                                                                                                   \
    X(wl_display_connect) X(wl_display_disconnect) X(wl_display_get_fd) X(wl_display_roundtrip) X(wl_display_flush)    \
    X(wl_display_prepare_read) X(wl_display_read_events) X(wl_display_dispatch_pending) X(wl_proxy_marshal_flags)      \
    X(wl_proxy_add_listener) X(wl_proxy_destroy) X(wl_proxy_get_version)

#define FIELD(name) __typeof__(&name) name;
struct wayland_library {
    FUNCTIONS(FIELD)
    const struct wl_interface *registry, *seat;
    int is_whole;
};

/// The library; `is_whole` says whether it was found.
const struct wayland_library *wayland_library(void);

// The protocols, as far as they are spoken here (facts of wlr-protocols, wayland-protocols,
// cosmic-protocols and plasma-wayland).
extern const struct wl_interface toplevel_manager_interface;
extern const struct wl_interface toplevel_interface;
extern const struct wl_interface toplevel_list_interface;
extern const struct wl_interface cosmic_info_interface;
extern const struct wl_interface cosmic_handle_interface;
extern const struct wl_interface ext_idle_notifier_interface;
extern const struct wl_interface ext_idle_notification_interface;
extern const struct wl_interface kde_idle_interface;
extern const struct wl_interface kde_idle_timeout_interface;
