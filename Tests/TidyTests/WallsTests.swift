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
