// A smart card reader that lives in a socket: the driver (IFD handler 3.0) that an unmodified pcscd loads for it.
//
// The "device" is a socket of a test, which plays reader and card. Two connections: one for requests, which pcscd makes
// and the test answers, one for events, which the test sends when a card comes or goes. One message is one packet
// (SOCK_SEQPACKET).
//
//   request   'U' power up, 'R' reset, 'D' power down, 'T' + command, 'C' + code(4, highest octet first) + octets,
//             'W' pcscd watches the reader from now on
//   answer    fault code (0: none) + octets (the ATR, the card's answer)
//   event     'I' card in, 'O' card out, 'E' the reader answers with errors, 'Y' the reader was pulled out
#define _GNU_SOURCE
#include <ifdhandler.h>
#include <reader.h>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READERS = 16, MESSAGE = 70000 };

enum Presence { ABSENT, PRESENT, TROUBLED, PULLED_OUT };

struct Reader {
    bool open, is_watched;
    DWORD lun;
    int requests, events, stop;
    enum Presence presence;
    unsigned char atr[MAX_ATR_SIZE];
    size_t atr_length;
    pthread_mutex_t one_request;
};

static struct Reader readers[READERS];
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static struct Reader *reader_of(DWORD lun) {
    pthread_mutex_lock(&table);
    struct Reader *found = NULL;
    for (int i = 0; i < READERS && !found; i++)
        if (readers[i].open && readers[i].lun == lun)
            found = &readers[i];
    pthread_mutex_unlock(&table);
    return found;
}

static int connect_to(const char *path, char role) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
        send(descriptor, &role, 1, MSG_NOSIGNAL) != 1) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/// Takes one event if there is one within the time; true if there was.
static bool take_event(struct Reader *reader, int milliseconds) {
    struct pollfd waits[] = {{.fd = reader->events, .events = POLLIN}, {.fd = reader->stop, .events = POLLIN}};
    if (reader->presence == PULLED_OUT)
        return false;
    if (poll(waits, 2, milliseconds) <= 0)
        return false;
    // pcscd ends one wait to begin another with its new patience; a word that stays would end every wait from then on,
    // and pcscd would never sleep.
    uint64_t heard;
    if (waits[1].revents && read(reader->stop, &heard, sizeof heard) != sizeof heard)
        return false;
    if (!waits[0].revents)
        return false;
    char event;
    if (recv(reader->events, &event, 1, 0) != 1)
        event = 'Y';  // the test has gone, and the reader with it
    reader->presence = event == 'I' ? PRESENT : event == 'O' ? ABSENT : event == 'E' ? TROUBLED : PULLED_OUT;
    return true;
}

/// One request and its answer; the fault code, or -1 when the test has gone.
static int ask(struct Reader *reader, const void *message, size_t length, void *answer, size_t *answer_length) {
    unsigned char buffer[MESSAGE];
    int fault = -1;
    pthread_mutex_lock(&reader->one_request);
    if (send(reader->requests, message, length, MSG_NOSIGNAL) == (ssize_t)length) {
        ssize_t count = recv(reader->requests, buffer, sizeof buffer, 0);
        if (count >= 1) {
            fault = buffer[0];
            size_t octets = (size_t)count - 1;
            if (octets > *answer_length)
                fault = 7;
            else
                memcpy(answer, buffer + 1, octets), *answer_length = octets;
        }
    }
    pthread_mutex_unlock(&reader->one_request);
    return fault;
}

static RESPONSECODE code_of(int fault) {
    switch (fault) {
    case 0: return IFD_SUCCESS;
    case 1: return IFD_COMMUNICATION_ERROR;
    case 2: return IFD_ICC_NOT_PRESENT;
    case 3: return IFD_RESPONSE_TIMEOUT;
    case 4: return IFD_NOT_SUPPORTED;
    case 6: return IFD_ERROR_POWER_ACTION;
    case 7: return IFD_ERROR_INSUFFICIENT_BUFFER;
    default: return IFD_NO_SUCH_DEVICE;
    }
}

static RESPONSECODE wait_for_event(DWORD lun, int milliseconds) {
    struct Reader *reader = reader_of(lun);
    if (!reader || reader->presence == PULLED_OUT)
        return IFD_NO_SUCH_DEVICE;
    if (!reader->is_watched) {
        // pcscd lists a reader before it begins to wait for cards there.
        unsigned char nothing;
        size_t length = 0;
        reader->is_watched = true;
        ask(reader, "W", 1, &nothing, &length);
    }
    take_event(reader, milliseconds);
    return IFD_SUCCESS;
}

static RESPONSECODE stop_waiting(DWORD lun) {
    struct Reader *reader = reader_of(lun);
    uint64_t one = 1;
    if (reader && write(reader->stop, &one, sizeof one) != sizeof one)
        return IFD_COMMUNICATION_ERROR;
    return IFD_SUCCESS;
}

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR name) {
    // "usb:072f/2200:libudev:0:PATH"; the path is what the shim for libudev calls the device's node.
    const char *path = strchr(name, '/');
    path = path ? strstr(path, ":/") : NULL;
    if (!path)
        return IFD_NO_SUCH_DEVICE;
    struct Reader fresh = {.open = true, .lun = lun, .one_request = PTHREAD_MUTEX_INITIALIZER};
    fresh.requests = connect_to(path + 1, 'Q');
    fresh.events = connect_to(path + 1, 'E');
    fresh.stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    // The first event says whether a card is there already.
    if (fresh.requests < 0 || fresh.events < 0 || fresh.stop < 0 || !take_event(&fresh, 5000)) {
        close(fresh.requests), close(fresh.events), close(fresh.stop);
        return IFD_COMMUNICATION_ERROR;
    }
    pthread_mutex_lock(&table);
    int slot = 0;
    while (slot < READERS && readers[slot].open)
        slot++;
    if (slot < READERS)
        readers[slot] = fresh;
    pthread_mutex_unlock(&table);
    return slot < READERS ? IFD_SUCCESS : IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) {
    (void)lun, (void)channel;
    return IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHCloseChannel(DWORD lun) {
    struct Reader *reader = reader_of(lun);
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    pthread_mutex_lock(&table);
    close(reader->requests), close(reader->events), close(reader->stop);
    reader->open = false;
    pthread_mutex_unlock(&table);
    return IFD_SUCCESS;
}

RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD length, PUCHAR value) {
    struct Reader *reader = reader_of(lun);
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    switch (tag) {
    case TAG_IFD_ATR:
    case SCARD_ATTR_ATR_STRING:
        if (*length < reader->atr_length)
            return IFD_ERROR_INSUFFICIENT_BUFFER;
        memcpy(value, reader->atr, reader->atr_length);
        *length = reader->atr_length;
        return IFD_SUCCESS;
    case TAG_IFD_SIMULTANEOUS_ACCESS:
        value[0] = READERS;
        *length = 1;
        return IFD_SUCCESS;
    case TAG_IFD_THREAD_SAFE:
    case TAG_IFD_SLOT_THREAD_SAFE:
    case TAG_IFD_SLOTS_NUMBER:
        value[0] = 1;
        *length = 1;
        return IFD_SUCCESS;
    case TAG_IFD_POLLING_THREAD_WITH_TIMEOUT:
    case TAG_IFD_STOP_POLLING_THREAD: {
        RESPONSECODE (*wait)(DWORD, int) = wait_for_event;
        RESPONSECODE (*stop)(DWORD) = stop_waiting;
        if (*length < sizeof wait)
            return IFD_ERROR_INSUFFICIENT_BUFFER;
        if (tag == TAG_IFD_STOP_POLLING_THREAD)
            memcpy(value, &stop, sizeof stop);
        else
            memcpy(value, &wait, sizeof wait);
        *length = sizeof wait;
        return IFD_SUCCESS;
    }
    default:
        return IFD_ERROR_TAG;
    }
}

RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD length, PUCHAR value) {
    (void)lun, (void)tag, (void)length, (void)value;
    return IFD_NOT_SUPPORTED;
}

RESPONSECODE IFDHSetProtocolParameters(DWORD lun, DWORD protocol, UCHAR flags, UCHAR pts1, UCHAR pts2, UCHAR pts3) {
    (void)lun, (void)protocol, (void)flags, (void)pts1, (void)pts2, (void)pts3;
    return IFD_SUCCESS;
}

RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD atr_length) {
    struct Reader *reader = reader_of(lun);
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    char request = action == IFD_POWER_UP ? 'U' : action == IFD_RESET ? 'R' : 'D';
    unsigned char answer[MAX_ATR_SIZE];
    size_t length = sizeof answer;
    int fault = ask(reader, &request, 1, answer, &length);
    *atr_length = 0;
    reader->atr_length = 0;
    if (fault != 0 || action == IFD_POWER_DOWN)
        return code_of(fault);
    memcpy(reader->atr, answer, length);
    memcpy(atr, answer, length);
    *atr_length = reader->atr_length = length;
    return IFD_SUCCESS;
}

RESPONSECODE IFDHTransmitToICC(
    DWORD lun, SCARD_IO_HEADER send_header, PUCHAR command, DWORD command_length, PUCHAR answer, PDWORD answer_length,
    PSCARD_IO_HEADER receive_header) {
    struct Reader *reader = reader_of(lun);
    unsigned char request[MESSAGE];
    size_t length = *answer_length;
    *answer_length = 0;
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    if (command_length + 1 > sizeof request)
        return IFD_COMMUNICATION_ERROR;
    request[0] = 'T';
    memcpy(request + 1, command, command_length);
    int fault = ask(reader, request, command_length + 1, answer, &length);
    if (fault == 0)
        *answer_length = length;
    if (receive_header)
        receive_header->Protocol = send_header.Protocol;
    return code_of(fault);
}

RESPONSECODE IFDHControl(
    DWORD lun, DWORD code, PUCHAR command, DWORD command_length, PUCHAR answer, DWORD answer_size, LPDWORD answer_length) {
    struct Reader *reader = reader_of(lun);
    unsigned char request[MESSAGE];
    size_t length = answer_size;
    *answer_length = 0;
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    if (command_length + 5 > sizeof request)
        return IFD_COMMUNICATION_ERROR;
    request[0] = 'C';
    for (int i = 0; i < 4; i++)
        request[1 + i] = (unsigned char)(code >> (24 - 8 * i));
    memcpy(request + 5, command, command_length);
    int fault = ask(reader, request, command_length + 5, answer, &length);
    if (fault == 0)
        *answer_length = length;
    return code_of(fault);
}

RESPONSECODE IFDHICCPresence(DWORD lun) {
    struct Reader *reader = reader_of(lun);
    if (!reader)
        return IFD_NO_SUCH_DEVICE;
    switch (reader->presence) {
    case PRESENT: return IFD_SUCCESS;
    case ABSENT: return IFD_ICC_NOT_PRESENT;
    case TROUBLED: return IFD_COMMUNICATION_ERROR;
    default: return IFD_NO_SUCH_DEVICE;
    }
}
