import SwiftProtobuf
import Testing

@testable import ContainerFormatsTests

/// The bytes that the tests of ContainerFormats build, beside what SwiftProtobuf writes.
@Suite struct ProtoMessagesTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func aMessageIsWrittenAsSwiftProtobufWritesIt(seed: UInt64) throws {
    var random = RandomMessages(seed: seed)
    let resource = random.resource()
    let answer = random.answer()
    let saved = random.saved()
    #expect(try ProtoResource(resource).serializedBytes() == resource.serializedBytes())
    #expect(try ProtoSupplementedResource(answer).serializedBytes() == answer.serializedBytes())
    #expect(try ProtoResourceWithMetadata(saved).serializedBytes() == saved.serializedBytes())
  }

  @Test func theSamplesAreWrittenAsSwiftProtobufWritesThem() throws {
    let sample = ContainerBuilder.sample().resource
    let saved = EnvelopeTests.saved()
    #expect(try ProtoResource(sample).serializedBytes() == sample.serializedBytes())
    #expect(try ProtoResourceWithMetadata(saved).serializedBytes() == saved.serializedBytes())
  }
}
