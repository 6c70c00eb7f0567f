import TagRuntime

@testable import ContainerFormatsTests

/// A message of the test encoder with random values in the fields that `container.proto` declares:
/// numbers are at the edges of what a varint takes.
struct RandomMessage<Name: ProtoName>: ProtoMessage {
  private struct Values: NumberedField {
    let number: Int
    let values: [Any]
  }

  let fields: [(name: String, field: any NumberedField)]

  init() { fields = [] }

  init(_ random: inout RandomSource, depth: Int = 0) {
    fields = Name.fields.map { field in
      let count = Int.random(in: 0...(field.isRepeated ? 3 : 1), using: &random)
      let values = (0..<count).compactMap { _ in Self.value(field.kind, &random, depth) }
      return (field.name, Values(number: field.number, values: values))
    }
  }

  private static func value(
    _ kind: ProtoField.Kind, _ random: inout RandomSource, _ depth: Int
  ) -> Any? {
    switch kind {
    case .string:
      one(["", "a", "größer", "\u{1F6D2}", String(repeating: "k", count: 200)], &random)
    case .int32: one([0, 1, 127, 128, 16_383, 16_384, .max, -1, .min] as [Int32], &random)
    case .int64: one([0, 1, 127, 128, 1 << 31, 1 << 35, .max, -1, .min] as [Int64], &random)
    case .bool: Bool.random(using: &random)
    case .enumeration(let name):
      one(ContainerProto.file.enumerators[name.name]?.sorted().map(Int32.init) ?? [], &random)
    case .message(let name): depth < 6 ? message(name, &random, depth) as Any? : nil
    }
  }

  private static func one<Value>(_ values: [Value], _ random: inout RandomSource) -> Any? {
    values.randomElement(using: &random).map { $0 as Any }
  }

  private static func message<Of: ProtoName>(
    _ name: Of.Type, _ random: inout RandomSource, _ depth: Int
  ) -> any ProtoMessage {
    RandomMessage<Of>(&random, depth: depth + 1)
  }
}
