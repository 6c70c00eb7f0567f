import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// Every line of the log can be reached, and says in both wordings what it speaks of.
@Suite(.timeLimit(.minutes(1))) struct LogCodeTests {
  /// One test for all, because some situations fill a store to its bound.
  @Test(arguments: LogCode.allCases)
  func aSituationLeadsToTheLine(_ code: LogCode) throws {
    let records = try LogSituation.records(of: code)
    let record = try #require(records.first { $0.code == code })
    for wording in LogWording.allCases {
      let text = record.text(in: wording)
      #expect(!text.isEmpty)
      #expect(!text.contains("◊"))
    }
    #expect(record.text == record.text(in: .sdk))
    expectEveryArgument(of: record)
  }

  /// The markers stand for the arguments, and one more for an argument that nobody gives.
  private func expectEveryArgument(of record: LogRecord) {
    let markers = (0...record.arguments.count).map { "<\($0)>" }
    let marked = LogRecord(record.code, markers)
    let texts = LogWording.allCases.map { marked.text(in: $0) }
    for marker in markers.dropLast() {
      #expect(texts.contains { $0.contains(marker) }, "\(marker) is in none of \(texts)")
    }
    for text in texts { #expect(!text.contains("<\(record.arguments.count)>")) }
  }

  @Test func codesAreWordsWithHyphens() {
    for code in LogCode.allCases {
      let isPlain = code.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
      #expect(isPlain, "\(code.rawValue)")
    }
  }
}
