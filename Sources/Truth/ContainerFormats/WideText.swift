/// A text in UTF-16 or UTF-32. The readers of iOS accept both, with or without a byte order mark,
/// so a container in them is read here as well.
///
/// Source: Formats §1.1; Apple's references of `NSJSONSerialization` and of
/// `NSPropertyListSerialization`.
package struct WideText: Equatable {
  /// The size of a unit in bytes: 2 or 4.
  let width: Int
  let isBigEndian: Bool
  /// The length of the byte order mark.
  let markLength: Int

  /// Creates the description of a text in UTF-16 without a mark.
  package init(isBigEndian: Bool) {
    (width, markLength) = (2, 0)
    self.isBigEndian = isBigEndian
  }

  private init(width: Int, isBigEndian: Bool, markLength: Int) {
    self.width = width
    self.isBigEndian = isBigEndian
    self.markLength = markLength
  }
}

extension WideText {
  /// Recognises such a text by its mark, or by the zeros next to a first brace.
  package init?(of bytes: [UInt8]) {
    // UTF-32 first: its little-endian mark starts like that of UTF-16.
    let marks: [(mark: [UInt8], width: Int, isBigEndian: Bool)] = [
      ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE], 2, false),
      ([0xFE, 0xFF], 2, true),
    ]
    if let found = marks.first(where: { bytes.starts(with: $0.mark) }) {
      self.init(
        width: found.width, isBigEndian: found.isBigEndian, markLength: found.mark.count)
      return
    }
    let openers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "<")]
    let head = Array(bytes.prefix(4))
    guard head.count >= 2, let unit = head.first(where: { $0 != 0 }), openers.contains(unit) else {
      return nil
    }
    if head == [0, 0, 0, unit] || head == [unit, 0, 0, 0] {
      self.init(width: 4, isBigEndian: head[0] == 0, markLength: 0)
    } else if head[0] == 0 && head[1] == unit || head[0] == unit && head[1] == 0 {
      self.init(width: 2, isBigEndian: head[0] == 0, markLength: 0)
    } else {
      return nil
    }
  }

  /// The name of the encoding.
  var name: String { width == 2 ? "UTF-16" : "UTF-32" }

  /// Returns the text in UTF-8 without its mark; nil if it is damaged.
  ///
  /// - Complexity: O(n) in the bytes.
  package func utf8(of bytes: [UInt8]) -> [UInt8]? {
    let body = bytes[markLength...]
    guard body.count % width == 0 else { return nil }
    let units = stride(from: body.startIndex, to: body.endIndex, by: width).map { start in
      let unit = body[start..<(start + width)]
      return (isBigEndian ? Array(unit) : unit.reversed()).reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
    }
    if width == 2 {
      let text = units.map { UInt16($0) }
      return String(validating: text, as: UTF16.self).map { Array($0.utf8) }
    }
    return String(validating: units, as: UTF32.self).map { Array($0.utf8) }
  }
}
