import OrderedCollections
import TagRuntime
import Testing

@testable import ContainerFormats

/// A container with what came beside it, as the tag server answers.
@Suite struct AnswerWriterTests {
  private func read(_ bytes: [UInt8]) throws -> ContainerVersion {
    try ContainerReader.read(bytes, name: "test")
  }

  @Test func readsBackWhatTheServerAnswered() throws {
    let version = try read(EnvelopeTests.answer().serializedBytes())
    #expect(version.experiments.count == 1)
    #expect(try read(AnswerWriter.write(version)) == version)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func readsBackAnyContainer(seed: UInt64) throws {
    var random = RandomVersion(seed: seed)
    var version = random.make()
    #expect(try AnswerWriter.write(version) == BinaryWriter.write(version).bytes)
    version.fingerprint = "f\(seed)"
    version.experiments = [Experiment(name: "e", clears: ["a.b", ""])]
    #expect(try read(AnswerWriter.write(version)) == version)
  }

  @Test func aContainerOfFirebaseIsJSON() throws {
    let version = ContainerVersion(
      version: "3", format: .firebase, generation: .firebase,
      macros: [FunctionCall(function: "__e", name: "Event")])
    let bytes = try AnswerWriter.write(version)
    #expect(bytes == (try FirebaseWriter.write(version).bytes))
    #expect(try read(bytes).macros == version.macros)
  }

  @Test func anEmptyContainerIsStillAnAnswer() throws {
    let version = ContainerVersion(version: "1", fingerprint: "MTIz")
    #expect(try read(AnswerWriter.write(version)) == version)
  }

  @Test(arguments: [(Value.double(0.5), "double"), (.null, "null"), (.list([.absent]), "absent")])
  func refusesWhatTheFormatHasNoTypeFor(_ value: Value, _ kind: String) {
    let version = ContainerVersion(experiments: [
      Experiment(name: "e", pushes: [.map(["k": value])])
    ])
    #expect(throws: UnwritableContainer(.value(kind: kind, place: "experiment 'e'"))) {
      try AnswerWriter.write(version)
    }
  }

  @Test func refusesWhatReadersRefuse() {
    var value = Value.list([])
    for _ in 0..<ContainerLimits.depth { value = .list([value]) }
    let version = ContainerVersion(experiments: [Experiment(name: "e", pushes: [value])])
    let error = UnwritableContainer(
      .tooDeep(place: "experiment 'e'", limit: ContainerLimits.depth))
    #expect(throws: error) { try AnswerWriter.write(version) }
  }
}
