#include "FaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

struct file {
    sqlite3_file base;
    // Its name, which SQLite keeps for as long as it is open; NULL for one without.
    const char *path;
    // After this comes the system's file.
};

static struct {
    pthread_mutex_t lock;
    char folder[512];
    enum faulty_call call;
    int number, lasts, full, seen;
} plan = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sqlite3_vfs layer;
static sqlite3_vfs *system_vfs;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((struct file *)file + 1); }

static int fails(const char *path, enum faulty_call call) {
    pthread_mutex_lock(&plan.lock);
    int failing = 0;
    if (!path || !plan.folder[0] || strncmp(path, plan.folder, strlen(plan.folder)) != 0) {
        failing = 0;
    } else if (plan.call == FAULTY_DEATH) {
        plan.seen += call == FAULTY_SYNC;
        failing = plan.seen >= plan.number && call != FAULTY_OPEN;
    } else if (plan.call == call) {
        plan.seen++;
        failing = plan.seen == plan.number || (plan.lasts && plan.seen > plan.number);
    }
    pthread_mutex_unlock(&plan.lock);
    return failing;
}

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
static int file_read(sqlite3_file *file, void *octets, int count, sqlite3_int64 at) {
    return real(file)->pMethods->xRead(real(file), octets, count, at);
}
static int file_write(sqlite3_file *file, const void *octets, int count, sqlite3_int64 at) {
    if (fails(((struct file *)file)->path, FAULTY_WRITE)) {
        // Half of it is there, as after a call that was broken off.
        if (!plan.full) real(file)->pMethods->xWrite(real(file), octets, count / 2, at);
        return plan.full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return real(file)->pMethods->xWrite(real(file), octets, count, at);
}
static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (fails(((struct file *)file)->path, FAULTY_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
    return real(file)->pMethods->xTruncate(real(file), size);
}
static int file_sync(sqlite3_file *file, int flags) {
    if (fails(((struct file *)file)->path, FAULTY_SYNC)) return SQLITE_IOERR_FSYNC;
    return real(file)->pMethods->xSync(real(file), flags);
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int file_lock(sqlite3_file *file, int lock) { return real(file)->pMethods->xLock(real(file), lock); }
static int file_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }
static int file_reserved(sqlite3_file *file, int *is) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is);
}
static int file_control(sqlite3_file *file, int wish, void *value) {
    return real(file)->pMethods->xFileControl(real(file), wish, value);
}
static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int file_device(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
static int shared_map(sqlite3_file *file, int region, int size, int extend, void volatile **place) {
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, place);
}
static int shared_lock(sqlite3_file *file, int at, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), at, count, flags);
}
static void shared_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int shared_unmap(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = shared_map,
    .xShmLock = shared_lock,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = shared_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *given) {
    (void)vfs;
    struct file *ours = (struct file *)file;
    ours->base.pMethods = 0;
    ours->path = path;
    if (fails(path, FAULTY_OPEN)) return plan.full ? SQLITE_FULL : SQLITE_CANTOPEN;
    int code = system_vfs->xOpen(system_vfs, path, real(file), flags, given);
    if (real(file)->pMethods) ours->base.pMethods = &methods;
    return code;
}

int faulty_disk_install(void) {
    pthread_mutex_lock(&plan.lock);
    int code = SQLITE_OK;
    if (!system_vfs) {
        system_vfs = sqlite3_vfs_find(0);
        layer = *system_vfs;
        layer.pNext = 0;
        layer.zName = "faulty";
        layer.szOsFile += (int)sizeof(struct file);
        layer.xOpen = open_file;
        code = sqlite3_vfs_register(&layer, 1);
    }
    pthread_mutex_unlock(&plan.lock);
    return code;
}

void faulty_disk_arm(const char *folder, enum faulty_call call, int number, int lasts, int full) {
    pthread_mutex_lock(&plan.lock);
    strncpy(plan.folder, folder, sizeof plan.folder - 1);
    plan.call = call;
    plan.number = number;
    plan.lasts = lasts;
    plan.full = full;
    plan.seen = 0;
    pthread_mutex_unlock(&plan.lock);
}

int faulty_disk_disarm(void) {
    pthread_mutex_lock(&plan.lock);
    plan.folder[0] = 0;
    int seen = plan.seen;
    pthread_mutex_unlock(&plan.lock);
    return seen;
}
