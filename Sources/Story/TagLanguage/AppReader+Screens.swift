import TagRuntime
import TagSimulation

extension AppReader {
  /// Reads from the line `screen "NAME"` to its `end`. Reads the block even if its first line is
  /// wrong, so that one mistake is one error.
  mutating func readScreen() {
    screen = AppScreen(name: "")
    attempt { reader throws(ScenarioError) in
      let token = reader.cursor.peek
      reader.screen.name = try reader.cursor.string("the name of a screen")
      try reader.cursor.end()
      if let token, reader.app.screen(named: reader.screen.name) != nil {
        throw reader.cursor.failure(.duplicate(what: "screen"), token)
      }
    }
    readBlock("screen", .screen)
    app.screens.append(screen)
  }

  /// Reads the lines of a block up to its `end`.
  mutating func readBlock(_ what: String, _ room: Form.Room) {
    let opening = cursor
    while !isClosed, let line = lines.next() {
      // A line of the app: an `end` must be missing.
      if let word = line.first.word, FormTable[.app][word] != nil, FormTable[room][word] == nil {
        lines.putBack(line)
        break
      }
      attempt(line) { reader throws(ScenarioError) in try reader.read(room, what + " line") }
    }
    if !isClosed, !lines.errors.isFull { lines.unclosed(what, opening.line.first) }
    isClosed = false
    cursor = opening
    cursor.index = opening.line.tokens.count
  }

  mutating func readBanner() throws(ScenarioError) {
    let expected = "a key in braces, as in {banner_size}"
    let token = try cursor.next(expected)
    guard case .placeholder(let key) = token.kind else {
      throw cursor.unexpected(token, expected, suggestion: token.word.map { "{\($0)}" })
    }
    if screen.banner != nil { throw cursor.failure(.duplicate(what: "banner"), token) }
    screen.banner = key
  }

  /// Reads `view ACTION`.
  mutating func readView() throws(ScenarioError) {
    try cursor.require("view")
    let before = destinations.count
    screen.onView += try actions()
    viewDestinations += destinations[before...].map { (screen.name, $0.screen, $0.token) }
  }

  mutating func readButton() throws(ScenarioError) {
    let token = cursor.peek
    var button = AppButton(title: try cursor.string("the title of a button"))
    if let token, screen.button(titled: button.title) != nil {
      throw cursor.failure(.duplicate(what: "button"), token)
    }
    if cursor.isAtPair {
      var keys = KnownKeys(["key"])
      _ = try keys.take(from: &cursor)
      let token = try cursor.next("one character")
      guard token.name.count == 1, let key = token.name.first else {
        throw cursor.unexpected(token, "one character")
      }
      if screen.buttons.contains(where: { $0.key == key }) {
        throw cursor.failure(.duplicate(what: "key"), token)
      }
      button.key = key
    }
    if cursor.peek != nil { button.actions = try actions() }
    screen.buttons.append(button)
  }
}

// MARK: - Actions

extension AppReader {
  /// Reads an action of the app's code, or several of them with `then` in between. `showsScreens`
  /// is whether the app is in front then, so that `goes` makes sense; `others` could stand there.
  mutating func actions(
    showsScreens: Bool = true, or others: [String] = []
  ) throws(ScenarioError) -> [AppAction] {
    done = []
    repeat {
      let first = done.isEmpty ? others : []
      try read(try cursor.form(in: .action, or: first, not: showsScreens ? nil : "goes"))
    } while cursor.take("then")
    place(done)
    return done
  }

  mutating func readGoes() throws(ScenarioError) {
    let token = cursor.peek
    let screen = try cursor.string("the name of a screen")
    if let token { destinations.append((screen, token)) }
    done.append(.goes(screen: screen))
  }

  /// Reads a statement that calls the SDK, up to `then`.
  mutating func readCall() throws(ScenarioError) {
    cursor.index -= 1
    let start = cursor.index
    let first = cursor.line.tokens[start]
    if cursor.isAtPair { throw cursor.unknown(first, "action", among: FormTable[.action].words) }
    while let token = cursor.peek, token.word != "then" || cursor.isAtPair { cursor.index += 1 }
    let line = TokenLine(
      tokens: Array(cursor.line.tokens[start..<cursor.index]),
      end: cursor.peek?.position ?? cursor.line.end, text: cursor.line.text)
    var reader = StatementReader(line, file: cursor.file)
    let command = try reader.statement().command
    if case .act(.app(let call)) = command { return done.append(.call(call)) }
    if case .logger(let level?, nil) = command {
      return done.append(.call(.setLogger(Logger(level: level))))
    }
    throw cursor.unexpected(first, "set log-level LEVEL, or another action of an app")
  }

  /// Reads `played_song genre="pop"`; the name may also be an argument.
  mutating func readLoggedEvent() throws(ScenarioError) {
    let name: PushValue
    if let token = cursor.peek, case .parameter(let word, let fallback) = token.kind {
      cursor.index += 1
      name = .parameter(name: word, default: fallback)
    } else {
      name = .constant(.string(try cursor.name("the name of an event")))
    }
    let hasParameters = cursor.peek.map { $0.word != "then" || cursor.isAtPair } ?? false
    done.append(
      .logEvent(
        name: name,
        hasParameters
          ? try cursor.parameterTemplate(allowsParameters: true) : PushTemplate(parts: [])))
  }
}

extension TokenCursor {
  /// Reads a text, null, or a place for an argument.
  mutating func textOrParameter() throws(ScenarioError) -> PushValue {
    if let token = peek, case .parameter(let name, let fallback) = token.kind {
      index += 1
      return .parameter(name: name, default: fallback)
    }
    return .constant(try textOrNull("a text").map { .string($0) } ?? .null)
  }
}
