import TerminalKit

/// Nothing that a terminal obeys is left, and once is enough.
enum FuzzTerminal {
  static func check(_ bytes: [UInt8]) -> CInt {
    let visible = TerminalText.visible(String(decoding: bytes, as: UTF8.self))
    for scalar in visible.unicodeScalars {
      precondition(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      precondition(!(0x202A...0x202E).contains(scalar.value))
    }
    precondition(TerminalText.visible(visible) == visible)
    return 0
  }
}
