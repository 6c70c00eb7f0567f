import Foundation
import SwiftProtobuf

@testable import ContainerFormatsTests

/// A message of `container.proto` as SwiftProtobuf reads and writes it. The fields are read from
/// that file, so no code has to be generated from it.
struct OracleMessage<Name: ProtoName>: Message {
  static var protoMessageName: String { "tagsim.container.\(Name.self)" }

  var unknownFields = UnknownStorage()
  /// An array of values for each field that is set, by its number.
  private var content: [Int: any Sendable] = [:]

  init() {}

  /// The same message as one of the test encoder, which has the same names.
  init(_ ours: some ProtoMessage) {
    for (name, own) in ours.fields {
      guard let field = Name.fields.first(where: { $0.name == name }) else {
        preconditionFailure("\(Name.self) has no field \(name)")
      }
      let values = own.values
      switch field.kind {
      case .string: content[field.number] = values as? [String]
      case .int32: content[field.number] = values as? [Int32]
      case .int64: content[field.number] = values as? [Int64]
      case .bool: content[field.number] = values as? [Bool]
      case .enumeration(let name): set(field, name, values)
      case .message(let name): set(field, messages: name, values)
      }
    }
  }

  private mutating func set<Of: ProtoName>(_ field: ProtoField, _ name: Of.Type, _ values: [Any]) {
    let numbers = values.map { ($0 as? ProtoValue.Kind)?.rawValue ?? $0 as? Int32 ?? 0 }
    content[field.number] = numbers.compactMap { OracleEnumerator<Of>(rawValue: Int($0)) }
  }

  private mutating func set<Of: ProtoName>(
    _ field: ProtoField, messages name: Of.Type, _ values: [Any]
  ) {
    content[field.number] = values.compactMap { value in
      (value as? any ProtoMessage).map { OracleMessage<Of>($0) }
    }
  }

  // MARK: Looking

  /// The values of a field, which are none where it is not set.
  subscript(name: String) -> [Any] {
    guard let field = Name.fields.first(where: { $0.name == name }) else {
      preconditionFailure("\(Name.self) has no field \(name)")
    }
    return content[field.number] as? [Any] ?? []
  }

  func one<Value>(_ name: String) -> Value? { self[name].last as? Value }
  func one<Value>(_ name: String, or fallback: Value) -> Value { one(name) ?? fallback }
  /// The numbers of enumerators; the default of one is the first.
  func numbers(_ name: String) -> [Int] { self[name].compactMap { ($0 as? any Enum)?.rawValue } }
  func number(_ name: String) -> Int { numbers(name).last ?? 1 }
  func messages<Of: ProtoName>(_ name: String, _: Of.Type) -> [OracleMessage<Of>] {
    self[name] as? [OracleMessage<Of>] ?? []
  }

  func isEqualTo(message: any Message) -> Bool {
    (message as? Self).map { try? $0.serializedBytes() as [UInt8] }
      == (try? serializedBytes() as [UInt8])
  }

  // MARK: The wire

  mutating func decodeMessage<D: Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      guard let field = Name.fields.first(where: { $0.number == number }) else { continue }
      switch field.kind {
      case .string:
        try decode(field, String.self) {
          try decoder.decodeSingularStringField(value: &$0)
        } many: {
          try decoder.decodeRepeatedStringField(value: &$0)
        }
      case .int32:
        try decode(field, Int32.self) {
          try decoder.decodeSingularInt32Field(value: &$0)
        } many: {
          try decoder.decodeRepeatedInt32Field(value: &$0)
        }
      case .int64:
        try decode(field, Int64.self) { try decoder.decodeSingularInt64Field(value: &$0) }
      case .bool:
        try decode(field, Bool.self) { try decoder.decodeSingularBoolField(value: &$0) }
      case .enumeration(let name): try decode(field, name, &decoder)
      case .message(let name): try decode(field, messages: name, &decoder)
      }
    }
  }

  private mutating func decode<D: Decoder, Of: ProtoName>(
    _ field: ProtoField, _ name: Of.Type, _ decoder: inout D
  ) throws {
    try decode(field, OracleEnumerator<Of>.self) {
      try decoder.decodeSingularEnumField(value: &$0)
    } many: {
      try decoder.decodeRepeatedEnumField(value: &$0)
    }
  }

  private mutating func decode<D: Decoder, Of: ProtoName>(
    _ field: ProtoField, messages name: Of.Type, _ decoder: inout D
  ) throws {
    try decode(field, OracleMessage<Of>.self) {
      try decoder.decodeSingularMessageField(value: &$0)
    } many: {
      try decoder.decodeRepeatedMessageField(value: &$0)
    }
  }

  private mutating func decode<Value: Sendable>(
    _ field: ProtoField, _ type: Value.Type, one: (inout Value?) throws -> Void,
    many: (inout [Value]) throws -> Void = { _ in preconditionFailure("no such field repeats") }
  ) throws {
    var values = content[field.number] as? [Value] ?? []
    if field.isRepeated {
      try many(&values)
    } else {
      var value = values.first
      try one(&value)
      values = value.map { [$0] } ?? []
    }
    content[field.number] = values
  }

  func traverse<V: Visitor>(visitor: inout V) throws {
    for field in Name.fields {
      for value in self[field.name] {
        switch value {
        case let value as String:
          try visitor.visitSingularStringField(value: value, fieldNumber: field.number)
        case let value as Int32:
          try visitor.visitSingularInt32Field(value: value, fieldNumber: field.number)
        case let value as Int64:
          try visitor.visitSingularInt64Field(value: value, fieldNumber: field.number)
        case let value as Bool:
          try visitor.visitSingularBoolField(value: value, fieldNumber: field.number)
        case let value as any Enum:
          try visitor.visitSingularEnumField(value: value, fieldNumber: field.number)
        case let value as any Message:
          try visitor.visitSingularMessageField(value: value, fieldNumber: field.number)
        default: preconditionFailure("\(value)")
        }
      }
    }
    try unknownFields.traverse(visitor: &visitor)
  }
}

/// A value of an enumeration of `container.proto`, which has no others.
struct OracleEnumerator<Name: ProtoName>: Enum {
  var rawValue = 1

  init() {}
  init?(rawValue: Int) {
    guard ContainerProto.file.enumerators[Name.name]?.contains(rawValue) == true else { return nil }
    self.rawValue = rawValue
  }
}
