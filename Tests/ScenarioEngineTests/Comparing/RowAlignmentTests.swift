import Testing

@testable import ScenarioEngine

/// Rows of two runs beside each other: a letter is an act, and `+` lets an hour and a minute pass.
struct RowAlignmentTests {
  private static let cases: [(a: String, b: String, aligned: String)] = [
    ("", "", ""),
    ("abc", "abc", "aa bb cc"),
    ("abc", "abcd", "aa bb cc ·d"),
    ("abc", "", "a· b· c·"),
    ("abcd", "abd", "aa bb c· dd"),
    ("abxcd", "abycd", "aa bb x· ·y cc dd"),
    ("abcabc", "bcabc", "a· bb cc aa bb cc"),
    ("tttt", "tt", "tt tt t· t·"),
    ("xay", "bay", "x· ·b aa yy"),
    // All that follows came later in one of them.
    ("ab+cdef", "abcdef", "aa bb cc dd ee ff"),
    // What only happened again, long after, is not the same.
    ("ab+xyzuvwt", "abt", "aa bb ·t x· y· z· u· v· w· t·"),
    ("+t", "t", "tt"),
  ]

  @Test(arguments: cases)
  func standBesideEachOther(_ row: (a: String, b: String, aligned: String)) {
    #expect(Self.aligned(row.a, row.b) == row.aligned)
    let swapped = row.aligned.split(separator: " ").map { String($0.reversed()) }
    #expect(
      Set(Self.aligned(row.b, row.a).split(separator: " ").map(String.init)) == Set(swapped))
  }

  /// In a gap, rows that are alike are one place, and the rows of both runs keep their order.
  @Test(arguments: [
    ("abXcd", "abxcd", "aa bb Xx cc dd"),
    ("aXYb", "axyb", "aa Xx Yy bb"),
    ("aXYb", "ayxb", "aa ·y Xx Y· bb"),
    ("aPXQb", "aqxpb", "aa ·q ·x Pp X· Q· bb"),
    ("aXb", "aczb", "aa X· ·c ·z bb"),
    ("aXXb", "axb", "aa Xx X· bb"),
    ("X", "x", "Xx"),
  ])
  func likeRowsAreAtOnePlace(_ row: (a: String, b: String, aligned: String)) {
    let (first, second) = (Self.keys(row.a), Self.keys(row.b))
    var pairs = RowAlignment.pairs(first.map(\.1), second.map(\.1))
    pairs.pairGaps { first[$0].0.lowercased() == String(second[$1].0) }
    let text = pairs.map { pair in
      (pair.a.map { String(first[$0].0) } ?? "·") + (pair.b.map { String(second[$0].0) } ?? "·")
    }.joined(separator: " ")
    #expect(text == row.aligned)
    #expect(pairs.compactMap(\.a) == Array(first.indices))
    #expect(pairs.compactMap(\.b) == Array(second.indices))
  }

  /// What one run has more of than is looked at together is passed over, and what follows is found.
  @Test(arguments: [1, 31, 32, 63, 64, 65, 200])
  func findsTheWayAfterAGap(_ count: Int) {
    let gap = (0..<count).map { RowAlignment.Key(act: 100 + $0, time: Int64($0)) }
    let before = (0..<5).map { RowAlignment.Key(act: $0, time: 0) }
    let after = (5..<15).map { RowAlignment.Key(act: $0, time: 1000) }
    let pairs = RowAlignment.pairs(before + gap + after, before + after)
    #expect(pairs.count { $0.a != nil && $0.b != nil } == 15)
    #expect(pairs.compactMap(\.a) == Array(0..<(15 + count)))
    #expect(pairs.compactMap(\.b) == Array(0..<15))
  }

  private static func aligned(_ a: String, _ b: String) -> String {
    let (first, second) = (keys(a), keys(b))
    func name(_ keys: [(Character, RowAlignment.Key)], _ place: Int?) -> String {
      place.map { String(keys[$0].0) } ?? "·"
    }
    return RowAlignment.pairs(first.map(\.1), second.map(\.1))
      .map { name(first, $0.a) + name(second, $0.b) }.joined(separator: " ")
  }

  private static func keys(_ text: String) -> [(Character, RowAlignment.Key)] {
    var time: Int64 = 0
    var keys: [(Character, RowAlignment.Key)] = []
    for letter in text {
      if letter == "+" {
        time += 3_660_000
      } else {
        keys.append((letter, RowAlignment.Key(act: Int(letter.asciiValue ?? 0), time: time)))
        time += 1
      }
    }
    return keys
  }
}
