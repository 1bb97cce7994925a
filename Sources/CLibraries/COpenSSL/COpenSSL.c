#define _GNU_SOURCE
#include "COpenSSL.h"
#include "../LateLibrary.h"

// To load libcrypto takes longer than all else that most commands do. So the first call opens it. Where it cannot be
// had, every call fails as OpenSSL's do.
static struct late_library library = {.name = "libcrypto.so.3"};

LATE_VOID(ERR_clear_error, (void), ())
LATE_VOID(EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *c), (c))
LATE(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), (), NULL)
LATE(int, EVP_CIPHER_CTX_set_padding, (EVP_CIPHER_CTX *c, int pad), (c, pad), 0)
LATE(int, EVP_CipherInit_ex,
     (EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, ENGINE *impl, const unsigned char *key,
      const unsigned char *iv, int enc),
     (ctx, cipher, impl, key, iv, enc), 0)
LATE(int, EVP_CipherUpdate,
     (EVP_CIPHER_CTX *ctx, unsigned char *out, int *outl, const unsigned char *in, int inl),
     (ctx, out, outl, in, inl), 0)
LATE(int, EVP_Digest,
     (const void *data, size_t count, unsigned char *md, unsigned int *size, const EVP_MD *type, ENGINE *impl),
     (data, count, md, size, type, impl), 0)
LATE(int, EVP_DigestSign,
     (EVP_MD_CTX *ctx, unsigned char *sigret, size_t *siglen, const unsigned char *tbs, size_t tbslen),
     (ctx, sigret, siglen, tbs, tbslen), 0)
LATE(int, EVP_DigestSignInit,
     (EVP_MD_CTX *ctx, EVP_PKEY_CTX **pctx, const EVP_MD *type, ENGINE *e, EVP_PKEY *pkey),
     (ctx, pctx, type, e, pkey), 0)
LATE(int, EVP_DigestVerify,
     (EVP_MD_CTX *ctx, const unsigned char *sigret, size_t siglen, const unsigned char *tbs, size_t tbslen),
     (ctx, sigret, siglen, tbs, tbslen), 0)
LATE(int, EVP_DigestVerifyInit,
     (EVP_MD_CTX *ctx, EVP_PKEY_CTX **pctx, const EVP_MD *type, ENGINE *e, EVP_PKEY *pkey),
     (ctx, pctx, type, e, pkey), 0)
LATE_VOID(EVP_MD_CTX_free, (EVP_MD_CTX *ctx), (ctx))
LATE(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL)
LATE_VOID(EVP_PKEY_CTX_free, (EVP_PKEY_CTX *ctx), (ctx))
LATE(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name,
     (OSSL_LIB_CTX *libctx, const char *name, const char *propquery),
     (libctx, name, propquery), NULL)
LATE(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_pkey,
     (OSSL_LIB_CTX *libctx, EVP_PKEY *pkey, const char *propquery),
     (libctx, pkey, propquery), NULL)
LATE(int, EVP_PKEY_CTX_set_group_name, (EVP_PKEY_CTX *ctx, const char *name), (ctx, name), 0)
LATE(int, EVP_PKEY_CTX_set_rsa_keygen_bits, (EVP_PKEY_CTX *ctx, int bits), (ctx, bits), 0)
LATE_VOID(EVP_PKEY_free, (EVP_PKEY *pkey), (pkey))
LATE(int, EVP_PKEY_get_raw_public_key,
     (const EVP_PKEY *pkey, unsigned char *pub, size_t *len),
     (pkey, pub, len), 0)
LATE(int, EVP_PKEY_keygen, (EVP_PKEY_CTX *ctx, EVP_PKEY **ppkey), (ctx, ppkey), 0)
LATE(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *ctx), (ctx), 0)
LATE(EVP_PKEY *, EVP_PKEY_new_raw_private_key,
     (int type, ENGINE *e, const unsigned char *priv, size_t len),
     (type, e, priv, len), NULL)
LATE(EVP_PKEY *, EVP_PKEY_new_raw_public_key,
     (int type, ENGINE *e, const unsigned char *pub, size_t len),
     (type, e, pub, len), NULL)
LATE(int, EVP_PKEY_paramgen, (EVP_PKEY_CTX *ctx, EVP_PKEY **ppkey), (ctx, ppkey), 0)
LATE(int, EVP_PKEY_paramgen_init, (EVP_PKEY_CTX *ctx), (ctx), 0)
LATE(int, EVP_PKEY_set1_encoded_public_key,
     (EVP_PKEY *pkey, const unsigned char *pub, size_t publen),
     (pkey, pub, publen), 0)
LATE(int, EVP_PKEY_verify,
     (EVP_PKEY_CTX *ctx, const unsigned char *sig, size_t siglen, const unsigned char *tbs, size_t tbslen),
     (ctx, sig, siglen, tbs, tbslen), 0)
LATE(int, EVP_PKEY_verify_init, (EVP_PKEY_CTX *ctx), (ctx), 0)
LATE(const EVP_CIPHER *, EVP_aes_128_cbc, (void), (), NULL)
LATE(const EVP_CIPHER *, EVP_aes_128_ecb, (void), (), NULL)
LATE(const EVP_CIPHER *, EVP_des_ede3_ecb, (void), (), NULL)
LATE(const EVP_MD *, EVP_sha256, (void), (), NULL)
LATE(unsigned char *, HMAC,
     (const EVP_MD *md, const void *key, int keylen, const unsigned char *d, size_t n, unsigned char *out,
      unsigned int *size),
     (md, key, keylen, d, n, out, size), NULL)
LATE(EVP_PKEY *, d2i_PrivateKey,
     (int type, EVP_PKEY **a, const unsigned char **pp, long length),
     (type, a, pp, length), NULL)
LATE(int, i2d_PUBKEY, (const EVP_PKEY *a, unsigned char **out), (a, out), 0)
LATE(int, i2d_PrivateKey, (const EVP_PKEY *a, unsigned char **pp), (a, pp), 0)

EVP_PKEY *focuskey_signing_key(const unsigned char secret[32])
{
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, 32);
}

EVP_PKEY *focuskey_verifying_key(const unsigned char public_half[32])
{
    return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_half, 32);
}
