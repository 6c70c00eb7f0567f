import TagRuntime
import TagSimulation

extension AppReader {
  private enum ScreenWord: String, CaseIterable {
    case text, banner, on, button, end
  }

  /// Reads from the line `screen "NAME"` to its `end`. Reads the block even if its first line is
  /// wrong, so that one mistake is one error.
  mutating func readScreen(_ opening: inout TokenCursor) {
    var screen = AppScreen(name: "")
    do throws(ScenarioError) {
      let token = opening.peek
      screen.name = try opening.string("the name of a screen")
      try opening.end()
      if let token, app.screen(named: screen.name) != nil {
        throw opening.failure(.duplicate(what: "screen"), token)
      }
    } catch {
      lines.errors.add(error)
    }
    readBlock("screen", opening.line.first, ScreenWord.self) {
      (reader, cursor) throws(ScenarioError) in
      try reader.readScreenLine(&cursor, &screen)
    }
    app.screens.append(screen)
  }

  /// Reads the lines of a block up to its `end`, for which `read` returns true.
  mutating func readBlock<Block: RawRepresentable<String>>(
    _ what: String, _ opening: Token, _ words: Block.Type,
    _ read: (inout Self, inout TokenCursor) throws(ScenarioError) -> Bool
  ) {
    var isClosed = false
    while !isClosed, let line = lines.next() {
      // A line of the app: an `end` must be missing.
      if let word = line.first.word, Word(rawValue: word) != nil, Block(rawValue: word) == nil {
        lines.putBack(line)
        break
      }
      attempt(line) { (reader, cursor) throws(ScenarioError) in
        isClosed = try read(&reader, &cursor)
      }
    }
    if !isClosed, !lines.errors.isFull { lines.unclosed(what, opening) }
  }

  private mutating func readScreenLine(
    _ cursor: inout TokenCursor, _ screen: inout AppScreen
  ) throws(ScenarioError) -> Bool {
    let word = try cursor.choice("screen line", of: ScreenWord.self)
    switch word {
    case .text:
      var texts = [try cursor.string("a text")]
      while cursor.peek != nil { texts.append(try cursor.string("a text")) }
      screen.texts.append(texts)
    case .banner:
      let expected = "a key in braces, as in {banner_size}"
      let token = try cursor.next(expected)
      guard case .placeholder(let key) = token.kind else {
        throw cursor.unexpected(token, expected, suggestion: token.word.map { "{\($0)}" })
      }
      if screen.banner != nil { throw cursor.failure(.duplicate(what: "banner"), token) }
      screen.banner = key
    case .on:
      try cursor.require("view")
      let before = destinations.count
      screen.onView += try actions(&cursor)
      viewDestinations += destinations[before...].map { (screen.name, $0.screen, $0.token) }
    case .button: try readButton(&cursor, &screen)
    case .end: break
    }
    try cursor.end()
    return word == .end
  }

  private mutating func readButton(
    _ cursor: inout TokenCursor, _ screen: inout AppScreen
  ) throws(ScenarioError) {
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
    if cursor.peek != nil { button.actions = try actions(&cursor) }
    screen.buttons.append(button)
  }
}

// MARK: - Actions

extension AppReader {
  private enum Act: String, CaseIterable {
    case push, goes
    case logEvent = "log-event"
    case userProperty = "user-property"
  }

  /// The statements of the language that an app's code can make by itself.
  private static let calls = [
    "dispatch", "dispatch-interval", "refresh", "default-parameters", "set",
  ]

  /// Reads `push …`, `log-event …`, `user-property …`, `goes "SCREEN"`, a statement that calls the
  /// SDK, or several of them with `then` in between.
  /// `showsScreens` is whether the app is in front then, so that `goes` makes sense; `others` could
  /// stand in place of an action.
  mutating func actions(
    _ cursor: inout TokenCursor, showsScreens: Bool = true, or others: [String] = []
  ) throws(ScenarioError) -> [AppAction] {
    var actions: [AppAction] = []
    let acts = Act.allCases.filter { showsScreens || $0 != .goes }.map(\.rawValue)
    let known = others + acts + Self.calls
    repeat {
      if let call = try call(&cursor) {
        actions.append(.call(call))
        continue
      }
      let token = try cursor.next(known.listed())
      guard let act = token.word.flatMap(Act.init), showsScreens || act != .goes else {
        throw token.word == "goes"
          ? cursor.unexpected(token, known.listed()) : cursor.unknown(token, "action", among: known)
      }
      switch act {
      case .push: actions.append(.push(try cursor.pushTemplate(allowsParameters: true)))
      case .logEvent: actions.append(try logEvent(&cursor))
      case .userProperty:
        let key = try cursor.key()
        actions.append(.setUserProperty(key.name, try cursor.textOrParameter()))
      case .goes:
        let token = cursor.peek
        let screen = try cursor.string("the name of a screen")
        if let token { destinations.append((screen, token)) }
        actions.append(.goes(screen: screen))
      }
    } while cursor.take("then")
    return actions
  }

  /// Reads a statement that calls the SDK, up to `then`; nil if it is another action.
  private func call(_ cursor: inout TokenCursor) throws(ScenarioError) -> AppCall? {
    guard let first = cursor.peek, let word = first.word, Self.calls.contains(word),
      !cursor.isAtPair
    else { return nil }
    let start = cursor.index
    while let token = cursor.peek, token.word != "then" || cursor.isAtPair { cursor.index += 1 }
    let line = TokenLine(
      tokens: Array(cursor.line.tokens[start..<cursor.index]),
      end: cursor.peek?.position ?? cursor.line.end, text: cursor.line.text)
    var reader = StatementReader(line, file: cursor.file)
    let command = try reader.statement().command
    if case .act(.app(let call)) = command { return call }
    if case .logger(let level?, nil) = command { return .setLogger(Logger(level: level)) }
    throw cursor.unexpected(first, "set log-level LEVEL, or another action of an app")
  }

  /// Reads `log-event played_song genre="pop"`; the name may also be an argument.
  private func logEvent(_ cursor: inout TokenCursor) throws(ScenarioError) -> AppAction {
    let name: PushValue
    if let token = cursor.peek, case .parameter(let word, let fallback) = token.kind {
      cursor.index += 1
      name = .parameter(name: word, default: fallback)
    } else {
      name = .constant(.string(try cursor.name("the name of an event")))
    }
    let hasParameters = cursor.peek.map { $0.word != "then" || cursor.isAtPair } ?? false
    return .logEvent(
      name: name,
      hasParameters
        ? try cursor.parameterTemplate(allowsParameters: true) : PushTemplate(parts: []))
  }
}

extension TokenCursor {
  /// Reads a text, null, or a place for an argument.
  fileprivate mutating func textOrParameter() throws(ScenarioError) -> PushValue {
    if let token = peek, case .parameter(let name, let fallback) = token.kind {
      index += 1
      return .parameter(name: name, default: fallback)
    }
    return .constant(try textOrNull("a text").map { .string($0) } ?? .null)
  }
}
