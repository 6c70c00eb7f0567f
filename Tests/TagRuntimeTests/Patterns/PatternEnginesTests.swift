import Foundation
import TagRuntime
import Testing

/// Patterns against the engines of the phones: what ICU and node answered for every text, as
/// `.ci/campaign pattern-table` wrote it down.
@Suite struct PatternEnginesTests {
  /// What an engine said of a pattern.
  private enum Answer: Equatable {
    case refused
    case found([Bool])
  }

  private struct Column: CustomTestStringConvertible {
    var position: Int
    var language: PatternLanguage
    var ignoresCase: Bool
    var testDescription: String { "\(language), ignoring case: \(ignoresCase)" }
  }

  private static let columns = [
    Column(position: 0, language: .icu, ignoresCase: false),
    Column(position: 1, language: .icu, ignoresCase: true),
    Column(position: 2, language: .javaScript, ignoresCase: false),
    Column(position: 3, language: .javaScript, ignoresCase: true),
  ]

  @Test(arguments: columns)
  private func everyAnswerIsThatOfTheEngine(_ column: Column) throws {
    let patterns = try Self.lines("patterns.jsonl").map(Self.text)
    let texts = try Self.lines("texts.jsonl").map(Self.text)
    let answers = try Self.lines("engines.txt")
    try #require(patterns.count >= 150 && texts.count >= 100 && answers.count == patterns.count)
    // An iPhone refuses an empty pattern before ICU sees it.
    let isTaken: (String) -> Bool = { !$0.isEmpty || column.language == .javaScript }
    for (pattern, line) in zip(patterns, answers) where isTaken(pattern) {
      let word = line.split(separator: " ")[column.position]
      let answer = Self.answer(pattern, column, texts)
      #expect(answer == Self.answer(word, of: texts.count), "\(pattern)")
    }
  }

  private static func answer(_ text: String, _ column: Column, _ texts: [String]) -> Answer {
    guard
      let pattern = try? Pattern(
        text, ignoreCase: column.ignoresCase, language: column.language)
    else { return .refused }
    return .found(texts.map { pattern.look(in: $0) == .found })
  }

  private static func answer(_ word: Substring, of count: Int) -> Answer {
    if word == "refused" { return .refused }
    let bits = word.flatMap { digit in
      let value = digit.hexDigitValue ?? 0
      return [8, 4, 2, 1].map { value & $0 != 0 }
    }
    return .found(Array(bits.prefix(count)))
  }

  private static func lines(_ name: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static func text(_ line: String) throws -> String {
    try JSONDecoder().decode(String.self, from: Data(line.utf8))
  }
}
