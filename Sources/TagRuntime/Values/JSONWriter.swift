import OrderedCollections

/// Writes values as JSON: one line, keys in the order of the map, exact integers, doubles that
/// stay recognisable as doubles. The same value gives the same bytes everywhere.
public enum JSONWriter {
  /// The JSON text of a value.
  ///
  /// An absent list slot is written as the word `absent`, which only the scenario language reads
  /// back.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func write(_ value: Value) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the JSON text of a value to bytes.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .absent: bytes.append(contentsOf: "absent".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .int(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .double(let double): bytes.append(contentsOf: NumberText.json(double).utf8)
    case .string(let text): append(text, to: &bytes)
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(contentsOf: ", ".utf8) }
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let members):
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in members.elements.enumerated() {
        if position > 0 { bytes.append(contentsOf: ", ".utf8) }
        append(member.key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string in quotes, with control characters escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        let hex = String(byte, radix: 16)
        bytes.append(contentsOf: ("\\u00" + (hex.count < 2 ? "0" : "") + hex).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
