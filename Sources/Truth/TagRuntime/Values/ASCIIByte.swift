extension UInt8 {
  /// Whether it is a digit in ASCII.
  @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is a letter in ASCII, in upper or lower case.
  @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// The value of a hexadecimal digit in ASCII; nil for other bytes.
  package var hexDigit: UInt8? {
    isDigit ? self - 0x30 : (0x61...0x66).contains(self | 0x20) ? (self | 0x20) - 0x57 : nil
  }
}
