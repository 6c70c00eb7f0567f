#ifndef CPCRE2_H
#define CPCRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern. The address is opaque and zero when there was no memory for it; kept as an
/// integer so that a Swift owner stays Sendable.
typedef struct CPCRE2Pattern {
  uintptr_t address;
} CPCRE2Pattern;

/// Whose patterns they are.
typedef enum CPCRE2Language : int32_t {
  /// Those of ICU, which iOS and Android use.
  CPCRE2LanguageICU = 0,
  /// Those of JavaScript, without its flag `u`.
  CPCRE2LanguageJavaScript = 1,
} CPCRE2Language;

/// Why a pattern was refused.
typedef enum CPCRE2Error : int32_t {
  CPCRE2ErrorNone = 0,
  CPCRE2ErrorOutOfMemory = 1,
  CPCRE2ErrorBadEscape = 2,
  CPCRE2ErrorBadCharacterClass = 3,
  CPCRE2ErrorMissingBracket = 4,
  CPCRE2ErrorMissingParenthesis = 5,
  CPCRE2ErrorTrailingBackslash = 6,
  CPCRE2ErrorRepetitionOperator = 7,
  CPCRE2ErrorRepetitionSize = 8,
  CPCRE2ErrorGroupSyntax = 9,
  CPCRE2ErrorMissingGroup = 10,
  CPCRE2ErrorLookBehindLength = 11,
  CPCRE2ErrorTooLarge = 12,
  CPCRE2ErrorOther = 13,
} CPCRE2Error;

/// What a match may cost. Past any of them it is given up.
typedef struct CPCRE2Limits {
  /// Units of work: about one for each item of the pattern that is tried at a place, more where an
  /// item runs over a stretch of the text.
  uint32_t steps;
  /// How deep decisions may nest to which the matcher can come back.
  uint32_t depth;
  /// KiB for such decisions.
  uint32_t memory;
} CPCRE2Limits;

/// What a look for a pattern came to.
typedef enum CPCRE2Answer : int32_t {
  CPCRE2AnswerNotFound = 0,
  CPCRE2AnswerFound = 1,
  /// Given up, by the limit that is named.
  CPCRE2AnswerSteps = 2,
  CPCRE2AnswerDepth = 3,
  CPCRE2AnswerMemory = 4,
} CPCRE2Answer;

/// A group of a match: a byte offset, -1 when the group took no part, and a length.
typedef struct CPCRE2Span {
  ptrdiff_t offset;
  ptrdiff_t length;
} CPCRE2Span;

/// Compiles a UTF-8 pattern; always to be given to `cpcre2_free`, also when it was refused.
CPCRE2Pattern cpcre2_compile(
    const char *text, size_t length, bool ignoreCase, CPCRE2Language language);

/// Why the pattern was refused, or CPCRE2ErrorNone.
CPCRE2Error cpcre2_error(CPCRE2Pattern pattern);

/// The byte of the pattern at which it was refused; at most its length.
size_t cpcre2_error_offset(CPCRE2Pattern pattern);

/// The number of groups of the pattern, without group 0.
int32_t cpcre2_group_count(CPCRE2Pattern pattern);

/// Finds the first match anywhere in a text and fills groups 0 to count - 1. A text that is no
/// UTF-8 holds no match.
CPCRE2Answer cpcre2_find_groups(
    CPCRE2Pattern pattern, const char *text, size_t length, CPCRE2Limits limits,
    CPCRE2Span *spans, int32_t count);

/// Frees a pattern.
void cpcre2_free(CPCRE2Pattern pattern);

#ifdef __cplusplus
}
#endif

#endif
