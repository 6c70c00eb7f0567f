/// A place in a text that a person can find: a byte offset with its line and column.
public struct TextPosition: Sendable, Hashable {
  /// Bytes from the start of the text, from 0.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// Creates a position.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position of a byte offset in a text.
  ///
  /// - Complexity: O(n) in the offset; meant for errors.
  public init(offset: Int, in bytes: some Collection<UInt8>) {
    // A loop over contiguous bytes is many times faster, and an error may lie megabytes deep.
    let place =
      bytes.withContiguousStorageIfAvailable { Self.place(after: $0.prefix(offset)) }
      ?? Self.place(after: Array(bytes.prefix(offset))[...])
    self.init(offset: offset, line: place.line, column: place.column)
  }

  private static func place(
    after bytes: some Collection<UInt8>
  ) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
