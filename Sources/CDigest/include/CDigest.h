#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

/// The hash functions that can be asked for.
typedef enum CDigestFunction : int32_t {
  CDigestMD5 = 0,
  CDigestSHA1 = 1,
  CDigestSHA256 = 2,
  CDigestSHA384 = 3,
  CDigestSHA512 = 4,
} CDigestFunction;

/// The longest digest in bytes.
enum { CDigestLimit = 64 };

/// Puts the digest of bytes into a buffer of CDigestLimit bytes and gives its length; zero where
/// the system's library does not do this function.
size_t cdigest(CDigestFunction function, const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
