/// Checks the wire format of a binary container before anything is decoded: it finds faults with
/// their offsets, and it bounds the input of the decoder, which inflates it many times.
struct WireScanner {
  let bytes: [UInt8]
  var index = 0
  private var experimentParts = 0
  private var budget: MemoryBudget
  /// The numbers of entries of the fields with limits, for each message that is being scanned.
  private var counts: [Int] = []

  /// The maximum length of a number in bytes.
  private static let numberLength = 10

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    budget = MemoryBudget(bytes: bytes.count)
  }

  /// Checks that the bytes are one whole message.
  ///
  /// - Returns: the number of known fields at its top level.
  /// - Complexity: O(n) in the bytes.
  @discardableResult
  static func scan(
    _ bytes: [UInt8], as message: WireMessage = .resource
  ) throws(WireFault) -> Int {
    var scanner = WireScanner(bytes)
    return try scanner.scanMessage(message, until: bytes.count, depth: 1)
  }

  /// Whether the bytes are one whole message with a known field.
  static func finds(_ message: WireMessage, in bytes: [UInt8]) -> Bool {
    (try? scan(bytes, as: message)).map { $0 > 0 } ?? false
  }

  @discardableResult
  private mutating func scanMessage(
    _ message: WireMessage, until end: Int, depth: Int
  ) throws(WireFault) -> Int {
    let first = counts.count
    counts.append(contentsOf: repeatElement(0, count: WireMessage.countedFields))
    defer { counts.removeLast(WireMessage.countedFields) }
    var known = 0
    while index < end {
      var site = WireFault.Site(offset: index, message: message)
      let tag = try readNumber(until: end, site)
      guard tag <= UInt64(UInt32.max) else { throw site.fault(.fieldTooLarge) }
      let number = Int(tag >> 3)
      let wireType = Int(tag & 7)
      guard number > 0 else { throw site.fault(.fieldZero) }
      guard let field = message.field(number) else {
        try skip(wireType, until: end, site)
        continue
      }
      known += 1
      site.field = field.name
      let entries = try scanField(field, wireType, until: end, depth: depth, site)
      if field.limit < .max {
        counts[first + number] += entries
        let count = counts[first + number]
        guard count <= field.limit else {
          throw site.fault(.tooMany(count: count, limit: field.limit))
        }
      }
      guard budget.spend(entries * message.price(of: field.content)) else {
        throw site.fault(.tooDense)
      }
    }
    return known
  }

  /// Reads one known field and returns the number of entries it adds.
  private mutating func scanField(
    _ field: WireMessage.Field, _ wireType: Int, until end: Int, depth: Int, _ site: WireFault.Site
  ) throws(WireFault) -> Int {
    switch field.content {
    case .number, .valueType:
      try expect(wireType, 0, site)
      let number = try readNumber(until: end, site)
      if case .valueType = field.content, !(1...9).contains(number) {
        throw site.fault(.unknownValueType(Int(truncatingIfNeeded: number)))
      }
      return 1
    case .string:
      try expect(wireType, 2, site)
      let range = try readRange(until: end, site)
      guard budget.spend(MemoryBudget.text(range.count)) else { throw site.fault(.tooDense) }
      // Most texts are ASCII, which is faster to check.
      guard
        bytes[range].allSatisfy({ $0 < 0x80 })
          || String(validating: bytes[range], as: UTF8.self) != nil
      else { throw site.fault(.invalidUTF8) }
      return 1
    case .message(let message):
      try expect(wireType, 2, site)
      guard depth < ContainerLimits.depth else {
        throw site.fault(.tooDeep(limit: ContainerLimits.depth))
      }
      try countPart(message, site)
      let range = try readRange(until: end, site)
      index = range.lowerBound
      try scanMessage(message, until: range.upperBound, depth: depth + 1)
      return 1
    case .indices: return try scanIndices(wireType, until: end, site)
    }
  }

  private mutating func countPart(
    _ message: WireMessage, _ site: WireFault.Site
  ) throws(WireFault) {
    guard message.isPartOfExperiment else { return }
    experimentParts += 1
    let limit = ContainerLimits.experimentParts
    guard experimentParts <= limit else {
      throw site.fault(.tooMany(count: experimentParts, limit: limit))
    }
  }

  private mutating func scanIndices(
    _ wireType: Int, until end: Int, _ site: WireFault.Site
  ) throws(WireFault) -> Int {
    if wireType == 0 {
      _ = try readNumber(until: end, site)
      return 1
    }
    try expect(wireType, 2, site)
    let range = try readRange(until: end, site)
    index = range.lowerBound
    var count = 0
    while index < range.upperBound {
      _ = try readNumber(until: range.upperBound, site)
      count += 1
    }
    return count
  }

  mutating func skip(
    _ wireType: Int, until end: Int, _ site: WireFault.Site
  ) throws(WireFault) {
    switch wireType {
    case 0: _ = try readNumber(until: end, site)
    case 1: try advance(8, until: end, site)
    case 2: _ = try readRange(until: end, site)
    case 5: try advance(4, until: end, site)
    default: throw site.fault(.unknownWireType(wireType))
    }
  }

  private func expect(
    _ wireType: Int, _ expected: Int, _ site: WireFault.Site
  ) throws(WireFault) {
    if wireType == expected { return }
    let isKnown = [0, 1, 2, 5].contains(wireType)
    throw site.fault(
      isKnown
        ? .wrongWireType(found: wireType, expected: expected) : .unknownWireType(wireType))
  }

  private mutating func advance(
    _ length: Int, until end: Int, _ site: WireFault.Site
  ) throws(WireFault) {
    guard length <= end - index else {
      throw site.fault(.lengthPastEnd(length: length, remaining: end - index))
    }
    index += length
  }

  /// Reads a length and skips the bytes that it covers.
  private mutating func readRange(
    until end: Int, _ site: WireFault.Site
  ) throws(WireFault) -> Range<Int> {
    let length = Int(truncatingIfNeeded: min(try readNumber(until: end, site), 1 << 62))
    let start = index
    try advance(length, until: end, site)
    return start..<index
  }

  /// Reads a number, usually of one byte. A fault in it is reported at its first byte.
  mutating func readNumber(until end: Int, _ site: WireFault.Site) throws(WireFault) -> UInt64 {
    let start = index
    var number: UInt64 = 0
    if index < end, bytes[index] < 0x80 {
      index += 1
      return UInt64(bytes[start])
    }
    while index < end {
      let byte = bytes[index]
      let position = index - start
      guard position < Self.numberLength else {
        throw site.fault(.numberTooLong, at: start)
      }
      // `<<` drops bits that do not fit; the tenth byte carries a single bit.
      number |= UInt64(byte & 0x7F) << UInt64(7 * position)
      index += 1
      if byte & 0x80 == 0 { return number }
    }
    throw site.fault(.endInsideNumber, at: start)
  }
}

extension WireFault {
  /// The offset and the name of a field, for the faults that may be found in it.
  struct Site {
    var offset: Int
    var message: WireMessage
    var field: StaticString?

    func fault(_ kind: Kind, at offset: Int? = nil) -> WireFault {
      WireFault(
        kind: kind, offset: offset ?? self.offset,
        place: message.rawValue + (field.map { ".\($0)" } ?? ""))
    }
  }
}

/// The fields of one message, one by one, up to the first one that cannot be read.
package struct WireFields {
  package struct Field {
    package var number: UInt64
    package var wireType: Int
    /// The value, if it is a number.
    package var value: UInt64 = 0
    /// The range of its bytes, if it has a length. Bytes past the end of the message are cut off.
    package var content = 0..<0
    /// Whether the message ends before the field does.
    package var isCut = false
  }

  private var scanner: WireScanner
  private let end: Int
  /// Whether a field could not be read, so that there are no others.
  package private(set) var isBroken = false
  /// No faults are reported here: the bytes have been scanned, or end where they cannot be read.
  private let site = WireFault.Site(offset: 0, message: .resource)

  package init(_ bytes: [UInt8], in range: Range<Int>) {
    scanner = WireScanner(bytes)
    scanner.index = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next number without a tag, as in a packed list.
  mutating func nextNumber() -> UInt64? {
    guard scanner.index < end else { return nil }
    let number = try? scanner.readNumber(until: end, site)
    if number == nil { isBroken = true }
    return number
  }

  package mutating func next() -> Field? {
    guard let tag = nextNumber() else { return nil }
    var field = Field(number: tag >> 3, wireType: Int(tag & 7))
    let first = scanner.index
    switch field.wireType {
    case 0, 2:
      guard let number = try? scanner.readNumber(until: end, site) else {
        isBroken = true
        return nil
      }
      if field.wireType == 0 {
        field.value = number
      } else {
        let start = scanner.index
        scanner.index += Int(min(number, UInt64(end - start)))
        field.content = start..<scanner.index
        field.isCut = number > UInt64(field.content.count)
      }
    case 1, 5:
      let length = field.wireType == 1 ? 8 : 4
      scanner.index = min(first + length, end)
      for place in (first..<scanner.index).reversed() {
        field.value = field.value << 8 | UInt64(scanner.bytes[place])
      }
      field.isCut = scanner.index - first < length
    default:
      field.isCut = true
      scanner.index = end
    }
    return field
  }
}

/// A place of a binary container that violates the wire format of protocol buffers.
public struct WireFault: Error, Sendable, Hashable {
  /// The ways in which bytes violate the format, or a limit of this reader.
  public enum Kind: Sendable, Hashable {
    /// The bytes end inside a number.
    case endInsideNumber
    /// A number of more than ten bytes.
    case numberTooLong
    /// A length that reaches past the end of its message.
    case lengthPastEnd(length: Int, remaining: Int)
    /// Field number zero, which does not exist.
    case fieldZero
    /// A field number of more than 29 bits.
    case fieldTooLarge
    /// A wire type that no field uses.
    case unknownWireType(Int)
    /// A known field with the wrong wire type.
    case wrongWireType(found: Int, expected: Int)
    /// A string that is not UTF-8.
    case invalidUTF8
    /// A list that is longer than the limit.
    case tooMany(count: Int, limit: Int)
    /// Messages that are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A type of value that no client knows.
    case unknownValueType(Int)
    /// Parts that need more memory than a file of that size may use.
    case tooDense
  }

  /// The violation, with the numbers found and allowed.
  public var kind: Kind
  /// Bytes from the start of the file, from 0.
  public var offset: Int
  /// The message and field of the fault, such as "Resource.value".
  public var place: String
}
