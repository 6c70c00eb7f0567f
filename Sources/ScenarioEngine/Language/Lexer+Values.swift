import TagRuntime

extension Lexer {
  mutating func readString(at place: TextPosition) throws(ScenarioError) -> Token.Kind {
    var reader = JSONReader(bytes, from: index)
    do {
      let value = try reader.readValue()
      index = reader.offset
      return .string(value.text ?? "")
    } catch {
      throw stringError(error, openedAt: place)
    }
  }

  mutating func readJSON() throws(ScenarioError) -> Token.Kind {
    let start = index
    var reader = JSONReader(bytes, from: start, extensions: .absent)
    let value: Value
    do {
      value = try reader.readValue()
    } catch {
      throw jsonError(error, from: start)
    }
    if let key = DuplicateKey.first(in: bytes, from: start, to: reader.offset) {
      throw ScenarioError(
        file: source.file, position: TextPosition(offset: key.offset, in: bytes),
        kind: .duplicate(what: "key"), found: key.name)
    }
    index = reader.offset
    return .json(value)
  }

  /// Takes `{name}`, which no JSON map looks like.
  mutating func takePlaceholder() -> String? {
    guard peek == UInt8(ascii: "{") else { return nil }
    let end = nameEnd(from: index + 1)
    guard end > index + 1, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    defer { index = end + 1 }
    return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
  }

  mutating func readParameter(at place: TextPosition) throws(ScenarioError) -> Token.Kind {
    let nameStart = index + 2
    let nameEnd = nameEnd(from: nameStart)
    guard nameEnd > nameStart else { throw badParameter(place, "a name, as in ${sku=\"S-77\"}") }
    let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
    var end = nameEnd
    var fallback: Value?
    if end < bytes.count, bytes[end] == UInt8(ascii: "=") {
      var reader = JSONReader(bytes, from: end + 1, extensions: .absent)
      do {
        fallback = try reader.readValue()
      } catch {
        throw badParameter(place, "a value after '=', as in ${sku=\"S-77\"}")
      }
      end = reader.offset
    }
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "}") else {
      throw badParameter(place, "'}' at the end of the parameter")
    }
    index = end + 1
    return .parameter(name: name, default: fallback)
  }

  private func badParameter(_ place: TextPosition, _ expected: String) -> ScenarioError {
    let line = bytes[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    return ScenarioError(
      file: source.file, position: place, kind: .unexpected, found: excerpt(line.indices),
      expected: expected)
  }

  private func nameEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard isLetter || byte == UInt8(ascii: "_") || (isDigit && end > start) else { break }
      end += 1
    }
    return end
  }
}
