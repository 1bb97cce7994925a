#define _GNU_SOURCE
#include "CMosquitto.h"
#include "../LateLibrary.h"
#include <errno.h>

// It brings OpenSSL with it, and most people have no broker. So the first client opens it.
static struct late_library library = {.name = "libmosquitto.so.1"};

LATE(int, mosquitto_lib_init, (void), (), MOSQ_ERR_NOT_SUPPORTED)
LATE(struct mosquitto *, mosquitto_new, (const char *id, bool clean, void *context), (id, clean, context), NULL)
LATE_VOID(mosquitto_destroy, (struct mosquitto *m), (m))
LATE_VOID(mosquitto_user_data_set, (struct mosquitto *m, void *context), (m, context))
LATE(int, mosquitto_int_option, (struct mosquitto *m, enum mosq_opt_t option, int value), (m, option, value),
     MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_username_pw_set, (struct mosquitto *m, const char *user, const char *password),
     (m, user, password), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_will_set, (struct mosquitto *m, const char *topic, int count, const void *payload, int qos, bool retain),
     (m, topic, count, payload, qos, retain), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_tls_set,
     (struct mosquitto *m, const char *file, const char *folder, const char *certificate, const char *key,
      int (*password)(char *, int, int, void *)),
     (m, file, folder, certificate, key, password), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_tls_opts_set, (struct mosquitto *m, int checks, const char *version, const char *ciphers),
     (m, checks, version, ciphers), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_connect_bind_v5,
     (struct mosquitto *m, const char *host, int port, int keepalive, const char *from,
      const mosquitto_property *properties),
     (m, host, port, keepalive, from, properties), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_disconnect, (struct mosquitto *m), (m), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_publish,
     (struct mosquitto *m, int *id, const char *topic, int count, const void *payload, int qos, bool retain),
     (m, id, topic, count, payload, qos, retain), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_subscribe, (struct mosquitto *m, int *id, const char *pattern, int qos), (m, id, pattern, qos),
     MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_socket, (struct mosquitto *m), (m), -1)
LATE(int, mosquitto_loop_read, (struct mosquitto *m, int most), (m, most), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_loop_write, (struct mosquitto *m, int most), (m, most), MOSQ_ERR_NOT_SUPPORTED)
LATE(int, mosquitto_loop_misc, (struct mosquitto *m), (m), MOSQ_ERR_NOT_SUPPORTED)
LATE(bool, mosquitto_want_write, (struct mosquitto *m), (m), false)
LATE(const char *, mosquitto_strerror, (int code), (code), "libmosquitto cannot be loaded")
LATE(const char *, mosquitto_connack_string, (int code), (code), "refused")
LATE(const char *, mosquitto_reason_string, (int code), (code), "refused")
LATE(int, mosquitto_property_add_int32, (mosquitto_property **list, int name, uint32_t value), (list, name, value),
     MOSQ_ERR_NOT_SUPPORTED)
LATE_VOID(mosquitto_property_free_all, (mosquitto_property **list), (list))
LATE_VOID(mosquitto_connect_callback_set, (struct mosquitto *m, void (*call)(struct mosquitto *, void *, int)),
          (m, call))
LATE_VOID(mosquitto_publish_callback_set, (struct mosquitto *m, void (*call)(struct mosquitto *, void *, int)),
          (m, call))
LATE_VOID(mosquitto_message_callback_set,
          (struct mosquitto *m, void (*call)(struct mosquitto *, void *, const struct mosquitto_message *)), (m, call))
LATE_VOID(mosquitto_log_callback_set, (struct mosquitto *m, void (*call)(struct mosquitto *, void *, int, const char *)),
          (m, call))

int focuskey_mosquitto_is_there(void)
{
    return late_function(&library, "mosquitto_lib_init") != NULL;
}

int focuskey_mosquitto_read(struct mosquitto *client, int *has_more)
{
    *has_more = 0;
    // Not without an end: a broker that never pauses must not keep the caller from everything else.
    for (int turn = 0; turn < 256; turn++) {
        errno = 0;
        int code = mosquitto_loop_read(client, 1);
        if (code != MOSQ_ERR_SUCCESS || errno == EAGAIN || errno == EWOULDBLOCK || mosquitto_socket(client) < 0)
            return code;
    }
    *has_more = 1;
    return MOSQ_ERR_SUCCESS;
}
