// What Linux offers and the Glibc module hides, because it needs _GNU_SOURCE or is a macro Swift cannot read.
// Debian: libc6-dev, linux-libc-dev.
#pragma once
#include <stdint.h>
#include <stddef.h>

/// An eventfd that closes on exec and never blocks; -1 and errno on failure.
int focuskey_eventfd(void);

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

/// Names the calling thread, for people who look at it with ps or gdb.
void focuskey_name_thread(const char *name);
