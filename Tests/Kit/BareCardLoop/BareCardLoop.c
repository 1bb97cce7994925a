#define _GNU_SOURCE
#include "BareCardLoop.h"

#include <CPCSC.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct bare_loop {
    pthread_t thread;
    pthread_mutex_t mutex;
    SCARDCONTEXT context;
    char reader[128];
    uint8_t commands[256];
    uint32_t length;
    atomic_int stopping, over;
    struct bare_tap last;
};

int64_t bare_loop_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void read_card(struct bare_loop *loop) {
    SCARDCONTEXT context;
    SCARDHANDLE card;
    DWORD protocol;
    struct bare_tap tap = {.seen = bare_loop_now()};
    if (SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, &context) != SCARD_S_SUCCESS)
        return;
    if (SCardConnect(context, loop->reader, SCARD_SHARE_SHARED, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1, &card, &protocol) ==
        SCARD_S_SUCCESS) {
        SCardBeginTransaction(card);
        SCARD_IO_REQUEST header = {protocol, sizeof header};
        for (uint32_t at = 0; at < loop->length; at += 1 + loop->commands[at]) {
            uint8_t answer[300];
            DWORD count = sizeof answer;
            SCardTransmit(card, &header, loop->commands + at + 1, loop->commands[at], NULL, answer, &count);
        }
        tap.read = bare_loop_now();
        SCardEndTransaction(card, SCARD_LEAVE_CARD);
        SCardDisconnect(card, SCARD_LEAVE_CARD);
    }
    SCardReleaseContext(context);
    pthread_mutex_lock(&loop->mutex);
    tap.number = loop->last.number + 1;
    loop->last = tap;
    pthread_mutex_unlock(&loop->mutex);
}

static void *run(void *argument) {
    struct bare_loop *loop = argument;
    SCARD_READERSTATE state = {.szReader = loop->reader};
    int was_present = 0;
    while (!atomic_load(&loop->stopping)) {
        if (SCardGetStatusChange(loop->context, INFINITE, &state, 1) != SCARD_S_SUCCESS)
            continue;
        int is_present = (state.dwEventState & SCARD_STATE_PRESENT) != 0;
        if (is_present && !was_present)
            read_card(loop);
        was_present = is_present;
        state.dwCurrentState = state.dwEventState & ~(DWORD)(SCARD_STATE_CHANGED | SCARD_STATE_INUSE);
    }
    atomic_store(&loop->over, 1);
    return NULL;
}

struct bare_loop *bare_loop_start(const char *reader, const uint8_t *commands, uint32_t length) {
    struct bare_loop *loop = calloc(1, sizeof *loop);
    if (!loop || length > sizeof loop->commands || strlen(reader) >= sizeof loop->reader) {
        free(loop);
        return NULL;
    }
    strcpy(loop->reader, reader);
    memcpy(loop->commands, commands, length);
    loop->length = length;
    pthread_mutex_init(&loop->mutex, NULL);
    if (SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, &loop->context) != SCARD_S_SUCCESS ||
        pthread_create(&loop->thread, NULL, run, loop) != 0) {
        free(loop);
        return NULL;
    }
    return loop;
}

struct bare_tap bare_loop_last(struct bare_loop *loop) {
    pthread_mutex_lock(&loop->mutex);
    struct bare_tap last = loop->last;
    pthread_mutex_unlock(&loop->mutex);
    return last;
}

void bare_loop_stop(struct bare_loop *loop) {
    atomic_store(&loop->stopping, 1);
    while (!atomic_load(&loop->over)) {
        SCardCancel(loop->context);
        usleep(2000);
    }
    pthread_join(loop->thread, NULL);
    SCardReleaseContext(loop->context);
    pthread_mutex_destroy(&loop->mutex);
    free(loop);
}
