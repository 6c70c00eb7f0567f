/// The bytes of one UTF-8 character that have come so far.
struct TextSequence: Sendable {
  private(set) var bytes: [UInt8]
  private let length: Int

  /// Nil if no character can begin with this byte.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    bytes = [byte]
  }

  var isComplete: Bool { bytes.count == length }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// The character, or nil if the bytes are not UTF-8 or it is a control.
  var character: Character? {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar.value >= 0xA0 else { return nil }
    let isReplaced = scalar == "\u{FFFD}" && bytes != [0xEF, 0xBF, 0xBD]
    return isReplaced ? nil : Character(scalar)
  }
}
