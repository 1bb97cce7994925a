#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int focuskey_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int focuskey_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int focuskey_watch_with_mounts(int descriptor, int mounts) {
    int watch = epoll_create1(EPOLL_CLOEXEC);
    if (watch < 0) return -1;
    struct epoll_event reading = {.events = EPOLLIN, .data.fd = descriptor};
    // The file itself can always be read; a change is told as an exception.
    struct epoll_event changing = {.events = EPOLLPRI, .data.fd = mounts};
    if (epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &reading) != 0 ||
        (mounts >= 0 && epoll_ctl(watch, EPOLL_CTL_ADD, mounts, &changing) != 0)) {
        close(watch);
        return -1;
    }
    return watch;
}

int focuskey_watch_forget(int watch) {
    struct epoll_event news[2];
    return epoll_wait(watch, news, 2, 0);
}

int focuskey_boot_timer(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int focuskey_boot_timer_arm(int descriptor, int64_t milliseconds) {
    struct itimerspec when = {0};
    if (milliseconds >= 0) {
        when.it_value.tv_sec = milliseconds / 1000;
        when.it_value.tv_nsec = (milliseconds % 1000) * 1000000;
        // A time of zero would disarm it; what is due already is due in a nanosecond.
        if (when.it_value.tv_sec == 0 && when.it_value.tv_nsec == 0)
            when.it_value.tv_nsec = 1;
    }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &when, NULL);
}

int focuskey_wall_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (descriptor >= 0)
        focuskey_wall_watch_arm(descriptor);
    return descriptor;
}

int focuskey_wall_watch_arm(int descriptor) {
    // Far away: only the cancellation is of interest. A finite year keeps 32-bit kernels content.
    struct itimerspec when = {.it_value = {.tv_sec = 0x7fffffff}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL);
}

// clock_gettime(2), asked of the kernel itself: a library that somebody has loaded before the C library, which shows
// a clock of its own, would end a session of an hour at once. The wall clock anybody may set; nothing ends by it.
static void read_clock(clockid_t clock, struct timespec *now) {
#if defined(__x86_64__)
    long answer;
    __asm__ volatile("syscall" : "=a"(answer) : "a"((long)SYS_clock_gettime), "D"((long)clock), "S"(now)
                     : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clock_gettime;
    register long first __asm__("x0") = clock;
    register long second __asm__("x1") = (long)now;
    __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second) : "memory", "cc");
#else
    clock_gettime(clock, now);
#endif
}

static int64_t milliseconds(clockid_t clock) {
    struct timespec now = {0};
    if (clock == CLOCK_BOOTTIME)
        read_clock(clock, &now);
    else
        clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t focuskey_boot_milliseconds(void) {
    return milliseconds(CLOCK_BOOTTIME);
}

int64_t focuskey_wall_milliseconds(void) {
    return milliseconds(CLOCK_REALTIME);
}

// Opens a file of the kernel's own /proc. Whatever somebody put over it is another mount, and is refused.
static int open_of_proc(int proc, const char *path) {
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC, .resolve = RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, proc, path, &how, sizeof how);
}

// The namespace that a link such as /proc/self/ns/time names, or 0.
static uint64_t namespace_number(int proc, const char *path) {
    char name[64] = {0};
    unsigned long long number = 0;
    if (readlinkat(proc, path, name, sizeof name - 1) <= 0 || sscanf(name, "time:[%llu]", &number) != 1)
        return 0;
    return number;
}

static int boot_offset(int proc, int64_t *milliseconds) {
    // PROC_TIME_INIT_INO: the computer's own clocks.
    const uint64_t initial = 0xEFFFFFFA;
    int directory = open_of_proc(proc, "self/ns");
    if (directory < 0)
        return -1;
    uint64_t own = namespace_number(directory, "time");
    uint64_t children = namespace_number(directory, "time_for_children");
    int missing = own == 0 && faccessat(directory, "time", F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
    close(directory);
    // A kernel without time namespaces, or one in which this process was never moved.
    if (missing || own == initial)
        return 0;
    // The file tells the offsets of the children's namespace, which is this one from the next program on.
    if (own == 0 || own != children)
        return -1;
    int descriptor = open_of_proc(proc, "self/timens_offsets");
    if (descriptor < 0)
        return -1;
    char text[256] = {0};
    ssize_t length = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    long long seconds = 0, nanoseconds = 0;
    const char *line = length > 0 ? strstr(text, "boottime") : NULL;
    if (line == NULL || sscanf(line, "boottime %lld %lld", &seconds, &nanoseconds) != 2)
        return -1;
    *milliseconds = seconds * 1000 + nanoseconds / 1000000;
    return 0;
}

int focuskey_boot_offset(int64_t *milliseconds) {
    *milliseconds = 0;
    int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return -1;
    struct statfs system;
    int answer = -1;
    if (fstatfs(proc, &system) == 0 && system.f_type == PROC_SUPER_MAGIC)
        answer = boot_offset(proc, milliseconds);
    close(proc);
    return answer;
}

int focuskey_wall_is_synchronised(void) {
    struct timex state = {0};
    int answer = adjtimex(&state);
    return answer >= 0 && answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}

int focuskey_peer(int descriptor, uint32_t *user, int32_t *process) {
    struct ucred peer = {0};
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return -1;
    *user = peer.uid;
    *process = peer.pid;
    return 0;
}

int focuskey_random(void *buffer, size_t length) {
    return getentropy(buffer, length);
}

int focuskey_open(const char *path, int flags, uint32_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int focuskey_process(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int focuskey_process_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
}

int focuskey_process_borrow(int process, int descriptor) {
    return (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
}

int focuskey_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

int focuskey_sync_filesystem(int descriptor) {
    return syncfs(descriptor);
}

void focuskey_return_memory(void) {
    malloc_trim(0);
}

void focuskey_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

int focuskey_window_size(int descriptor, uint16_t *columns, uint16_t *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

void focuskey_notify(const char *path, const char *text) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path)
        return;
    memcpy(address.sun_path, path, length);
    // A name without a file begins with a zero (unix(7)), which systemd writes as @.
    if (path[0] == '@')
        address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return;
    sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(descriptor);
}

uint32_t focuskey_filesystem_kind(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}
