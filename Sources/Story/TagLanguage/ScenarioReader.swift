import OrderedCollections
import TagRuntime
import TagSimulation

/// Reads the text of a file that a scenario includes.
///
/// Any error becomes the sentence of a mistake at the place of the include.
public typealias IncludedTexts = (_ path: String) throws(LoadFailure) -> [UInt8]

/// Reads the lines of a scenario one after the other. A block that is played several times is read
/// as often, each time with other parameters: the result is a list of statements.
///
/// ```
/// header -> ways of the matrix -> lines -> setup, statements, branches, teardown
///                                   |
///                                   +-> repeat, examples, include, under: the same lines again
/// ```
struct ScenarioReader {
  enum Section {
    case setup, statements, branch, teardown
  }

  var lines: LineReader
  var scenario: Scenario
  var scope = ParameterScope()
  /// The section of the scenario that is currently read.
  var section = Section.statements
  /// The depth of the reader in blocks.
  var depth = 0
  /// The passes of the blocks around the current line.
  var passes: [String] = []
  /// Whether the current lines belong to another way to play the scenario.
  var isLeftOut = false
  var teardown: [Statement] = []
  /// The stack of files, starting with the scenario.
  var files: [String]
  /// The folder of the current file, relative to the scenario, with its slash; empty for the
  /// scenario itself.
  var folder = ""
  /// Whether every app that the scenario describes could be read.
  var isAppWhole = true
  /// Whether a limit was reached, so that no more blocks and statements are read.
  private(set) var isOverfull = false
  /// The number of passes and included files read so far.
  var readings = 0
  let texts: IncludedTexts
  /// The maximum number of statements.
  let limit: Int

  init(
    _ source: SourceText, texts: @escaping IncludedTexts, limit: Int = Scenario.statementLimit
  ) {
    self.limit = limit
    lines = LineReader(source)
    scenario = Scenario(file: source.file)
    files = [source.file]
    self.texts = texts
  }

  mutating func read() {
    readHeader()
    if scenario.header.matrix.isEmpty {
      readLines()
      finish()
    } else {
      readWays()
    }
    lines.errors.sortByPlace()
  }

  mutating func readLines() {
    while let line = lines.next() { readLine(line) }
  }

  /// Appends the statements for the end of the scenario.
  mutating func finish() {
    scenario.statements += teardown
    scenario.teardownCount = teardown.count
  }

  /// Reads a line, with the block that it may open.
  mutating func readLine(_ line: TokenLine) {
    guard let word = line.first.word, case .block(let read)? = FormTable[.block][word]?.reading,
      // Alone on their line.
      !["setup", "teardown"].contains(word) || line.tokens.count == 1
    else { return readStatement(line) }
    read(&self, line)
  }

  /// Reads the lines of a block up to its `end`.
  ///
  /// - Returns: whether it was read without a mistake, and more can be read.
  @discardableResult
  mutating func readBlock(_ opening: Token) -> Bool {
    let before = lines.errors.count
    depth += 1
    defer { depth -= 1 }
    while let line = lines.next() {
      if line.first.word == "end", line.tokens.count == 1 {
        return lines.errors.count == before && !lines.errors.isFull
      }
      readLine(line)
    }
    if !lines.errors.isFull { lines.unclosed(opening.name, opening) }
    return false
  }

  // MARK: Parts

  mutating func readSection(_ section: Section, _ line: TokenLine) {
    guard isOutside(line) else { return }
    let outer = self.section
    self.section = section
    readBlock(line.first)
    self.section = outer
  }

  mutating func readApp(_ line: TokenLine) {
    guard isOutside(line) else { return }
    if files.count > 1, scenario.header.app != nil || !scenario.apps.isEmpty {
      let cursor = TokenCursor(line, file: lines.file)
      lines.errors.add(
        cursor.failure(
          .misplaced, line.first, expected: "the including scenario sets the app"))
    }
    let before = lines.errors.count
    var reader = AppReader(lines)
    reader.readApp(line)
    lines = reader.lines
    isAppWhole = isAppWhole && lines.errors.count == before
    // The ways to play a scenario share its mistakes, but each has its apps.
    if scenario.apps.contains(where: { $0.name == reader.app.name }) {
      let cursor = TokenCursor(line, file: lines.file)
      let token = line.tokens.count > 1 ? line.tokens[1] : line.first
      lines.errors.add(cursor.failure(.duplicate(what: "app"), token))
    } else {
      if scenario.apps.isEmpty {
        scenario.zonePlaces = reader.zonePlaces
        scenario.appActions = reader.actionPlaces
        let range =
          line.first.range.lowerBound..<max(line.first.range.upperBound, lines.lexer.index)
        scenario.appText = String(decoding: lines.lexer.bytes[range], as: UTF8.self)
      }
      scenario.apps.append(reader.app)
    }
  }

  /// Whether a block that must not be nested may begin here.
  mutating func isOutside(_ line: TokenLine) -> Bool {
    if depth == 0 { return true }
    let cursor = TokenCursor(line, file: lines.file)
    lines.errors.add(
      cursor.failure(
        .misplaced, line.first, expected: "a block must be in a file and outside other blocks"))
    // Read its lines anyway, so that its `end` is not a second mistake.
    if line.first.word == "app" {
      var reader = AppReader(lines)
      reader.readApp(line)
      lines.lexer = reader.lines.lexer
    } else {
      let outer = isLeftOut
      isLeftOut = true
      readBlock(line.first)
      isLeftOut = outer
    }
    return false
  }

  /// Reads a line and records its mistake, if it has one.
  mutating func attempt(
    _ line: TokenLine,
    _ body: (inout ScenarioReader, inout TokenCursor) throws(ScenarioError) -> Void
  ) {
    do throws(ScenarioError) {
      var cursor = TokenCursor(try scope.filled(line, lines.lexer), file: lines.file)
      try body(&self, &cursor)
    } catch {
      lines.errors.add(error)
    }
  }

  // MARK: Statements

  private mutating func readStatement(_ line: TokenLine) {
    attempt(line) { (reader, cursor) throws(ScenarioError) in
      var statements = StatementReader(cursor.line, file: reader.lines.file)
      let statement = try statements.statement()
      if !reader.isLeftOut { reader.append(statement, naming: statements.path) }
    }
  }

  private mutating func append(_ statement: Statement, naming path: Token?) {
    var statement = statement
    if !passes.isEmpty { statement.pass = passes.joined(separator: ", ") }
    statement.command = statement.command.placed(in: folder)
    if let path {
      addReference(ScenarioPath.joined(folder, path.name), .container, path.position)
    }
    if count >= limit {
      let place = statement.location
      return refuseMore(
        statement.text, place,
        "a scenario has at most \(limit) statements: repeat blocks "
          + "fewer times, or split the scenario")
    }
    switch section {
    case .setup: scenario.setup.append(statement)
    case .statements: scenario.statements.append(statement)
    case .branch: scenario.branches[scenario.branches.count - 1].statements.append(statement)
    case .teardown: teardown.append(statement)
    }
  }

  private var count: Int {
    scenario.setup.count + scenario.statements.count + teardown.count
      + scenario.branches.reduce(0) { $0 + $1.statements.count }
  }

  /// Reports once that a limit is reached, and prevents further passes over the rest.
  mutating func refuseMore(_ found: String, _ location: ScenarioLocation, _ expected: String) {
    guard !isOverfull else { return }
    isOverfull = true
    lines.errors.add(ScenarioError(at: location, .misplaced, found: found, expected: expected))
  }

  mutating func addReference(
    _ path: String, _ kind: FileReference.Kind, _ position: TextPosition
  ) {
    let location = ScenarioLocation(
      file: lines.file, line: position.line, column: position.column)
    scenario.references.append(FileReference(path: path, kind: kind, location: location))
  }
}

// MARK: - Ways

extension ScenarioReader {
  /// Reads the lines once for every way that results from the matrix of the header.
  private mutating func readWays() {
    let axes = scenario.header.matrix
    var ways: [Scenario] = []
    var used: Set<String> = []
    for choice in MatrixAxis.combinations(of: axes) where !lines.errors.isFull {
      var reader = self
      reader.enter(choice)
      reader.readLines()
      reader.finish()
      // A mistake in lines that several ways share is reported once.
      lines.errors = reader.lines.errors
      used.formUnion(reader.scope.used)
      isAppWhole = isAppWhole && reader.isAppWhole
      ways.append(reader.scenario)
    }
    guard var first = ways.first else { return }
    first.variant = nil
    first.ways = ways
    scenario = first
    for axis in axes where axis.use == .parameter && !used.contains(axis.name) {
      lines.errors.add(
        ScenarioError(
          at: axis.location, .misplaced, found: axis.name,
          expected: "it is not a verb or a device key",
          quoted: ", and nothing reads ${\(axis.name)}"))
    }
  }

  /// Begins one way to play the scenario.
  private mutating func enter(_ choice: [(axis: MatrixAxis, value: Parameter)]) {
    for (axis, value) in choice {
      scope[axis.name] = value
      scenario.header.choices[axis.name] = value.text
      switch axis.use {
      case .sdk: scenario.header.sdk = ScenarioHeader.SDK(rawValue: value.text) ?? .v3
      case .container:
        let location = axis.location
        let position = TextPosition(offset: 0, line: location.line, column: location.column)
        scenario.header.published = value.bare
        addReference(value.bare, .container, position)
      case .statement(let start): begin(with: start + value.text, at: axis.location)
      case .parameter: break
      }
    }
    scenario.variant = choice.map { "\($0.axis.name)=\($0.value.text)" }.joined(separator: " ")
  }

  /// Adds a statement to the beginning of the setup.
  private mutating func begin(with text: String, at location: ScenarioLocation) {
    do throws(ScenarioError) {
      guard var statement = try StatementParser.parse(line: text, file: lines.file) else { return }
      statement.location = location
      scenario.setup.append(statement)
    } catch {
      var error = error
      error.position = TextPosition(offset: 0, line: location.line, column: location.column)
      lines.errors.add(error)
    }
  }
}
