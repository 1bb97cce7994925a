#define _GNU_SOURCE
#include "CNFC.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t stopping;
static _Atomic(nfc_device *) waiting;

static void stop(int signal) {
    (void)signal;
    int saved = errno;
    stopping = 1;
    nfc_device *device = atomic_load(&waiting);
    // For serial lines this closes one pipe and opens the next, for USB it sets a flag: both may be done in a signal
    // handler. It is lost where no command is running, which is why anyone who wants us to stop says so until we do.
    if (device)
        nfc_abort_command(device);
    errno = saved;
}

void focuskey_nfc_prepare(void) {
    close_range(3, ~0U, 0);
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    // libnfc writes each damaged frame to standard error; what a person is to know, the service says.
    setenv("LIBNFC_LOG_LEVEL", "0", 0);
    // A fall of libnfc is expected and told by the service; nobody needs Swift's report on it.
    static const int falls[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (size_t index = 0; index < sizeof falls / sizeof *falls; index++)
        signal(falls[index], SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

void focuskey_nfc_stop_ends(nfc_device *device) {
    atomic_store(&waiting, device);
}

bool focuskey_nfc_stopping(void) {
    return stopping != 0;
}
