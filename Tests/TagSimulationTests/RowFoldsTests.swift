import TagRuntime
import Testing

@testable import TagSimulation

/// Which rows of a history stand alone in a list, and which fold into one.
@Suite struct RowFoldsTests {
  /// Kinds of rows by a letter: lower case for what the world did, upper case for what stands
  /// alone.
  private static let kinds: [Character: EventRow.Kind] = [
    "l": .launched(isCold: true), "b": .backgrounded, "f": .foregrounded, "k": .killed,
    "n": .network(.offline), "r": .refreshed(.network, .success("8"), container: nil),
    "j": .jumped(.seconds(60)), "c": .clockSet(.seconds(60)),
    "p": .published(version: "9", container: nil),
    "d": .dispatched(.analytics, .noData, sent: 0, lost: 0),
    "D": .dispatched(.analytics, .good, sent: 2, lost: 0),
    "E": .dispatched(.analytics, .error, sent: 0, lost: 0),
    "F": .refreshed(.network, .failure(.noNetwork), container: nil),
    "S": .screenSeen("Cart"), "T": .tapped("Buy"), "X": .backgroundTaskExpired,
    "i": .reinstalled(lost: 0), "I": .reinstalled(lost: 3),
  ]

  private static func folds(_ letters: String) throws -> RowFolds {
    var folds = RowFolds()
    for letter in letters {
      let kind = try #require(kinds[letter])
      folds.note(EventRow(kind: kind, wall: WallTime(milliseconds: 0)))
    }
    return folds
  }

  /// Rows, and the same with what folds into one row in brackets.
  private static let examples: [(rows: String, list: String)] = [
    ("", ""), ("S", "S"), ("l", "(l)"), ("lbk", "(lbk)"), ("SlS", "S(l)S"),
    ("lnSbkjTD", "(ln)S(bkj)TD"), ("SSS", "SSS"), ("dDdEd", "(d)D(d)E(d)"),
    ("rFrc", "(r)F(rc)"), ("iIp", "(i)I(p)"), ("bXk", "(b)X(k)"),
  ]

  @Test(arguments: examples)
  func whatTheWorldDidFolds(_ rows: String, _ list: String) throws {
    let folds = try Self.folds(rows)
    let letters = Array(rows)
    let shown = (0..<folds.count).map { place in
      let text = folds.rows(at: place).map { String(letters[$0 - 1]) }.joined()
      return folds.isWorld(at: place) ? "(\(text))" : text
    }
    #expect(shown.joined() == list)
    #expect(folds.worldRows == rows.filter(\.isLowercase).count)
    for place in 0..<folds.count {
      for row in folds.rows(at: place) { #expect(folds.place(of: row) == place) }
    }
  }

  /// The way into a long history is found by bisection: a hundred times the rows cost seven looks
  /// more.
  @Test(arguments: [(1, 1), (10, 4), (1000, 10), (100_000, 17)])
  func aPlaceIsFoundInFewLooks(_ rows: Int, _ most: Int) {
    for number in Set([1, 2, rows / 3, rows / 2, rows - 1, rows]) where (1...rows).contains(number)
    {
      var looks = 0
      let place = RowFolds.lastPlace(among: rows) { place in
        looks += 1
        return place < number
      }
      #expect(place == number - 1)
      #expect(looks <= most, "row \(number) of \(rows)")
    }
  }
}
