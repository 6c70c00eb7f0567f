#include "CICU.h"

// The functions of ICU's stable C interface that are used here. Swift's toolchain has them under a
// prefix of its own on Linux and keeps the headers to itself; macOS has them in libicucore.
#ifdef __APPLE__
#define ICU(name) name
#else
#define ICU(name) swift_##name
#endif

typedef struct Expression Expression;

typedef struct ParseError {
  int32_t line;
  int32_t offset;
  uint16_t before[16];
  uint16_t after[16];
} ParseError;

typedef int8_t GoesOn(const void *context, int32_t steps);

Expression *ICU(uregex_open)(
    const uint16_t *pattern, int32_t length, uint32_t flags, ParseError *place, int32_t *status);
const char *ICU(u_errorName)(int32_t status);
void ICU(uregex_close)(Expression *expression);
void ICU(uregex_setStackLimit)(Expression *expression, int32_t limit, int32_t *status);
void ICU(uregex_setMatchCallback)(
    Expression *expression, GoesOn *callback, const void *context, int32_t *status);
void ICU(uregex_setText)(
    Expression *expression, const uint16_t *text, int32_t length, int32_t *status);
int8_t ICU(uregex_find)(Expression *expression, int32_t start, int32_t *status);
int32_t ICU(uregex_start)(Expression *expression, int32_t group, int32_t *status);
int32_t ICU(uregex_end)(Expression *expression, int32_t group, int32_t *status);
int32_t ICU(uregex_groupCount)(Expression *expression, int32_t *status);

static const uint32_t ignoringCase = 2;
static const int32_t stackOverflow = 0x10311;
static const int32_t timedOut = 0x10312;
static const int32_t stoppedByCaller = 0x10313;

static Expression *expression(CICUPattern pattern) { return (Expression *)pattern.address; }

CICUPattern cicu_compile(
    const uint16_t *text, int32_t length, bool ignoreCase, int32_t memoryLimit, CICUError *error,
    int32_t *offset) {
  ParseError place = {0};
  int32_t status = 0;
  Expression *compiled =
      ICU(uregex_open)(text, length, ignoreCase ? ignoringCase : 0, &place, &status);
  // Negative ones are warnings.
  if (status > 0 || !compiled) {
    if (compiled) ICU(uregex_close)(compiled);
    *error = status > 0 ? (CICUError)status : CICUErrorMemory;
    *offset = place.offset;
    return (CICUPattern){0};
  }
  ICU(uregex_setStackLimit)(compiled, memoryLimit, &status);
  *error = CICUErrorNone;
  *offset = 0;
  return (CICUPattern){(uintptr_t)compiled};
}

const char *cicu_error_name(CICUError error) { return ICU(u_errorName)(error); }

int32_t cicu_group_count(CICUPattern pattern) {
  int32_t status = 0;
  return pattern.address ? ICU(uregex_groupCount)(expression(pattern), &status) : 0;
}

// ICU asks after every block of steps. It hands the context back as constant; it is the caller's
// variable.
static int8_t takeBlock(const void *context, int32_t steps) {
  int64_t *left = (int64_t *)(uintptr_t)context;
  (void)steps;
  if (*left <= 0) return 0;
  *left -= 1;
  return 1;
}

CICUAnswer cicu_find(
    CICUPattern pattern, const uint16_t *text, int32_t length, int32_t group, int64_t *blocks,
    CICUSpan *span) {
  Expression *look = expression(pattern);
  int32_t status = 0;
  *span = (CICUSpan){-1, -1};
  ICU(uregex_setMatchCallback)(look, takeBlock, blocks, &status);
  ICU(uregex_setText)(look, text, length, &status);
  bool isFound = ICU(uregex_find)(look, -1, &status) != 0;
  if (status == stoppedByCaller || status == timedOut) return CICUAnswerSteps;
  if (status == stackOverflow) return CICUAnswerMemory;
  if (!isFound || status > 0) return CICUAnswerNotFound;
  span->start = ICU(uregex_start)(look, group, &status);
  span->end = ICU(uregex_end)(look, group, &status);
  if (status > 0) *span = (CICUSpan){-1, -1};
  return CICUAnswerFound;
}

void cicu_free(CICUPattern pattern) {
  if (pattern.address) ICU(uregex_close)(expression(pattern));
}
