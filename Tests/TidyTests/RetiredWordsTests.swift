import Testing

/// One word for one thing, in all that users read.
@Suite struct RetiredWordsTests {
  /// Targets that test and measure tagsim itself.
  private static let internalTargets: Set<String> = [
    "TagFuzz", "TagBench", "TagReference",
  ]

  @Test func noTextHasARetiredWord() throws {
    let repository = Repository()
    var found: [String] = []
    func look(_ file: Repository.File, _ lines: [(Int, String)]) {
      for (line, text) in lines {
        found += RetiredWords.mistakes(in: text).map { "\(file.path):\(line): \($0)" }
      }
    }
    for file in try repository.files() where !file.path.hasPrefix("Tests/") {
      if file.isSwift, file.path.hasPrefix("Sources/") {
        guard !Self.internalTargets.contains(file.target) else { continue }
        look(file, SourceScanner.texts(of: file.text).map { ($0.line, $0.text) })
      } else if [".scenario", ".app", ".md"].contains(where: file.path.hasSuffix),
        file.name != "CHANGELOG.md"
      {
        look(file, file.text.numberedLines.map { ($0.0, String($0.1)) })
      }
    }
    #expect(found.joined(separator: "\n") == "")
  }

  private static let samples: [(text: String, words: [String])] = [
    ("the current container", []),
    ("The container at hand", ["at hand"]),
    ("It has\n  to be so", ["has to"]),
    (#"\(told) of \(all)"#, []),
    (#"\(count(of: told)) is told"#, ["is told"]),
    ("there is none, told twice", ["is none"]),
    ("nothing is nonetheless", []),
  ]

  @Test(arguments: samples)
  func itFindsWholeWords(_ text: String, _ words: [String]) {
    let mistakes = RetiredWords.mistakes(in: text)
    #expect(mistakes.count == words.count)
    for (mistake, word) in zip(mistakes, words) { #expect(mistake.contains("'\(word)'")) }
  }

  @Test func eachHasASuccessorThatIsNotRetired() {
    for (word, successor) in RetiredWords.table {
      #expect(!successor.isEmpty && word == word.lowercased())
      #expect(RetiredWords.mistakes(in: successor) == [])
    }
  }
}
