// libsodium: sealing. Debian: libsodium23.
//
// Its functions are declared here, so that building needs no header of its own. They have kept these forms since
// 1.0.13.
#pragma once
#include <stddef.h>

int sodium_init(void);
void randombytes_buf(void *octets, size_t count);

int crypto_aead_xchacha20poly1305_ietf_encrypt(
    unsigned char *sealed, unsigned long long *sealed_count, const unsigned char *message,
    unsigned long long message_count, const unsigned char *additional, unsigned long long additional_count,
    const unsigned char *unused, const unsigned char *nonce, const unsigned char *key);
int crypto_aead_xchacha20poly1305_ietf_decrypt(
    unsigned char *message, unsigned long long *message_count, unsigned char *unused, const unsigned char *sealed,
    unsigned long long sealed_count, const unsigned char *additional, unsigned long long additional_count,
    const unsigned char *nonce, const unsigned char *key);

int crypto_generichash(
    unsigned char *hash, size_t hash_count, const unsigned char *message, unsigned long long message_count,
    const unsigned char *key, size_t key_count);
int crypto_kdf_derive_from_key(
    unsigned char *subkey, size_t subkey_count, unsigned long long number, const char *context,
    const unsigned char *key);

int crypto_box_keypair(unsigned char *public_key, unsigned char *secret_key);
int crypto_box_seal(
    unsigned char *sealed, const unsigned char *message, unsigned long long message_count,
    const unsigned char *public_key);
int crypto_box_seal_open(
    unsigned char *message, const unsigned char *sealed, unsigned long long sealed_count,
    const unsigned char *public_key, const unsigned char *secret_key);
int crypto_scalarmult_base(unsigned char *public_key, const unsigned char *secret_key);

// Algorithm 2 is Argon2id 1.3.
int crypto_pwhash(
    unsigned char *key, unsigned long long key_count, const char *password, unsigned long long password_count,
    const unsigned char *salt, unsigned long long passes, size_t memory, int algorithm);
