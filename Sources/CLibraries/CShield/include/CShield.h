// What the privileged helper asks of Linux beyond the room CLinux: netlink, exec permission events, other users' eyes,
// capabilities. Debian: libc6-dev, linux-libc-dev.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A netlink socket of the protocol, bound to a port of its own, that closes on exec; -1 and errno on failure.
int focuskey_netlink(int protocol, uint32_t *port);
/// Joins a multicast group of the socket's protocol; 0, or -1 and errno.
int focuskey_netlink_join(int descriptor, int group);
/// Lets the socket wait at most so long for an answer, and gives it room for bursts.
void focuskey_netlink_tune(int descriptor, int milliseconds, int octets);

/// A group for exec permission events that closes on exec (fanotify_init(2)); -1 and errno on failure.
int focuskey_exec_group(void);
/// Marks a file, or a directory for the files right inside it, or takes the mark away; 0, or -1 and errno.
int focuskey_exec_mark(int group, int add, int directory, const char *path);

/// Keeps only the capabilities of the mask, for good, and forbids to gain any by an exec; 0, or -1 and errno.
int focuskey_keep_capabilities(uint64_t mask);
/// The capabilities in force now (capget(2)).
uint64_t focuskey_capabilities(void);
/// Numbers of capabilities, as bits of the masks above.
uint64_t focuskey_capability_net_admin(void);
uint64_t focuskey_capability_sys_admin(void);
uint64_t focuskey_capability_dac_read_search(void);

/// A unix stream socket that listens at the path, reachable for everybody, replacing a dead one; -1 and errno on
/// failure.
int focuskey_listen(const char *path);
/// The next connection, closing on exec and never blocking; -1 and errno on failure.
int focuskey_accept(int descriptor);
/// A connection to the socket at the path; -1 and errno on failure.
int focuskey_connect(const char *path);
/// The same, waiting for that long and no longer.
int focuskey_connect_within(const char *path, int milliseconds);
/// Whether the kernel would start a program for this process now, which it does not; EINVAL before Linux 6.14.
int focuskey_may_execute(const char *path);
/// A descriptor for the process that connected a unix socket, which no other process can take the place of
/// (SO_PEERPIDFD); kernels before 6.5 look the process up by its number. It closes on exec; -1 and errno on failure.
int focuskey_peer_process(int descriptor, int process);
/// Closes an inherited descriptor on exec.
int focuskey_close_on_exec(int descriptor);
