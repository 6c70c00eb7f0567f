/// A record of a sheet.
struct SheetRow {
  var cells: [String] = []
  /// The record as a spreadsheet counts it, from 1; 0 for an entry of JSON.
  var number: Int
  /// The line of the file in which it begins, from 1.
  var line: Int
  /// Its bytes in the text, without the line end.
  var bytes = 0..<0
  /// What is unusual in it, in words.
  var flaw: String?
  /// Where an entry of JSON is.
  var path = ""

  var isBlank: Bool { cells.allSatisfy(\.isEmpty) }

  subscript(column: Int?) -> String {
    column.map { $0 < cells.count ? cells[$0] : "" } ?? ""
  }

  func place(_ file: Int, _ column: String = "") -> PlanPlace {
    let separator = path.isEmpty || column.isEmpty ? "" : "."
    return PlanPlace(file: file, row: number, line: line, column: path + separator + column)
  }
}

/// Reads records of comma-separated values (RFC 4180) in linear time.
///
/// A quote inside a bare cell is text. A quoted cell that does not end, or that ends in the middle
/// of a later line, is read again as a bare one, so that the rows after it are still read.
struct SheetScanner {
  /// The most rows of a sheet.
  static let rowLimit = 250_000
  /// The most cells of a row.
  static let cellLimit = 1_000
  /// The most bytes of a cell: three for each character of a spreadsheet's limit.
  static let cellBytes = 100_000

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  private var number = 0
  private var line = 1
  /// The bytes that may still be read a second time.
  private var rescans: Int

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
    rescans = bytes.count
  }

  /// Returns the next record; nil at the end.
  ///
  /// - Complexity: O(n) in its bytes, amortised.
  mutating func next() -> SheetRow? {
    guard place < bytes.count else { return nil }
    number += 1
    var row = SheetRow(number: number, line: line)
    let start = place
    while true {
      let cell = readCell(&row)
      if row.cells.count < Self.cellLimit {
        row.cells.append(cell)
      } else {
        row.flaw = "has more than \(Self.cellLimit) cells; the others are not read"
      }
      guard place < bytes.count, bytes[place] == separator else { break }
      place += 1
    }
    row.bytes = start..<place
    if place < bytes.count {
      let isPair = bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
      place += isPair ? 2 : 1
      line += 1
    }
    return row
  }

  private func isEnd(_ place: Int) -> Bool {
    guard place < bytes.count else { return true }
    return bytes[place] == separator || bytes[place] == 0x0A || bytes[place] == 0x0D
  }

  private mutating func readCell(_ row: inout SheetRow) -> String {
    let quote = UInt8(ascii: "\"")
    if place < bytes.count, bytes[place] == quote, let text = quoted(&row) { return text }
    let start = place
    while !isEnd(place) { place += 1 }
    if bytes[start..<place].contains(quote), row.flaw == nil {
      row.flaw = "has a quote inside a cell without quotes, which is read as text"
    }
    return text(bytes[start..<place], &row)
  }

  /// Reads a quoted cell; nil if it must be read as a bare one.
  private mutating func quoted(_ row: inout SheetRow) -> String? {
    let quote = UInt8(ascii: "\"")
    var content: [UInt8] = []
    var lines = 0
    var end = place + 1
    while end < bytes.count {
      let next = end + 1 < bytes.count ? bytes[end + 1] : 0
      if bytes[end] == quote {
        guard next == quote else { break }
        end += 1
      } else if bytes[end] == 0x0A || bytes[end] == 0x0D && next != 0x0A {
        lines += 1
      }
      content.append(bytes[end])
      end += 1
    }
    var after = end + 1
    while after < bytes.count, bytes[after] == 0x20 { after += 1 }
    let isClosed = end < bytes.count && isEnd(after)
    if !isClosed, lines > 0 || end >= bytes.count, rescans >= end - place {
      rescans -= end - place
      row.flaw = "has a quote that is not closed in its cell, which is read as text"
      return nil
    }
    line += lines
    place = min(isClosed ? after : end + 1, bytes.count)
    if !isClosed {
      row.flaw = "has text behind a closing quote"
      while !isEnd(place) {
        content.append(bytes[place])
        place += 1
      }
    }
    return text(content[...], &row)
  }

  /// The text of a cell without blanks around it, and without the apostrophe before a formula.
  private func text(_ cell: ArraySlice<UInt8>, _ row: inout SheetRow) -> String {
    var cell = PlanWords.trimmed(cell)
    if cell.first == UInt8(ascii: "'"), PlanWords.isFormula(cell) { cell = cell.dropFirst() }
    if cell.count > Self.cellBytes {
      row.flaw = "has a cell of more than \(Self.cellBytes) bytes, which is cut"
      cell = cell.prefix(Self.cellBytes)
    }
    return String(decoding: cell, as: UTF8.self)
  }
}
