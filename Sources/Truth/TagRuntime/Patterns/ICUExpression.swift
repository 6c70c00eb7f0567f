import CICU
import Synchronization

/// A pattern that ICU compiles when it is first needed.
///
/// ICU keeps the state of a search in the compiled pattern, so only one search at a time uses it.
/// It counts the steps of a search in blocks and asks after each whether to continue: so the limits
/// are counts, and the same search ends at the same step everywhere.
final class ICUExpression: Sendable {
  /// The number of steps after which ICU asks whether to continue; its own constant.
  static let block = 10_000
  /// The minimum cost of a search, as ICU does not report its progress within a block.
  static let leastSteps = 100

  /// The pattern in ICU's language.
  private let pattern: [UInt16]
  private let ignoresCase: Bool
  /// Whether surrogates are separate characters, as in JavaScript without the flag `u`.
  private let splitsPairs: Bool
  /// The number that ICU assigns to each group; nil if they are the same.
  private let groups: [Int32]?
  private let cost: StepCost
  /// The address of the compiled pattern, 0 before it is needed.
  private let compiled = Mutex<UInt>(0)

  /// Creates a pattern of ICU.
  init(_ text: String, ignoreCase: Bool) {
    // ICU rejects an empty pattern.
    pattern = text.isEmpty ? Array("(?:)".utf16) : Array(text.utf16)
    ignoresCase = ignoreCase
    splitsPairs = false
    groups = nil
    cost = StepCost(of: pattern, ignoresCase: ignoreCase)
  }

  /// The letters that have a meaning after a backslash.
  private static let letters = Set("AaBbcDdEefGHhkNnPpQRrSstUuVvWwXxZz".unicodeScalars)

  /// Returns the escapes of an ICU pattern that mean only their letter.
  static func plainEscapes(of text: String) -> [String] {
    var escapes: [String] = []
    var isEscaped = false
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if !isEscaped {
        isEscaped = scalar == "\\"
        continue
      }
      isEscaped = false
      if scalar == "Q" || scalar == "E" { isQuoted = scalar == "Q" }
      guard !isQuoted, scalar.isASCII, scalar.properties.isAlphabetic, !letters.contains(scalar)
      else { continue }
      let escape = "\\" + String(scalar)
      if !escapes.contains(escape) { escapes.append(escape) }
    }
    return escapes
  }

  /// Creates a pattern of JavaScript in ICU's language.
  init(_ read: ECMAScriptPattern) {
    pattern = read.icu.isEmpty ? Array("(?:)".utf16) : read.icu
    // Its letters are already written as sets.
    ignoresCase = false
    splitsPairs = true
    groups = read.groups
    cost = StepCost(of: pattern, ignoresCase: false)
  }

  deinit { cicu_free(compiled.withLock { CICUPattern(address: $0) }) }

  /// Compiles the pattern, if that is not done yet.
  ///
  /// - Throws: the reason why ICU refuses it.
  func compile() throws(Refusal) {
    let refusal = compiled.withLock { address in open(&address) }
    if let refusal { throw refusal }
  }

  /// The reason why ICU refuses a pattern.
  struct Refusal: Error {
    var reason: PatternError.Reason
    /// ICU's name for it.
    var name: String
  }

  /// The number of groups, without the whole match.
  var groupCount: Int {
    if let groups { return groups.count - 1 }
    return compiled.withLock { address in
      _ = open(&address)
      return Int(cicu_group_count(CICUPattern(address: address)))
    }
  }

  /// Compiles the pattern and returns the reason why ICU refuses it, or nil.
  private func open(_ address: inout UInt) -> Refusal? {
    guard address == 0 else { return nil }
    var error = CICUErrorNone
    var offset: Int32 = 0
    address = pattern.withUnsafeBufferPointer {
      cicu_compile(
        $0.baseAddress, Int32($0.count), ignoresCase, Int32(Pattern.memoryLimit), &error, &offset
      ).address
    }
    guard address == 0 else { return nil }
    return Refusal(
      reason: PatternError.Reason(error, after: Int(offset), of: pattern),
      name: String(cString: cicu_error_name(error)))
  }
}

// MARK: - Matching

extension ICUExpression {
  /// The result of a search.
  enum Answer {
    /// It is found; the text is that of the requested group, if it took part.
    case found(String?)
    case notFound
    case limit(PatternLimit.Kind)
  }

  /// Finds the pattern anywhere in a text, and the text of a group if one is requested.
  ///
  /// - Complexity: within the remaining steps.
  func find(in text: String, spending steps: inout Int, group: Int?) -> Answer {
    let number = group.map { groups?[$0] ?? Int32($0) }
    var left = steps
    var text = text
    let answer = text.withUTF8 { bytes in
      // No text has more units of UTF-16 than bytes of UTF-8, and with split pairs as many.
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(bytes.count, 1)) { units in
        find(in: UnsafeBufferPointer(rebasing: units[..<write(bytes, to: units)]), &left, number)
      }
    }
    steps = left
    return answer
  }

  private func find(
    in units: UnsafeBufferPointer<UInt16>, _ steps: inout Int, _ group: Int32?
  ) -> Answer {
    let cost = cost.steps(in: units.count)
    let blocks = Int64(steps / (Self.block * cost))
    // Less than a block cannot be counted.
    guard blocks > 0 else { return .limit(.steps) }
    // ICU asks at the end of a block, so the last one that it may take is refused another.
    var blocksLeft = blocks - 1
    var span = CICUSpan(start: -1, end: -1)
    let answer = compiled.withLock { address in
      _ = open(&address)
      return address == 0
        ? CICUAnswerNotFound
        : cicu_find(
          CICUPattern(address: address), units.baseAddress, Int32(units.count), group ?? 0,
          &blocksLeft, &span)
    }
    steps =
      answer == CICUAnswerSteps
      ? 0
      : max(0, steps - max(Int(blocks - 1 - blocksLeft) * Self.block, Self.leastSteps) * cost)
    switch answer {
    case CICUAnswerFound where group != nil && span.start >= 0:
      return .found(read(UnsafeBufferPointer(rebasing: units[Int(span.start)..<Int(span.end)])))
    case CICUAnswerFound: return .found(nil)
    case CICUAnswerSteps: return .limit(.steps)
    case CICUAnswerMemory: return .limit(.memory)
    default: return .notFound
    }
  }
}

// MARK: - Units

// A surrogate that is a separate character is written as one in the sixteenth plane, which is for
// private use. A text that contains such a character has it as two surrogates.

extension ICUExpression {
  /// The character that represents the first surrogate.
  static let firstSurrogate: UInt32 = 0xF_0000

  /// Writes a text in UTF-16.
  private func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to units: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    var place = 0
    while place < bytes.count, bytes[place] < 0x80 {
      units[place] = UInt16(bytes[place])
      place += 1
    }
    if place == bytes.count { return place }
    var count = place
    let rest = UnsafeBufferPointer(rebasing: bytes[place...])
    for unit in String(decoding: rest, as: UTF8.self).utf16 {
      if splitsPairs, UTF16.isSurrogate(unit) {
        let number = unit - 0xD800
        units[count] = 0xDB80 + number >> 10
        units[count + 1] = 0xDC00 + number & 0x3FF
        count += 2
      } else {
        units[count] = unit
        count += 1
      }
    }
    return count
  }

  /// Reads the units that `write` wrote.
  private func read(_ units: UnsafeBufferPointer<UInt16>) -> String {
    guard splitsPairs else { return String(decoding: units, as: UTF16.self) }
    var written: [UInt16] = []
    var place = 0
    while place < units.count {
      if UTF16.isLeadSurrogate(units[place]), place + 1 < units.count {
        written.append(0xD800 + (units[place] - 0xDB80) << 10 + (units[place + 1] - 0xDC00))
        place += 2
      } else {
        written.append(units[place])
        place += 1
      }
    }
    return String(decoding: written, as: UTF16.self)
  }
}
