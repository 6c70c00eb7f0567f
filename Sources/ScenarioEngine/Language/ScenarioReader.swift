import TagRuntime
import TagSimulation

/// Reads the lines of a scenario one after the other.
struct ScenarioReader {
  var lines: LineReader
  var scenario: Scenario
  /// Blocks that this version cannot read and that are open: their `end` is no second mistake.
  private var laterBlocks = 0

  init(_ source: SourceText) {
    lines = LineReader(source)
    scenario = Scenario(file: source.file)
  }

  mutating func read() {
    readHeader()
    while let line = lines.next() {
      switch line.first.word {
      case "setup" where line.tokens.count == 1: readSetup(line.first)
      case "app": readApp(line)
      case "end" where line.tokens.count == 1 && laterBlocks > 0: laterBlocks -= 1
      case let word? where word.hasPrefix("|") && laterBlocks > 0: break
      default: readStatement(line, isSetup: false)
      }
    }
    lines.errors.sortByPlace()
  }

  private mutating func readSetup(_ opening: Token) {
    while let line = lines.next() {
      if line.first.word == "end", line.tokens.count == 1 { return }
      readStatement(line, isSetup: true)
    }
    if !lines.errors.isFull { lines.unclosed("setup", opening) }
  }

  private mutating func readApp(_ line: TokenLine) {
    var reader = AppReader(lines)
    reader.readApp(line)
    lines = reader.lines
    if scenario.apps.contains(where: { $0.name == reader.app.name }) {
      let cursor = TokenCursor(line, file: lines.file)
      let token = line.tokens.count > 1 ? line.tokens[1] : line.first
      lines.errors.add(cursor.failure(.duplicate(what: "app"), token))
    } else {
      scenario.apps.append(reader.app)
    }
  }

  private mutating func readStatement(_ line: TokenLine, isSetup: Bool) {
    var reader = StatementReader(line, file: lines.file)
    do {
      let statement = try reader.statement()
      if isSetup { scenario.setup.append(statement) } else { scenario.statements.append(statement) }
      if let path = reader.path {
        addReference(path.name, .container, path.position)
      }
    } catch {
      if error.kind == .notInThisVersion, LaterWords.blocks.contains(line.first.word ?? "") {
        laterBlocks += isSetup ? 0 : 1
      }
      lines.errors.add(error)
    }
  }

  mutating func addReference(
    _ path: String, _ kind: FileReference.Kind, _ position: TextPosition
  ) {
    let location = ScenarioLocation(
      file: lines.file, line: position.line, column: position.column)
    scenario.references.append(FileReference(path: path, kind: kind, location: location))
  }
}
