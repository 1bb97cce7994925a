// libevent: the one event loop. Debian: libevent-dev.
#pragma once
// First, because libevent's headers define _GNU_SOURCE on their way: fd_set would then be another type here than in
// Swift's Glibc.
#include <sys/types.h>

#include <event2/event.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
