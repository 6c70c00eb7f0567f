import Foundation
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
      "Package.swift", "Sources/Truth/TagRuntime/Runtime/Runtime.swift",
      "Tests/TidyTests/TidyTests.swift",
    ] {
      #expect(files.contains(path))
    }
    #expect(try repository.swiftFiles(under: "Sources").count > 100)
  }

  private typealias Rule = (
    says: String, folders: [String], breaches: @Sendable (Repository.File) -> [String]
  )

  /// What holds of each file by itself.
  private static let rules: [Rule] = [
    (
      "imports follow the arrows", ["Sources"],
      { TidyRules.wrongImports(in: $0.text, of: $0.target) }
    ),
    ("no banned word is used", ["Sources"], { TidyRules.bannedWords(in: $0.text, of: $0.target) }),
    ("nothing is too long", ["Sources", "Tests"], { TidyRules.overlong($0.text) }),
    (
      "names say what is inside", ["Sources", "Tests"],
      { TidyRules.vagueName($0.name).map { [$0] } ?? [] }
    ),
    ("no switch swallows a command", ["Sources"], { TidyRules.swallowedCommands(in: $0.text) }),
    (
      "the rows of an act are asked of the run", ["Sources"],
      { $0.target == "TagSimulation" ? [] : TidyRules.countedRows(in: $0.text) }
    ),
    ("text is padded by columns", ["Sources"], { TidyRules.countedPadding(in: $0.text) }),
  ]

  @Test(arguments: rules.indices)
  func aRuleHolds(_ index: Int) throws {
    let rule = Self.rules[index]
    let files = try rule.folders.flatMap { try repository.swiftFiles(under: $0) }
    #expect(violations(in: files, rule.breaches) == "", "\(rule.says)")
  }

  /// Arrows between houses go down only; `TextKit` imports nothing, so every house may import it.
  @Test func arrowsBetweenHousesGoDown() throws {
    let houses = ["Truth", "Words", "Story", "Questions", "Screen", "Program", "Lab"]
    let files = try repository.swiftFiles(under: "Sources")
    let floors = Dictionary(files.map { ($0.target, houses.firstIndex(of: $0.house) ?? -1) }) { $1 }
    #expect(floors.count > 20 && !floors.values.contains(-1))
    let wrong = TidyRules.arrows.flatMap { target, others in
      others.filter { $0 != "TextKit" && floors[$0, default: 0] > floors[target, default: 0] }
        .map { "\(target) is below \($0)" }
    }
    #expect(wrong.sorted() == [])
  }

  /// A second description that calls the first is none, and a long one is another program.
  @Test func theReferenceIsSmallAndItsOwn() throws {
    let files = try repository.swiftFiles(under: "Sources/Lab/TagReference")
    #expect(files.count > 3)
    #expect(files.map(\.lines.count).reduce(0, +) <= 3000)
    // The runtime's own ways to the same results.
    let foreign = [
      "Evaluator", "CompiledContainer", "DataLayer(", "ValueConversion", "JavaScript.",
      "NumberText",
      "Pattern(", "Dispatcher", "Refresher", "HitLimiter", "PushRejection", "FirebaseCheck",
    ]
    let found = violations(in: files) { file in
      let code = SourceScanner.code(of: file.text)
        .replacingOccurrences(of: "ReferencePattern(", with: "")
        .replacingOccurrences(of: "ReferenceDataLayer(", with: "")
      return foreign.filter(code.contains).map { "it uses \($0)" }
    }
    #expect(found == "")
  }

  /// A fault that no seed plays is tried somewhere else, and the table says where.
  @Test func theTestsThatTheTableOfFaultsNamesExist() throws {
    let table = try #require(
      try repository.swiftFiles(under: "Sources/Lab/TagFuzz").first {
        $0.path.hasSuffix("/FaultKind.swift")
      })
    let named = table.text.split { !$0.isLetter }.filter { $0.hasSuffix("Tests") }
    #expect(named.count > 10)
    let suites = try repository.swiftFiles(under: "Tests").map(\.text)
    let missing = named.filter { name in
      !suites.contains { $0.contains("struct \(name) {") || $0.contains("class \(name)") }
    }
    #expect(missing == [])
  }

  /// The second line of a planted bug names the test that finds it, which may have been renamed.
  @Test func theTestsThatPlantedBugsNameExist() throws {
    let folder = repository.root.appending(path: "Tests/Planted")
    let patches = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".patch") }
    #expect(patches.count > 100)
    // "func name(" and "struct name {": the word before the first of these signs.
    let declared = Set(
      try repository.swiftFiles(under: "Tests").flatMap { file in
        ["func ", "struct "].flatMap { file.text.components(separatedBy: $0).dropFirst() }
          .compactMap { $0.split(maxSplits: 1) { $0 == "(" || $0 == "{" }.first }
          .map { $0.trimmingCharacters(in: .whitespaces) }
      })
    let missing = try patches.filter { patch in
      let text = try String(contentsOf: folder.appending(path: patch), encoding: .utf8)
      let line = text.split(separator: "\n", maxSplits: 2)[1]
      guard let found = line.wholeMatch(of: /found: test (.+?)( or seeds)?/)?.1 else {
        return false
      }
      // "Module.Suite/function"; in a name of several words, a dot is for a grave accent.
      let name = found.split(separator: "/").last ?? found
      return !declared.contains(
        name.hasPrefix(".") ? "`\(name.dropFirst().dropLast())`" : String(name))
    }
    #expect(missing == [])
  }

  /// A pane, a text in a popup and an overlay say for themselves what others would say of them;
  /// whoever adds one touches few files. Beside an overlay's own file is the list of all keys.
  @Test(
    arguments: [
      ("braze", 4), ("queue", 5), ("data", 6), ("values", 6), ("checks", 4), ("changes", 6),
      ("BranchListState", 2), ("LanesState", 4), ("ShownTitle", 2),
      ("TypedField", 2), ("TypedFilter", 2), ("TypedFind", 1),
    ])
  func aPaneIsNamedInFewFiles(_ name: String, _ most: Int) throws {
    let files = try ["TagPanes", "TagMonitor"].flatMap {
      try repository.swiftFiles(under: "Sources/Screen/\($0)")
    }
    let named = files.filter { file in
      name.first?.isUppercase == true
        ? SourceScanner.code(of: file.text).contains(name)
        : TidyRules.names(file.text, aPaneOrText: name)
    }
    #expect((1...most).contains(named.count), "\(named.map(\.name))")
  }

  /// The monitor is a few structs that one can read.
  @Test(arguments: ["Monitor", "Display", "Telling", "Comparing", "Saving", "Playback", "PlayPlan"])
  func aStructOfTheMonitorHoldsLittle(_ name: String) throws {
    let files = try repository.swiftFiles(under: "Sources/Screen/TagMonitor/Model")
    let code = files.map { SourceScanner.code(of: $0.text) }.joined(separator: "\n")
    let body = try #require(code.components(separatedBy: "struct \(name): Sendable {").last)
    let stored = body.split(separator: "\n").prefix { $0 != "}" }.filter { line in
      line.contains(/^  (@?[a-z(]+\)? |@Boxed )*(var|let) [^{]*(\{ didSet .*)?$/)
    }
    #expect((3...12).contains(stored.count), "\(stored)")
  }

  // MARK: Citations

  private func pages() throws -> [Repository.File] {
    try repository.files().filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }
  }

  /// The pages that have numbered sections; no two of them have one name.
  private func articles() throws -> TidyRules.Articles {
    let found = try pages().map { ($0.title, TidyRules.sections(ofPage: $0.text)) }
    return try Dictionary(
      found.filter { !$0.1.isEmpty },
      uniquingKeysWith: { _, _ in throw TwoArticlesOfOneName() })
  }

  private struct TwoArticlesOfOneName: Error {}

  private func sourceFiles() throws -> [Repository.File] {
    try repository.files().filter { file in
      let isOurs = file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/")
      return isOurs && file.isCode
    }
  }

  @Test func everySourceCanBeLookedUp() throws {
    let articles = try articles()
    let inCode = violations(in: try sourceFiles()) {
      TidyRules.wrongCitations(in: TidyRules.passages(inCode: $0.text), of: articles)
    }
    let inPages = violations(in: try pages()) {
      TidyRules.wrongCitations(
        in: TidyRules.passages(inPage: $0.text), of: articles, own: $0.title)
    }
    #expect(inCode == "")
    #expect(inPages == "")
  }

  @Test func thereAreSources() throws {
    let passages = try sourceFiles().flatMap { TidyRules.passages(inCode: $0.text) }
    #expect(TidyRules.sources(in: passages) > 100)
    let cited = TidyRules.citations(in: passages)
    let articles = try articles()
    #expect(Set(cited.keys) == Set(articles.keys))
    #expect(articles.count >= 5)
  }

  @Test func articlesSayWhereTheirFactsComeFrom() throws {
    #expect(violations(in: try pages()) { TidyRules.wrongSections(inPage: $0.text) } == "")
  }

  /// There are few scripts and a list of campaigns, and nothing names one that is not there.
  @Test func everyScriptThatIsNamedIsThere() throws {
    func names(in folder: String) throws -> Set<String> {
      let place = repository.root.appending(path: folder)
      return Set(
        try FileManager.default.contentsOfDirectory(atPath: place.path).filter { name in
          let path = place.appending(path: name).path
          return FileManager.default.isExecutableFile(atPath: path) && !name.contains(".")
        })
    }
    let scripts = try names(in: ".ci").subtracting(["campaigns"])
    let campaigns = try names(in: ".ci/campaigns").subtracting(["engines"])
    #expect(scripts.count <= 10)
    #expect(campaigns.count >= 12)
    let files = try repository.files()
    let weekly = files.first { $0.path.hasSuffix("/campaign.yml") }?.text ?? ""
    #expect(campaigns.sorted().filter { !weekly.contains("{campaign: \($0)") } == [])
    let found = violations(in: files) { file in
      let named = file.text.matches(of: #/\.ci/([a-z]+)(?:\ ([a-z-]{4,}))?/#)
      return named.compactMap { match in
        let (script, word) = (String(match.1), match.2.map(String.init))
        if script == "campaigns" { return nil }
        guard scripts.contains(script) else { return "there is no .ci/\(script)" }
        let isNamed = script == "campaign" && file.path.hasSuffix(".md")
        guard isNamed, let word else { return nil }
        return campaigns.contains(word) ? nil : "there is no campaign \(word)"
      }
    }
    #expect(found == "")
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
