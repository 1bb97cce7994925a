#define _GNU_SOURCE
#include "CEventTLS.h"

#include <dlfcn.h>
#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdio.h>

// To load OpenSSL takes longer than all else that most commands do, and only a server that encrypts needs it. So the
// first identity opens it. Libevent's part for it brings OpenSSL's libraries, and is searched together with them.
#define EACH_FUNCTION(of)                                                                              \
    of(ERR_clear_error) of(ERR_peek_error) of(ERR_reason_error_string) of(TLS_server_method)           \
    of(SSL_CTX_new) of(SSL_CTX_free) of(SSL_CTX_ctrl) of(SSL_CTX_use_certificate_chain_file)           \
    of(SSL_CTX_use_PrivateKey_file) of(SSL_CTX_check_private_key) of(SSL_new)                          \
    of(bufferevent_openssl_socket_new) of(bufferevent_openssl_set_allow_dirty_shutdown)

#define MEMBER(function) __typeof__(&function) function;
static struct {
    EACH_FUNCTION(MEMBER)
    char fault[200];  // why it can't be had; empty where it can
} library;

static void open_library(void)
{
    void *handle = dlopen("libevent_openssl-2.1.so.7", RTLD_NOW | RTLD_LOCAL);
    int is_whole = handle != NULL;
#define FIND(function) is_whole = is_whole && (library.function = (__typeof__(&function))dlsym(handle, #function));
    EACH_FUNCTION(FIND)
    if (is_whole) return;
    const char *reason = dlerror();
    snprintf(library.fault, sizeof library.fault, "OpenSSL cannot be loaded: %s", reason ? reason : "unknown");
}

SSL_CTX *focuskey_identity(const char *certificate, const char *key, char *reason, size_t room)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    if (library.fault[0]) {
        snprintf(reason, room, "%s", library.fault);
        return NULL;
    }
    library.ERR_clear_error();
    SSL_CTX *identity = library.SSL_CTX_new(library.TLS_server_method());
    if (identity && library.SSL_CTX_ctrl(identity, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL) == 1 &&
        library.SSL_CTX_use_certificate_chain_file(identity, certificate) == 1 &&
        library.SSL_CTX_use_PrivateKey_file(identity, key, SSL_FILETYPE_PEM) == 1 &&
        library.SSL_CTX_check_private_key(identity) == 1)
        return identity;
    // The first of the pile is the cause; those above it only name who was asked.
    const char *words = library.ERR_reason_error_string(library.ERR_peek_error());
    snprintf(reason, room, "%s", words ? words : "no reason given");
    library.SSL_CTX_free(identity);
    library.ERR_clear_error();
    return NULL;
}

void focuskey_identity_free(SSL_CTX *identity)
{
    library.SSL_CTX_free(identity);
}

static struct bufferevent *connection(struct event_base *base, void *identity)
{
    SSL *ssl = library.SSL_new(identity);
    if (!ssl) return NULL;
    struct bufferevent *made =
        library.bufferevent_openssl_socket_new(base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
    // Clients that hang up without saying goodbye are not the fault of the answer that they got.
    if (made) library.bufferevent_openssl_set_allow_dirty_shutdown(made, 1);
    return made;
}

void focuskey_encrypt(struct evhttp *server, SSL_CTX *identity)
{
    evhttp_set_bevcb(server, connection, identity);
}
