#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern. The address is opaque and zero when there was no memory for it; kept as an
/// integer so that a Swift owner stays Sendable.
typedef struct CRE2Pattern {
  uintptr_t address;
} CRE2Pattern;

/// Why a pattern was refused.
typedef enum CRE2Error : int32_t {
  CRE2ErrorNone = 0,
  CRE2ErrorOutOfMemory = 1,
  CRE2ErrorBadEscape = 2,
  CRE2ErrorBadCharacterClass = 3,
  CRE2ErrorMissingBracket = 4,
  CRE2ErrorMissingParenthesis = 5,
  CRE2ErrorTrailingBackslash = 6,
  CRE2ErrorRepetitionOperator = 7,
  CRE2ErrorRepetitionSize = 8,
  CRE2ErrorGroupSyntax = 9,
  CRE2ErrorBadUTF8 = 10,
  CRE2ErrorTooLarge = 11,
  CRE2ErrorOther = 12,
} CRE2Error;

/// A group of a match: a byte offset, -1 when the group took no part, and a length.
typedef struct CRE2Span {
  ptrdiff_t offset;
  ptrdiff_t length;
} CRE2Span;

/// Compiles a UTF-8 pattern; always to be given to `cre2_free`, also when it was refused.
CRE2Pattern cre2_compile(const char *text, size_t length, bool ignoreCase, int64_t maxMemory);

/// Why the pattern was refused, or CRE2ErrorNone.
CRE2Error cre2_error(CRE2Pattern pattern);

/// The part of the pattern that was refused, as UTF-8 with a length; valid until `cre2_free`.
const char *cre2_error_part(CRE2Pattern pattern, size_t *length);

/// The number of groups of the pattern, without group 0.
int32_t cre2_group_count(CRE2Pattern pattern);

/// Whether the pattern is found anywhere in a text.
bool cre2_find(CRE2Pattern pattern, const char *text, size_t length);

/// Finds the first match anywhere in a text and fills groups 0 to count - 1.
bool cre2_find_groups(
    CRE2Pattern pattern, const char *text, size_t length, CRE2Span *spans, int32_t count);

/// Frees a pattern.
void cre2_free(CRE2Pattern pattern);

#ifdef __cplusplus
}
#endif

#endif
