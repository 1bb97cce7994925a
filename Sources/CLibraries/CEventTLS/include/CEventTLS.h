// libevent's encrypted connections, over OpenSSL. Debian: libevent-dev, libssl-dev.
#pragma once
// First, as in CEvent.h.
#include <sys/types.h>

#include <event2/http.h>

/// The certificate of a server with its chain, and its key, from files in PEM; NULL with the reason where they do not
/// do. TLS 1.2 or later. focuskey_identity_free() frees it.
struct ssl_ctx_st *focuskey_identity(const char *certificate, const char *key, char *reason, size_t room);
void focuskey_identity_free(struct ssl_ctx_st *identity);

/// Lets every connection of a server begin with encryption. The identity must outlive the server.
void focuskey_encrypt(struct evhttp *server, struct ssl_ctx_st *identity);
