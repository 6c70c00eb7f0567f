import TagRuntime

/// Parses the XML of property lists: the elements of Apple's document type, and no other XML.
struct XMLPropertyListParser {
  let bytes: [UInt8]
  var index = 0
  private var depth = 0
  private var budget: MemoryBudget

  private struct Tag {
    var name: String
    var isClosing: Bool
    var isEmpty: Bool
    var start: Int
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    budget = MemoryBudget(bytes: bytes.count)
  }

  /// Parses a whole file.
  ///
  /// - Complexity: O(n) in the bytes.
  static func parse(_ bytes: [UInt8]) throws(ReadFault) -> PropertyListValue {
    let bytes = decoded(bytes)
    if let fault = ReadFault(notUTF8: bytes) { throw fault }
    var parser = XMLPropertyListParser(bytes)
    let root = try parser.readTag("'<plist>'")
    guard root.name == "plist", !root.isClosing, !root.isEmpty else {
      throw parser.fault("'<plist>'", at: root.start)
    }
    let value = try parser.readValue(try parser.readTag("a value"))
    try parser.readClosing("plist")
    return value
  }

  /// Returns a text as UTF-8 if its declaration says that it is in the encoding of Western Europe.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    let head = String(decoding: bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard head.hasPrefix("<?xml"), head.lowercased().contains("encoding=\"iso-8859-1\"") else {
      return bytes
    }
    return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
  }

  private mutating func readValue(_ tag: Tag) throws(ReadFault) -> PropertyListValue {
    if tag.isClosing { throw fault("a value", at: tag.start) }
    try spend(MemoryBudget.scalar, at: tag.start)
    switch tag.name {
    case "dict":
      try spend(MemoryBudget.map, at: tag.start)
      return .map(tag.isEmpty ? [] : try readEntries(tag))
    case "array":
      if !tag.isEmpty { try readElements(tag) }
      return .list
    case "true", "false":
      if !tag.isEmpty { try readClosing(tag.name) }
      return .scalar(.bool(tag.name == "true"))
    case "string": return .scalar(.string(try readText(tag)))
    case "integer": return .scalar(try readInteger(tag))
    case "real": return .scalar(try readReal(tag))
    case "date":
      _ = try readText(tag)
      return .date
    case "data":
      _ = try readText(tag)
      return .data
    default:
      throw fault(
        "dict, array, string, integer, real, true, false, date or data", at: tag.start)
    }
  }

  private mutating func readEntries(
    _ tag: Tag
  ) throws(ReadFault) -> [PropertyListValue.Entry] {
    try descend(tag)
    var entries: [PropertyListValue.Entry] = []
    while true {
      let next = try readTag("'<key>' or '</dict>'")
      if next.isClosing, next.name == "dict" { break }
      guard next.name == "key", !next.isClosing else {
        throw fault("'<key>' or '</dict>'", at: next.start)
      }
      try spend(MemoryBudget.key, at: next.start)
      guard entries.count < ContainerLimits.mapMembers else {
        throw ReadFault(
          .tooManyMembers(place: "byte \(next.start)", limit: ContainerLimits.mapMembers))
      }
      let key = try readText(next)
      entries.append(
        PropertyListValue.Entry(key: key, value: try readValue(try readTag("a value"))))
    }
    depth -= 1
    return entries
  }

  private mutating func readElements(_ tag: Tag) throws(ReadFault) {
    try descend(tag)
    while true {
      let next = try readTag("a value or '</array>'")
      if next.isClosing, next.name == "array" { break }
      _ = try readValue(next)
    }
    depth -= 1
  }

  private mutating func descend(_ tag: Tag) throws(ReadFault) {
    depth += 1
    guard depth <= ContainerLimits.simpleDepth else {
      throw ReadFault(.tooDeep(place: "byte \(tag.start)", limit: ContainerLimits.simpleDepth))
    }
  }

  private mutating func spend(_ amount: Int, at offset: Int) throws(ReadFault) {
    if !budget.spend(amount) { throw ReadFault(.tooDense(place: "byte \(offset)")) }
  }

  private mutating func readInteger(_ tag: Tag) throws(ReadFault) -> Value {
    let text = try readText(tag)
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    let digits = isSigned ? text.dropFirst() : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let body = isHex ? digits.dropFirst(2) : digits
    // Foundation takes no blanks, and up to 64 bits without a sign.
    guard let number = UInt64(body, radix: isHex ? 16 : 10), body.first != "+" else {
      throw fault("an integer of 64 bits, without blanks", at: tag.start)
    }
    let isNegative = text.hasPrefix("-")
    if let small = Int64(exactly: number) { return .int(isNegative ? -small : small) }
    if isNegative, number == Int64.min.magnitude { return .int(.min) }
    if isNegative { throw fault("an integer of 64 bits", at: tag.start) }
    return .string(String(number))
  }

  private mutating func readReal(_ tag: Tag) throws(ReadFault) -> Value {
    guard let real = Double(try readText(tag)) else {
      throw fault("a number", at: tag.start)
    }
    return .double(real)
  }

  private mutating func readText(_ tag: Tag) throws(ReadFault) -> String {
    if tag.isEmpty { return "" }
    var text: [UInt8] = []
    while index < bytes.count {
      if starts(with: "<![CDATA[") {
        let start = index + 9
        try skip(past: "]]>")
        text += bytes[start..<(index - 3)]
      } else if bytes[index] == UInt8(ascii: "<") {
        // Foundation takes no comment here.
        break
      } else if bytes[index] == UInt8(ascii: "&") {
        text += try readEntity()
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    try spend(MemoryBudget.text(text.count), at: tag.start)
    try readClosing(tag.name)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readClosing(_ name: String) throws(ReadFault) {
    let tag = try readTag("'</\(name)>'")
    guard tag.isClosing, tag.name == name else { throw fault("'</\(name)>'", at: tag.start) }
  }

  /// Reads the next tag; white space, comments, declarations and instructions before it are
  /// ignored.
  private mutating func readTag(_ expected: String) throws(ReadFault) -> Tag {
    while true {
      skipWhitespace()
      if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<!") {
        try skip(past: ">")
      } else if starts(with: "\u{FEFF}") {
        index += 3
      } else {
        break
      }
    }
    let start = index
    guard starts(with: "<") else { throw fault(expected, at: start) }
    index += 1
    let isClosing = starts(with: "/")
    if isClosing { index += 1 }
    let name = bytes[index...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    index += name.count
    try skipAttributes(of: start)
    let isEmpty = bytes[index - 2] == UInt8(ascii: "/") && index - 2 > start + 1
    return Tag(
      name: String(decoding: name, as: UTF8.self), isClosing: isClosing, isEmpty: isEmpty,
      start: start)
  }

  // MARK: Text

  /// The longest entity, `&#x10FFFF;`.
  private static let entityLength = 10

  func fault(_ expected: String, at offset: Int) -> ReadFault {
    if offset >= bytes.count {
      let end = TextPosition(offset: bytes.count, in: bytes)
      return ReadFault(.propertyListCutOff(position: end, expected: expected))
    }
    let position = TextPosition(offset: offset, in: bytes)
    return ReadFault(.invalidPropertyList(position: position, expected: expected))
  }

  func starts(with text: String) -> Bool {
    guard index < bytes.count, bytes[index] == text.utf8.first else { return false }
    return bytes[index...].starts(with: text.utf8)
  }

  mutating func skipWhitespace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// Skips the next occurrence of a text.
  mutating func skip(past text: String) throws(ReadFault) {
    while index < bytes.count {
      if starts(with: text) {
        index += text.utf8.count
        return
      }
      index += 1
    }
    throw fault("'\(text)'", at: index)
  }

  /// Skips the end of a tag; its attributes are ignored.
  mutating func skipAttributes(of start: Int) throws(ReadFault) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      index += 1
      if bytes[index - 1] == UInt8(ascii: ">") { return }
    }
    throw fault("'>' at the end of the tag", at: index < bytes.count ? start : index)
  }

  /// Reads an entity such as `&amp;` and returns its bytes.
  mutating func readEntity() throws(ReadFault) -> [UInt8] {
    let start = index
    let body = bytes[(index + 1)...].prefix(Self.entityLength).prefix { $0 != UInt8(ascii: ";") }
    let name = String(decoding: body, as: UTF8.self)
    index += body.count + 1
    guard starts(with: ";") else { throw fault("an entity such as '&amp;'", at: start) }
    index += 1
    switch name {
    case "amp": return Array("&".utf8)
    case "lt": return Array("<".utf8)
    case "gt": return Array(">".utf8)
    case "quot": return Array("\"".utf8)
    case "apos": return Array("'".utf8)
    default: break
    }
    let code =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
    guard name.hasPrefix("#"), let code, let scalar = Unicode.Scalar(code) else {
      throw fault("an entity such as '&amp;'", at: start)
    }
    return Array(String(Character(scalar)).utf8)
  }
}
