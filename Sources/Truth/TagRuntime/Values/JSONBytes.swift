/// Checks eight bytes of a JSON string at once; the first byte is the lowest of the word.
///
/// The result is a word in which the high bit of the first matching byte is set, and none before
/// it; bits above mean nothing. Zero means that no byte matches.
enum JSONBytes {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Finds bytes that a reader cannot copy as they are: quotes, backslashes, control characters,
  /// and bytes beyond ASCII.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    (quoting(in: word) | word) & highBits
  }

  /// Finds bytes that a writer must escape: quotes, backslashes, control characters, and the last
  /// character of ASCII.
  @inline(__always)
  static func escaped(in word: UInt64) -> UInt64 {
    (quoting(in: word) | equal(0x7F, word)) & highBits
  }

  @inline(__always)
  private static func quoting(in word: UInt64) -> UInt64 {
    let control = (word &- ones &* 0x20) & ~word
    return control | equal(UInt8(ascii: "\""), word) | equal(UInt8(ascii: "\\"), word)
  }

  @inline(__always)
  private static func equal(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference
  }
}
