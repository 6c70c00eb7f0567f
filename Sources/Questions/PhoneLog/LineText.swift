/// The text of a line, as the phone wrote it.
package enum LineText {
  /// Returns a line without the signs of a quotation and the colours behind it, and with the tag
  /// before the message.
  static func plain(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while line.first == UInt8(ascii: ">") {
      line.removeFirst()
      if line.first == 0x20 { line.removeFirst() }
    }
    while line.last == UInt8(ascii: "m"), let start = line.suffix(16).lastIndex(of: 0x1B) {
      var cursor = ByteCursor(line[start...])
      cursor.skipColours()
      guard cursor.rest.isEmpty else { break }
      line = line[..<start]
    }
    return line.last == UInt8(ascii: ")") ? ByteCursor.brief(ofProcess: line) ?? line : line
  }

  /// Returns a line of UTF-16 in UTF-8. Where the low byte comes first, the line begins with the
  /// high one of the line end before it.
  package static func utf8(ofWide line: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
    let line = isBigEndian ? line[...] : line.drop { $0 == 0 }
    let units = stride(from: line.startIndex, to: line.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(line[index]), UInt16(line[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns a line of Latin-1 in UTF-8; nil for one in UTF-8, which may be cut in a letter.
  static func utf8(ofLatin1 line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.contains(where: { $0 >= 0x80 }) else { return nil }
    let end = line.lastIndex { $0 < 0x80 } ?? line.startIndex
    let text = String(decoding: line[..<end], as: UTF8.self).unicodeScalars
    let others = text.filter { !$0.isASCII }
    guard !others.isEmpty, others.allSatisfy({ $0 == "\u{FFFD}" }) else { return nil }
    return Array(String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })).utf8)
  }
}
