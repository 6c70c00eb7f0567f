/// Writes protobuf fields for test bytes. It shares no code with the writer under test.
struct ProtoEncoder {
  private(set) var bytes: [UInt8] = []

  /// A base-128 number, least significant group first.
  private mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func add(_ field: Int, content: [UInt8]) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  /// Negative numbers take ten bytes, whatever their width.
  private mutating func add(_ field: Int, _ number: Int64) {
    varint(UInt64(field) << 3)
    varint(UInt64(bitPattern: number))
  }

  /// Indices are not packed: compiled containers write one field per number.
  mutating func add(_ field: any NumberedField) {
    for value in field.values {
      switch value {
      case let kind as ProtoValue.Kind: add(field.number, Int64(kind.rawValue))
      case let number as Int32: add(field.number, Int64(number))
      case let number as Int64: add(field.number, number)
      case let flag as Bool: add(field.number, flag ? 1 : 0)
      case let text as String: add(field.number, content: Array(text.utf8))
      case let message as any ProtoMessage: add(field.number, content: message.serializedBytes())
      default: preconditionFailure("\(value)")
      }
    }
  }
}

/// A field of a message, with its number on the wire. One that is nil or empty is left out.
@propertyWrapper struct Field<Content> {
  let number: Int
  var wrappedValue: Content

  init(wrappedValue: Content, _ number: Int) {
    self.number = number
    self.wrappedValue = wrappedValue
  }
}

protocol NumberedField {
  var number: Int { get }
  var values: [Any] { get }
}

extension Field: NumberedField {
  var values: [Any] { Mirror(reflecting: wrappedValue).children.map(\.value) }
}

/// A protobuf message that tests fill in and encode; its fields stand in the order of their
/// numbers, as SwiftProtobuf writes them.
protocol ProtoMessage {
  init()
  /// The fields by their names.
  var fields: [(name: String, field: any NumberedField)] { get }
}

extension ProtoMessage {
  static func with(_ fill: (inout Self) throws -> Void) rethrows -> Self {
    var message = Self()
    try fill(&message)
    return message
  }

  var fields: [(name: String, field: any NumberedField)] {
    Mirror(reflecting: self).children.compactMap { label, field in
      (field as? any NumberedField).map { (String(label?.dropFirst() ?? ""), $0) }
    }
  }

  func serializedBytes() -> [UInt8] {
    var encoder = ProtoEncoder()
    for (_, field) in fields { encoder.add(field) }
    return encoder.bytes
  }
}
