import OrderedCollections
import TagRuntime

/// Random values, the same in every run.
struct ValueSource {
  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  private static let texts = [
    "", "a", "é", "😀", "\u{0}", "\u{1F}", "\u{7F}", "\"", "\\", "/", "\n\r\t", "a.b", "null",
    "e\u{301}",
  ]
  private static let doubles: [Double] = [
    0, -0.0, 1, 0.1, 19.9, 1e16, 1e15, 1e-4, 1e-5, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    -2.5e-300,
    9_007_199_254_740_992, 1 / 3,
  ]

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.integer(in: 0...Int64(elements.count - 1)))]
  }

  mutating func value(depth: Int = 4) -> Value {
    switch random.integer(in: 0...(depth > 0 ? 9 : 6)) {
    case 0: return .null
    case 1: return .bool(random.integer(in: 0...1) == 1)
    case 2: return .int(random.integer(in: Int64.min...Int64.max))
    case 3: return .int(random.integer(in: -3...3))
    case 4: return .double(pick(Self.doubles))
    case 5: return .double(finite())
    case 6: return .string(pick(Self.texts) + pick(Self.texts))
    case 7, 8:
      return .list((0..<random.integer(in: 0...4)).map { _ in value(depth: depth - 1) })
    default: return .map(members(depth: depth - 1))
    }
  }

  mutating func members(depth: Int = 3) -> OrderedDictionary<String, Value> {
    var members: OrderedDictionary<String, Value> = [:]
    for _ in 0..<random.integer(in: 0...4) { members[pick(Self.texts)] = value(depth: depth) }
    return members
  }

  /// A finite double of any size, from random bits.
  private mutating func finite() -> Double {
    while true {
      let double = Double(bitPattern: random.next())
      if double.isFinite { return double }
    }
  }
}
