/// Walks the wire format of a binary container before anything is decoded: it finds faults with
/// their offsets, and it bounds what the decoder, which inflates its input many times, will see.
struct WireScanner {
  let bytes: [UInt8]
  var index = 0
  private var experimentParts = 0
  private var budget: MemoryBudget

  /// The most bytes of a number.
  private static let numberLength = 10

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    budget = MemoryBudget(bytes: bytes.count)
  }

  /// Checks that the bytes are one whole message.
  ///
  /// - Returns: how many known fields it has at its top level.
  /// - Complexity: O(n) in the bytes.
  @discardableResult
  static func scan(
    _ bytes: [UInt8], as message: WireMessage = .resource
  ) throws(WireFault) -> Int {
    var scanner = WireScanner(bytes)
    return try scanner.scanMessage(message, until: bytes.count, depth: 1)
  }

  @discardableResult
  private mutating func scanMessage(
    _ message: WireMessage, until end: Int, depth: Int
  ) throws(WireFault) -> Int {
    var counts: [Int: Int] = [:]
    var known = 0
    while index < end {
      let start = index
      let place = message.rawValue
      let tag = try readNumber(until: end, place)
      guard tag <= UInt64(UInt32.max) else {
        throw WireFault(kind: .fieldTooLarge, offset: start, place: place)
      }
      let number = Int(tag >> 3)
      let wireType = Int(tag & 7)
      guard number > 0 else { throw WireFault(kind: .fieldZero, offset: start, place: place) }
      guard let field = message.field(number) else {
        try skip(wireType, until: end, WireFault.Site(offset: start, place: place))
        continue
      }
      known += 1
      let site = WireFault.Site(offset: start, place: place + "." + field.name)
      let entries = try scanField(field, wireType, until: end, depth: depth, site)
      let count = (counts[number] ?? 0) + entries
      counts[number] = count
      guard count <= field.limit else {
        throw site.fault(.tooMany(count: count, limit: field.limit))
      }
      guard budget.spend(entries * message.price(of: field.content)) else {
        throw site.fault(.tooDense)
      }
    }
    return known
  }

  /// Reads one known field and returns how many entries it adds.
  private mutating func scanField(
    _ field: WireMessage.Field, _ wireType: Int, until end: Int, depth: Int, _ site: WireFault.Site
  ) throws(WireFault) -> Int {
    switch field.content {
    case .number, .valueType:
      try expect(wireType, 0, site)
      let number = try readNumber(until: end, site.place)
      if case .valueType = field.content, !(1...9).contains(number) {
        throw site.fault(.unknownValueType(Int(truncatingIfNeeded: number)))
      }
      return 1
    case .string:
      try expect(wireType, 2, site)
      let range = try readRange(until: end, site)
      guard budget.spend(MemoryBudget.text(range.count)) else { throw site.fault(.tooDense) }
      guard String(validating: bytes[range], as: UTF8.self) != nil else {
        throw site.fault(.invalidUTF8)
      }
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
      _ = try readNumber(until: end, site.place)
      return 1
    }
    try expect(wireType, 2, site)
    let range = try readRange(until: end, site)
    index = range.lowerBound
    var count = 0
    while index < range.upperBound {
      _ = try readNumber(until: range.upperBound, site.place)
      count += 1
    }
    return count
  }

  mutating func skip(
    _ wireType: Int, until end: Int, _ site: WireFault.Site
  ) throws(WireFault) {
    switch wireType {
    case 0: _ = try readNumber(until: end, site.place)
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

  /// Reads a length and moves past the bytes that it covers.
  private mutating func readRange(
    until end: Int, _ site: WireFault.Site
  ) throws(WireFault) -> Range<Int> {
    let length = Int(truncatingIfNeeded: min(try readNumber(until: end, site.place), 1 << 62))
    let start = index
    try advance(length, until: end, site)
    return start..<index
  }

  mutating func readNumber(until end: Int, _ place: String) throws(WireFault) -> UInt64 {
    let start = index
    var number: UInt64 = 0
    while index < end {
      let byte = bytes[index]
      let position = index - start
      guard position < Self.numberLength else {
        throw WireFault(kind: .numberTooLong, offset: start, place: place)
      }
      // `<<` drops what does not fit; the tenth byte carries a single bit.
      number |= UInt64(byte & 0x7F) << UInt64(7 * position)
      index += 1
      if byte & 0x80 == 0 { return number }
    }
    throw WireFault(kind: .endInsideNumber, offset: start, place: place)
  }
}

extension WireFault {
  /// Where a field starts and what it is called, for the faults that may be found in it.
  struct Site {
    var offset: Int
    var place: String

    func fault(_ kind: Kind) -> WireFault { WireFault(kind: kind, offset: offset, place: place) }
  }
}
