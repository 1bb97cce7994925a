#define _GNU_SOURCE
#include "OwnPlaces.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
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

static char folder[64];
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

// A process that is killed, or ends without a word to its library, leaves its folder.
static void tidy_up(void) {
    DIR *all = opendir("/tmp");
    if (!all) return;
    for (struct dirent *one; (one = readdir(all));) {
        int process = 0, length = 0;
        if (sscanf(one->d_name, "focuskey-home-%d-%n", &process, &length) != 1 || !length) continue;
        if (kill(process, 0) == 0 || errno != ESRCH) continue;
        char path[sizeof "/tmp/" + sizeof one->d_name];
        snprintf(path, sizeof path, "/tmp/%s", one->d_name);
        nftw(path, remove_one, MOST_OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    }
    closedir(all);
}

// Before any test: what a test starts is at home here, however it starts it.
__attribute__((constructor)) static void move_in(void) {
    tidy_up();
    snprintf(folder, sizeof folder, "/tmp/focuskey-home-%d-XXXXXX", (int)getpid());
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
