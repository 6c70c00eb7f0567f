/// What a file is, told from its first bytes.
enum ContainerFormat: Equatable {
  /// The legacy binary, or something that starts like one.
  case binary
  /// JSON of any kind, with the offset after a byte order mark.
  case json(start: Int)
  /// A property list, XML or binary.
  case propertyList
  /// Text in an encoding other than UTF-8.
  case wrongEncoding(String)
  /// None of these; a few words about what it looks like.
  case unknown(String)

  /// The format of bytes.
  ///
  /// - Complexity: O(n) in the bytes when they do not start like any format.
  init(of bytes: [UInt8]) {
    if let encoding = Self.foreignEncoding(of: bytes) {
      self = .wrongEncoding(encoding)
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
    } else if bytes.first == 0x0A || BinaryEnvelope(of: bytes) != .none || Self.isBinary(bytes) {
      self = .binary
    } else {
      self = .unknown(Self.describe(bytes, trimmed))
    }
  }

  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    do throws(WireFault) {
      return try WireScanner.scan(bytes) > 0
    } catch {
      return false
    }
  }

  private static func isPropertyList(_ head: Substring) -> Bool {
    head.hasPrefix("<plist") || head.hasPrefix("<!doctype plist")
      || (head.hasPrefix("<?xml") && head.contains("plist"))
  }

  private static func foreignEncoding(of bytes: [UInt8]) -> String? {
    // UTF-32 first: its little-endian mark starts like that of UTF-16.
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let openers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "<")]
    guard bytes.count >= 2 else { return nil }
    let isWide =
      (openers.contains(bytes[0]) && bytes[1] == 0) || (bytes[0] == 0 && openers.contains(bytes[1]))
    return isWide ? "UTF-16" : nil
  }

  private static func describe(_ bytes: [UInt8], _ head: Substring) -> String {
    if bytes.starts(with: [0x1F, 0x8B]) { return "a gzip archive" }
    if bytes.starts(with: "PK".utf8) { return "a zip archive" }
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { return "an HTML page" }
    if head.hasPrefix("<") { return "XML" }
    if head.isEmpty { return "nothing but white space" }
    let isText = bytes.prefix(64).allSatisfy { $0 >= 0x20 && $0 < 0x7F || (9...13).contains($0) }
    if isText {
      let line = String(
        decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(20), as: UTF8.self)
      return "text that starts '\(line)'"
    }
    let hex = bytes.prefix(4).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }
    return "bytes that start " + hex.joined(separator: " ")
  }
}
