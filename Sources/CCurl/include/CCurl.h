// libcurl. Debian: libcurl4-openssl-dev.
//
// Its interface takes a variable number of arguments, which Swift cannot call; therefore one exchange stands here as one function.
#pragma once
#include <stddef.h>
#include <curl/curl.h>

/// What is asked for.
typedef struct {
    const char *url;
    const char *user_agent;
    const char *authorities;   // file with the roots to trust instead of the system's; may be NULL
    const char *resolve;       // HOST:PORT:ADDRESS instead of asking DNS; may be NULL
    long timeout_ms;
    size_t most_octets;        // of the body; beyond it the exchange is ended
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

/// One GET over https: no redirect is followed, nothing is kept between two calls.
void focuskey_exchange(const focuskey_request *request, focuskey_response *response);
void focuskey_response_free(focuskey_response *response);
