#include "CEventTLS.h"

#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

SSL_CTX *focuskey_identity(const char *certificate, const char *key, char *reason, size_t room)
{
    ERR_clear_error();
    SSL_CTX *identity = SSL_CTX_new(TLS_server_method());
    if (identity && SSL_CTX_set_min_proto_version(identity, TLS1_2_VERSION) == 1 &&
        SSL_CTX_use_certificate_chain_file(identity, certificate) == 1 &&
        SSL_CTX_use_PrivateKey_file(identity, key, SSL_FILETYPE_PEM) == 1 && SSL_CTX_check_private_key(identity) == 1)
        return identity;
    // The first of the pile is the cause; those above it only name who was asked.
    const char *words = ERR_reason_error_string(ERR_peek_error());
    snprintf(reason, room, "%s", words ? words : "no reason given");
    SSL_CTX_free(identity);
    ERR_clear_error();
    return NULL;
}

void focuskey_identity_free(SSL_CTX *identity)
{
    SSL_CTX_free(identity);
}

static struct bufferevent *connection(struct event_base *base, void *identity)
{
    SSL *ssl = SSL_new(identity);
    if (!ssl) return NULL;
    struct bufferevent *made =
        bufferevent_openssl_socket_new(base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
    // Clients that hang up without saying goodbye are not the fault of the answer that they got.
    if (made) bufferevent_openssl_set_allow_dirty_shutdown(made, 1);
    return made;
}

void focuskey_encrypt(struct evhttp *server, SSL_CTX *identity)
{
    evhttp_set_bevcb(server, connection, identity);
}
