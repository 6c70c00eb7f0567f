import CRE2

/// A regular expression that comes from data: compiled once, matched in time linear in the text.
///
/// The syntax is RE2's: Perl's without back-references and look-around, which no matcher can run
/// in linear time. Text is UTF-8, a match is a "find" (unanchored) as in the SDK's `_re`.
public final class Pattern: Sendable {
  /// The longest pattern in bytes.
  public static let lengthLimit = 1_000
  /// Memory in bytes that one compiled pattern may use (RE2's max_mem). Past it a pattern is
  /// refused, or its matching falls back to RE2's slower, still linear automaton.
  public static let memoryLimit: Int64 = 1 << 20

  /// The pattern as it was written.
  public let text: String
  /// Whether case is ignored.
  public let ignoreCase: Bool
  private let address: UInt

  /// Compiles a pattern.
  ///
  /// - Throws: `PatternError` with the reason and the part of the pattern that was refused.
  /// - Complexity: O(n) in the length of the pattern, within `memoryLimit`.
  public init(_ text: String, ignoreCase: Bool) throws(PatternError) {
    let length = text.utf8.count
    guard length <= Self.lengthLimit else {
      throw PatternError(reason: .tooLong(bytes: length, limit: Self.lengthLimit), pattern: text)
    }
    let compiled = Self.withBytes(of: text) { bytes, count in
      cre2_compile(bytes, count, ignoreCase, Self.memoryLimit)
    }
    if let reason = PatternError.Reason(of: compiled) {
      cre2_free(compiled)
      throw PatternError(reason: reason, pattern: text)
    }
    self.text = text
    self.ignoreCase = ignoreCase
    self.address = UInt(compiled.address)
  }

  deinit { cre2_free(compiled) }

  private var compiled: CRE2Pattern { CRE2Pattern(address: address) }

  /// The number of groups in parentheses, without group 0, the whole match.
  public var groupCount: Int { Int(cre2_group_count(compiled)) }

  /// Whether the pattern is found anywhere in a text.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func isFound(in text: String) -> Bool {
    Self.withBytes(of: text) { bytes, count in cre2_find(compiled, bytes, count) }
  }

  /// The text of one group of the first match.
  ///
  /// - Parameter number: the group, 0 for the whole match.
  /// - Returns: nil when nothing is found, when there is no such group or when it took no part.
  /// - Complexity: O(n) in the length of the text.
  public func group(_ number: Int, in text: String) -> String? {
    guard number >= 0, number <= groupCount else { return nil }
    var spans = [CRE2Span](repeating: CRE2Span(offset: -1, length: 0), count: number + 1)
    let isFound = Self.withBytes(of: text) { bytes, count in
      cre2_find_groups(compiled, bytes, count, &spans, Int32(number + 1))
    }
    let span = spans[number]
    guard isFound, span.offset >= 0 else { return nil }
    let bytes = text.utf8.dropFirst(span.offset).prefix(span.length)
    return String(decoding: bytes, as: UTF8.self)
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
