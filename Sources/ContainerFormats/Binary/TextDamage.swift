/// What is left of a binary that was handled as text.
enum TextDamage {
  /// The replacement character, EF BF BD, which an editor writes where bytes are no text.
  private static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// What happened to bytes that could not be read, or nil where nothing tells.
  ///
  /// - Complexity: O(n) in the bytes.
  static func find(in bytes: [UInt8]) -> ContainerError.Code? {
    replaced(bytes) ?? lineEndsChanged(bytes) ?? transcoded(bytes)
  }

  private static func replaced(_ bytes: [UInt8]) -> ContainerError.Code? {
    var count = 0
    var firstOffset = 0
    var index = 0
    while index + mark.count <= bytes.count {
      guard bytes[index] == mark[0], bytes[index + 1] == mark[1], bytes[index + 2] == mark[2]
      else {
        index += 1
        continue
      }
      if count == 0 { firstOffset = index }
      count += 1
      index += mark.count
    }
    return count == 0 ? nil : .savedAsText(marks: count, firstOffset: firstOffset)
  }

  /// A binary starts with 0A, so one in which every 0A follows a 0D was changed.
  static func lineEndsChanged(_ bytes: [UInt8]) -> ContainerError.Code? {
    guard bytes.starts(with: [0x0D, 0x0A]), bytes.contains(where: isControl) else { return nil }
    var count = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      guard index > 0, bytes[index - 1] == 0x0D else { return nil }
      count += 1
    }
    return .lineEndsChanged(count: count)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x09...0x0D).contains(byte)
  }

  /// Each byte from 80 on became two, C2 or C3 and another; a whole binary is never UTF-8, as every
  /// value in it has a byte AA by itself.
  private static func transcoded(_ bytes: [UInt8]) -> ContainerError.Code? {
    var count = 0
    var firstOffset = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard bytes[index] == 0xC2 || bytes[index] == 0xC3, index + 1 < bytes.count,
        bytes[index + 1] & 0xC0 == 0x80
      else { return nil }
      if count == 0 { firstOffset = index }
      count += 1
      index += 2
    }
    return count == 0 ? nil : .transcoded(count: count, firstOffset: firstOffset)
  }
}
