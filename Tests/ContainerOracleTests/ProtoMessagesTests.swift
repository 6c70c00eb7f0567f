import SwiftProtobuf
import TagRuntime
import Testing

@testable import ContainerFormatsTests

/// The bytes that the tests of ContainerFormats build, beside what SwiftProtobuf writes.
@Suite struct ProtoMessagesTests {
  private func compare<Name: ProtoName>(_ ours: some ProtoMessage, _ name: Name.Type) throws {
    let bytes = ours.serializedBytes()
    #expect(try OracleMessage<Name>(ours).serializedBytes() == bytes)
    #expect(try OracleMessage<Name>(serializedBytes: bytes).serializedBytes() == bytes)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func aMessageIsWrittenAsSwiftProtobufWritesIt(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let resource = RandomMessage<ContainerProto.Resource>(&random)
    try compare(resource, ContainerProto.Resource.self)
    let saved = RandomMessage<ContainerProto.ResourceWithMetadata>(&random)
    try compare(saved, ContainerProto.ResourceWithMetadata.self)
  }

  @Test func theSamplesAreWrittenAsSwiftProtobufWritesThem() throws {
    try compare(ContainerBuilder.sample().resource, ContainerProto.Resource.self)
    try compare(EnvelopeTests.saved(), ContainerProto.ResourceWithMetadata.self)
  }

  /// The same fields of the same types under the same numbers.
  @Test func theMessagesAreThoseOfTheFile() {
    expect(ProtoResource(), ContainerProto.Resource.self)
    expect(ProtoProperty(), ContainerProto.Property.self)
    expect(ProtoFunctionCall(), ContainerProto.FunctionCall.self)
    expect(ProtoRule(), ContainerProto.Rule.self)
    expect(ProtoValue(), ContainerProto.Value.self)
    expect(ProtoServingValue(), ContainerProto.ServingValue.self)
    expect(ProtoSupplementedResource(), ContainerProto.SupplementedResource.self)
    expect(ProtoResourceWithMetadata(), ContainerProto.ResourceWithMetadata.self)
    expect(ProtoSupplemental(), ContainerProto.Supplemental.self)
    expect(ProtoExperimentSupplemental(), ContainerProto.ExperimentSupplemental.self)
    expect(ProtoExperimentRandom(), ContainerProto.ExperimentRandom.self)
    expect(ProtoPlainValue(), ContainerProto.PlainValue.self)
  }

  private func expect<Name: ProtoName>(_ ours: some ProtoMessage, _ name: Name.Type) {
    let found = ours.fields.map { "\($0.field.number) \($0.name): \(type(of: $0.field))" }
    let declared = Name.fields.map { field in
      let type =
        switch field.kind {
        case .string: "String"
        case .int32: "Int32"
        case .int64: "Int64"
        case .bool: "Bool"
        case .enumeration(let name): name.name == "Type" ? "Kind" : "Int32"
        case .message(let name): "Proto" + name.name
        }
      return
        "\(field.number) \(field.name): Field<\(field.isRepeated ? "Array" : "Optional")<\(type)>>"
    }
    #expect(found == declared)
  }
}
