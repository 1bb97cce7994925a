// What Linux offers and the Glibc module hides, because it needs _GNU_SOURCE or is a macro Swift cannot read.
// Debian: libc6-dev, linux-libc-dev.
#pragma once
#include <stdint.h>
#include <sys/types.h>
#include <stddef.h>

/// An eventfd that closes on exec and never blocks; -1 and errno on failure.
int focuskey_eventfd(void);

/// A pipe whose ends close on exec from the start (pipe2(2)); -1 and errno on failure.
int focuskey_pipe(int ends[2]);

/// A descriptor that becomes readable when another one is, or when something was mounted or unmounted
/// (proc_pid_mountinfo(5)); `mounts` is that file, or -1. -1 and errno on failure.
int focuskey_watch_with_mounts(int descriptor, int mounts);
/// Takes the news away, so that the descriptor waits again. Gives of how many there was news.
int focuskey_watch_forget(int watch);

/// A timer descriptor on CLOCK_BOOTTIME, which counts through suspend; -1 and errno on failure.
int focuskey_boot_timer(void);
/// Arms the timer for an absolute time in milliseconds of CLOCK_BOOTTIME; a negative time disarms it.
int focuskey_boot_timer_arm(int descriptor, int64_t milliseconds);

/// A timer descriptor that becomes readable when the wall clock is set (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
int focuskey_wall_watch(void);
/// Arms the watch again after it was told; 0, or -1 and errno.
int focuskey_wall_watch_arm(int descriptor);

/// Milliseconds of CLOCK_BOOTTIME and of CLOCK_REALTIME.
int64_t focuskey_boot_milliseconds(void);
int64_t focuskey_wall_milliseconds(void);

/// How far CLOCK_BOOTTIME of this process is ahead of the computer's own, because it runs in a time namespace
/// (time_namespaces(7)); 0 and the milliseconds, or -1 where that cannot be known.
int focuskey_boot_offset(int64_t *milliseconds);
/// Whether the kernel takes the wall clock for synchronised (adjtimex(2)).
int focuskey_wall_is_synchronised(void);

/// The user and the process at the other end of a unix socket (unix(7), SO_PEERCRED); 0, or -1 and errno.
int focuskey_peer(int descriptor, uint32_t *user, int32_t *process);

/// Fills the buffer from the kernel's generator; 0, or -1 and errno.
int focuskey_random(void *buffer, size_t length);

/// open(2) with O_CLOEXEC and a mode, which Swift cannot call because it takes any number of arguments.
int focuskey_open(const char *path, int flags, uint32_t mode);

/// How many columns and rows a terminal has (tty_ioctl(4), TIOCGWINSZ); 0, or -1 and errno.
int focuskey_window_size(int descriptor, uint16_t *columns, uint16_t *rows);

/// Tells whoever listens at that address (sd_notify(3)); nobody waits for an answer.
void focuskey_notify(const char *address, const char *text);

/// A descriptor for a process, which no other process can take the place of (pidfd_open(2)): it closes on exec and can
/// be read once the process has ended; -1 and errno on failure.
int focuskey_process(int process);
/// Sends a signal to the process of such a descriptor; 0, or -1 and errno.
int focuskey_process_signal(int descriptor, int signal);

/// A descriptor of this process for what a descriptor of that process stands for (pidfd_getfd(2)): it closes on exec;
/// -1 and errno on failure.
int focuskey_process_borrow(int process, int descriptor);

/// A file without a name that lies in memory and closes on exec (memfd_create(2)); -1 and errno on failure.
int focuskey_memory_file(const char *name);

/// Brings all of a file system to the disk (syncfs(2)); 0, or -1 and errno.
int focuskey_sync_filesystem(int descriptor);

/// What kind of file system a folder is on, by the number of statfs(2); 0 where that cannot be told.
uint32_t focuskey_filesystem_kind(const char *path);

/// Names the calling thread, for people who look at it with ps or gdb.
void focuskey_name_thread(const char *name);

/// Gives memory that is free back to the system (malloc_trim(3)).
void focuskey_return_memory(void);

// What the privileged helper asks beyond that: netlink, exec permission events, other users' eyes, capabilities.

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
/// A connection to the socket at the path; waits for that long and no longer, and for ever at 0. -1 and errno on
/// failure.
int focuskey_connect(const char *path, int milliseconds);
/// Gives a unix socket its path; -1 and errno on failure.
int focuskey_bind(int descriptor, const char *path);
/// Whether the kernel would start a program for this process now, which it does not; EINVAL before Linux 6.14.
int focuskey_may_execute(const char *path);
/// A descriptor for the process that connected a unix socket, which no other process can take the place of
/// (SO_PEERPIDFD); kernels before 6.5 look the process up by its number. It closes on exec; -1 and errno on failure.
int focuskey_peer_process(int descriptor, int process);
/// Closes an inherited descriptor on exec.
int focuskey_close_on_exec(int descriptor);
