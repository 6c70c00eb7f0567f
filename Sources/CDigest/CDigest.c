#include "CDigest.h"

// The system's own library: CommonCrypto on Apple's systems, OpenSSL elsewhere.
#ifdef __APPLE__

#include <CommonCrypto/CommonDigest.h>

size_t cdigest(CDigestFunction function, const uint8_t *bytes, size_t count, uint8_t *digest) {
  CC_LONG length = (CC_LONG)count;
  switch (function) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    case CDigestMD5: CC_MD5(bytes, length, digest); return CC_MD5_DIGEST_LENGTH;
#pragma clang diagnostic pop
    case CDigestSHA1: CC_SHA1(bytes, length, digest); return CC_SHA1_DIGEST_LENGTH;
    case CDigestSHA256: CC_SHA256(bytes, length, digest); return CC_SHA256_DIGEST_LENGTH;
    case CDigestSHA384: CC_SHA384(bytes, length, digest); return CC_SHA384_DIGEST_LENGTH;
    case CDigestSHA512: CC_SHA512(bytes, length, digest); return CC_SHA512_DIGEST_LENGTH;
  }
  return 0;
}

#else

#include <openssl/evp.h>

size_t cdigest(CDigestFunction function, const uint8_t *bytes, size_t count, uint8_t *digest) {
  const EVP_MD *kind = NULL;
  switch (function) {
    case CDigestMD5: kind = EVP_md5(); break;
    case CDigestSHA1: kind = EVP_sha1(); break;
    case CDigestSHA256: kind = EVP_sha256(); break;
    case CDigestSHA384: kind = EVP_sha384(); break;
    case CDigestSHA512: kind = EVP_sha512(); break;
  }
  unsigned int length = 0;
  // It fails where the administrator of the machine has switched a function off.
  if (kind == NULL || EVP_Digest(bytes, count, digest, &length, kind, NULL) != 1) return 0;
  return length;
}

#endif
