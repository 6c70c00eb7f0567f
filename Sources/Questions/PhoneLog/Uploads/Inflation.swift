/// The content of a gzip file, unpacked as far as it is whole.
///
/// The forms are those of RFC 1951 and RFC 1952.
struct Inflation {
  enum Fault: Error, Sendable, Hashable {
    /// The file ends before its content does.
    case cut
    /// The bytes violate the format, or the checksum is of other bytes.
    case broken
    /// The content is longer than the limit.
    case tooLarge
    /// Something that is not packed follows the content, which is whole.
    case followed
  }

  /// The codes of a block: the number of those of each length, and their symbols in order.
  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) throws(Fault) {
      var free = 1
      for length in 1..<16 {
        let found = lengths.indices.filter { lengths[$0] == length }
        counts[length] = found.count
        symbols += found
        free = free * 2 - found.count
        guard free >= 0 else { throw .broken }
      }
    }
  }

  private(set) var content: [UInt8] = []
  /// The reason why the content is not whole; nil if it is.
  private(set) var fault: Fault?
  private let bytes: [UInt8]
  private let limit: Int
  private var index = 0
  /// Where the content of the member begins.
  private var start = 0
  private var buffer = 0
  private var bufferedBits = 0

  static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Complexity: O(n) in the length of the content, which the limit bounds.
  init(_ bytes: [UInt8], limit: Int) {
    (self.bytes, self.limit) = (bytes, limit)
    do throws(Fault) { try unpack() } catch { fault = error }
  }

  /// Unpacks one member after the other; zeros may fill the file up.
  private mutating func unpack() throws(Fault) {
    repeat { try unpackMember() } while bytes[index...].starts(with: [0x1F, 0x8B])
    if bytes[index...].contains(where: { $0 != 0 }) { throw .followed }
  }

  private mutating func unpackMember() throws(Fault) {
    start = content.count
    guard try bits(24) == 0x08_8B1F else { throw .broken }
    let flags = try bits(8)
    index += 6
    if flags & 4 != 0 { index += try bits(16) }
    for flag in [8, 16] where flags & flag != 0 { while try bits(8) != 0 {} }
    if flags & 2 != 0 { index += 2 }
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try readBlock(try Codes(lengths), try Codes([Int](repeating: 5, count: 30)))
      case 2: try readDynamicBlock()
      default: throw .broken
      }
    }
    (buffer, bufferedBits) = (0, 0)
    let sum = try bits(32)
    let length = (content.count - start) & 0xFFFF_FFFF
    guard sum == Int(checksum), try bits(32) == length else { throw .broken }
  }

  private static let table = (0..<256 as Range<UInt32>).map { start in
    (0..<8).reduce(start) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  private var checksum: UInt32 {
    let table = Self.table
    return ~content[start...].reduce(~0) {
      table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8
    }
  }

  private mutating func bits(_ count: Int) throws(Fault) -> Int {
    while bufferedBits < count {
      guard index < bytes.count else { throw .cut }
      buffer |= Int(bytes[index]) << bufferedBits
      index += 1
      bufferedBits += 8
    }
    defer {
      buffer >>= count
      bufferedBits -= count
    }
    return buffer & (1 << count - 1)
  }

  private mutating func symbol(_ codes: Codes) throws(Fault) -> Int {
    var (code, first, place) = (0, 0, 0)
    for length in 1..<16 {
      code |= try bits(1)
      let count = codes.counts[length]
      if code - count < first { return codes.symbols[place + code - first] }
      place += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .broken
  }

  private mutating func copyStored() throws(Fault) {
    (buffer, bufferedBits) = (0, 0)
    let length = try bits(16)
    guard try bits(16) == ~length & 0xFFFF else { throw .broken }
    for _ in 0..<length { try add(UInt8(try bits(8))) }
  }

  private mutating func add(_ byte: UInt8) throws(Fault) {
    guard content.count < limit else { throw .tooLarge }
    content.append(byte)
  }

  private mutating func readDynamicBlock() throws(Fault) {
    let count = try bits(5) + 257
    let whole = count + (try bits(5)) + 1
    let orderedCount = try bits(4) + 4
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for place in order.prefix(orderedCount) { lengths[place] = try bits(3) }
    let codes = try Codes(lengths)
    lengths = []
    while lengths.count < whole {
      let symbol = try symbol(codes)
      var times = 1
      if symbol == 16 { times = 3 + (try bits(2)) }
      if symbol == 17 { times = 3 + (try bits(3)) }
      if symbol == 18 { times = 11 + (try bits(7)) }
      guard symbol != 16 || !lengths.isEmpty else { throw .broken }
      let length = symbol < 16 ? symbol : symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += repeatElement(length, count: times)
    }
    guard lengths.count == whole else { throw .broken }
    try readBlock(try Codes(Array(lengths[..<count])), try Codes(Array(lengths[count...])))
  }

  private mutating func readBlock(_ codes: Codes, _ distances: Codes) throws(Fault) {
    while true {
      let symbol = try symbol(codes)
      if symbol == 256 { return }
      if symbol < 256 {
        try add(UInt8(symbol))
        continue
      }
      let length = symbol == 285 ? 258 : try extended(symbol - 257, by: 4) + 3
      let distance = try extended(try self.symbol(distances), by: 2) + 1
      guard symbol < 286, distance <= content.count - start else { throw .broken }
      for _ in 0..<length { try add(content[content.count - distance]) }
    }
  }

  /// Reads the rest of a length or a distance, whose steps double after each `group` symbols.
  private mutating func extended(_ symbol: Int, by group: Int) throws(Fault) -> Int {
    let more = max(0, symbol / group - 1)
    let base = symbol < 2 * group ? symbol : (symbol % group + group) << more
    return base + (try bits(more))
  }
}
