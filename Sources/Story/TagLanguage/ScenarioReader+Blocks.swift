import OrderedCollections
import TagRuntime

/// Blocks that are read several times, or only for some ways to play the scenario.
extension ScenarioReader {
  /// The maximum number of repetitions of a block.
  static let passLimit = 10_000
  /// The maximum depth of files that include each other.
  static let includeLimit = 16
  /// The maximum depth of blocks in blocks.
  static let blockLimit = 64
  /// The maximum total of passes and included files: nested blocks multiply.
  static let readingLimit = 200_000

  /// Reads `repeat 5`.
  mutating func readRepeat(_ line: TokenLine) {
    var count = 0
    attempt(line) { (reader, cursor) throws(ScenarioError) in
      cursor.index = 1
      let expected = "a number of passes from 1 to \(Self.passLimit)"
      let token = try cursor.next(expected)
      let number = token.word.flatMap { Int($0) } ?? 0
      guard (1...Self.passLimit).contains(number) else {
        throw cursor.unexpected(token, expected)
      }
      try cursor.end()
      count = number
    }
    readPasses(max(1, count), line.first, isLeftOut: count == 0) { reader, pass in
      reader.scope["pass"] = Parameter(pass + 1)
      return "pass \(pass + 1) of \(count)"
    }
  }

  /// Reads `examples`, a table, and the statements for each of its rows.
  mutating func readExamples(_ line: TokenLine) {
    attempt(line) { (_, cursor) throws(ScenarioError) in
      cursor.index = 1
      try cursor.end()
    }
    let table = readTable(line)
    let rows = table.rows
    readPasses(max(1, rows.count), line.first, isLeftOut: rows.isEmpty) { reader, pass in
      guard rows.indices.contains(pass) else { return "" }
      let cells = zip(table.names, rows[pass])
      for (name, value) in cells { reader.scope[name] = value }
      return cells.map { "\($0)=\($1.text)" }.joined(separator: " ")
    }
  }

  /// Reads a block repeatedly, each time with other parameters.
  private mutating func readPasses(
    _ count: Int, _ opening: Token, isLeftOut: Bool,
    begin: (inout ScenarioReader, Int) -> String
  ) {
    guard mayNest(opening) else { return }
    let start = lines.lexer.index
    let outer = (scope: scope, passes: passes, isLeftOut: self.isLeftOut)
    self.isLeftOut = outer.isLeftOut || isLeftOut
    for pass in 0..<count {
      guard mayRead(opening) else { break }
      lines.lexer.index = start
      let name = begin(&self, pass)
      passes = outer.passes + [name]
      if !readBlock(opening) { break }
    }
    let used = scope.used
    (scope, passes, self.isLeftOut) = outer
    scope.addUsed(used)
  }

  /// Whether one more pass or file can be read; reports once that there are too many.
  private mutating func mayRead(_ opening: Token) -> Bool {
    readings += 1
    if readings <= Self.readingLimit { return !isOverfull }
    refuse(opening, "a scenario has at most \(Self.readingLimit) passes and included files")
    return false
  }

  /// Whether a block can be read in those around it, or several in one line; reports once that they
  /// are too many.
  private mutating func mayNest(_ opening: Token, with count: Int = 1) -> Bool {
    if depth + count <= Self.blockLimit { return true }
    refuse(opening, "blocks are nested at most \(Self.blockLimit) deep")
    return false
  }

  private mutating func refuse(_ opening: Token, _ limit: String) {
    let location = ScenarioLocation(
      file: lines.file, line: opening.position.line, column: opening.position.column)
    refuseMore(opening.name, location, limit)
  }

  // MARK: Ways

  /// Reads `under sdk=v3 push event="x"`, or a block of such lines.
  mutating func readUnder(_ line: TokenLine) {
    var holds = true
    var conditions = TokenCursor(line, file: lines.file)
    conditions.index = 1
    while conditions.isAtPair { conditions.index += 3 }
    let rest = rest(of: line, from: conditions.index)
    attempt(line) { (reader, cursor) throws(ScenarioError) in
      cursor.index = 1
      repeat {
        if try !reader.readCondition(&cursor) { holds = false }
      } while cursor.isAtPair
    }
    guard mayNest(line.first, with: line.tokens.count { $0.word == "under" }) else { return }
    let outer = isLeftOut
    isLeftOut = outer || !holds
    if let rest { readLine(rest) } else { readBlock(line.first) }
    isLeftOut = outer
  }

  /// Reads `sdk=v3,v5`; the result is whether it is true for the current way.
  private mutating func readCondition(
    _ cursor: inout TokenCursor
  ) throws(ScenarioError) -> Bool {
    let axes = scenario.header.matrix
    if axes.isEmpty {
      throw cursor.failure(
        .misplaced, cursor.line.first,
        expected: "varied values go in the header, as in matrix: sdk=v3,v5")
    }
    let key = try cursor.key()
    guard let axis = axes.first(where: { $0.name == key.name }) else {
      throw cursor.unknown(key, "part of the matrix", amongNames: axes.map(\.name))
    }
    let token = try cursor.next("a value", quoting: " of '\(axis.name)'")
    let known = axis.values.map(\.text)
    var wanted = [token.name]
    if let word = token.word, !known.contains(word) {
      wanted = word.split(separator: ",").map(String.init)
    }
    let isKnown = { (text: String) in
      axis.values.contains { $0.text == text || $0.bare == text }
    }
    if !wanted.allSatisfy(isKnown) {
      throw cursor.unknown(token, "value of the matrix", amongNames: known)
    }
    scope.addUsed([axis.name])
    guard let own = scope[axis.name] else { return false }
    return wanted.contains(own.text) || wanted.contains(own.bare)
  }

  /// Returns the tokens of a line from an index on; nil if there are none.
  private func rest(of line: TokenLine, from index: Int) -> TokenLine? {
    guard index < line.tokens.count, let last = line.tokens.last else { return nil }
    let tokens = Array(line.tokens[index...])
    let range = tokens[0].range.lowerBound..<last.range.upperBound
    return TokenLine(tokens: tokens, end: line.end, text: lines.lexer.oneLine(range))
  }

  // MARK: Files

  /// Reads `include lib/sign-in.scenario user="u-1"`.
  mutating func readInclude(_ line: TokenLine) {
    attempt(line) { (reader, cursor) throws(ScenarioError) in
      cursor.index = 1
      let token = try cursor.next("a file")
      let path = token.name
      guard !path.isEmpty else { throw cursor.unexpected(token, "a file") }
      var arguments = ParameterScope()
      for axis in reader.scenario.header.matrix {
        arguments[axis.name] = reader.scope[axis.name]
      }
      var keys: [Token] = []
      while cursor.peek != nil {
        let key = try cursor.key()
        guard !keys.contains(where: { $0.name == key.name }) else {
          throw cursor.failure(.duplicate(what: "key"), key)
        }
        keys.append(key)
        arguments[key.name] = Parameter(
          try cursor.next("a value", quoting: " of '\(key.name)'"))
      }
      let before = reader.lines.errors.count
      guard reader.mayRead(line.first) else { return }
      let used = try reader.include(path, arguments, token, cursor)
      guard reader.lines.errors.count == before else { return }
      for key in keys where !used.contains(key.name) {
        var error = cursor.unknown(key, "argument", amongNames: used.sorted())
        if used.isEmpty { error.quoted = "no values: \(path) reads none" }
        let place = ScenarioPath.joined(reader.folder, path)
        error.includedPath = ScenarioPath.resolved(place, besides: reader.files[0])
        throw error
      }
    }
  }

  /// Reads a file in place of a line.
  ///
  /// - Returns: the names of the parameters that it uses.
  private mutating func include(
    _ path: String, _ arguments: ParameterScope, _ token: Token, _ cursor: TokenCursor
  ) throws(ScenarioError) -> Set<String> {
    let place = ScenarioPath.joined(folder, path)
    let file = ScenarioPath.resolved(place, besides: files[0])
    let chain = (files + [file]).joined(separator: " > ")
    if files.contains(file) {
      throw cursor.failure(
        .misplaced, token, expected: "it would include itself", quoted: ": \(chain)")
    }
    if files.count > Self.includeLimit {
      throw cursor.failure(
        .misplaced, token, expected: "at most \(Self.includeLimit) nested includes")
    }
    addReference(place, .scenario, token.position)
    let bytes: [UInt8]
    do throws(LoadFailure) {
      bytes = try texts(file)
    } catch {
      throw cursor.failure(.unreadable, token, quoted: error.description)
    }
    var inner = self
    inner.lines = LineReader(try SourceText(bytes, file: file), errors: lines.errors)
    inner.scope = arguments
    inner.files.append(file)
    inner.folder = ScenarioPath.folder(of: place)
    let location = ScenarioLocation(
      file: lines.file, line: token.position.line, column: token.position.column)
    inner.passes.append("included at \(location.file):\(location.line)")
    inner.readHeader()
    inner.readLines()
    let (outer, scope, names, folder, passes) = (lines, self.scope, files, self.folder, self.passes)
    self = inner
    (lines, self.scope, files, self.folder, self.passes) = (outer, scope, names, folder, passes)
    lines.errors = inner.lines.errors
    let axes = Set(scenario.header.matrix.map(\.name))
    self.scope.addUsed(inner.scope.used.intersection(axes))
    return inner.scope.used
  }
}

// MARK: - Tables

extension ScenarioReader {
  /// A table of examples: the names of its columns, and its rows.
  struct ExamplesTable {
    var names: [String] = []
    var rows: [[Parameter]] = []
  }

  /// Reads the rows that follow, each a line that begins with `|`.
  fileprivate mutating func readTable(_ opening: TokenLine) -> ExamplesTable {
    var table = ExamplesTable()
    let before = lines.errors.count
    while lines.lexer.peek != nil, !lines.errors.isFull {
      let start = lines.lexer.index
      let row = TableRow(lines.lexer.rawLine(), in: lines.lexer.bytes)
      if row.isBlank { continue }
      guard row.isRow else {
        lines.lexer.index = start
        break
      }
      do throws(ScenarioError) {
        if table.names.isEmpty {
          table.names = try names(of: row)
        } else {
          table.rows.append(try values(of: row, table.names))
        }
      } catch {
        lines.errors.add(error)
      }
    }
    if table.rows.isEmpty, lines.errors.count == before {
      let cursor = TokenCursor(opening, file: lines.file)
      lines.errors.add(
        cursor.failure(
          .incomplete(what: "table of"), opening.first,
          expected: "rows: names in the first, as in | language | title |, then values"))
    }
    return table
  }

  private mutating func names(of row: TableRow) throws(ScenarioError) -> [String] {
    var names: [String] = []
    for cell in row.cells {
      let name = String(decoding: lines.lexer.bytes[cell], as: UTF8.self)
      guard Lexer.isName(name) else {
        throw failure(.unexpected, cell, "a name of letters, digits and _")
      }
      if names.contains(name) { throw failure(.duplicate(what: "column"), cell) }
      names.append(name)
    }
    return names
  }

  private mutating func values(
    of row: TableRow, _ names: [String]
  ) throws(ScenarioError) -> [Parameter] {
    guard row.cells.count == names.count else {
      throw failure(
        .unexpected, row.range, Counted.text(names.count, "cell") + ", as in the first row")
    }
    var values: [Parameter] = []
    for cell in row.cells {
      let text = String(decoding: lines.lexer.bytes[cell], as: UTF8.self)
      do throws(ScenarioError) {
        let parameter = try Parameter(reading: text, file: lines.file)
        guard !parameter.tokens.isEmpty else {
          throw failure(.unexpected, cell, "a value: \"\" is an empty text")
        }
        values.append(parameter)
      } catch {
        throw error.moved(to: lines.lexer.position(of: cell.lowerBound))
      }
    }
    return values
  }

  private mutating func failure(
    _ kind: ScenarioError.Kind, _ range: Range<Int>, _ expected: String = ""
  ) -> ScenarioError {
    ScenarioError(
      file: lines.file, position: lines.lexer.position(of: range.lowerBound), kind: kind,
      found: String(decoding: lines.lexer.bytes[range], as: UTF8.self), expected: expected)
  }
}

/// A line of a table: `| es | "Hola" |  # a comment`.
struct TableRow {
  /// The bytes without surrounding blanks.
  let range: Range<Int>
  /// The cells without surrounding blanks.
  private(set) var cells: [Range<Int>] = []
  /// The comment after the last cell; nil without one.
  private(set) var comment: Range<Int>?
  /// Whether it begins like a row.
  let isRow: Bool
  /// Whether it is empty or a comment.
  let isBlank: Bool

  init(_ line: Range<Int>, in bytes: [UInt8]) {
    range = HeaderLine.trimmed(line, bytes)
    let first = range.isEmpty ? nil : bytes[range.lowerBound]
    isRow = first == UInt8(ascii: "|")
    isBlank = first == nil || first == UInt8(ascii: "#")
    guard isRow else { return }
    var start = range.lowerBound + 1
    var isInString = false
    var offset = start
    while offset < range.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "\\") where isInString: offset += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "|") where !isInString:
        cells.append(HeaderLine.trimmed(start..<offset, bytes))
        start = offset + 1
      default: break
      }
      offset += 1
    }
    let rest = HeaderLine.trimmed(min(start, range.upperBound)..<range.upperBound, bytes)
    if rest.isEmpty { return }
    if bytes[rest.lowerBound] == UInt8(ascii: "#") { comment = rest } else { cells.append(rest) }
  }
}
