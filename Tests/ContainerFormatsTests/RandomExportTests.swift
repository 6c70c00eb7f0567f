import ContainerFormats
import TagRuntime
import Testing

/// Whatever stands in an export, it is compiled or refused, and what is compiled is what is read.
@Suite struct RandomExportTests {
  @Test func compiledFormsMeanTheSame() throws {
    var written = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var random = RandomExport(seed: seed)
      guard let export = try? ContainerReader.read(random.make(), name: "export") else { continue }
      #expect(export.structuralFault == nil)
      #expect(export.authoring?.tagSettings.count == export.tags.count)
      guard let bytes = bytes(of: export) else { continue }
      written += 1
      let back = try ContainerReader.read(bytes, name: "compiled")
      #expect(back.macros == export.macros, "seed \(seed)")
      #expect(back.predicates == export.predicates, "seed \(seed)")
      let isNamed = export.generation == .legacy
      #expect(back.tags.map(\.parameters) == export.tags.map(\.parameters), "seed \(seed)")
      #expect(back.tags.map(\.function) == export.tags.map(\.function), "seed \(seed)")
      #expect(back.rules == (isNamed ? export.rules : export.rules.map(unnamed)), "seed \(seed)")
    }
    // Many name variables that are not there.
    #expect(written > 250)
  }

  private func bytes(of export: ContainerVersion) -> [UInt8]? {
    switch export.generation {
    case .legacy: try? BinaryWriter.write(export).bytes
    case .firebase: try? FirebaseWriter.write(export).bytes
    }
  }

  /// A v5 file has no names of rules.
  private func unnamed(_ rule: ContainerRule) -> ContainerRule {
    var bare = ContainerRule()
    bare.positivePredicates = rule.positivePredicates
    bare.negativePredicates = rule.negativePredicates
    bare.addTags = rule.addTags
    bare.removeTags = rule.removeTags
    return bare
  }

  /// Bits that are flipped in an export of either generation never end the process.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func survivesFlippedBits(seed: UInt64) {
    var generator = RandomSource(seed: seed)
    for _ in 0..<300 {
      var bytes = FirebaseShop.export
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] ^=
          1
          << UInt8.random(
            in: 0..<8, using: &generator)
      }
      guard let export = try? ContainerReader.read(bytes, name: "seed \(seed)") else { continue }
      _ = self.bytes(of: export)
    }
  }
}
