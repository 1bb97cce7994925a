// Plugging readers in and out of an unmodified pcscd: what it asks of libudev, answered from a folder of the test.
//
// $FOCUSKEY_PLUGS is that folder. A file in it is a plugged device, named as sysfs would; its lines are vendor,
// product, node and the interface's name (may be empty). Word of a change comes as a datagram "add NAME" or "remove
// NAME" on the socket `word` there. The drivers that pcscd finds are those in the folder `drivers` there.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define DRIVERS "/usr/lib/pcsc/drivers"

struct udev { int unused; };

struct udev_device {
    char action[8], name[64];
    char vendor[8], product[8], node[108], interface[64];
};

struct udev_list_entry {
    struct udev_list_entry *next;
    char name[64];
};

struct udev_enumerate { struct udev_list_entry *first; };

struct udev_monitor { int descriptor; };

static struct udev only_udev;

/// pcscd looks for devices that are there and listens for new ones on two threads, and takes a device that both find
/// for two. So the socket gets its name, by which a test knows that it may plug something in, when the look is over.
static int is_listening, is_scanned;

static int in_plugs(char *path, size_t size, const char *name) {
    const char *folder = getenv("FOCUSKEY_PLUGS");
    return folder && (size_t)snprintf(path, size, "%s/%s", folder, name) < size;
}

static void publish(void) {
    char draft[256], name[256];
    if (is_listening && is_scanned && in_plugs(draft, sizeof draft, "word.new") && in_plugs(name, sizeof name, "word"))
        rename(draft, name);
}

static void read_line(FILE *file, char *line, int size) {
    line[0] = 0;
    if (fgets(line, size, file))
        line[strcspn(line, "\n")] = 0;
}

static struct udev_device *device(const char *action, const char *name) {
    struct udev_device *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    snprintf(made->action, sizeof made->action, "%s", action);
    snprintf(made->name, sizeof made->name, "%s", name);
    char path[256];
    FILE *file = in_plugs(path, sizeof path, name) ? fopen(path, "r") : NULL;
    if (file) {
        read_line(file, made->vendor, sizeof made->vendor);
        read_line(file, made->product, sizeof made->product);
        read_line(file, made->node, sizeof made->node);
        read_line(file, made->interface, sizeof made->interface);
        fclose(file);
    }
    return made;
}

struct udev *udev_new(void) { return &only_udev; }
struct udev *udev_unref(struct udev *udev) { (void)udev; return NULL; }

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void)udev;
    return calloc(1, sizeof(struct udev_enumerate));
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *list, const char *subsystem) {
    (void)list, (void)subsystem;
    return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *list) {
    char path[256];
    DIR *folder = in_plugs(path, sizeof path, ".") ? opendir(path) : NULL;
    if (!folder)
        return 0;
    for (struct dirent *file; (file = readdir(folder));) {
        if (strncmp(file->d_name, "usb-", 4) != 0)
            continue;
        struct udev_list_entry *entry = calloc(1, sizeof *entry);
        if (!entry)
            break;
        snprintf(entry->name, sizeof entry->name, "%.60s", file->d_name);
        entry->next = list->first;
        list->first = entry;
    }
    closedir(folder);
    return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *list) { return list->first; }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *list) {
    while (list->first) {
        struct udev_list_entry *next = list->first->next;
        free(list->first);
        list->first = next;
    }
    free(list);
    is_scanned = 1;
    publish();
    return NULL;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    (void)udev;
    return device("add", path);
}

struct udev_device *udev_device_unref(struct udev_device *device) {
    free(device);
    return NULL;
}

struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *device, const char *subsystem, const char *kind) {
    (void)subsystem, (void)kind;
    return device;
}

const char *udev_device_get_action(struct udev_device *device) { return device->action; }
const char *udev_device_get_devnode(struct udev_device *device) { return device->node[0] ? device->node : NULL; }
const char *udev_device_get_sysname(struct udev_device *device) { return device->name; }

const char *udev_device_get_sysattr_value(struct udev_device *device, const char *attribute) {
    if (strcmp(attribute, "idVendor") == 0)
        return device->vendor;
    if (strcmp(attribute, "idProduct") == 0)
        return device->product;
    if (strcmp(attribute, "interface") == 0 && device->interface[0])
        return device->interface;
    return NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)udev, (void)name;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct udev_monitor *monitor = calloc(1, sizeof *monitor);
    if (!monitor || !in_plugs(address.sun_path, sizeof address.sun_path, "word.new"))
        return NULL;
    unlink(address.sun_path);
    monitor->descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(monitor->descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        return NULL;
    is_listening = 1;
    publish();
    return monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(
    struct udev_monitor *monitor, const char *subsystem, const char *kind) {
    (void)monitor, (void)subsystem, (void)kind;
    return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
    (void)monitor;
    return 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->descriptor; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    char word[80];
    ssize_t count = recv(monitor->descriptor, word, sizeof word - 1, 0);
    if (count <= 0)
        return NULL;
    word[count] = 0;
    char *space = strchr(word, ' ');
    if (!space)
        return NULL;
    *space = 0;
    return device(word, space + 1);
}

/// The test's own folder instead of the installed drivers, where the test has such a thing.
static const char *redirected(const char *path, char *buffer, size_t size) {
    char own[256];
    if (!path || strncmp(path, DRIVERS, strlen(DRIVERS)) != 0 || !in_plugs(own, sizeof own, "drivers"))
        return path;
    if ((size_t)snprintf(buffer, size, "%s%s", own, path + strlen(DRIVERS)) >= size)
        return path;
    return access(buffer, F_OK) == 0 ? buffer : path;
}

static void *following(const char *name) { return dlsym(RTLD_NEXT, name); }

DIR *opendir(const char *path) {
    char buffer[512];
    DIR *(*next)(const char *) = following("opendir");
    return next(redirected(path, buffer, sizeof buffer));
}

FILE *fopen(const char *path, const char *mode) {
    char buffer[512];
    FILE *(*next)(const char *, const char *) = following("fopen");
    return next(redirected(path, buffer, sizeof buffer), mode);
}

void *dlopen(const char *path, int flags) {
    char buffer[512];
    void *(*next)(const char *, int) = following("dlopen");
    return next(redirected(path, buffer, sizeof buffer), flags);
}
