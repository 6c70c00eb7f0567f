#include "CRE2.h"

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <new>
#include <string>
#include <vector>

namespace {

const RE2 *expression(CRE2Pattern pattern) {
  return reinterpret_cast<const RE2 *>(pattern.address);
}

// An empty Swift string may come as a null pointer, which a StringPiece treats as "no match".
re2::StringPiece piece(const char *text, size_t length) {
  return re2::StringPiece(text == nullptr ? "" : text, length);
}

}  // namespace

CRE2Pattern cre2_compile(const char *text, size_t length, bool ignoreCase, int64_t maxMemory) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(!ignoreCase);
  options.set_max_mem(maxMemory);
  const RE2 *compiled = new (std::nothrow) RE2(piece(text, length), options);
  return CRE2Pattern{reinterpret_cast<uintptr_t>(compiled)};
}

CRE2Error cre2_error(CRE2Pattern pattern) {
  const RE2 *compiled = expression(pattern);
  if (compiled == nullptr) return CRE2ErrorOutOfMemory;
  switch (compiled->error_code()) {
    case RE2::NoError: return CRE2ErrorNone;
    case RE2::ErrorBadEscape: return CRE2ErrorBadEscape;
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange: return CRE2ErrorBadCharacterClass;
    case RE2::ErrorMissingBracket: return CRE2ErrorMissingBracket;
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen: return CRE2ErrorMissingParenthesis;
    case RE2::ErrorTrailingBackslash: return CRE2ErrorTrailingBackslash;
    case RE2::ErrorRepeatArgument:
    case RE2::ErrorRepeatOp: return CRE2ErrorRepetitionOperator;
    case RE2::ErrorRepeatSize: return CRE2ErrorRepetitionSize;
    case RE2::ErrorBadPerlOp:
    case RE2::ErrorBadNamedCapture: return CRE2ErrorGroupSyntax;
    case RE2::ErrorBadUTF8: return CRE2ErrorBadUTF8;
    case RE2::ErrorPatternTooLarge: return CRE2ErrorTooLarge;
    default: return CRE2ErrorOther;
  }
}

const char *cre2_error_part(CRE2Pattern pattern, size_t *length) {
  const RE2 *compiled = expression(pattern);
  if (compiled == nullptr) {
    *length = 0;
    return "";
  }
  *length = compiled->error_arg().size();
  return compiled->error_arg().data();
}

int32_t cre2_group_count(CRE2Pattern pattern) {
  const RE2 *compiled = expression(pattern);
  return compiled == nullptr ? 0 : compiled->NumberOfCapturingGroups();
}

bool cre2_find(CRE2Pattern pattern, const char *text, size_t length) {
  return cre2_find_groups(pattern, text, length, nullptr, 0);
}

bool cre2_find_groups(
    CRE2Pattern pattern, const char *text, size_t length, CRE2Span *spans, int32_t count) {
  const RE2 *compiled = expression(pattern);
  if (compiled == nullptr || !compiled->ok()) return false;
  const re2::StringPiece whole = piece(text, length);
  std::vector<re2::StringPiece> groups(static_cast<size_t>(count));
  if (!compiled->Match(whole, 0, length, RE2::UNANCHORED, groups.data(), count)) return false;
  for (int32_t number = 0; number < count; number++) {
    const re2::StringPiece &group = groups[static_cast<size_t>(number)];
    const bool took = group.data() != nullptr;
    spans[number].offset = took ? group.data() - whole.data() : -1;
    spans[number].length = took ? static_cast<ptrdiff_t>(group.size()) : 0;
  }
  return true;
}

void cre2_free(CRE2Pattern pattern) { delete expression(pattern); }
