/// A key of the keyboard, as far as a terminal can recognise it.
package enum Key: Sendable, Hashable {
  /// A key that types something; a combining mark is a separate character.
  case character(Character)
  /// Ctrl with a lower-case letter, or with one of ` \ ] ^ _`.
  case control(Character)
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// Enter or Return.
  case enter
  /// Escape by itself.
  case escape
  case tab
  /// Shift-Tab.
  case backTab
  /// The key that deletes to the left.
  case backspace
  /// The key that deletes to the right.
  case delete
  /// A function key, counted from 1.
  case function(Int)
  /// Anything else, kept to show that something arrived.
  case unknown
}

// MARK: - Bytes

extension Key {
  /// Creates the key for one byte below 0x80 (but not 0x1B, which may begin a sequence).
  init(byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1B: self = .escape
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    case 0x20..<0x7F: self = .character(Character(Unicode.Scalar(byte)))
    default: self = .unknown
    }
  }

  /// Creates the key of a sequence that ends in a letter: `ESC [ A`, `ESC O P`.
  init(final byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      self = .function(Int(byte - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "Z"): self = .backTab
    default: self = .unknown
    }
  }

  /// Creates the key of a sequence that ends in a tilde: `ESC [ 3 ~`.
  init(tilde number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .unknown
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: self = .unknown
    }
  }
}
