import TagRuntime

/// Parses binary property lists (`bplist00`): a table of objects that refer to each other by
/// number, with a trailer that locates the table.
struct BinaryPropertyListParser {
  private static let trailerLength = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  private var visited = 0
  private var budget: MemoryBudget

  private init(_ bytes: [UInt8]) throws(ReadFault) {
    self.bytes = bytes
    budget = MemoryBudget(bytes: bytes.count)
    let trailer = bytes.count - Self.trailerLength
    guard trailer >= 8 else { throw Self.fault("a trailer of 32 bytes", at: 0) }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    objectCount = Self.number(bytes[(trailer + 8)..<(trailer + 16)])
    tableOffset = Self.number(bytes[(trailer + 24)..<(trailer + 32)])
    // The table is between the first object and the trailer; sizes are powers of two up to 8.
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      (8...trailer).contains(tableOffset), objectCount > 0,
      objectCount <= (trailer - tableOffset) / offsetSize
    else { throw Self.fault("a trailer that fits the file", at: trailer) }
  }

  /// Parses a whole file.
  ///
  /// - Complexity: O(n) in the objects and their references, within `valueNodes`.
  static func parse(_ bytes: [UInt8]) throws(ReadFault) -> PropertyListValue {
    var parser = try BinaryPropertyListParser(bytes)
    let trailer = bytes.count - trailerLength
    let top = number(bytes[(trailer + 16)..<(trailer + 24)])
    return try parser.readObject(top, depth: 1, from: trailer + 16)
  }

  private mutating func readObject(
    _ number: Int, depth: Int, from reference: Int
  ) throws(ReadFault) -> PropertyListValue {
    guard number < objectCount else {
      throw Self.fault("an object below \(objectCount)", at: reference)
    }
    // A list may share objects, or contain itself; depth and the count of visits bound both.
    visited += 1
    guard depth <= ContainerLimits.simpleDepth else {
      throw ReadFault(.tooDeep(place: "byte \(reference)", limit: ContainerLimits.simpleDepth))
    }
    guard visited <= ContainerLimits.valueNodes else {
      throw ReadFault(.tooComplex(place: "byte \(reference)", limit: ContainerLimits.valueNodes))
    }
    // A map is the most expensive, and a text is paid when it is read: many references may share
    // one.
    try spend(MemoryBudget.map, at: reference)
    let entry = tableOffset + number * offsetSize
    let start = Self.number(bytes[entry..<(entry + offsetSize)])
    guard start < tableOffset else { throw Self.fault("an offset of an object", at: entry) }
    let marker = bytes[start]
    switch marker >> 4 {
    case 0x0 where marker == 0x08 || marker == 0x09: return .scalar(.bool(marker == 0x09))
    case 0x1: return .scalar(try readInteger(start))
    case 0x2: return .scalar(try readReal(start))
    case 0x3: return .date
    case 0x4: return .data
    case 0x5, 0x6: return .scalar(.string(try readString(start, from: reference)))
    case 0xA: return .list
    case 0xD: return .map(try readEntries(start, depth: depth))
    default: throw Self.fault("an object of a known kind", at: start)
    }
  }

  private mutating func readEntries(
    _ start: Int, depth: Int
  ) throws(ReadFault) -> [PropertyListValue.Entry] {
    let (count, first) = try readCount(start)
    let length = 2 * referenceSize
    guard count <= ContainerLimits.mapMembers else {
      throw ReadFault(
        .tooManyMembers(place: "byte \(start)", limit: ContainerLimits.mapMembers))
    }
    _ = try slice(first, count, of: length)
    var entries: [PropertyListValue.Entry] = []
    for position in 0..<count {
      let keyAt = first + position * referenceSize
      let valueAt = keyAt + count * referenceSize
      let key = Self.number(bytes[keyAt..<(keyAt + referenceSize)])
      guard
        case .scalar(.string(let text)) = try readObject(key, depth: depth + 1, from: keyAt)
      else { throw Self.fault("a string as the key", at: keyAt) }
      let value = Self.number(bytes[valueAt..<(valueAt + referenceSize)])
      entries.append(
        PropertyListValue.Entry(
          key: text, value: try readObject(value, depth: depth + 1, from: valueAt)))
    }
    return entries
  }

  private func readInteger(_ start: Int) throws(ReadFault) -> Value {
    let length = 1 << Int(bytes[start] & 0x0F)
    guard length <= 8 else { throw Self.fault("a 64-bit integer", at: start) }
    let digits = try slice(start + 1, 1, of: length)
    // Fewer than eight bytes are unsigned, eight are signed.
    return .int(Int64(bitPattern: Self.bits(digits)))
  }

  private func readReal(_ start: Int) throws(ReadFault) -> Value {
    let length = 1 << Int(bytes[start] & 0x0F)
    guard length == 4 || length == 8 else { throw Self.fault("a real number", at: start) }
    let bits = Self.bits(try slice(start + 1, 1, of: length))
    if length == 8 { return .double(Double(bitPattern: bits)) }
    return .double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
  }

  private mutating func spend(_ amount: Int, at offset: Int) throws(ReadFault) {
    if !budget.spend(amount) { throw ReadFault(.tooDense(place: "byte \(offset)")) }
  }

  private mutating func readString(
    _ start: Int, from reference: Int
  ) throws(ReadFault) -> String {
    let (count, first) = try readCount(start)
    if bytes[start] >> 4 == 0x5 {
      let characters = try slice(first, count, of: 1)
      try spend(MemoryBudget.text(count), at: reference)
      return String(decoding: characters, as: UTF8.self)
    }
    let units = try slice(first, count, of: 2)
    // A unit of two bytes becomes up to three.
    try spend(MemoryBudget.text(3 * count), at: reference)
    let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2)
    return String(
      decoding: pairs.lazy.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self)
  }

  /// Returns the count of an object and the offset after it: four bits, or an integer after it.
  private func readCount(_ start: Int) throws(ReadFault) -> (count: Int, first: Int) {
    let low = Int(bytes[start] & 0x0F)
    if low < 0x0F { return (low, start + 1) }
    let marker = try slice(start + 1, 1, of: 1)[start + 1]
    guard marker >> 4 == 0x1, marker & 0x0F <= 3 else {
      throw Self.fault("a count", at: start + 1)
    }
    let length = 1 << Int(marker & 0x0F)
    let count = Self.number(try slice(start + 2, 1, of: length))
    return (count, start + 2 + length)
  }

  /// Returns bytes of the part of the file with the objects.
  private func slice(
    _ start: Int, _ count: Int, of size: Int
  ) throws(ReadFault) -> ArraySlice<UInt8> {
    guard start <= tableOffset, count <= (tableOffset - start) / size else {
      throw Self.fault("\(count) more entries of \(size) bytes", at: start)
    }
    return bytes[start..<(start + count * size)]
  }

  private static func bits(_ digits: ArraySlice<UInt8>) -> UInt64 {
    digits.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a number of up to eight bytes; one past `Int.max` exceeds every limit anyway.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    Int(truncatingIfNeeded: min(bits(digits), UInt64(Int.max)))
  }

  private static func fault(_ expected: String, at offset: Int) -> ReadFault {
    ReadFault(.invalidBinaryPropertyList(offset: offset, expected: expected))
  }
}
