import Testing

/// The rules of the house, checked on the files of this repository.
@Suite struct TidyTests {
  private let repository = Repository()

  /// One message for all violations, each on a line with its file.
  private func violations(
    in files: [Repository.File], _ check: (Repository.File) -> [String]
  ) -> String {
    files.flatMap { file in check(file).map { "\(file.path): \($0)" } }.joined(separator: "\n")
  }

  @Test func theFilesAreFound() throws {
    let files = try repository.files().map(\.path)
    for path in [
      "Package.swift", "Sources/TagRuntime/Runtime/Runtime.swift",
      "Tests/TidyTests/TidyTests.swift",
    ] {
      #expect(files.contains(path))
    }
    #expect(try repository.swiftFiles(under: "Sources").count > 100)
  }

  @Test func importsFollowTheArrows() throws {
    let files = try repository.swiftFiles(under: "Sources")
    #expect(violations(in: files) { TidyRules.wrongImports(in: $0.text, of: $0.target) } == "")
  }

  @Test func noBannedWordIsUsed() throws {
    let files = try repository.swiftFiles(under: "Sources")
    #expect(violations(in: files) { TidyRules.bannedWords(in: $0.text, of: $0.target) } == "")
  }

  @Test func nothingIsTooLong() throws {
    let files = try repository.swiftFiles(under: "Sources", "Tests")
    #expect(violations(in: files) { TidyRules.overlong($0.text) } == "")
  }

  @Test func namesSayWhatIsInside() throws {
    let files = try repository.swiftFiles(under: "Sources", "Tests")
    #expect(violations(in: files) { TidyRules.vagueName($0.name).map { [$0] } ?? [] } == "")
  }

  @Test func nothingPointsOutOfTheRepository() throws {
    // Put together, so that this file does not mention it.
    let words = ["../" + "shared"]
    let found = violations(in: try repository.files()) { file in
      words.filter(file.text.contains).map { "it mentions \($0)" }
    }
    #expect(found == "")
  }
}
