import OrderedCollections
import ScenarioEngine
import TagGlossary
import TagInspection
import TagRuntime
import TagSimulation

/// The words of the plain mode; the monitor executes each like its key.
extension PlainSession {
  mutating func obey(
    _ word: PlainWord, _ rest: String, on monitor: inout Monitor
  ) -> [MonitorEffect] {
    switch word.action {
    case .next: next(&monitor)
    case .play: play(&monitor)
    case .look: look(at: rest, &monitor)
    case .back: monitor.stepBack()
    case .first: monitor.look(at: 1)
    case .live: monitor.look(at: nil)
    case .show: show(rest, monitor)
    case .explain: explain(rest, monitor)
    case .undo, .redo:
      if word.action == .undo { monitor.undo() } else { monitor.redo() }
      facts.passOver(monitor.run)
    case .go: go(to: rest, &monitor)
    case .branch: return monitor.submit("branch " + rest)
    case .compare:
      monitor.compareHere()
      tellComparison(monitor)
    case .log: setLog(rest, monitor)
    case .start: start(monitor)
    case .help: help(rest)
    case .quit: return [.quit]
    }
    return []
  }

  private mutating func next(_ monitor: inout Monitor) {
    if let cursor = monitor.cursor {
      if monitor.telling.asked?.row == cursor { return monitor.seekNext() }
      return monitor.look(at: cursor + 1)
    }
    doNextThing(&monitor)
  }

  private mutating func go(to name: String, _ monitor: inout Monitor) {
    let name = String(name.unquoted)
    guard let branch = monitor.comparing.branches.named(name) else {
      return complain(monitor.noBranch(name))
    }
    guard branch.id != monitor.comparing.branches.current else {
      return say("note this is \(name.quoted) already", in: monitor)
    }
    monitor.go(toBranch: branch.id)
    facts.passOver(monitor.run)
    toldEnd = false
  }

  /// Selects a place, in the notation of `--at`.
  private mutating func look(at place: String, _ monitor: inout Monitor) {
    do throws(UnknownPlace) {
      monitor.look(at: try monitor.run.row(at: String(place.unquoted)))
    } catch {
      complain("look \(error.sentence)")
    }
  }

  // MARK: The log

  private mutating func setLog(_ name: String, _ monitor: Monitor) {
    let levels = LogLevel.allCases.filter { $0 != .none }
    if name == "off" {
      facts.level = nil
      return say("done log lines are off", in: monitor)
    }
    guard let level = levels.first(where: { $0.name == name }) else {
      let names = levels.map(\.name) + ["off"]
      let hint =
        Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "it takes " + names.joined(separator: ", ")
      return complain("there is no level '\(name)': \(hint)")
    }
    facts.level = level
    say("done log lines of level \(level.name) and more serious are shown", in: monitor)
  }

  // MARK: Help

  private mutating func help(_ word: String) {
    guard !word.isEmpty else {
      say(page: PlainWord.all.map { "\($0.usage): \($0.summary)" })
      return say(page: [
        "Every other line is one of the language, such as: screen \"Home\"",
        "help WORD shows how to use one; its verbs: "
          + Form.verbs.map(\.word).joined(separator: ", "),
      ])
    }
    if let own = PlainWord.all.first(where: { $0.words.contains(word) }), Form(verb: word) == nil {
      return say(page: ["\(own.usage): \(own.summary)"])
    }
    let forms = Form.all.filter { $0.words.contains(word[...]) }
    guard forms.isEmpty else {
      let term = GlossaryTerm.named(word).map { ["On the screen: \($0.meaning)"] } ?? []
      return say(
        page: forms.flatMap { ["\($0.usage): \($0.meaning)", "Example: \($0.line)"] } + term)
    }
    if let term = GlossaryTerm.named(word) { return say(page: ["\(term.word): \(term.meaning)"]) }
    let names = GuideName.named(word)
    guard names.isEmpty else {
      return say(page: names.flatMap { [$0.names.joined(separator: ", ")] + Self.lines(of: $0) })
    }
    let known =
      PlainWord.all.flatMap(\.words) + Form.words + GlossaryTerm.all.flatMap(\.words)
      + GuideName.words
    let hint =
      Suggestion.nearest(to: word, among: known).map { "did you mean 'help \($0)'?" }
      ?? "help lists the words"
    complain("there is no word '\(word)': \(hint)")
  }

  /// Returns the entry about a name of the SDK's guides.
  private static func lines(of name: GuideName) -> [String] {
    let lines = name.line.split(separator: "\n").map { String($0) }
    return [name.meaning, name.file.place + " " + lines[0]] + lines.dropFirst().map { "  " + $0 }
      + ["To look at: " + name.whereToLook]
  }

  // MARK: A container

  private mutating func start(_ monitor: Monitor) {
    guard let start = monitor.telling.start else {
      return say(
        "note there is no start page: open a container, as in tagsim FILE", in: monitor)
    }
    let outlook = start.outlook
    for event in outlook.events {
      say("waits for \(PlainText.name(event.heard)): \(start.guide.line(for: event))", in: monitor)
    }
    for tag in outlook.tags {
      guard let never = tag.never else { continue }
      say("tag \(tag.name.quoted) never fires: \(never)", in: monitor)
    }
    if outlook.events.isEmpty { say("note it listens for no event by name", in: monitor) }
  }
}
