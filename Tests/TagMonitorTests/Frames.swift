import TerminalKit
import Testing

@testable import TagMonitor

/// What holds of every frame.
enum Frames {
  static func check(_ frame: Frame, _ size: Size, _ name: String) throws {
    let buffer = frame.buffer
    try #require(buffer.size == size, "\(name) at \(size)")
    if let cursor = frame.cursor {
      try #require(Rect(size).contains(cursor), "\(name): cursor \(cursor) at \(size)")
    }
    guard size.rows > 0 else { return }
    let rows = buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(rows.count == size.rows, "\(name) at \(size)")
    for row in rows {
      try #require(TextWidth.columns(of: String(row)) == size.columns, "\(name) at \(size): \(row)")
      try #require(isHarmless(row), "\(name) at \(size): \(row)")
    }
  }

  /// No controls, no marks that turn text around, nothing invisible: what a terminal would obey.
  static func isHarmless(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xE0000...0xE007F:
        scalar.value == 0x200D
      default: true
      }
    }
  }
}
