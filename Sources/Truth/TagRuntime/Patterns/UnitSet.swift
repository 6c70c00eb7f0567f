/// A set of UTF-16 units, like the classes of JavaScript's patterns.
struct UnitSet: Hashable {
  /// Ordered and disjoint.
  private var ranges: [ClosedRange<UInt16>] = []

  init() {}
  init(_ range: ClosedRange<UInt16>) { ranges = [range] }
  private init(_ ranges: [ClosedRange<UInt16>]) {
    for range in ranges { insert(range) }
  }

  static let digits = UnitSet(0x30...0x39)
  static let word = UnitSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let lineBreaks = UnitSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
  /// White space and the ends of lines.
  static let spaces = UnitSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// The only unit in the set; nil if it has none or several.
  var single: UInt16? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  var inverted: UnitSet {
    var result = UnitSet()
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound {
        result.ranges.append(UInt16(next)...(range.lowerBound - 1))
      }
      next = UInt32(range.upperBound) + 1
    }
    if next <= 0xFFFF { result.ranges.append(UInt16(next)...0xFFFF) }
    return result
  }

  mutating func insert(_ other: UnitSet) {
    for range in other.ranges { insert(range) }
  }

  private mutating func insert(_ range: ClosedRange<UInt16>) {
    var low = range.lowerBound
    var high = range.upperBound
    var kept: [ClosedRange<UInt16>] = []
    var position = 0
    for old in ranges {
      if Int(old.upperBound) + 1 < Int(low) {
        kept.append(old)
        position = kept.count
      } else if Int(high) + 1 < Int(old.lowerBound) {
        kept.append(old)
      } else {
        low = min(low, old.lowerBound)
        high = max(high, old.upperBound)
      }
    }
    kept.insert(low...high, at: position)
    ranges = kept
  }
}

// MARK: - Case

extension UnitSet {
  /// The set with every unit that equals one of its units when case does not count.
  ///
  /// Source: Firebase §5.5; ECMAScript, Canonicalize without the flags `u` and `v`.
  var foldingCase: UnitSet {
    var result = self
    if ranges.allSatisfy({ $0.upperBound < 0x80 }) {
      for range in ranges {
        let small = range.clamped(to: 0x61...0x7A)
        if range.overlaps(0x61...0x7A) {
          result.insert((small.lowerBound - 32)...(small.upperBound - 32))
        }
        let large = range.clamped(to: 0x41...0x5A)
        if range.overlaps(0x41...0x5A) {
          result.insert((large.lowerBound + 32)...(large.upperBound + 32))
        }
      }
      return result
    }
    let table = Self.capitals
    var isWanted = [Bool](repeating: false, count: table.count)
    for range in ranges { for unit in range { isWanted[Int(table[Int(unit)])] = true } }
    for (unit, capital) in table.enumerated() where isWanted[Int(capital)] {
      let unit = UInt16(unit)
      if !contains(unit) { result.insert(unit...unit) }
    }
    return result
  }

  private func contains(_ unit: UInt16) -> Bool { ranges.contains { $0.contains(unit) } }

  /// The capital of each unit, if it is one unit, and not in ASCII unless the unit is.
  private static let capitals: [UInt16] = (0...UInt16.max).map { unit in
    guard let scalar = Unicode.Scalar(unit) else { return unit }
    let capital = Array(scalar.properties.uppercaseMapping.utf16)
    guard capital.count == 1 else { return unit }
    return unit >= 0x80 && capital[0] < 0x80 ? unit : capital[0]
  }
}

// MARK: - ICU

extension UnitSet {
  /// The set in ICU's language, with surrogates as `ICUExpression` writes them.
  var text: String {
    if ranges.isEmpty { return "(?!)" }
    if let single, Self.isPlain(single) { return String(Unicode.Scalar(UInt8(single))) }
    var text = "["
    for range in ranges {
      for part in Self.parts where part.overlaps(range) {
        let part = range.clamped(to: part)
        text += Self.sign(part.lowerBound)
        if part.count > 1 { text += "-" + Self.sign(part.upperBound) }
      }
    }
    return text + "]"
  }

  /// The units before the surrogates, the surrogates, and those after them.
  private static let parts: [ClosedRange<UInt16>] = [
    0...0xD7FF, 0xD800...0xDFFF, 0xE000...0xFFFF,
  ]

  private static func isPlain(_ unit: UInt16) -> Bool {
    (0x30...0x39).contains(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }

  private static func sign(_ unit: UInt16) -> String {
    let value =
      UTF16.isSurrogate(unit)
      ? ICUExpression.firstSurrogate + UInt32(unit - 0xD800) : UInt32(unit)
    return "\\x{" + String(value, radix: 16) + "}"
  }
}
