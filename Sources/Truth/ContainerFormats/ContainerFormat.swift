/// The kind of a file, determined by its first bytes.
enum ContainerFormat: Equatable {
  /// The legacy binary, or something that starts like one.
  case binary
  /// JSON of any kind, with the offset after a byte order mark.
  case json(start: Int)
  /// A property list, XML or binary.
  case propertyList
  /// Text in UTF-16 or UTF-32.
  case wide(WideText)
  /// None of these.
  case unknown(ForeignFile)

  /// Determines the format of bytes.
  ///
  /// - Complexity: O(n) in the bytes if they do not start like any format.
  init(of bytes: [UInt8]) {
    if let text = WideText(of: bytes) {
      self = .wide(text)
      return
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = hasMark ? 3 : 0
    // A binary starts with 0A, the tag of its first key, which is a line feed in a text; but the
    // length of a key is never that of a brace.
    let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let head = String(decoding: bytes[start...].prefix(200), as: UTF8.self).lowercased()
    let trimmed = head.drop(while: \.isWhitespace)
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      self = .json(start: start)
    } else if bytes.starts(with: "bplist".utf8) || Self.isPropertyList(trimmed) {
      self = .propertyList
    } else if bytes.first == 0x0A || TextDamage.lineEndsChanged(bytes) != nil
      || BinaryEnvelope(of: bytes) != .none || WireScanner.finds(.resource, in: bytes)
    {
      self = .binary
    } else {
      self = .unknown(ForeignFile(of: bytes))
    }
  }

  private static func isPropertyList(_ head: Substring) -> Bool {
    head.hasPrefix("<plist") || head.hasPrefix("<!doctype plist")
      || (head.hasPrefix("<?xml") && head.contains("plist"))
  }
}

/// The numbered lists of a binary container that its indices point into.
public enum ContainerDictionary: String, Sendable, Hashable {
  case keys
  case values
  /// Pairs of a key and a value.
  case properties
  case macros
  case tags
  case predicates
}
