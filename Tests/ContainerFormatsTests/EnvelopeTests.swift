import OrderedCollections
import TagRuntime
import Testing

@testable import ContainerFormats

/// A binary container in the envelopes of the tag server and of the phone's disk.
@Suite struct EnvelopeTests {
  private static let name = "gaExperiment:GTM-AB12_1"

  /// A value that holds its children itself.
  private static func plain(
    _ type: ProtoValue.Kind, _ fill: (inout ProtoPlainValue) -> Void
  ) -> ProtoPlainValue {
    var value = ProtoPlainValue()
    value.type = type
    fill(&value)
    return value
  }

  private static func text(_ text: String) -> ProtoPlainValue {
    plain(.string) { $0.string = text }
  }

  private static func map(_ pairs: KeyValuePairs<String, ProtoPlainValue>) -> ProtoPlainValue {
    plain(.map) { map in
      map.mapKey = pairs.map { text($0.key) }
      map.mapValue = pairs.map(\.value)
    }
  }

  /// An answer of the tag server with an experiment of every part.
  static func answer() -> ProtoSupplementedResource {
    var random = ProtoExperimentRandom()
    random.key = "exp.r"
    var bounded = random
    bounded.minRandom = -1
    bounded.maxRandom = 9
    bounded.retainOriginalValue = true
    bounded.lifetimeInMilliseconds = 1500
    var supplemental = ProtoSupplemental()
    supplemental.name = name
    supplemental.experimentSupplemental = .with { content in
      content.valueToPush = [
        map([
          "n": plain(.integer) { $0.integer = -1 }, "flag": plain(.boolean) { $0.boolean = true },
          "list": plain(.list) { $0.listItem = [text("a"), map(["k": text("v")])] },
          "words": plain(.template) { $0.templateToken = [text("a"), text("b")] },
        ])
      ]
      content.valueToClear = [text("exp")]
      content.experimentRandom = [random, bounded]
    }
    var answer = ProtoSupplementedResource()
    answer.supplemental = [supplemental]
    answer.resource = ContainerBuilder.sample().resource
    answer.fingerprint = "MTIz"
    return answer
  }

  static func saved() -> ProtoResourceWithMetadata {
    ProtoResourceWithMetadata.with {
      $0.timeStamp = 1_393_714_620_000
      $0.supplementedResource = answer()
    }
  }

  private func read(_ message: some ProtoMessage) throws -> ContainerVersion {
    try ContainerReader.read(message.serializedBytes(), name: "test")
  }

  private static let experiment = Experiment(
    name: name, clears: ["exp"],
    pushes: [["n": -1, "flag": true, "list": ["a", ["k": "v"]], "words": "ab"]],
    randoms: [
      Experiment.Random(key: "exp.r", min: 0, max: 2_147_483_647),
      Experiment.Random(key: "exp.r", min: -1, max: 9, retainsOriginalValue: true, lifetime: 1500),
    ])

  @Test func readsAnAnswerOfTheTagServer() throws {
    var expected = try read(ContainerBuilder.sample().resource)
    expected.experiments = [Self.experiment]
    expected.fingerprint = "MTIz"
    #expect(try read(Self.answer()) == expected)
    #expect(try read(Self.saved()) == expected)
  }

  @Test func anEnvelopeMayHoldTheContainerAlone() throws {
    let resource = ContainerBuilder.sample().resource
    let expected = try read(resource)
    #expect(expected.fingerprint == nil)
    #expect(try read(ProtoSupplementedResource.with { $0.resource = resource }) == expected)
    let saved = ProtoResourceWithMetadata.with {
      $0.timeStamp = 1
      $0.resource = resource
    }
    #expect(try read(saved) == expected)
  }

  @Test func theAnswerOnTheDiskCountsMore() throws {
    let saved = ProtoResourceWithMetadata.with {
      $0.timeStamp = 1
      $0.resource = ContainerBuilder(version: "1").resource
      $0.supplementedResource = Self.answer()
    }
    #expect(try read(saved).version == "43")
  }

  @Test func anAnswerWithoutAContainerIsNone() throws {
    var supplementals = Self.answer()
    supplementals.resource = nil
    var fingerprint = ProtoSupplementedResource()
    fingerprint.fingerprint = "MTIz"
    let answers: [(any ProtoMessage, ContainerError.Code)] = [
      (supplementals, .onlyExperiments(count: supplementals.supplemental.count)),
      (fingerprint, .noChange),
      (ProtoResourceWithMetadata.with { $0.timeStamp = 1 }, .emptySave),
      (
        ProtoResourceWithMetadata.with {
          $0.timeStamp = 1
          $0.supplementedResource = fingerprint
        }, .noChange
      ),
    ]
    for (answer, code) in answers {
      #expect(try ContainerReader.refusal(of: answer.serializedBytes()) == code)
    }
  }

  @Test func partsWithoutAValueAreLeftOutAndSaid() throws {
    var answer = Self.answer()
    answer.supplemental[0].experimentSupplemental = .with { content in
      content.valueToPush = [
        Self.plain(.macroReference) { _ in }, Self.map(["f": Self.plain(.functionID) { _ in }]),
        Self.plain(.map) { $0.mapKey = [Self.text("uneven")] }, Self.map([:]),
      ]
      content.valueToClear = [Self.plain(.tagReference) { _ in }]
      content.experimentRandom = [ProtoExperimentRandom()]
    }
    let version = try read(answer)
    #expect(version.experiments == [Experiment(name: Self.name, pushes: [[:]])])
    #expect(
      version.remarks == [
        "5 parts of experiment '\(Self.name)' are left out: they have no value or no key."
      ])
  }

  // MARK: Damage

  private func fault(_ bytes: [UInt8]) throws -> WireFault {
    try #require(try ContainerReader.refusal(of: bytes).fault)
  }

  /// A fault inside an envelope has its offset in the file.
  @Test func aFaultTellsItsPlaceInTheFile() throws {
    let key: [UInt8] = [0x12, 0x03, 0x0A, 0x01, 0xFF]
    #expect(
      try fault(key) == WireFault(kind: .invalidUTF8, offset: 2, place: "Resource.key"))
    #expect(
      try fault([0x08, 0x01] + key)
        == WireFault(kind: .invalidUTF8, offset: 4, place: "Resource.key"))
    #expect(
      try fault([0x08, 0x01, 0x12, 0x7F, 0x0A])
        == WireFault(
          kind: .lengthPastEnd(length: 127, remaining: 1), offset: 2,
          place: "ResourceWithMetadata.resource"))
    #expect(
      try fault([0x12, 0x02, 0x0A, 0x00, 0x12, 0x00])
        == WireFault(
          kind: .tooMany(count: 2, limit: 1), offset: 4, place: "SupplementedResource.resource"))
  }

  @Test func experimentsAreBounded() throws {
    var answer = Self.answer()
    let value = Self.text("")
    answer.supplemental[0].experimentSupplemental?.valueToClear = Array(
      repeating: value, count: ContainerLimits.experimentParts)
    let fault = try fault(answer.serializedBytes())
    #expect(fault.kind == .tooMany(count: 50_001, limit: 50_000))
  }

  @Test func valuesOfExperimentsAreBoundedInDepth() throws {
    var answer = Self.answer()
    var value = Self.text("end")
    for _ in 1...70 {
      let inner = value
      value = Self.plain(.list) { $0.listItem = [inner] }
    }
    answer.supplemental[0].experimentSupplemental?.valueToPush = [value]
    let fault = try fault(answer.serializedBytes())
    #expect(fault.kind == .tooDeep(limit: 64))
  }
}
