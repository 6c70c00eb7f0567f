#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <stdint.h>

/// A compiled pattern. The address is opaque and zero when the pattern was refused; kept as an
/// integer so that a Swift owner stays Sendable.
typedef struct CICUPattern {
  uintptr_t address;
} CICUPattern;

/// Why a pattern was refused. The numbers are ICU's, which do not change.
typedef enum CICUError : int32_t {
  CICUErrorNone = 0,
  CICUErrorMemory = 7,
  CICUErrorCharacterName = 12,
  /// Groups nested too deep; ICU calls it an error of its own.
  CICUErrorNested = 0x10300,
  CICUErrorRuleSyntax = 0x10301,
  CICUErrorEscape = 0x10303,
  CICUErrorProperty = 0x10304,
  CICUErrorUnimplemented = 0x10305,
  CICUErrorParenthesis = 0x10306,
  CICUErrorNumberTooBig = 0x10307,
  CICUErrorInterval = 0x10308,
  CICUErrorIntervalOrder = 0x10309,
  CICUErrorGroupReference = 0x1030A,
  CICUErrorFlag = 0x1030B,
  CICUErrorLookBehind = 0x1030C,
  CICUErrorSetOfTexts = 0x1030D,
  CICUErrorBracket = 0x1030F,
  CICUErrorRange = 0x10310,
  CICUErrorStack = 0x10311,
  CICUErrorTooBig = 0x10314,
  CICUErrorGroupName = 0x10315,
} CICUError;

/// The result of a look for a pattern.
typedef enum CICUAnswer : int32_t {
  CICUAnswerNotFound = 0,
  CICUAnswerFound = 1,
  /// Given up after the blocks of steps that it had.
  CICUAnswerSteps = 2,
  /// Given up for the memory that it would take.
  CICUAnswerMemory = 3,
} CICUAnswer;

/// A group of a match in units of UTF-16; the start is -1 when the group took no part.
typedef struct CICUSpan {
  int32_t start;
  int32_t end;
} CICUSpan;

/// Compiles a pattern in UTF-16. Where it is refused, `error` and `offset` say why and how far ICU
/// had read. The pattern is to be given to `cicu_free`.
CICUPattern cicu_compile(
    const uint16_t *text, int32_t length, bool ignoreCase, int32_t memoryLimit, CICUError *error,
    int32_t *offset);

/// What ICU calls an error, such as U_REGEX_BAD_INTERVAL.
const char *cicu_error_name(CICUError error);

/// The number of groups of the pattern, without group 0.
int32_t cicu_group_count(CICUPattern pattern);

/// Finds the first match anywhere in a text, and one group of it. `blocks` is how many blocks of
/// 10,000 steps the look may take, and what is left of them afterwards. ICU keeps the state of a look
/// in the pattern: one look at a time.
CICUAnswer cicu_find(
    CICUPattern pattern, const uint16_t *text, int32_t length, int32_t group, int64_t *blocks,
    CICUSpan *span);

/// Frees a pattern.
void cicu_free(CICUPattern pattern);

#endif
