#define _GNU_SOURCE
// The checks of arguments are macros around the functions' names, which here are members of a table.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libcurl brings some thirty libraries with it, and to load them takes longer than all else that most commands do. So
// the first exchange opens it, and anyone who makes none goes without.
#define EACH_FUNCTION(of)                                                                              \
    of(curl_multi_init) of(curl_multi_cleanup) of(curl_multi_wakeup) of(curl_multi_add_handle)         \
    of(curl_multi_remove_handle) of(curl_multi_perform) of(curl_multi_info_read) of(curl_multi_poll)   \
    of(curl_easy_init) of(curl_easy_cleanup) of(curl_easy_setopt) of(curl_easy_getinfo)                \
    of(curl_slist_append) of(curl_slist_free_all)

#define MEMBER(function) __typeof__(&function) function;
static struct {
    EACH_FUNCTION(MEMBER)
    char fault[CURL_ERROR_SIZE];  // why it can't be had; empty where it can
} library;

static void open_library(void)
{
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    int is_whole = handle != NULL;
#define FIND(function) is_whole = is_whole && (library.function = (__typeof__(&function))dlsym(handle, #function));
    EACH_FUNCTION(FIND)
    if (is_whole) return;
    const char *reason = dlerror();
    snprintf(library.fault, sizeof library.fault, "libcurl cannot be loaded: %s", reason ? reason : "unknown");
}

const char *focuskey_curl_fault(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return library.fault[0] ? library.fault : NULL;
}

typedef struct {
    unsigned char *octets;
    size_t count, most;
    int is_full;
} store;

static size_t keep(char *data, size_t size, size_t count, void *to)
{
    store *store = to;
    size_t more = size * count;
    if (more > store->most - store->count) {
        store->is_full = 1;
        return 0;  // ends the exchange
    }
    unsigned char *grown = realloc(store->octets, store->count + more + 1);
    if (!grown) return 0;
    memcpy(grown + store->count, data, more);
    store->octets = grown;
    store->count += more;
    return more;
}

static char *certificate_lines(CURL *handle)
{
    struct curl_certinfo *chain = NULL;
    if (library.curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1) return NULL;
    size_t length = 1;
    for (struct curl_slist *line = chain->certinfo[0]; line; line = line->next) length += strlen(line->data) + 1;
    char *lines = malloc(length), *end = lines;
    if (!lines) return NULL;
    for (struct curl_slist *line = chain->certinfo[0]; line; line = line->next) {
        size_t count = strlen(line->data);
        memcpy(end, line->data, count);
        end += count;
        *end++ = '\n';
    }
    *end = 0;
    return lines;
}

struct focuskey_caller {
    _Atomic(CURLM *) multi;  // from the first exchange on
    atomic_int is_cancelled;
};

focuskey_caller *focuskey_caller_new(void)
{
    return calloc(1, sizeof(focuskey_caller));
}

void focuskey_caller_free(focuskey_caller *caller)
{
    CURLM *multi = atomic_load(&caller->multi);
    if (multi) library.curl_multi_cleanup(multi);
    free(caller);
}

void focuskey_caller_cancel(focuskey_caller *caller)
{
    atomic_store(&caller->is_cancelled, 1);
    CURLM *multi = atomic_load(&caller->multi);
    if (multi) library.curl_multi_wakeup(multi);
}

/// As curl_easy_perform(3), but for being woken when the caller is cancelled.
static CURLcode perform(focuskey_caller *caller, CURL *handle)
{
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    CURLM *multi = atomic_load(&caller->multi);
    if (!multi) {
        multi = library.curl_multi_init();
        // Who cancels before this is seen by the flag, who cancels after it wakes the waiting below.
        atomic_store(&caller->multi, multi);
    }
    if (!multi || library.curl_multi_add_handle(multi, handle) != CURLM_OK) return CURLE_FAILED_INIT;
    while (!atomic_load(&caller->is_cancelled)) {
        int running = 0, left = 0;
        if (library.curl_multi_perform(multi, &running) != CURLM_OK) {
            code = CURLE_FAILED_INIT;
            break;
        }
        if (!running) {
            CURLMsg *message = library.curl_multi_info_read(multi, &left);
            code = message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
            break;
        }
        // It wakes earlier for its own timers; the time given is only the longest.
        if (library.curl_multi_poll(multi, NULL, 0, 60000, NULL) != CURLM_OK) {
            code = CURLE_FAILED_INIT;
            break;
        }
    }
    library.curl_multi_remove_handle(multi, handle);
    return code;
}

static struct curl_slist *header_lines(const char *lines)
{
    struct curl_slist *list = NULL;
    char *copy = strdup(lines), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line) list = library.curl_slist_append(list, line);
    free(copy);
    return list;
}

void focuskey_exchange(focuskey_caller *caller, const focuskey_request *request, focuskey_response *response)
{
    memset(response, 0, sizeof *response);
    CURL *handle = focuskey_curl_fault() ? NULL : library.curl_easy_init();
    if (!handle) {
        response->code = CURLE_FAILED_INIT;
        memcpy(response->message, library.fault, sizeof response->message);
        return;
    }
    store body = {.most = request->most_octets}, head = {.most = 64 << 10};
    struct curl_slist *resolve = request->resolve ? library.curl_slist_append(NULL, request->resolve) : NULL;
    struct curl_slist *lines = header_lines(request->lines);
    library.curl_easy_setopt(handle, CURLOPT_URL, request->url);
    library.curl_easy_setopt(handle, CURLOPT_USERAGENT, request->user_agent);
    library.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, request->schemes);
    library.curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    library.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    library.curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
    library.curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
    library.curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, request->timeout_ms);
    library.curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    library.curl_easy_setopt(handle, CURLOPT_CERTINFO, 1L);
    library.curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    library.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, response->message);
    library.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, keep);
    library.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
    library.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, keep);
    library.curl_easy_setopt(handle, CURLOPT_HEADERDATA, &head);
    if (lines) library.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
    if (request->body) {
        library.curl_easy_setopt(handle, CURLOPT_POST, 1L);
        library.curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
        library.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    }
    if (request->authorities) {
        library.curl_easy_setopt(handle, CURLOPT_CAINFO, request->authorities);
        library.curl_easy_setopt(handle, CURLOPT_CAPATH, NULL);
    }
    if (resolve) library.curl_easy_setopt(handle, CURLOPT_RESOLVE, resolve);

    response->code = perform(caller, handle);
    response->is_too_large = body.is_full;
    library.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response->status);
    library.curl_easy_getinfo(handle, CURLINFO_TOTAL_TIME, &response->seconds);
    char *address = NULL;
    if (library.curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address && *address)
        response->address = strdup(address);
    response->certificate = certificate_lines(handle);
    response->body = body.octets;
    response->body_count = body.count;
    response->head = (char *)head.octets;
    response->head_count = head.count;
    library.curl_slist_free_all(resolve);
    library.curl_slist_free_all(lines);
    library.curl_easy_cleanup(handle);
}

void focuskey_response_free(focuskey_response *response)
{
    free(response->address);
    free(response->body);
    free(response->head);
    free(response->certificate);
    memset(response, 0, sizeof *response);
}
