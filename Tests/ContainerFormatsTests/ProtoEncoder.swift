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
  mutating func add(_ field: Int, _ number: Int64?) {
    guard let number else { return }
    varint(UInt64(field) << 3)
    varint(UInt64(bitPattern: number))
  }

  mutating func add(_ field: Int, _ number: Int32?) { add(field, number.map(Int64.init)) }

  mutating func add(_ field: Int, _ flag: Bool?) { add(field, flag.map { $0 ? 1 : 0 as Int64 }) }

  mutating func add(_ field: Int, _ text: String?) {
    if let text { add(field, content: Array(text.utf8)) }
  }

  mutating func add(_ field: Int, _ message: (some ProtoMessage)?) {
    if let message { add(field, content: message.serializedBytes()) }
  }

  /// Indices are not packed: compiled containers write one field per number.
  mutating func add(_ field: Int, _ numbers: [Int32]) {
    for number in numbers { add(field, number) }
  }

  mutating func add(_ field: Int, _ texts: [String]) {
    for text in texts { add(field, text) }
  }

  mutating func add(_ field: Int, _ messages: [some ProtoMessage]) {
    for message in messages { add(field, message) }
  }
}

/// A protobuf message that tests fill in and encode. Fields that are nil are left out.
protocol ProtoMessage {
  init()
  /// Adds the fields in the order of their numbers, as SwiftProtobuf does.
  func encode(to encoder: inout ProtoEncoder)
}

extension ProtoMessage {
  static func with(_ fill: (inout Self) throws -> Void) rethrows -> Self {
    var message = Self()
    try fill(&message)
    return message
  }

  func serializedBytes() -> [UInt8] {
    var encoder = ProtoEncoder()
    encode(to: &encoder)
    return encoder.bytes
  }
}
