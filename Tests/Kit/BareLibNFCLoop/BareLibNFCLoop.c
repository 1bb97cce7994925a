#define _GNU_SOURCE
#include "BareLibNFCLoop.h"

#include <CNFC.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct bare_nfc_loop {
    pthread_t thread;
    pthread_mutex_t mutex;
    nfc_context *context;
    nfc_device *device;
    uint8_t commands[512];
    uint32_t length;
    atomic_bool stopping, over;
    struct bare_nfc_tap last;
};

int64_t bare_nfc_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void serve(struct bare_nfc_loop *loop) {
    struct bare_nfc_tap tap = {.seen = bare_nfc_now()};
    for (uint32_t at = 0; at + 2 <= loop->length; at += 2 + loop->commands[at]) {
        uint8_t answer[264];
        nfc_device_set_property_bool(loop->device, NP_EASY_FRAMING, loop->commands[at + 1] != 0);
        nfc_initiator_transceive_bytes(loop->device, loop->commands + at + 2, loop->commands[at], answer, sizeof answer, 500);
    }
    nfc_device_set_property_bool(loop->device, NP_EASY_FRAMING, true);
    tap.read = bare_nfc_now();
    pthread_mutex_lock(&loop->mutex);
    tap.number = loop->last.number + 1;
    loop->last = tap;
    pthread_mutex_unlock(&loop->mutex);
    while (!atomic_load(&loop->stopping) && nfc_initiator_target_is_present(loop->device, NULL) == 0)
        usleep(50000);
}

static void *run(void *argument) {
    struct bare_nfc_loop *loop = argument;
    const nfc_modulation modulation = {.nmt = NMT_ISO14443A, .nbr = NBR_106};
    nfc_device_set_property_bool(loop->device, NP_INFINITE_SELECT, true);
    while (!atomic_load(&loop->stopping)) {
        nfc_target target;
        if (nfc_initiator_select_passive_target(loop->device, modulation, NULL, 0, &target) > 0)
            serve(loop);
    }
    atomic_store(&loop->over, true);
    return NULL;
}

struct bare_nfc_loop *bare_nfc_start(const char *connection, const uint8_t *commands, uint32_t length) {
    struct bare_nfc_loop *loop = calloc(1, sizeof *loop);
    if (!loop || length > sizeof loop->commands)
        return NULL;
    memcpy(loop->commands, commands, length);
    loop->length = length;
    pthread_mutex_init(&loop->mutex, NULL);
    nfc_init(&loop->context);
    loop->device = loop->context ? nfc_open(loop->context, connection) : NULL;
    if (!loop->device || nfc_initiator_init(loop->device) < 0 || pthread_create(&loop->thread, NULL, run, loop) != 0) {
        if (loop->device)
            nfc_close(loop->device);
        if (loop->context)
            nfc_exit(loop->context);
        free(loop);
        return NULL;
    }
    return loop;
}

struct bare_nfc_tap bare_nfc_last(struct bare_nfc_loop *loop) {
    pthread_mutex_lock(&loop->mutex);
    struct bare_nfc_tap last = loop->last;
    pthread_mutex_unlock(&loop->mutex);
    return last;
}

void bare_nfc_stop(struct bare_nfc_loop *loop) {
    atomic_store(&loop->stopping, true);
    while (!atomic_load(&loop->over)) {
        nfc_abort_command(loop->device);
        usleep(5000);
    }
    pthread_join(loop->thread, NULL);
    nfc_close(loop->device);
    nfc_exit(loop->context);
    pthread_mutex_destroy(&loop->mutex);
    free(loop);
}
