#define _GNU_SOURCE
#include "CSystemd.h"
#include "../LateLibrary.h"
#include <errno.h>

// libsystemd brings six libraries with it, and to load them takes longer than all else that most commands do. So the
// first call opens it. Where it cannot be had, every call fails as one to a bus that is not there.
static struct late_library library = {.name = "libsystemd.so.0"};

LATE(int, sd_bus_add_match_async,
     (sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler_t callback,
      sd_bus_message_handler_t install_callback, void *userdata),
     (bus, slot, match, callback, install_callback, userdata), -ENOSYS)
LATE(int, sd_bus_add_object,
     (sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_message_handler_t callback, void *userdata),
     (bus, slot, path, callback, userdata), -ENOSYS)
LATE(int, sd_bus_get_unique_name, (sd_bus *bus, const char **unique), (bus, unique), -ENOSYS)
LATE(const char *, sd_bus_message_get_member, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **m), (call, m), -ENOSYS)
LATE(int, sd_bus_send, (sd_bus *bus, sd_bus_message *m, uint64_t *cookie), (bus, m, cookie), -ENOSYS)
LATE(int, sd_bus_call_async,
     (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *m, sd_bus_message_handler_t callback, void *userdata,
      uint64_t usec),
     (bus, slot, m, callback, userdata, usec), -ENOSYS)
LATE(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus), NULL)
LATE(int, sd_bus_get_events, (sd_bus *bus), (bus), -ENOSYS)
LATE(int, sd_bus_get_fd, (sd_bus *bus), (bus), -ENOSYS)
LATE(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *timeout_usec), (bus, timeout_usec), -ENOSYS)
LATE(int, sd_bus_message_append_basic, (sd_bus_message *m, char type, const void *p), (m, type, p), -ENOSYS)
LATE(int, sd_bus_message_append_array, (sd_bus_message *m, char type, const void *start, size_t count),
     (m, type, start, count), -ENOSYS)
LATE(const char *, sd_bus_message_get_interface, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_new_signal,
     (sd_bus *bus, sd_bus_message **m, const char *path, const char *interface, const char *member),
     (bus, m, path, interface, member), -ENOSYS)
LATE(int, sd_bus_message_close_container, (sd_bus_message *m), (m), -ENOSYS)
LATE(int, sd_bus_message_enter_container,
     (sd_bus_message *m, char type, const char *contents),
     (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_exit_container, (sd_bus_message *m), (m), -ENOSYS)
LATE(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *m), (m), NULL)
LATE(const char *, sd_bus_message_get_path, (sd_bus_message *m), (m), NULL)
LATE(const char *, sd_bus_message_get_sender, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_is_method_error, (sd_bus_message *m, const char *name), (m, name), -ENOSYS)
LATE(int, sd_bus_message_new_method_call,
     (sd_bus *bus, sd_bus_message **m, const char *destination, const char *path, const char *interface,
      const char *member),
     (bus, m, destination, path, interface, member), -ENOSYS)
LATE(int, sd_bus_message_open_container,
     (sd_bus_message *m, char type, const char *contents),
     (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_peek_type,
     (sd_bus_message *m, char *type, const char **contents),
     (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_read_basic, (sd_bus_message *m, char type, void *p), (m, type, p), -ENOSYS)
LATE(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_rewind, (sd_bus_message *m, int complete), (m, complete), -ENOSYS)
LATE(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_new, (sd_bus **ret), (ret), -ENOSYS)
LATE(int, sd_bus_open_user, (sd_bus **ret), (ret), -ENOSYS)
LATE(int, sd_bus_process, (sd_bus *bus, sd_bus_message **r), (bus, r), -ENOSYS)
LATE(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address), -ENOSYS)
LATE(int, sd_bus_set_bus_client, (sd_bus *bus, int b), (bus, b), -ENOSYS)
LATE(int, sd_bus_start, (sd_bus *bus), (bus), -ENOSYS)
LATE(sd_bus *, sd_bus_unref, (sd_bus *bus), (bus), NULL)
