// What Linux offers and the Glibc module hides, because it stands behind _GNU_SOURCE or in kernel headers.
// Debian: libc6-dev, linux-libc-dev.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
