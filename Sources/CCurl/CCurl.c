#define _GNU_SOURCE
#include "CCurl.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1) return NULL;
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
    CURLM *multi;
    atomic_int is_cancelled;
};

focuskey_caller *focuskey_caller_new(void)
{
    focuskey_caller *caller = calloc(1, sizeof *caller);
    if (!caller) return NULL;
    caller->multi = curl_multi_init();
    if (caller->multi) return caller;
    free(caller);
    return NULL;
}

void focuskey_caller_free(focuskey_caller *caller)
{
    curl_multi_cleanup(caller->multi);
    free(caller);
}

void focuskey_caller_cancel(focuskey_caller *caller)
{
    atomic_store(&caller->is_cancelled, 1);
    curl_multi_wakeup(caller->multi);
}

/// As curl_easy_perform(3), but for being woken when the caller is cancelled.
static CURLcode perform(focuskey_caller *caller, CURL *handle)
{
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    if (curl_multi_add_handle(caller->multi, handle) != CURLM_OK) return CURLE_FAILED_INIT;
    while (!atomic_load(&caller->is_cancelled)) {
        int running = 0, left = 0;
        if (curl_multi_perform(caller->multi, &running) != CURLM_OK) {
            code = CURLE_FAILED_INIT;
            break;
        }
        if (!running) {
            CURLMsg *message = curl_multi_info_read(caller->multi, &left);
            code = message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
            break;
        }
        // It wakes earlier for its own timers; the time given is only the longest.
        if (curl_multi_poll(caller->multi, NULL, 0, 60000, NULL) != CURLM_OK) {
            code = CURLE_FAILED_INIT;
            break;
        }
    }
    curl_multi_remove_handle(caller->multi, handle);
    return code;
}

static struct curl_slist *header_lines(const char *lines)
{
    struct curl_slist *list = NULL;
    char *copy = strdup(lines), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line) list = curl_slist_append(list, line);
    free(copy);
    return list;
}

void focuskey_exchange(focuskey_caller *caller, const focuskey_request *request, focuskey_response *response)
{
    memset(response, 0, sizeof *response);
    CURL *handle = curl_easy_init();
    if (!handle) {
        response->code = CURLE_FAILED_INIT;
        return;
    }
    store body = {.most = request->most_octets}, head = {.most = 64 << 10};
    struct curl_slist *resolve = request->resolve ? curl_slist_append(NULL, request->resolve) : NULL;
    struct curl_slist *lines = header_lines(request->lines);
    curl_easy_setopt(handle, CURLOPT_URL, request->url);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, request->user_agent);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, request->schemes);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, request->timeout_ms);
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_CERTINFO, 1L);
    curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, response->message);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, keep);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, &head);
    if (lines) curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
    if (request->body) {
        curl_easy_setopt(handle, CURLOPT_POST, 1L);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    }
    if (request->authorities) {
        curl_easy_setopt(handle, CURLOPT_CAINFO, request->authorities);
        curl_easy_setopt(handle, CURLOPT_CAPATH, NULL);
    }
    if (resolve) curl_easy_setopt(handle, CURLOPT_RESOLVE, resolve);

    response->code = perform(caller, handle);
    response->is_too_large = body.is_full;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response->status);
    curl_easy_getinfo(handle, CURLINFO_TOTAL_TIME, &response->seconds);
    char *address = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address && *address)
        response->address = strdup(address);
    response->certificate = certificate_lines(handle);
    response->body = body.octets;
    response->body_count = body.count;
    response->head = (char *)head.octets;
    response->head_count = head.count;
    curl_slist_free_all(resolve);
    curl_slist_free_all(lines);
    curl_easy_cleanup(handle);
}

void focuskey_response_free(focuskey_response *response)
{
    free(response->address);
    free(response->body);
    free(response->head);
    free(response->certificate);
    memset(response, 0, sizeof *response);
}
