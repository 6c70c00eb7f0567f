import Testing

/// What stands on its own stays so: folders that do not use each other, targets that do not grow,
/// switches that name every case.
@Suite struct WallsTests {
  private func targets() throws -> [String: [Repository.File]] {
    Dictionary(grouping: try Repository().swiftFiles(under: "Sources"), by: \.target)
  }

  @Test func foldersDoNotBeginToUseEachOther() throws {
    let pairs = try targets().mapValues { Walls.pairs(of: $0) }.filter { !$0.value.isEmpty }
    for (target, pairs) in pairs where pairs.count != Walls.pairs[target] ?? 0 {
      let shown = pairs.map { $0.joined(separator: " and ") }.sorted().joined(separator: ", ")
      Issue.record(
        "\(target): \(pairs.count) pairs of folders use each other, \(Walls.pairs[target] ?? 0) are noted: \(shown)")
    }
    #expect(Set(pairs.keys) == Set(Walls.pairs.keys))
  }

  /// A target that became smaller has a smaller budget from then on.
  @Test func targetsDoNotGrow() throws {
    let hundreds = try targets().mapValues { files in
      (files.map(\.lines.count).reduce(0, +) + 99) / 100
    }
    #expect(hundreds == Walls.hundreds)
  }

  @Test func switchesDoNotBeginToSwallowCases() throws {
    let defaults = try targets().mapValues { files in
      files.map { Walls.defaults(in: $0.text) }.reduce(0, +)
    }
    #expect(defaults.filter { $0.value > 0 } == Walls.defaults)
  }
}
