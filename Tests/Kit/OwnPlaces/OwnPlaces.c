#define _GNU_SOURCE
#include "OwnPlaces.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPEN_FOLDERS = 16 };

static struct {
    const char *name;
    const char *place;
    char *before;
} variables[] = {
    {"HOME", "", 0},
    {"XDG_CONFIG_HOME", "/.config", 0},
    {"XDG_STATE_HOME", "/.local/state", 0},
    {"XDG_DATA_HOME", "/.local/share", 0},
    {"XDG_CACHE_HOME", "/.cache", 0},
    {"XDG_RUNTIME_DIR", "/run", 0},
    // Nobody listens there.
    {"DBUS_SESSION_BUS_ADDRESS", 0, 0},
};
enum { COUNT = sizeof variables / sizeof *variables };

static char folder[] = "/tmp/focuskey-home-XXXXXX";
static pid_t owner;

const char *own_places(void) { return folder; }

const char *own_places_before(const char *name) {
    for (int at = 0; at < COUNT; at++)
        if (strcmp(variables[at].name, name) == 0) return variables[at].before;
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

static void leave(void) {
    // A child that was forked and ends is not the end.
    if (getpid() == owner) nftw(folder, remove_one, MOST_OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

// Before any test: what a test starts is at home here, however it starts it.
__attribute__((constructor)) static void move_in(void) {
    if (!mkdtemp(folder)) {
        fputs("no folder can be made under /tmp\n", stderr);
        abort();
    }
    owner = getpid();
    for (int at = 0; at < COUNT; at++) {
        const char *before = getenv(variables[at].name);
        variables[at].before = before ? strdup(before) : 0;
        char path[sizeof folder + 64];
        if (variables[at].place) {
            snprintf(path, sizeof path, "%s%s", folder, variables[at].place);
        } else {
            snprintf(path, sizeof path, "unix:path=%s/no-bus", folder);
        }
        setenv(variables[at].name, path, 1);
    }
    // The runtime folder has to be there, and nobody else's.
    char run[sizeof folder + 8];
    snprintf(run, sizeof run, "%s/run", folder);
    mkdir(run, 0700);
    atexit(leave);
}
