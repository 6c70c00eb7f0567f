/// Collects a paste up to its end mark, within a bound.
struct PasteCollector: Sendable {
  private static let endMark = Array("\u{1B}[201~".utf8)

  private(set) var bytes: [UInt8] = []
  private(set) var droppedBytes = 0
  private var matched = 0

  /// Takes one byte and returns whether it ended the paste.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matched] {
      matched += 1
      return matched == Self.endMark.count
    }
    // Escape occurs only at the start of the mark, so no shorter match can be hidden in this one.
    for held in Self.endMark[..<matched] { keep(held) }
    matched = 0
    if byte == Self.endMark[0] { matched = 1 } else { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < InputDecoder.maximumPasteBytes {
      bytes.append(byte)
    } else {
      droppedBytes += 1
    }
  }
}
