#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

int focuskey_netlink(int protocol, uint32_t *port) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
    if (descriptor < 0)
        return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    socklen_t length = sizeof address;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    *port = address.nl_pid;
    return descriptor;
}

int focuskey_netlink_join(int descriptor, int group) {
    return setsockopt(descriptor, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof group);
}

void focuskey_netlink_tune(int descriptor, int milliseconds, int octets) {
    struct timeval wait = {.tv_sec = milliseconds / 1000, .tv_usec = (milliseconds % 1000) * 1000};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &octets, sizeof octets);
    // A burst of packets must not make the queue deaf (netlink(7), ENOBUFS).
    int one = 1;
    setsockopt(descriptor, SOL_NETLINK, NETLINK_NO_ENOBUFS, &one, sizeof one);
}

int focuskey_exec_group(void) {
    return fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_UNLIMITED_QUEUE, O_RDONLY | O_CLOEXEC | O_LARGEFILE);
}

int focuskey_exec_mark(int group, int add, int directory, const char *path) {
    uint64_t mask = FAN_OPEN_EXEC_PERM | (directory ? FAN_EVENT_ON_CHILD : 0);
    return fanotify_mark(group, (add ? FAN_MARK_ADD : FAN_MARK_REMOVE) | (directory ? FAN_MARK_ONLYDIR : 0), mask,
                         AT_FDCWD, path);
}

int focuskey_may_execute(const char *path) {
    // AT_EXECVE_CHECK of <linux/fcntl.h>: execveat(2) does all but start the program.
    const int check = 0x10000;
    char *const words[] = {(char *)path, NULL};
    char *const surroundings[] = {NULL};
    return (int)syscall(SYS_execveat, AT_FDCWD, path, words, surroundings, check);
}

uint64_t focuskey_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {0};
    if (syscall(SYS_capget, &header, data) != 0)
        return 0;
    return (uint64_t)data[1].effective << 32 | data[0].effective;
}

int focuskey_keep_capabilities(uint64_t mask) {
    mask &= focuskey_capabilities();
    for (int capability = 0; capability < 64; capability++) {
        // The bounding set may be dropped from only with CAP_SETPCAP; what systemd dropped already is gone anyway.
        if (!(mask >> capability & 1) && prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1)
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {
        {.effective = (uint32_t)mask, .permitted = (uint32_t)mask},
        {.effective = (uint32_t)(mask >> 32), .permitted = (uint32_t)(mask >> 32)},
    };
    return (int)syscall(SYS_capset, &header, data);
}

uint64_t focuskey_capability_net_admin(void) { return 1ull << CAP_NET_ADMIN; }
uint64_t focuskey_capability_sys_admin(void) { return 1ull << CAP_SYS_ADMIN; }
uint64_t focuskey_capability_dac_read_search(void) { return 1ull << CAP_DAC_READ_SEARCH; }

static int address_of(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

static int closing(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

int focuskey_connect(const char *path, int milliseconds) {
    struct sockaddr_un address;
    if (address_of(path, &address) != 0)
        return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    // Who listens and is stopped lets a number wait and no more; the next one would wait in here for as long as that
    // lasts.
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}, none = {0};
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        return closing(descriptor);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
    return descriptor;
}

int focuskey_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    return address_of(path, &address) != 0 ? -1 : bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

int focuskey_listen(const char *path) {
    // A living one is left alone; a dead one's file is in the way.
    int other = focuskey_connect(path, 2000);
    if (other >= 0 || errno == EAGAIN) {
        if (other >= 0)
            close(other);
        errno = EADDRINUSE;
        return -1;
    }
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode))
        unlink(path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    if (focuskey_bind(descriptor, path) != 0 || chmod(path, 0666) != 0 ||
        listen(descriptor, 128) != 0)
        return closing(descriptor);
    return descriptor;
}

int focuskey_accept(int descriptor) {
    return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int focuskey_peer_process(int descriptor, int process) {
    // SO_PEERPIDFD, which older headers do not name.
    int found = -1;
    socklen_t length = sizeof found;
    if (getsockopt(descriptor, SOL_SOCKET, 77, &found, &length) == 0)
        return found;
    if (errno != ENOPROTOOPT)
        return -1;
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int focuskey_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}
