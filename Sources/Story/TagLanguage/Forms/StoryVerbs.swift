import OrderedCollections
import TagRuntime

/// Texts for the audience, and commands for the monitor.
extension Form {
  static let storyVerbs: [Form] = [
    .verb(
      "chapter TEXT", "Begins a chapter.", "chapter \"2 Offline\""
    ) { reader throws(ScenarioError) in
      .chapter(try reader.cursor.string("a text"))
    },
    .verb(
      "caption TEXT", "Shows a text to the audience.", "caption \"The app starts.\""
    ) { reader throws(ScenarioError) in
      .caption(try reader.cursor.string("a text"))
    },
    .verb(
      "note TEXT", "Shows a note to the presenter.", "note \"Ask the room.\""
    ) { reader throws(ScenarioError) in
      .note(try reader.cursor.string("a text"))
    },
    .verb(
      "ask TEXT [answer=TEXT]",
      "Asks the audience a question; the next key shows the answer.",
      "ask \"Which tags fire?\" answer=\"None: the name differs.\""
    ) { reader throws(ScenarioError) in try reader.ask() },
    .verb(
      "mark NAME", "Names this moment.", "mark tunnel"
    ) { reader throws(ScenarioError) in .mark(try reader.cursor.name("a name")) },
    .verb("pause", "Pauses until a key is pressed; a run without a screen continues.", .pause),
    .verb(
      "hide", "Skips over the following lines without pauses while playing, up to 'show'.",
      .hidden(true)),
    .verb("show", "Shows the following lines at the normal pace again.", .hidden(false)),
    .verb(
      "snapshot NAME",
      "Fails if the data layer, values, tags or hits differ from the stored snapshot.",
      "snapshot start"
    ) { reader throws(ScenarioError) in try reader.snapshot() },
    .verb(
      "focus PANE", "Moves the monitor's focus to a pane.", "focus tags"
    ) { reader throws(ScenarioError) in try reader.view(.focus) },
    .verb(
      "zoom PANE", "Enlarges a pane of the monitor.", "zoom tags"
    ) { reader throws(ScenarioError) in try reader.view(.zoom) },
    .verb(
      "highlight tag TAG", "Selects something in the monitor.", "highlight tag \"Bonus\""
    ) { reader throws(ScenarioError) in try reader.view(.highlight) },
    .verb(
      "find WORDS|off",
      "Finds text in the monitor's focused pane; case-sensitive if it has a capital letter.",
      "find \"conf\""
    ) { reader throws(ScenarioError) in try reader.finding(.find, "a text or off") },
    .verb(
      "filter EXPRESSION|off",
      "Shows only matching rows in the monitor's focused pane.", "filter tag:GA* & !fired"
    ) { reader throws(ScenarioError) in
      try reader.finding(.filter, "a filter such as tag:GA*, or off")
    },
    .verb(
      "speed Nx", "Sets the monitor's speed.", "speed 4x"
    ) { reader throws(ScenarioError) in try reader.view(.speed) },
    .verb(
      "layout NAME",
      "Sets the monitor's layout: auto, or demo for a projector (one pane).",
      "layout demo"
    ) { reader throws(ScenarioError) in try reader.view(.layout) },
    .verb(
      "theme NAME",
      "Sets the monitor's colours: default, light, high-contrast, colour-blind or mono.",
      "theme light"
    ) { reader throws(ScenarioError) in try reader.view(.theme) },
    .verb(
      "branches", "Lists all branches of the run in the monitor.",
      .view(ViewCommand(.branches, words: []))),
    .verb(
      "compare [A [B]]",
      "Shows two runs side by side in the monitor: a named run and the current one, or by default "
        + "a branch and the run it started from.",
      "compare \"as written\" fix"
    ) { reader throws(ScenarioError) in try reader.compare() },
    .verb(
      "first EXPECTATION",
      "Goes to the first moment of the run when this is true; repeat it for the next.",
      "first queue size > 3"
    ) { reader throws(ScenarioError) in try reader.first() },
    .verb(
      "when value KEY changed [id=ID] | when data PATH changed | when container changed [id=ID] | "
        + "when tag TAG fired [id=ID]",
      "Goes to the next moment of the run when this happens.",
      "when value title_string changed"
    ) { reader throws(ScenarioError) in try reader.when() },
    .verb(
      "bind KEY ACTION|LINE|default | bind PANE KEY ACTION|LINE|default",
      "Rebinds a key of the monitor to an action that 'tagsim help keys' lists, or to a line "
        + "in quotes; default undoes it.",
      "bind tags x explain"
    ) { reader throws(ScenarioError) in try reader.bind() },
  ]
}

extension StatementReader {
  mutating func ask() throws(ScenarioError) -> Command {
    let question = try cursor.string("a question")
    var keys = KnownKeys(["answer"])
    guard cursor.peek != nil else { return .ask(question, answer: nil) }
    _ = try keys.take(from: &cursor)
    return .ask(question, answer: try cursor.string("an answer"))
  }

  /// The maximum length of a snapshot's name, which is a part of a file name.
  static let snapshotNameLimit = 100

  mutating func snapshot() throws(ScenarioError) -> Command {
    let expected = "a name of letters, digits, '-', '_' and '.'"
    let token = try cursor.next(expected)
    let name = token.name
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= Self.snapshotNameLimit,
      name.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil
    else { throw cursor.unexpected(token, expected) }
    return .snapshot(name)
  }

  mutating func compare() throws(ScenarioError) -> Command {
    var names: [String] = []
    while names.count < 2, cursor.peek != nil { names.append(try cursor.name("the name of a run")) }
    return .view(ViewCommand(.compare, words: names))
  }

  /// Reads a search text or a filter: one text in quotes, or the rest of the line unchanged.
  mutating func finding(
    _ kind: ViewCommand.Kind, _ expected: String
  ) throws(ScenarioError) -> Command {
    let first = try cursor.next(expected)
    let isAlone = cursor.peek == nil
    let rest = cursor.rest(from: first)
    cursor.index = cursor.line.tokens.count
    let text = if isAlone, case .string(let quoted) = first.kind { quoted } else { rest }
    // In quotes, it is the word itself.
    let isOff = isAlone && first.word == "off"
    return .view(ViewCommand(kind, words: isOff ? [] : [text]))
  }

  /// Reads a key with its binding; a bound line must be valid.
  mutating func bind() throws(ScenarioError) -> Command {
    let hasPane = cursor.line.tokens.count - cursor.index > 2
    let place = hasPane ? try cursor.name("the name of a pane") : "everywhere"
    let key = try cursor.keyName()
    let token = try cursor.next("an action, a line in quotes, or default")
    guard case .string(let line) = token.kind else {
      guard let action = token.word else {
        throw cursor.unexpected(token, "an action, a line in quotes, or default")
      }
      return .view(ViewCommand(.bind, words: [place, key, "action", action]))
    }
    let statement: Statement?
    do throws(ScenarioError) {
      statement = try StatementParser.parse(line: line, file: cursor.file)
    } catch {
      // After the quote.
      let start = token.position
      throw error.moved(
        to: TextPosition(
          offset: start.offset + 1, line: start.line, column: start.column + 1))
    }
    guard let statement else { throw cursor.unexpected(token, "a line of the language") }
    if case .view(let command) = statement.command, command.kind == .copyCommand {
      throw cursor.unexpected(
        token,
        "another line: set copy-command can only be typed or configured")
    }
    return .view(ViewCommand(.bind, words: [place, key, "line", line]))
  }

  mutating func view(_ kind: ViewCommand.Kind) throws(ScenarioError) -> Command {
    if kind == .speed {
      let token = try cursor.next("a pace such as 4x")
      let words = ["1/4x": "0.25x", "1/2x": "0.5x"]
      let word = token.word.map { words[$0] ?? $0 } ?? ""
      guard word.hasSuffix("x"), let pace = Double(word.dropLast()), pace > 0, pace.isFinite else {
        throw cursor.unexpected(token, "a pace such as 4x")
      }
      return .view(ViewCommand(kind, words: [word]))
    }
    var words = [try cursor.name("a name")]
    while cursor.peek != nil { words.append(try cursor.name("a name")) }
    return .view(ViewCommand(kind, words: words))
  }
}
