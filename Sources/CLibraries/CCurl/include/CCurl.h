// libcurl. Debian: libcurl4-openssl-dev.
//
// Its interface takes a variable number of arguments, which Swift cannot call; therefore one exchange is here as
// one function.
#pragma once
#include <stddef.h>
#include <curl/curl.h>

/// What is asked for.
typedef struct {
    const char *url;
    const char *schemes;       // those that the address may have, with commas between
    const char *user_agent;
    const char *authorities;   // file with the roots to trust instead of the system's; may be NULL
    const char *resolve;       // HOST:PORT:ADDRESS instead of asking DNS; may be NULL
    const char *lines;         // header lines to send, each with a line feed behind it
    const void *body;          // what is sent: POST, or what MQTT publishes; NULL to get something
    size_t body_count;
    long timeout_ms;
    size_t most_octets;        // of the answer's body; beyond it the exchange is ended
} focuskey_request;

/// What came back. Whatever happened, focuskey_response_free() frees it.
typedef struct {
    CURLcode code;
    char message[CURL_ERROR_SIZE];
    long status;
    int is_too_large;
    double seconds;
    char *address;             // of the server; may be NULL
    unsigned char *body;
    size_t body_count;
    char *head;                // the header lines as they came
    size_t head_count;
    char *certificate;         // "Name:value" lines of the server's own certificate; may be NULL
} focuskey_response;

/// Why libcurl can't be called on this machine; NULL where it can.
const char *focuskey_curl_fault(void);

/// One who makes exchanges, one after the other; NULL where there is no memory.
typedef struct focuskey_caller focuskey_caller;
focuskey_caller *focuskey_caller_new(void);
void focuskey_caller_free(focuskey_caller *caller);
/// Ends the exchange under way, and all that follow, with CURLE_ABORTED_BY_CALLBACK. May be called from any thread.
void focuskey_caller_cancel(focuskey_caller *caller);

/// One exchange: no redirect is followed, nothing is kept between two.
void focuskey_exchange(focuskey_caller *caller, const focuskey_request *request, focuskey_response *response);
void focuskey_response_free(focuskey_response *response);
