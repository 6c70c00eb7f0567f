import CPCRE2
import CRE2

/// A regular expression that comes from data, compiled once. A match is a "find" (unanchored) as in
/// the SDK's `_re`; text is UTF-8.
///
/// RE2 takes all that it can, and matches it in time linear in the text. What it refuses for a
/// look-around or a reference back to a group goes to PCRE2, which may have to try many ways; what
/// one look may cost is limited, and past a limit it is given up. The limits count work and no
/// time, so a look gives the same everywhere.
///
/// Source: LegacySDK §9.7, Firebase §5.5.
package final class Pattern: Sendable {
  /// The longest pattern in bytes.
  package static let lengthLimit = 1_000
  /// Memory in bytes that one compiled pattern may use (RE2's max_mem). Past it a pattern is
  /// refused, or its matching falls back to RE2's slower, still linear automaton.
  package static let memoryLimit: Int64 = 1 << 20
  /// Bytes that PCRE2, as it is built everywhere, has for a compiled pattern.
  package static let codeLimit: Int64 = 1 << 16
  /// Units of work that one look with PCRE2 may take, about one for each part that is tried at a
  /// place. The worst of a million patterns made to be slow took 5 ms for them on 8 KB of text.
  package static let stepLimit = 200_000
  /// How deep the decisions of one look with PCRE2 may nest.
  package static let depthLimit = 50_000
  /// KiB that these decisions may take.
  package static let lookMemoryLimit = 4_096

  private enum Matcher: Sendable {
    case linear(UInt)
    case goingBack(UInt)
  }

  /// The pattern as it was written.
  package let text: String
  private let matcher: Matcher

  /// Compiles a pattern; the language is the one by which PCRE2 reads it, where RE2 does not.
  ///
  /// - Throws: `PatternError` with the reason and the part of the pattern that was refused.
  /// - Complexity: O(n) in the length of the pattern, within the limits.
  package init(
    _ text: String, ignoreCase: Bool, language: PatternLanguage = .icu
  ) throws(PatternError) {
    let length = text.utf8.count
    guard length <= Self.lengthLimit else {
      throw PatternError(reason: .tooLong(bytes: length, limit: Self.lengthLimit), pattern: text)
    }
    self.text = text
    do throws(PatternError.Reason) {
      matcher = try Self.matcher(of: text, ignoreCase, language)
    } catch {
      throw PatternError(reason: error, pattern: text)
    }
  }

  deinit {
    switch matcher {
    case .linear(let address): cre2_free(CRE2Pattern(address: address))
    case .goingBack(let address): cpcre2_free(CPCRE2Pattern(address: address))
    }
  }

  /// Whether its matcher may have to give up: PCRE2 has it, and not RE2.
  package var mayGiveUp: Bool {
    if case .goingBack = matcher { true } else { false }
  }

  /// Whether it looks behind, which JavaScript on iOS knows since 16.4 only (Firebase §5.5).
  ///
  /// - Complexity: O(n) in the length of the pattern.
  package var looksBehind: Bool { mayGiveUp && PatternSyntax(of: text, .javaScript).looksBehind }

  /// The number of groups in parentheses, without group 0, the whole match.
  package var groupCount: Int {
    switch matcher {
    case .linear(let address): Int(cre2_group_count(CRE2Pattern(address: address)))
    case .goingBack(let address): Int(cpcre2_group_count(CPCRE2Pattern(address: address)))
    }
  }
}

// MARK: - Compiling

extension Pattern {
  private static func matcher(
    of text: String, _ ignoreCase: Bool, _ language: PatternLanguage
  ) throws(PatternError.Reason) -> Matcher {
    do throws(PatternError.Reason) {
      return .linear(try linear(text, ignoreCase))
    } catch {
      if error.isOfSize { throw error }
      let syntax = PatternSyntax(of: text, language)
      if syntax.goesBack { return .goingBack(try goingBack(text, syntax, ignoreCase, language)) }
      // The RE2 of older systems knows the names of groups with a P only.
      if syntax.names.isEmpty { throw error }
      return .linear(try linear(syntax.withNamesOfRE2, ignoreCase))
    }
  }

  private static func linear(
    _ text: String, _ ignoreCase: Bool
  ) throws(PatternError.Reason) -> UInt {
    let compiled = withBytes(of: text) { bytes, count in
      cre2_compile(bytes, count, ignoreCase, memoryLimit)
    }
    if let reason = PatternError.Reason(of: compiled) {
      cre2_free(compiled)
      throw reason
    }
    return UInt(compiled.address)
  }

  private static func goingBack(
    _ text: String, _ syntax: PatternSyntax, _ ignoreCase: Bool, _ language: PatternLanguage
  ) throws(PatternError.Reason) -> UInt {
    if let part = syntax.stranger { throw .strange(part: part, language) }
    if let part = syntax.plainLetter { throw .badEscape(part: part) }
    if let part = syntax.longRepetition { throw .repetitionTooLarge(part: part) }
    let compiled = withBytes(of: text) { bytes, count in
      cpcre2_compile(
        bytes, count, ignoreCase,
        language == .icu ? CPCRE2LanguageICU : CPCRE2LanguageJavaScript)
    }
    if let reason = PatternError.Reason(of: compiled, text) {
      cpcre2_free(compiled)
      throw reason
    }
    return UInt(compiled.address)
  }
}

// MARK: - Matching

extension Pattern {
  /// What a look for a pattern came to.
  package enum Look: Sendable, Hashable {
    case found
    case notFound
    case gaveUp(PatternLimit)
  }

  /// Looks for the pattern anywhere in a text.
  ///
  /// - Complexity: O(n) in the length of the text with RE2, and within the limits with PCRE2.
  package func look(in text: String) -> Look {
    switch matcher {
    case .linear(let address):
      let isFound = Self.withBytes(of: text) { bytes, count in
        cre2_find(CRE2Pattern(address: address), bytes, count)
      }
      return isFound ? .found : .notFound
    case .goingBack(let address):
      do throws(PatternLimit) {
        return try find(address, in: text, groups: 0) == nil ? .notFound : .found
      } catch {
        return .gaveUp(error)
      }
    }
  }

  /// Whether the pattern is found anywhere in a text; a look that was given up found nothing.
  ///
  /// - Complexity: as of `look(in:)`.
  package func isFound(in text: String) -> Bool { look(in: text) == .found }

  /// The text of one group of the first match.
  ///
  /// `number` is the group, 0 for the whole match.
  ///
  /// - Returns: nil when nothing is found, when there is no such group or when it took no part.
  /// - Throws: `PatternLimit` when the look was given up.
  /// - Complexity: as of `look(in:)`.
  package func group(_ number: Int, in text: String) throws(PatternLimit) -> String? {
    guard number >= 0, number <= groupCount else { return nil }
    var span: (offset: Int, length: Int)?
    switch matcher {
    case .linear(let address):
      var spans = [CRE2Span](repeating: CRE2Span(offset: -1, length: 0), count: number + 1)
      let isFound = Self.withBytes(of: text) { bytes, count in
        cre2_find_groups(
          CRE2Pattern(address: address), bytes, count, &spans, Int32(number + 1))
      }
      if isFound { span = (spans[number].offset, spans[number].length) }
    case .goingBack(let address):
      let spans = try find(address, in: text, groups: number + 1)
      span = spans.map { ($0[number].offset, $0[number].length) }
    }
    guard let span, span.offset >= 0 else { return nil }
    return String(decoding: text.utf8.dropFirst(span.offset).prefix(span.length), as: UTF8.self)
  }

  /// The groups of the first match, or nil where there is none.
  private func find(
    _ address: UInt, in text: String, groups: Int
  ) throws(PatternLimit) -> [CPCRE2Span]? {
    var spans = [CPCRE2Span](repeating: CPCRE2Span(offset: -1, length: 0), count: groups)
    let limits = CPCRE2Limits(
      steps: UInt32(Self.stepLimit), depth: UInt32(Self.depthLimit),
      memory: UInt32(Self.lookMemoryLimit))
    let answer = Self.withBytes(of: text) { bytes, count in
      cpcre2_find_groups(
        CPCRE2Pattern(address: address), bytes, count, limits, &spans, Int32(groups))
    }
    switch answer {
    case CPCRE2AnswerFound: return spans
    case CPCRE2AnswerSteps: throw PatternLimit(kind: .steps, pattern: self.text, text: text)
    case CPCRE2AnswerDepth: throw PatternLimit(kind: .depth, pattern: self.text, text: text)
    case CPCRE2AnswerMemory: throw PatternLimit(kind: .memory, pattern: self.text, text: text)
    default: return nil
    }
  }

  private static func withBytes<Result>(
    of text: String, _ body: (UnsafePointer<CChar>?, Int) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}

/// Why the look for a pattern was given up.
package struct PatternLimit: Error, Sendable, Hashable {
  /// The limits of a look.
  package enum Kind: Sendable, Hashable, CaseIterable {
    case steps
    case depth
    case memory
  }

  /// The limit that was reached.
  package let kind: Kind
  /// The pattern.
  package let pattern: String
  /// The length of the text in bytes.
  package let bytes: Int

  init(kind: Kind, pattern: String, text: String) {
    self.kind = kind
    self.pattern = pattern
    bytes = text.utf8.count
  }
}

// MARK: - Reach

extension Pattern {
  /// Patterns with anchors that are found in every line of text.
  private static let anchoredAll: Set<String> = [
    "^", "$", "^.*", ".*$", "^.*$", "^(.*)$", "^(.*)", "(.*)$",
  ]

  /// Whether the pattern is surely found in every text: it is found in the empty one and asks
  /// nothing of where it stands.
  package var findsEverything: Bool {
    if Self.anchoredAll.contains(text) { return true }
    // The end of any text looks ahead as the empty one does; what looks behind sees more there.
    if mayGiveUp, text.contains("(?<") { return false }
    return isFound(in: "") && !text.contains { "^$\\".contains($0) }
  }

  /// Whether the pattern is surely found in no text: it wants a character before the beginning of
  /// the text or after its end.
  ///
  /// - Complexity: O(n) in the length of the pattern.
  package var findsNothing: Bool {
    // What must not follow may well be something that is never found.
    if mayGiveUp { return false }
    let letters = Array(text.unicodeScalars)
    guard !letters.contains("|"), !letters.contains("["), !letters.contains("\\") else {
      return false
    }
    for (position, letter) in letters.enumerated() {
      if letter == "^", position > 0, Self.isPlain(letters[position - 1]) { return true }
      guard letter == "$", position + 1 < letters.count, Self.isPlain(letters[position + 1]) else {
        continue
      }
      let after = position + 2 < letters.count ? letters[position + 2] : " "
      if !["?", "*", "{"].contains(after) { return true }
    }
    return false
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
