#include "CPCRE2.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdlib.h>
#include <string.h>

// --- What a step costs ---

// An item of the pattern, as PCRE2 announces it before it tries it: by its place in the pattern.
typedef struct Item {
  // What one try costs, whatever the text is.
  uint32_t price;
  // What each character costs that the item runs over, in 32nds.
  uint32_t share;
  bool isReference;
} Item;

typedef struct Compiled {
  pcre2_code *code;
  int error;
  size_t offset;
  size_t length;
  // One for each byte of the pattern, and one for its end.
  Item *items;
} Compiled;

// The work that is left, and where the last announcement was.
typedef struct Budget {
  const Compiled *compiled;
  uint64_t left;
  size_t position;
  uint32_t share;
} Budget;

typedef struct Pricing {
  Compiled *compiled;
  const char *text;
  // The longest way back of a look-behind, in characters.
  uint32_t wayBack;
} Pricing;

// The largest number in the braces that an item ends with; 0 where there are none.
static uint32_t repetitions(const char *item, size_t length) {
  uint32_t largest = 0, number = 0;
  size_t place = length;
  while (place > 0 && (item[place - 1] == '?' || item[place - 1] == '+')) place--;
  if (place == 0 || item[place - 1] != '}') return 0;
  while (place > 0 && item[place - 1] != '{') place--;
  for (; place < length && item[place] != '}'; place++) {
    bool isDigit = item[place] >= '0' && item[place] <= '9';
    number = !isDigit ? 0 : number > 100000 ? number : number * 10 + (uint32_t)(item[place] - '0');
    if (number > largest) largest = number;
  }
  return largest;
}

static int price(pcre2_callout_enumerate_block *block, void *data) {
  Pricing *pricing = data;
  size_t start = block->pattern_position, length = block->next_item_length;
  if (start > pricing->compiled->length || length > pricing->compiled->length - start) return 0;
  const char *text = pricing->text + start;
  Item *item = &pricing->compiled->items[start];
  item->share = 8 + (uint32_t)length;
  item->price = 1 + (uint32_t)length / 16 + repetitions(text, length) * item->share / 32;
  bool looksBehind = length > 3 && memcmp(text, "(?<", 3) == 0 && (text[3] == '=' || text[3] == '!');
  if (looksBehind) item->price += pricing->wayBack / 4;
  item->isReference =
      length > 1 && text[0] == '\\' && ((text[1] >= '1' && text[1] <= '9') || text[1] == 'k');
  return 0;
}

// The bytes of the longest group so far: as much is compared for a reference to it.
static size_t longest(const pcre2_callout_block *block) {
  size_t result = 0;
  for (uint32_t group = 1; group < block->capture_top; group++) {
    size_t start = block->offset_vector[2 * group], end = block->offset_vector[2 * group + 1];
    if (start != PCRE2_UNSET && end != PCRE2_UNSET && end > start && end - start > result) {
      result = end - start;
    }
  }
  return result;
}

// PCRE2 calls it before each item. Its own count of steps begins anew at every place of the text, and
// does not see how far one step runs; this one does.
static int spend(pcre2_callout_block *block, void *data) {
  Budget *budget = data;
  size_t position = block->current_position;
  uint64_t cost = 1;
  if (position > budget->position) cost += (position - budget->position) * budget->share / 32;
  if (block->pattern_position <= budget->compiled->length) {
    const Item *item = &budget->compiled->items[block->pattern_position];
    cost += item->price;
    if (item->isReference) cost += longest(block) / 8 + block->capture_top / 16;
    budget->share = item->share;
  }
  budget->position = position;
  if (cost > budget->left) return PCRE2_ERROR_CALLOUT;
  budget->left -= cost;
  return 0;
}

// --- Compiling ---

static Compiled *compiled(CPCRE2Pattern pattern) { return (Compiled *)pattern.address; }

// A find in Unicode text, where any end of a line counts as one. What a phone has not got is not to
// be had: no single bytes, and no settings at the front of the pattern.
static uint32_t options(bool ignoreCase, CPCRE2Language language) {
  uint32_t options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
  if (ignoreCase) options |= PCRE2_CASELESS;
  switch (language) {
    case CPCRE2LanguageICU: options |= PCRE2_UCP; break;
    case CPCRE2LanguageJavaScript:
      options |= PCRE2_ALT_BSUX | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF |
                 PCRE2_ALLOW_EMPTY_CLASS;
      break;
  }
  return options;
}

CPCRE2Pattern cpcre2_compile(
    const char *text, size_t length, bool ignoreCase, CPCRE2Language language) {
  CPCRE2Pattern none = {0};
  Compiled *result = calloc(1, sizeof(Compiled));
  Item *items = calloc(length + 1, sizeof(Item));
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  if (result == NULL || items == NULL || context == NULL) {
    free(result);
    free(items);
    pcre2_compile_context_free(context);
    return none;
  }
  const char *pattern = text == NULL ? "" : text;
  pcre2_set_newline(context, PCRE2_NEWLINE_ANY);
  pcre2_set_bsr(context, PCRE2_BSR_UNICODE);
  result->length = length;
  result->items = items;
  result->code = pcre2_compile(
      (PCRE2_SPTR)pattern, length, options(ignoreCase, language), &result->error, &result->offset,
      context);
  pcre2_compile_context_free(context);
  if (result->code != NULL) {
    Pricing pricing = {result, pattern, 0};
    pcre2_pattern_info(result->code, PCRE2_INFO_MAXLOOKBEHIND, &pricing.wayBack);
    pcre2_callout_enumerate(result->code, price, &pricing);
  }
  CPCRE2Pattern whole = {(uintptr_t)result};
  return whole;
}

CPCRE2Error cpcre2_error(CPCRE2Pattern pattern) {
  if (pattern.address == 0) return CPCRE2ErrorOutOfMemory;
  if (compiled(pattern)->code != NULL) return CPCRE2ErrorNone;
  switch (compiled(pattern)->error) {
    case PCRE2_ERROR_HEAP_FAILED: return CPCRE2ErrorOutOfMemory;
    case PCRE2_ERROR_END_BACKSLASH: return CPCRE2ErrorTrailingBackslash;
    case PCRE2_ERROR_END_BACKSLASH_C:
    case PCRE2_ERROR_UNKNOWN_ESCAPE:
    case PCRE2_ERROR_UNSUPPORTED_ESCAPE_SEQUENCE:
    case PCRE2_ERROR_BACKSLASH_C_CALLER_DISABLED:
    case PCRE2_ERROR_BACKSLASH_C_LIBRARY_DISABLED:
    case PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY:
    case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY:
    case PCRE2_ERROR_CODE_POINT_TOO_BIG: return CPCRE2ErrorBadEscape;
    case PCRE2_ERROR_ESCAPE_INVALID_IN_CLASS:
    case PCRE2_ERROR_CLASS_RANGE_ORDER:
    case PCRE2_ERROR_CLASS_INVALID_RANGE:
    case PCRE2_ERROR_POSIX_CLASS_NOT_IN_CLASS:
    case PCRE2_ERROR_POSIX_NO_SUPPORT_COLLATING:
    case PCRE2_ERROR_UNKNOWN_POSIX_CLASS: return CPCRE2ErrorBadCharacterClass;
    case PCRE2_ERROR_MISSING_SQUARE_BRACKET: return CPCRE2ErrorMissingBracket;
    case PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS:
    case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS: return CPCRE2ErrorMissingParenthesis;
    case PCRE2_ERROR_QUANTIFIER_INVALID:
    case PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER: return CPCRE2ErrorRepetitionOperator;
    case PCRE2_ERROR_QUANTIFIER_TOO_BIG: return CPCRE2ErrorRepetitionSize;
    case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE: return CPCRE2ErrorMissingGroup;
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH:
    case PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED:
    case PCRE2_ERROR_LOOKBEHIND_TOO_LONG: return CPCRE2ErrorLookBehindLength;
    case PCRE2_ERROR_PATTERN_TOO_LARGE:
    case PCRE2_ERROR_PATTERN_TOO_COMPLICATED: return CPCRE2ErrorTooLarge;
    case PCRE2_ERROR_INVALID_AFTER_PARENS_QUERY:
    case PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME:
    case PCRE2_ERROR_MISSING_NAME_TERMINATOR:
    case PCRE2_ERROR_INVALID_SUBPATTERN_NAME:
    case PCRE2_ERROR_SUBPATTERN_NAME_EXPECTED:
    case PCRE2_ERROR_SUBPATTERN_NAME_TOO_LONG: return CPCRE2ErrorGroupSyntax;
    default: return CPCRE2ErrorOther;
  }
}

size_t cpcre2_error_offset(CPCRE2Pattern pattern) {
  if (pattern.address == 0) return 0;
  const Compiled *refused = compiled(pattern);
  return refused->offset > refused->length ? refused->length : refused->offset;
}

int32_t cpcre2_group_count(CPCRE2Pattern pattern) {
  uint32_t count = 0;
  if (pattern.address == 0 || compiled(pattern)->code == NULL) return 0;
  pcre2_pattern_info(compiled(pattern)->code, PCRE2_INFO_CAPTURECOUNT, &count);
  return (int32_t)count;
}

void cpcre2_free(CPCRE2Pattern pattern) {
  if (pattern.address == 0) return;
  pcre2_code_free(compiled(pattern)->code);
  free(compiled(pattern)->items);
  free(compiled(pattern));
}

// --- Matching ---

static CPCRE2Answer answer(int result) {
  switch (result) {
    case PCRE2_ERROR_CALLOUT:
    case PCRE2_ERROR_MATCHLIMIT: return CPCRE2AnswerSteps;
    case PCRE2_ERROR_DEPTHLIMIT: return CPCRE2AnswerDepth;
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_NOMEMORY: return CPCRE2AnswerMemory;
    // No match, or a text that is no UTF-8.
    default: return result >= 0 ? CPCRE2AnswerFound : CPCRE2AnswerNotFound;
  }
}

static void fill(pcre2_match_data *data, CPCRE2Span *spans, int32_t count) {
  const size_t *places = pcre2_get_ovector_pointer(data);
  uint32_t known = pcre2_get_ovector_count(data);
  for (int32_t number = 0; number < count; number++) {
    spans[number].offset = -1;
    spans[number].length = 0;
    if ((uint32_t)number >= known) continue;
    size_t start = places[2 * number], end = places[2 * number + 1];
    if (start == PCRE2_UNSET || end < start) continue;
    spans[number].offset = (ptrdiff_t)start;
    spans[number].length = (ptrdiff_t)(end - start);
  }
}

CPCRE2Answer cpcre2_find_groups(
    CPCRE2Pattern pattern, const char *text, size_t length, CPCRE2Limits limits,
    CPCRE2Span *spans, int32_t count) {
  if (pattern.address == 0 || compiled(pattern)->code == NULL) return CPCRE2AnswerNotFound;
  const pcre2_code *code = compiled(pattern)->code;
  pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  CPCRE2Answer result = CPCRE2AnswerMemory;
  if (data != NULL && context != NULL) {
    Budget budget = {compiled(pattern), limits.steps, 0, 0};
    pcre2_set_match_limit(context, limits.steps);
    pcre2_set_depth_limit(context, limits.depth);
    pcre2_set_heap_limit(context, limits.memory);
    pcre2_set_callout(context, spend, &budget);
    result = answer(pcre2_match(
        code, (PCRE2_SPTR)(text == NULL ? "" : text), length, 0, 0, data, context));
    if (result == CPCRE2AnswerFound) fill(data, spans, count);
  }
  pcre2_match_context_free(context);
  pcre2_match_data_free(data);
  return result;
}
