import Testing

/// What stands on its own stays so: folders that do not use each other, targets that do not grow,
/// switches that name every case.
@Suite struct WallsTests {
  private func targets() throws -> [String: [Repository.File]] {
    Dictionary(grouping: try Repository().swiftFiles(under: "Sources"), by: \.target)
  }

  @Test func foldersDoNotBeginToUseEachOther() throws {
    let pairs = try targets().mapValues { Walls.pairs(of: $0) }.filter { !$0.value.isEmpty }
    let counts = pairs.mapValues(\.count)
    let shown = pairs.mapValues { $0.map { $0.joined(separator: " and ") }.sorted() }
    #expect(Walls.departures(of: counts, from: Walls.pairs) == [], "\(shown)")
  }

  @Test func nothingIsThereForTestsAlone() throws {
    let found = DeadNames.found(in: try Repository().swiftFiles(under: "Sources"))
    #expect(found == [], "\(found.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("func a() {}\nlet d = 1\nlet b = 1\nprint(\"\\(b)\")", ["A.swift:1: nothing names a"]),
    ("enum E { case a, b(Int) }\nprint(E.b(1))", ["A.swift:1: nothing names a"]),
    ("enum E: CaseIterable { case a, b }\nprint(E.allCases)", []),
    ("private func c() {}\nfunc d() { d() }", ["A.swift:1: nothing names c"]),
    ("func f() { f() }", ["A.swift: no other file names anything of it"]),
  ])
  func whatNothingNamesIsFound(_ text: String, _ expected: [String]) {
    let files = [("A", text), ("B", "print(E.self, d, c)")].map {
      Repository.File(path: "Sources/House/Target/\($0.0).swift", text: $0.1)
    }
    let found = DeadNames.found(in: files)
    #expect(found.map { $0.replacing("Sources/House/Target/", with: "") } == expected)
  }

  /// A target that became smaller has a smaller budget from then on.
  @Test func targetsDoNotGrow() throws {
    let hundreds = try targets().mapValues { files in
      (files.map(\.lines.count).reduce(0, +) + 99) / 100
    }
    #expect(Walls.departures(of: hundreds, from: Walls.hundreds) == [])
  }

  @Test func switchesDoNotBeginToSwallowCases() throws {
    let files = try Repository().swiftFiles(under: "Sources")
    let folders = Dictionary(grouping: files) { file in
      file.room.map { "\(file.target)/\($0)" } ?? file.target
    }
    let defaults = folders.mapValues { $0.map { Walls.defaults(in: $0.text) }.reduce(0, +) }
    #expect(Walls.departures(of: defaults, from: Walls.defaults) == [])
  }
}
