import TagRuntime
import Testing

@testable import ScenarioEngine
@testable import TagSimulation

/// A report stays readable whatever a container, an app or a long wait brings.
struct BoundedTextTests {
  private static func row(_ name: String) -> EventRow {
    EventRow(kind: .screenSeen(name), wall: WallTime(milliseconds: 0))
  }

  private static let summaries: [(names: String, text: String)] = [
    ("", ""), ("a", "<screen a>"), ("ab", "<screen a>; <screen b>"),
    ("aab", "2x <screen a>; <screen b>"), ("aba", "<screen a>; <screen b>; <screen a>"),
    ("abcdeeee", "<screen a>; <screen b>; <screen c>; <screen d>; 4x <screen e>"),
    (
      "abcdef", "<screen a>; <screen b>; <screen c>; <screen d>; <screen e>; and 1 more event"
    ),
    (
      "aabcdefgfg",
      "2x <screen a>; <screen b>; <screen c>; <screen d>; <screen e>; and 4 more events"
    ),
  ]

  @Test(arguments: summaries)
  func summary(_ names: String, _ text: String) {
    #expect(EventSummary.text(of: names.map { Self.row(String($0)) }) == text)
  }

  @Test func aLongWaitIsOneShortLine() throws {
    let run = try Shop.play("network offline", "wait 30d")
    guard case .done(let summary)? = run.last else {
      Issue.record("it was not done")
      return
    }
    #expect(summary == "709x <refresh failed> no-network")
  }

  @Test func longTextsAreCut() throws {
    let long = String(repeating: "\u{E9}", count: 100_000)
    let done = try Shop.play("push event=\"x\" a=\"\(long)\"")
    guard case .done(let summary)? = done.last else {
      Issue.record("it was not done")
      return
    }
    #expect(summary.unicodeScalars.count == BoundedText.lineLimit + 1)
    #expect(summary.hasSuffix("\u{E9}…"))
    let failed = try Shop.play("push a=\"\(long)\"", "expect data {\"a\": 1}")
    #expect(failed.failureLines.count == 2)
    #expect(failed.failureLines.allSatisfy { $0.unicodeScalars.count <= BoundedText.lineLimit + 1 })
  }

  @Test func linesAreCounted() {
    let limit = BoundedText.lineCountLimit
    #expect(BoundedText.cut(Array(repeating: "x", count: limit)).count == limit)
    #expect(BoundedText.cut(Array(repeating: "x", count: limit + 1)).last == "and 1 more line")
    #expect(BoundedText.cut(Array(repeating: "x", count: limit + 7)).last == "and 7 more lines")
  }
}
