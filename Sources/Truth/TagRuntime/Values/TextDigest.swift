/// FNV-1a with 64 bits, to check whether two texts are the same.
package struct TextDigest: Sendable, Hashable {
  package private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  package init(_ text: String = "") { add(text) }

  /// Adds the bytes of a text.
  package mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

  /// Adds a byte, or a number as if it were one.
  package mutating func add(_ number: some BinaryInteger) {
    bits = (bits ^ UInt64(number)) &* 0x100_0000_01B3
  }

  /// The digest in sixteen hexadecimal digits.
  package var text: String { NumberText.padded(bits, to: 16, radix: 16) }
}
