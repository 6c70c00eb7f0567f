import CICU
import Synchronization

/// A pattern as ICU compiles it, when it is first needed.
///
/// ICU keeps the state of a look in the compiled pattern, so one look at a time has it. It counts
/// the steps of a look in blocks and asks after each whether to go on: so the limits are counts,
/// and the same look ends at the same step everywhere.
final class ICUExpression: Sendable {
  /// Steps after which ICU asks whether to go on; its own constant.
  static let block = 10_000
  /// The least that a look costs, as ICU does not say how far it came in a block.
  static let leastSteps = 100

  /// The pattern in ICU's language.
  private let pattern: [UInt16]
  private let ignoresCase: Bool
  /// Whether surrogates are characters of their own, as in JavaScript without the flag `u`.
  private let splitsPairs: Bool
  /// The number that ICU gives to each group; nil where they are the same.
  private let groups: [Int32]?
  /// The address of the compiled pattern, 0 before it is needed.
  private let compiled = Mutex<UInt>(0)

  /// A pattern of ICU.
  init(_ text: String, ignoreCase: Bool) {
    // ICU takes no empty pattern.
    pattern = text.isEmpty ? Array("(?:)".utf16) : Array(text.utf16)
    ignoresCase = ignoreCase
    splitsPairs = false
    groups = nil
  }

  /// The letters that mean something after a backslash.
  private static let letters = Set("AaBbcDdEefGHhkNnPpQRrSstUuVvWwXxZz".unicodeScalars)

  /// The escapes of a pattern of ICU that mean only their letter.
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

  /// A pattern of JavaScript in ICU's language.
  init(_ read: ECMAScriptPattern) {
    pattern = read.icu.isEmpty ? Array("(?:)".utf16) : read.icu
    // Its letters are written as sets already.
    ignoresCase = false
    splitsPairs = true
    groups = read.groups
  }

  deinit { cicu_free(compiled.withLock { CICUPattern(address: $0) }) }

  /// Compiles the pattern, if that is not done yet.
  ///
  /// - Throws: why ICU refuses it.
  func compile() throws(Refusal) {
    let refusal = compiled.withLock { address in open(&address) }
    if let refusal { throw refusal }
  }

  /// Why ICU refuses a pattern.
  struct Refusal: Error {
    var reason: PatternError.Reason
    /// What ICU calls it.
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

  /// Why ICU refuses the pattern, or nil.
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
  /// The result of a look.
  enum Answer {
    /// It is found; the text is that of the group that was asked for, if it took part.
    case found(String?)
    case notFound
    case limit(PatternLimit.Kind)
  }

  /// Finds the pattern anywhere in a text, and the text of a group where one is asked for.
  ///
  /// - Complexity: within the steps that are left.
  func find(in text: String, spending steps: inout Int, group: Int?) -> Answer {
    guard steps > 0 else { return .limit(.steps) }
    let number = group.map { groups?[$0] ?? Int32($0) }
    var left = steps
    var text = text
    let answer = text.withUTF8 { bytes in
      // No text has more units of UTF-16 than bytes of UTF-8, and with pairs of pairs as many.
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
    let blocks = Int64(steps / Self.block)
    var blocksLeft = blocks
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
      ? 0 : max(0, steps - max(Int(blocks - blocksLeft) * Self.block, Self.leastSteps))
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

// A surrogate that is a character of its own stands as one in the sixteenth plane, which is for
// private use. A text that has such a character itself has it as two surrogates.

extension ICUExpression {
  /// The character in which the first surrogate is written.
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

  /// Reads what `write` wrote.
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
