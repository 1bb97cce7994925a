#define _GNU_SOURCE
#include "CSodium.h"
#include "../LateLibrary.h"

// Opened when a person turns sync on, so that everything else works without it. Where it cannot be had, every call
// fails as libsodium's do; sodium_init() says so first.
static struct late_library library = {.name = "libsodium.so.23", .other = "libsodium.so.26"};

LATE(int, sodium_init, (void), (), -1)
LATE_VOID(randombytes_buf, (void *octets, size_t count), (octets, count))
LATE(int, crypto_aead_xchacha20poly1305_ietf_encrypt,
     (unsigned char *sealed, unsigned long long *sealed_count, const unsigned char *message,
      unsigned long long message_count, const unsigned char *additional, unsigned long long additional_count,
      const unsigned char *unused, const unsigned char *nonce, const unsigned char *key),
     (sealed, sealed_count, message, message_count, additional, additional_count, unused, nonce, key), -1)
LATE(int, crypto_aead_xchacha20poly1305_ietf_decrypt,
     (unsigned char *message, unsigned long long *message_count, unsigned char *unused, const unsigned char *sealed,
      unsigned long long sealed_count, const unsigned char *additional, unsigned long long additional_count,
      const unsigned char *nonce, const unsigned char *key),
     (message, message_count, unused, sealed, sealed_count, additional, additional_count, nonce, key), -1)
LATE(int, crypto_generichash,
     (unsigned char *hash, size_t hash_count, const unsigned char *message, unsigned long long message_count,
      const unsigned char *key, size_t key_count),
     (hash, hash_count, message, message_count, key, key_count), -1)
LATE(int, crypto_kdf_derive_from_key,
     (unsigned char *subkey, size_t subkey_count, unsigned long long number, const char *context,
      const unsigned char *key),
     (subkey, subkey_count, number, context, key), -1)
LATE(int, crypto_box_keypair, (unsigned char *public_key, unsigned char *secret_key), (public_key, secret_key), -1)
LATE(int, crypto_box_seal,
     (unsigned char *sealed, const unsigned char *message, unsigned long long message_count,
      const unsigned char *public_key),
     (sealed, message, message_count, public_key), -1)
LATE(int, crypto_box_seal_open,
     (unsigned char *message, const unsigned char *sealed, unsigned long long sealed_count,
      const unsigned char *public_key, const unsigned char *secret_key),
     (message, sealed, sealed_count, public_key, secret_key), -1)
LATE(int, crypto_scalarmult_base, (unsigned char *public_key, const unsigned char *secret_key), (public_key, secret_key), -1)
LATE(int, crypto_pwhash,
     (unsigned char *key, unsigned long long key_count, const char *password, unsigned long long password_count,
      const unsigned char *salt, unsigned long long passes, size_t memory, int algorithm),
     (key, key_count, password, password_count, salt, passes, memory, algorithm), -1)
