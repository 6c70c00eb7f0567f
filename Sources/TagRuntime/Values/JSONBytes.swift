/// Looks at eight bytes of a string in JSON at once, the first of which is the lowest of a word.
///
/// What it finds is a word in which the high bit of the first byte found is set, and none before
/// it; bits above mean nothing. Zero means that there is no such byte.
enum JSONBytes {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Finds what a reader cannot take as it is: quotes, backslashes, control characters, and what is
  /// beyond ASCII.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    (quoting(in: word) | word) & highBits
  }

  /// Finds what a writer has to escape: quotes, backslashes, control characters, and the last
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
