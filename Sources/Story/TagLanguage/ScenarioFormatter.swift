import TextKit

/// Formats scenarios and app descriptions in the standard style.
///
/// The formatter works on lines and tokens and never on their meaning: reading the result gives the
/// same as before. The style is two spaces of indentation in a block, one space between words,
/// aligned comments in a paragraph, and the cells of a table in columns. Strings stay unchanged,
/// and so does JSON that spans lines, apart from its indentation.
package struct ScenarioFormatter {
  /// Lines with more columns do not move the comments of their neighbours to the right.
  private static let commentColumns = 56
  private static let indentation = 2

  private var rows: [FormattedRow] = []
  private var blocks = OpenBlocks()

  private init() {}

  /// Formats a text.
  ///
  /// - Parameters:
  ///   - bytes: a scenario, or a description of an app.
  ///   - file: the name of the file in errors.
  /// - Throws: `ScenarioErrors` with the mistakes of a text that cannot be read.
  /// - Complexity: O(n) in the length of the text.
  package static func format(
    _ bytes: [UInt8], file: String
  ) throws(ScenarioErrors) -> [UInt8] {
    // Problems that only the including file can solve are not mistakes of an included file.
    let read = ScenarioParser.read(bytes, file: file) { _ in [] }
    if read.errors.errors.contains(where: { !$0.isAboutTheWhole }) { throw read.errors }
    var errors = ScenarioErrors()
    do {
      var formatter = Self()
      for row in try RowCutter.rows(of: bytes, file: file) { formatter.add(row) }
      return Array(formatter.text.utf8)
    } catch {
      errors.add(error)
    }
    throw errors
  }

  // MARK: Rows

  private mutating func add(_ row: SourceRow) {
    switch row {
    case .blank:
      // Several blank lines become one, and blank lines at the edges are removed.
      if let last = rows.last, !last.isBlank { rows.append(FormattedRow()) }
    case .comment(let comment):
      rows.append(FormattedRow(lines: [margin(blocks.depth) + comment], isNote: true))
    case .header(let text, let comment): rows.append(FormattedRow(lines: [text], comment: comment))
    case .table(let cells, let comment):
      rows.append(FormattedRow(lines: [margin(blocks.depth)], comment: comment, cells: cells))
    case .statement(let pieces, let comment):
      let depth = blocks.take(pieces)
      rows.append(FormattedRow(lines: lines(of: pieces, depth), comment: comment))
    }
  }

  private func margin(_ depth: Int) -> String {
    String(repeating: " ", count: depth * Self.indentation)
  }

  /// Joins the pieces with one space for any blanks, on as many lines as their JSON spans.
  private func lines(of pieces: [SourceRow.Piece], _ depth: Int) -> [String] {
    var lines = [margin(depth)]
    for (index, piece) in pieces.enumerated() {
      if index > 0, piece.isApart { lines[lines.count - 1] += " " }
      let parts = JSONLines.lines(of: piece.text)
      lines[lines.count - 1] += parts[0].text
      lines += parts.dropFirst().map {
        $0.text.isEmpty ? "" : margin(depth + $0.depth) + $0.text
      }
    }
    return lines
  }

  // MARK: Text

  private var text: String {
    var rows = rows
    if rows.last?.isBlank == true { rows.removeLast() }
    Self.align(paragraphsOf: &rows, where: { $0.isNote || !$0.cells.isEmpty }) { rows, range in
      fillTable(&rows, range)
    }
    Self.align(paragraphsOf: &rows, where: { !$0.isBlank }) { rows, range in
      placeComments(&rows, range)
    }
    return rows.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
  }

  /// Visits the longest runs of rows that belong together.
  private static func align(
    paragraphsOf rows: inout [FormattedRow], where belongs: (FormattedRow) -> Bool,
    _ body: (inout [FormattedRow], Range<Int>) -> Void
  ) {
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { !belongs($0) } ?? rows.count
      if end > start { body(&rows, start..<end) }
      start = end + 1
    }
  }

  private func fillTable(_ rows: inout [FormattedRow], _ range: Range<Int>) {
    var widths: [Int] = []
    for row in rows[range] {
      for (index, cell) in row.cells.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], TextWidth.columns(of: cell))
      }
    }
    for index in range where !rows[index].isNote {
      let cells = rows[index].cells.enumerated().map { place, cell in
        " " + TextWidth.filled(cell, to: widths[place]) + " |"
      }
      rows[index].lines[0] += "|" + cells.joined()
    }
  }

  /// Aligns the comments of a paragraph, two spaces after the longest line with a comment.
  private func placeComments(_ rows: inout [FormattedRow], _ range: Range<Int>) {
    let short = rows[range].filter { $0.comment != nil && $0.lines.count == 1 }
      .map { TextWidth.columns(of: $0.lines[0]) }.filter { $0 <= Self.commentColumns }
    let column = (short.max() ?? 0) + 2
    for index in range {
      guard let comment = rows[index].comment else { continue }
      let last = rows[index].lines.count - 1
      let width = TextWidth.columns(of: rows[index].lines[last])
      let isAligned = last == 0 && width <= Self.commentColumns
      rows[index].lines[last] +=
        String(repeating: " ", count: isAligned ? column - width : 2) + comment
    }
  }
}

extension ScenarioError {
  /// Whether only the including scenario shows if it is a mistake: a parameter, a part of a matrix,
  /// the mark at which a branch begins.
  fileprivate var isAboutTheWhole: Bool {
    kind == .unknown(what: "parameter") || kind == .unknown(what: "argument")
      || kind == .unknown(what: "mark")
      || kind == .misplaced && found == "under"
  }
}

/// A row with its layout; a blank row has no lines.
private struct FormattedRow {
  var lines: [String] = [""]
  var comment: String?
  /// The cells of a table row, which are not in the line yet.
  var cells: [String] = []
  /// Whether it is only a comment, which may occur inside a table.
  var isNote = false

  var isBlank: Bool { lines == [""] && comment == nil && cells.isEmpty }
}

/// The content between two line breaks outside JSON.
private enum SourceRow {
  /// An unchanged token.
  struct Piece {
    var text: String
    var word: String?
    /// Whether a blank precedes it.
    var isApart: Bool
  }

  case blank
  case comment(String)
  case header(String, comment: String?)
  case table([String], comment: String?)
  case statement([Piece], comment: String?)
}

/// Splits a text into rows.
private struct RowCutter {
  private var lexer: Lexer

  static func rows(of bytes: [UInt8], file: String) throws(ScenarioError) -> [SourceRow] {
    var cutter = Self(lexer: Lexer(try SourceText(bytes, file: file)))
    var rows: [SourceRow] = []
    var isFirst = true
    while let row = try cutter.next() {
      rows.append(row)
      guard isFirst, case .statement(let pieces, _) = row else { continue }
      isFirst = false
      if pieces[0].word == "tagsim" { cutter.readHeader(into: &rows) }
    }
    return rows
  }

  private mutating func next() throws(ScenarioError) -> SourceRow? {
    if let row = tableRow() { return row }
    var pieces: [SourceRow.Piece] = []
    while true {
      let isApart = skipBlanks()
      guard let byte = lexer.peek else {
        return pieces.isEmpty ? nil : .statement(pieces, comment: nil)
      }
      if byte == UInt8(ascii: "\n") {
        lexer.index += 1
        return pieces.isEmpty ? .blank : .statement(pieces, comment: nil)
      }
      if byte == UInt8(ascii: "#") {
        let comment = text(lexer.rawLine())
        return pieces.isEmpty ? .comment(comment) : .statement(pieces, comment: comment)
      }
      guard let token = try lexer.nextToken() else { continue }
      let typed = String(decoding: lexer.bytes[token.range], as: UTF8.self)
      pieces.append(SourceRow.Piece(text: typed, word: token.word, isApart: isApart))
    }
  }

  /// Reads the row of a table, if the line is one.
  private mutating func tableRow() -> SourceRow? {
    let start = lexer.index
    let row = TableRow(lexer.rawLine(), in: lexer.bytes)
    guard row.isRow else {
      lexer.index = start
      return nil
    }
    return .table(row.cells.map(text), comment: row.comment.map(text))
  }

  /// Skips blanks; true if there were any.
  private mutating func skipBlanks() -> Bool {
    let start = lexer.index
    while let byte = lexer.peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { lexer.index += 1 }
    return lexer.index > start
  }

  /// Returns a part of the text without surrounding blanks.
  private func text(_ range: Range<Int>) -> String {
    HeaderLine.trimmed(String(decoding: lexer.bytes[range], as: UTF8.self)[...])
  }

  // MARK: Header

  /// Reads from the end of `tagsim 1` to the line that ends the header.
  private mutating func readHeader(into rows: inout [SourceRow]) {
    while lexer.peek != nil {
      let range = lexer.rawLine()
      let line = HeaderLine(range, in: lexer)
      let behind = text(line.range.upperBound..<range.upperBound)
      let comment = behind.isEmpty ? nil : behind
      if line.isEmpty {
        rows.append(comment.map(SourceRow.comment) ?? .blank)
      } else if let key = line.key {
        rows.append(.header("\(key): \(value(of: line, key))", comment: comment))
      } else {
        rows.append(.header(line.text, comment: comment))
      }
      if line.isDashes { return }
    }
  }

  /// Returns the value of a header line; a value of several words gets single spaces.
  private func value(of line: HeaderLine, _ key: String) -> String {
    let typed = text(line.valueStart..<line.range.upperBound)
    guard key == "device", !typed.contains("\"") else { return typed }
    return typed.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}

/// The open blocks, which determine the indentation.
private struct OpenBlocks {
  private enum Block {
    case ofStatements
    case app
    case partOfApp
  }

  private var open: [Block] = []

  var depth: Int { open.count }

  /// Records a line and returns its depth.
  mutating func take(_ pieces: [SourceRow.Piece]) -> Int {
    if pieces.count == 1, pieces[0].word == "end" {
      _ = open.popLast()
      return depth
    }
    defer { if let block = block(openedBy: pieces) { open.append(block) } }
    return depth
  }

  private func block(openedBy pieces: [SourceRow.Piece]) -> Block? {
    guard let word = pieces[0].word else { return nil }
    switch open.last {
    case .partOfApp: return nil
    case .app:
      // A class with its actions on its line has no table, but it may have a mapping.
      let hasLines = pieces.count == 2 || pieces.last?.word == "mapping"
      let isBlock = ["screen", "macro-function"].contains(word) || word == "class" && hasLines
      return isBlock ? .partOfApp : nil
    case .ofStatements, nil:
      if word == "app" { return .app }
      if word == "under" {
        let rest = behindConditions(pieces)
        return rest.isEmpty ? .ofStatements : block(openedBy: rest)
      }
      return StatementReader.openingWords.contains(word) ? .ofStatements : nil
    }
  }

  /// Returns the tokens after `under sdk=v3 language=es`.
  private func behindConditions(_ pieces: [SourceRow.Piece]) -> [SourceRow.Piece] {
    var index = 1
    while index + 1 < pieces.count, pieces[index + 1].text == "=" { index += 3 }
    return Array(pieces.dropFirst(index))
  }
}

/// JSON that spans lines, with the depth of each line.
private enum JSONLines {
  static func lines(of text: String) -> [(text: String, depth: Int)] {
    // Scalars, because a carriage return and a line feed are one character.
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if parts.count == 1 { return [(text, 0)] }
    var depth = 0
    var lines: [(text: String, depth: Int)] = []
    for part in parts {
      let text = HeaderLine.trimmed(Substring(part))
      // Several blank lines become one.
      if text.isEmpty, lines.last?.text.isEmpty == true { continue }
      let closing = text.prefix { $0 == "}" || $0 == "]" }.count
      lines.append((text, lines.isEmpty ? 0 : max(0, depth - closing)))
      depth += balance(of: text)
    }
    return lines
  }

  /// Returns how many more braces are open after a line than before; strings end on their line.
  private static func balance(of line: String) -> Int {
    var balance = 0
    var isInString = false
    var isEscaped = false
    for character in line.unicodeScalars {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInString = false
        }
        continue
      }
      switch character {
      case "\"": isInString = true
      case "{", "[": balance += 1
      case "}", "]": balance -= 1
      default: break
      }
    }
    return balance
  }
}
