@testable import ContainerFormatsTests

/// Random messages of the test encoder, with numbers at the edges of what a varint takes.
struct RandomMessages {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func maybe<Field>(_ make: (inout Self) -> Field) -> Field? {
    below(3) == 0 ? nil : make(&self)
  }

  private mutating func some<Field>(_ make: (inout Self) -> Field) -> [Field] {
    (0..<below(4)).map { _ in make(&self) }
  }

  private mutating func index() -> Int32 {
    [0, 1, 127, 128, 16_383, 16_384, .max, -1, .min][below(9)]
  }

  private mutating func number() -> Int64 {
    [0, 1, 127, 128, 1 << 31, 1 << 35, .max, -1, .min][below(9)]
  }

  private mutating func flag() -> Bool { below(2) == 0 }

  private mutating func text() -> String {
    ["", "a", "größer", "\u{1F6D2}", String(repeating: "k", count: 200)][below(5)]
  }

  private mutating func kind() -> ContainerFormatsTests.ProtoValue.Kind {
    let kinds = ContainerFormatsTests.ProtoValue.Kind.allCases
    return kinds[below(kinds.count)]
  }

  mutating func resource() -> ContainerFormatsTests.ProtoResource {
    .init(
      key: some { $0.text() }, value: some { $0.value() }, property: some { $0.property() },
      macro: some { $0.call() }, tag: some { $0.call() }, predicate: some { $0.call() },
      rule: some { $0.rule() }, templateVersionSet: maybe { $0.text() },
      version: maybe { $0.text() }, usageContext: some { $0.text() },
      resourceFormatVersion: maybe { $0.index() }, supplemental: some { $0.text() })
  }

  private mutating func property() -> ContainerFormatsTests.ProtoProperty {
    .init(key: maybe { $0.index() }, value: maybe { $0.index() })
  }

  private mutating func call() -> ContainerFormatsTests.ProtoFunctionCall {
    .init(
      serverSide: maybe { $0.flag() }, function: maybe { $0.index() },
      property: some { $0.index() }, name: maybe { $0.index() }, liveOnly: maybe { $0.flag() })
  }

  private mutating func rule() -> ContainerFormatsTests.ProtoRule {
    .init(
      positivePredicate: some { $0.index() }, negativePredicate: some { $0.index() },
      addTag: some { $0.index() }, removeTag: some { $0.index() },
      addTagRuleName: some { $0.index() }, removeTagRuleName: some { $0.index() },
      addMacro: some { $0.index() }, removeMacro: some { $0.index() },
      addMacroRuleName: some { $0.index() }, removeMacroRuleName: some { $0.index() },
      addTagRuleTriggerID: some { $0.index() }, removeTagRuleTriggerID: some { $0.index() },
      addMacroRuleTriggerID: some { $0.index() }, removeMacroRuleTriggerID: some { $0.index() })
  }

  private mutating func value() -> ContainerFormatsTests.ProtoValue {
    .init(
      type: maybe { $0.kind() }, string: maybe { $0.text() }, functionID: maybe { $0.text() },
      integer: maybe { $0.number() }, containsReferences: maybe { $0.flag() },
      escaping: some { Int32(1 + $0.below(17)) }, boolean: maybe { $0.flag() },
      ext: maybe { $0.children() })
  }

  private mutating func children() -> ContainerFormatsTests.ProtoServingValue {
    .init(
      listItem: some { $0.index() }, mapKey: some { $0.index() }, mapValue: some { $0.index() },
      macroReference: maybe { $0.index() }, templateToken: some { $0.index() },
      macroNameReference: maybe { $0.index() }, tagReference: maybe { $0.index() })
  }

  mutating func answer() -> ContainerFormatsTests.ProtoSupplementedResource {
    .init(
      supplemental: some { $0.supplemental() }, resource: maybe { $0.resource() },
      fingerprint: maybe { $0.text() })
  }

  mutating func saved() -> ContainerFormatsTests.ProtoResourceWithMetadata {
    .init(
      timeStamp: maybe { $0.number() }, resource: maybe { $0.resource() },
      supplementedResource: maybe { $0.answer() })
  }

  private mutating func supplemental() -> ContainerFormatsTests.ProtoSupplemental {
    .init(name: maybe { $0.text() }, experimentSupplemental: maybe { $0.experiment() })
  }

  private mutating func experiment() -> ContainerFormatsTests.ProtoExperimentSupplemental {
    .init(
      valueToPush: some { $0.plain() }, valueToClear: some { $0.plain() },
      experimentRandom: some { $0.random() })
  }

  private mutating func random() -> ContainerFormatsTests.ProtoExperimentRandom {
    .init(
      key: maybe { $0.text() }, minRandom: maybe { $0.number() }, maxRandom: maybe { $0.number() },
      retainOriginalValue: maybe { $0.flag() }, lifetimeInMilliseconds: maybe { $0.number() })
  }

  private mutating func plain(depth: Int = 0) -> ContainerFormatsTests.ProtoPlainValue {
    func inner(_ random: inout Self) -> [ContainerFormatsTests.ProtoPlainValue] {
      depth < 2 && random.below(3) == 0 ? random.some { $0.plain(depth: depth + 1) } : []
    }
    return .init(
      type: maybe { $0.kind() }, string: maybe { $0.text() }, listItem: inner(&self),
      mapKey: inner(&self), mapValue: inner(&self), integer: maybe { $0.number() },
      templateToken: inner(&self), boolean: maybe { $0.flag() })
  }
}
