/// The fields of one message, one by one, up to the first that cannot be read.
struct WireFields {
  /// One field.
  struct Field {
    var number: UInt64
    var wireType: Int
    /// The number, where it is one.
    var value: UInt64 = 0
    /// Where its bytes stand, where it has a length. What reaches past the end of the message is
    /// cut off.
    var content = 0..<0
  }

  private var scanner: WireScanner
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    scanner = WireScanner(bytes)
    scanner.index = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Field? {
    guard scanner.index < end, let tag = try? scanner.readNumber(until: end, "") else {
      return nil
    }
    var field = Field(number: tag >> 3, wireType: Int(tag & 7))
    switch field.wireType {
    case 0:
      guard let value = try? scanner.readNumber(until: end, "") else { return nil }
      field.value = value
    case 2:
      guard let length = try? scanner.readNumber(until: end, "") else { return nil }
      let first = scanner.index
      scanner.index += Int(min(length, UInt64(end - first)))
      field.content = first..<scanner.index
    default:
      let site = WireFault.Site(offset: scanner.index, place: "")
      do throws(WireFault) {
        try scanner.skip(field.wireType, until: end, site)
      } catch {
        scanner.index = end
      }
    }
    return field
  }
}
