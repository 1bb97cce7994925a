// OpenSSL 3: elliptic curves and AES-CMAC. Debian: libssl-dev.
#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Keys of Ed25519 (RFC 8032), or NULL where OpenSSL is missing. The kind of key is a macro that Swift does not see.
EVP_PKEY *focuskey_signing_key(const unsigned char secret[32]);
EVP_PKEY *focuskey_verifying_key(const unsigned char public_half[32]);
