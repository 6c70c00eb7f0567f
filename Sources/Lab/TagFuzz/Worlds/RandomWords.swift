import OrderedCollections
import TagRuntime

/// The few names that random worlds are made of: few, so that what one part says another asks for.
enum RandomWords {
  static let events = ["e0", "e1", "buy", "openScreen", "again", "start"]
  static let keys = ["a", "b", "a.x", "a.y", "list", "n", "screenName", "price", "a.x.deep"]
  static let macros = ["f0", "f1"]
  static let tags = ["t0", "t1", "t2"]
  /// Functions of the app that hand their parameters to Braze.
  static let brazeTags = ["t3", "t4"]
  static let containerID = "GTM-FUZZ"
  static let otherID = "GTM-MORE"

  /// Texts that are compared: numbers that are nearly numbers, empty ones, the same letter twice.
  static let texts = [
    "x", "xy", "yx", "", "12", "12.0", " 7", "7 ", "0012", "-3", "true", "false", "1.5", "1e3",
    "Home", "home", "null", "undefined", "caf\u{E9}", "cafe\u{301}", "e0",
    "<b>Tom & \"Jerry\"</b>", "a&amp;b", "5 < 6 + 7", "it's 50%", "a~b*c", "9007199254740993",
    "-9007199254740993", "9223372036854775808",
  ]

  /// Texts that somebody means harm with.
  static let hostile = [
    "\u{1B}[2J", "\u{9B}31m", "\u{202E}abc", "a\u{200D}b", "\u{7}", "\r\n\t", "%n%s",
    "'; DROP TABLE hits; --", "=cmd|' /C calc'!A0", "<script>", "../../etc/passwd",
    "\u{E0041}", "e\u{301}\u{301}\u{301}\u{301}", "\u{FEFF}", "\u{1F468}\u{200D}\u{1F469}",
  ]

  static let patterns = [
    "x", "^x", "x$", "^x$", "x|y", "(x|y)+", ".", ".*", "[xy]", "[^x]", "^$", "h(o|O)me", "a*b",
    "x?y", "[0123456789]+", "^.o.*$",
  ]
}

extension Draws {
  /// A value as an app pushes it.
  mutating func value(depth: Int = 0) -> Value {
    switch below(depth < 2 ? 11 : 8) {
    case 0, 1, 2: return .string(pick(RandomWords.texts))
    case 3: return .int(Int64(below(20)) - 5)
    case 4: return .int(pick([12, 7, 0, 1, 9_007_199_254_740_993, -3]))
    case 5: return .double(pick([0.5, 12, 19.9, -3, 1.5, 7]))
    case 6: return .bool(chance(50))
    case 7: return .null
    case 8, 9:
      var members: OrderedDictionary<String, Value> = [:]
      for _ in 0..<below(3) { members[pick(["x", "y", "deep", "a.b"])] = value(depth: depth + 1) }
      return .map(members)
    default: return .list((0..<below(4)).map { _ in value(depth: depth + 1) })
    }
  }

  mutating func push(hostile: Bool) -> String {
    var members: OrderedDictionary<String, Value> = [:]
    if chance(85) {
      members["event"] = chance(95) ? .string(pick(RandomWords.events)) : value()
    }
    for _ in 0..<below(4) { members[pick(RandomWords.keys)] = value() }
    if chance(4) { members["gtm"] = ["lifetime": .string(pick(["1h", "30d", "7m"]))] }
    if hostile { poison(&members) }
    return "push " + JSONWriter.write(.map(members))
  }

  /// Adds what no sane app pushes.
  private mutating func poison(_ members: inout OrderedDictionary<String, Value>) {
    switch below(12) {
    case 0:
      var nested: Value = 1
      for _ in 0..<pick([62, 63, 64, 70, 200]) { nested = ["d": nested] }
      members["deep"] = nested
    case 1: members[String(repeating: "k", count: pick([255, 256, 257]))] = 1
    case 2: members[pick(["a..b", ".a", "a.", "", ".", "a.\u{0}"])] = value()
    case 3: members["list"] = .list(Array(repeating: 1, count: pick([3, 9, 2000])))
    case 4 where chance(35):
      members["many"] = .list(Array(repeating: .list([1, 2, 3]), count: pick([2400, 2600])))
    case 5 where chance(5): members["long"] = .string(String(repeating: "x", count: 200_000))
    case 6: members["b"] = chance(50) ? .list([.null, .map(["x": 1])]) : .map(["x": .list([2])])
    case 7: members["event"] = chance(50) ? .null : .list(["e0"])
    default: members[pick(RandomWords.keys)] = .string(pick(RandomWords.hostile))
    }
  }
}
