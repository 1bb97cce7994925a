// libmosquitto, a client of MQTT that leaves waiting to its caller. Debian: libmosquitto-dev.
#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>

/// Whether the library is on this machine.
int focuskey_mosquitto_is_there(void);

/// Reads all that has come. The library reads one packet a call; with TLS further ones may have come along, of which
/// the socket tells nothing. Where `has_more` is set, there may be more than one call should take.
int focuskey_mosquitto_read(struct mosquitto *client, int *has_more);
