import TagRuntime

extension XMLPropertyListParser {
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

  /// Moves past the next place where a text stands.
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

  /// Moves past the end of a tag; its attributes mean nothing.
  mutating func skipAttributes(of start: Int) throws(ReadFault) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      index += 1
      if bytes[index - 1] == UInt8(ascii: ">") { return }
    }
    throw fault("'>' at the end of the tag", at: index < bytes.count ? start : index)
  }

  /// Reads `&amp;` and the like as the bytes that it stands for.
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
