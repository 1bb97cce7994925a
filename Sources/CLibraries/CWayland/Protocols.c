#define _GNU_SOURCE
#include "Library.h"
#include <dlfcn.h>
#include <pthread.h>

static struct wayland_library lib;

static void load(void)
{
    void *handle = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return;
    int missing = 0;
#define FIND(name) if (!(lib.name = (__typeof__(&name))dlsym(handle, #name))) missing = 1;
    FUNCTIONS(FIND)
    lib.registry = dlsym(handle, "wl_registry_interface");
    lib.seat = dlsym(handle, "wl_seat_interface");
    lib.is_whole = !missing && lib.registry && lib.seat;
}

const struct wayland_library *wayland_library(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &lib;
}

// Arguments without an interface that has to be known.
static const struct wl_interface *none[5];
static const struct wl_interface *new_toplevel[] = {&toplevel_interface};
static const struct wl_interface *new_ext_notification[] = {&ext_idle_notification_interface, NULL, NULL};
static const struct wl_interface *new_kde_timeout[] = {&kde_idle_timeout_interface, NULL, NULL};

static const struct wl_message manager_requests[] = {{"stop", "", none}};
static const struct wl_message manager_events[] = {{"toplevel", "n", new_toplevel}, {"finished", "", none}};
const struct wl_interface toplevel_manager_interface = {
    "zwlr_foreign_toplevel_manager_v1", 3, 1, manager_requests, 2, manager_events};

static const struct wl_message toplevel_requests[] = {
    {"set_maximized", "", none},  {"unset_maximized", "", none},    {"set_minimized", "", none},
    {"unset_minimized", "", none}, {"activate", "o", none},         {"close", "", none},
    {"set_rectangle", "oiiii", none}, {"destroy", "", none},        {"set_fullscreen", "2?o", none},
    {"unset_fullscreen", "2", none}};
static const struct wl_message toplevel_events[] = {
    {"title", "s", none}, {"app_id", "s", none}, {"output_enter", "o", none}, {"output_leave", "o", none},
    {"state", "a", none}, {"done", "", none},    {"closed", "", none},        {"parent", "3?o", none}};
const struct wl_interface toplevel_interface = {
    "zwlr_foreign_toplevel_handle_v1", 3, 10, toplevel_requests, 8, toplevel_events};

static const struct wl_interface handle_interface;
static const struct wl_interface *new_handle[] = {&handle_interface};
static const struct wl_interface *new_cosmic_handle[] = {&cosmic_handle_interface, &handle_interface};

static const struct wl_message list_requests[] = {{"stop", "", none}, {"destroy", "", none}};
static const struct wl_message list_events[] = {{"toplevel", "n", new_handle}, {"finished", "", none}};
const struct wl_interface toplevel_list_interface = {
    "ext_foreign_toplevel_list_v1", 1, 2, list_requests, 2, list_events};
static const struct wl_message handle_requests[] = {{"destroy", "", none}};
static const struct wl_message handle_events[] = {
    {"closed", "", none}, {"done", "", none}, {"title", "s", none}, {"app_id", "s", none}, {"identifier", "s", none}};
static const struct wl_interface handle_interface = {
    "ext_foreign_toplevel_handle_v1", 1, 1, handle_requests, 5, handle_events};

static const struct wl_message info_requests[] = {
    {"stop", "", none}, {"get_cosmic_toplevel", "2no", new_cosmic_handle}};
static const struct wl_message info_events[] = {
    {"toplevel", "n", new_cosmic_handle}, {"finished", "", none}, {"done", "2", none}};
const struct wl_interface cosmic_info_interface = {"zcosmic_toplevel_info_v1", 2, 2, info_requests, 3, info_events};
static const struct wl_message cosmic_handle_requests[] = {{"destroy", "", none}};
static const struct wl_message cosmic_handle_events[] = {
    {"closed", "", none},           {"done", "", none},           {"title", "s", none}, {"app_id", "s", none},
    {"output_enter", "o", none},    {"output_leave", "o", none},  {"workspace_enter", "o", none},
    {"workspace_leave", "o", none}, {"state", "a", none},         {"geometry", "2oiiii", none}};
const struct wl_interface cosmic_handle_interface = {
    "zcosmic_toplevel_handle_v1", 2, 1, cosmic_handle_requests, 10, cosmic_handle_events};

static const struct wl_message ext_notifier_requests[] = {
    {"destroy", "", none}, {"get_idle_notification", "nuo", new_ext_notification}};
const struct wl_interface ext_idle_notifier_interface = {
    "ext_idle_notifier_v1", 1, 2, ext_notifier_requests, 0, NULL};
static const struct wl_message notification_requests[] = {{"destroy", "", none}};
static const struct wl_message notification_events[] = {{"idled", "", none}, {"resumed", "", none}};
const struct wl_interface ext_idle_notification_interface = {
    "ext_idle_notification_v1", 1, 1, notification_requests, 2, notification_events};

static const struct wl_message kde_idle_requests[] = {{"get_idle_timeout", "nou", new_kde_timeout}};
const struct wl_interface kde_idle_interface = {"org_kde_kwin_idle", 1, 1, kde_idle_requests, 0, NULL};
static const struct wl_message kde_timeout_requests[] = {{"release", "", none}, {"simulate_user_activity", "", none}};
static const struct wl_message kde_timeout_events[] = {{"idle", "", none}, {"resumed", "", none}};
const struct wl_interface kde_idle_timeout_interface = {
    "org_kde_kwin_idle_timeout", 1, 2, kde_timeout_requests, 2, kde_timeout_events};
