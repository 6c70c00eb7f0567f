import OrderedCollections

/// Reads values from the bytes of a text.
///
/// It accesses the bytes by a pointer. In a list, the maps that have the keys of the first one,
/// spelled in the same way, share them with it: a key that a list repeats is not allocated,
/// compared or stored again.
struct JSONScanner {
  let text: UnsafeBufferPointer<UInt8>
  let extensions: JSONReader.Extensions
  let depthLimit: Int
  var index: Int
  private var depth = 0
  /// The positions of the keys in the first map of each list being read, innermost list last.
  private var keyPlaces: [Range<Int>] = []

  init(
    _ text: UnsafeBufferPointer<UInt8>, from offset: Int, _ extensions: JSONReader.Extensions,
    depthLimit: Int
  ) {
    self.text = text
    self.extensions = extensions
    self.depthLimit = depthLimit
    index = offset
  }

  mutating func readValue() throws(JSONError) -> Value {
    skipWhitespace()
    guard let byte = peek else { throw error(.unexpectedEnd, "a value") }
    switch byte {
    case UInt8(ascii: "{"): return .map(try readMap())
    case UInt8(ascii: "["): return .list(try readList())
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "a") where extensions.contains(.absent):
      return try readWord("absent", .absent)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw error(.unexpectedCharacter, "a value")
    }
  }

  private mutating func readWord(_ word: StaticString, _ value: Value) throws(JSONError) -> Value {
    let length = word.utf8CodeUnitCount
    let matches =
      index + length <= text.count
      && (0..<length).allSatisfy { text[index + $0] == word.utf8Start[$0] }
    guard matches else { throw error(.unexpectedCharacter, "a value") }
    index += length
    return value
  }

  // MARK: Lists and maps

  /// The keys of the first map of a list.
  private struct KeyRow {
    var keys: OrderedSet<String>
    /// The start of their positions in `keyPlaces`.
    var first: Int
  }

  private mutating func readList() throws(JSONError) -> [Value] {
    try descend()
    if closes(with: UInt8(ascii: "]")) { return [] }
    var elements: [Value] = []
    var row: KeyRow?
    let outer = keyPlaces.count
    repeat {
      skipWhitespace()
      if peek != UInt8(ascii: "{") {
        elements.append(try readValue())
      } else if let row {
        elements.append(.map(try readMap(like: row)))
      } else {
        let members = try readMap(notesKeys: true)
        let isRow = keyPlaces.count - outer == members.count
        if isRow { row = KeyRow(keys: members.keys, first: outer) } else { forgetKeys(from: outer) }
        elements.append(.map(members))
      }
    } while try continues(until: UInt8(ascii: "]"), "',' or ']'")
    forgetKeys(from: outer)
    return elements
  }

  private mutating func forgetKeys(from first: Int) {
    keyPlaces.removeLast(keyPlaces.count - first)
  }

  private mutating func readMap(
    notesKeys: Bool = false
  ) throws(JSONError) -> OrderedDictionary<String, Value> {
    try descend()
    var members: OrderedDictionary<String, Value> = [:]
    if !closes(with: UInt8(ascii: "}")) { try readMembers(into: &members, notesKeys: notesKeys) }
    return members
  }

  private mutating func readMembers(
    into members: inout OrderedDictionary<String, Value>, notesKeys: Bool
  ) throws(JSONError) {
    repeat {
      skipWhitespace()
      guard let quote = peek else { throw error(.unexpectedEnd, "a key in quotes") }
      guard quote == UInt8(ascii: "\"") else {
        throw error(.unexpectedCharacter, "a key in quotes")
      }
      let start = index
      let key = try readString()
      if notesKeys { keyPlaces.append(start..<index) }
      members[key] = try readMember()
    } while try continues(until: UInt8(ascii: "}"), "',' or '}'")
  }

  private mutating func readMap(
    like row: KeyRow
  ) throws(JSONError) -> OrderedDictionary<String, Value> {
    try descend()
    if closes(with: UInt8(ascii: "}")) { return [:] }
    let count = row.keys.count
    var values = ContiguousArray<Value>()
    values.reserveCapacity(count)
    while values.count < count, skips(keyPlaces[row.first + values.count]) {
      values.append(try readMember())
      if try continues(until: UInt8(ascii: "}"), "',' or '}'") { continue }
      return values.count == count
        ? OrderedDictionary(uncheckedUniqueKeys: row.keys, values: values)
        : OrderedDictionary(uncheckedUniqueKeys: row.keys.prefix(values.count), values: values)
    }
    var members = OrderedDictionary(
      uncheckedUniqueKeys: row.keys.prefix(values.count), values: values)
    try readMembers(into: &members, notesKeys: false)
    return members
  }

  /// Skips a key if it is spelled like the one at another position.
  private mutating func skips(_ place: Range<Int>) -> Bool {
    skipWhitespace()
    let end = index + place.count
    guard end <= text.count else { return false }
    var there = place.lowerBound
    for here in index..<end {
      if text[here] != text[there] { return false }
      there += 1
    }
    index = end
    return true
  }

  private mutating func readMember() throws(JSONError) -> Value {
    skipWhitespace()
    try consume(UInt8(ascii: ":"), "':' after the key")
    return try readValue()
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    if depth > depthLimit {
      throw error(.tooDeep(limit: depthLimit), "at most \(depthLimit) levels")
    }
    index += 1
  }

  /// Whether a list or map ends here.
  private mutating func closes(with bracket: UInt8) -> Bool {
    skipWhitespace()
    guard peek == bracket else { return false }
    index += 1
    depth -= 1
    return true
  }

  /// Whether another element follows.
  private mutating func continues(
    until bracket: UInt8, _ expected: String
  ) throws(JSONError) -> Bool {
    if closes(with: bracket) { return false }
    try consume(UInt8(ascii: ","), expected)
    return true
  }

  // MARK: Bytes

  var peek: UInt8? { index < text.count ? text[index] : nil }

  mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func consume(_ byte: UInt8, _ expected: String) throws(JSONError) {
    guard let found = peek else { throw error(.unexpectedEnd, expected) }
    guard found == byte else { throw error(.unexpectedCharacter, expected) }
    index += 1
  }

  func error(_ code: JSONError.Code, _ expected: String, at offset: Int? = nil) -> JSONError {
    JSONError(code, expected, at: offset ?? index, in: text)
  }
}
