import OrderedCollections
import ScenarioEngine
import TagPanes
package import TagRuntime
import TagSimulation
import TerminalKit

extension Duration {
  /// The duration in words, as "Two minutes" for what is said of it.
  fileprivate var spelled: String {
    let words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
    let units: [(name: String, length: Duration)] = [
      ("day", .hours(24)), ("hour", .hours(1)), ("minute", .minutes(1)), ("second", .seconds(1)),
    ]
    for (name, length) in units {
      let count = wholeMilliseconds / length.wholeMilliseconds
      guard (1...Int64(words.count)).contains(count), length * Int(count) == self else { continue }
      return words[Int(count) - 1] + " " + name + (count == 1 ? "" : "s")
    }
    return shortText
  }
}

extension Monitor {
  /// Executes a line of the language in the present, for a key bound to it.
  mutating func perform(line: String) {
    do throws(ScenarioError) {
      guard let statement = try StatementParser.parse(line: line, file: ScenarioLocation.keys.file)
      else {
        return
      }
      perform(statement)
    } catch {
      message = .failure(error.sentence)
    }
  }

  mutating func perform(_ statement: Statement) {
    if case .view(let command) = statement.command {
      // The look of the screen is not part of the world: a user looking back stays in the past.
      return obey(command)
    }
    // During a talk, the user acts on what is on screen, so playing pauses.
    if statement.command.changesWorld { isPlaying = false }
    let wasBack = cursor != nil || showsTrace
    if wasBack, statement.command.isAsked { return ask(statement) }
    guard statement.command.changesWorld || showsTrace else {
      cursor = nil
      tell(run.execute(statement), isTyped: true)
      refreshView()
      if wasBack, message?.kind == .ok {
        message?.remark =
          "back in the present, where the line applies"
      }
      return
    }
    if wasBack || !comparing.undone.isEmpty {
      // Only a statement that can be executed begins a branch.
      var trial = run
      if let cursor { trial.cutBack(toRow: cursor) }
      let result = trial.execute(statement)
      if case .error = result.outcome { return tell(result, isTyped: true) }
    }
    guard prepareAct() else { return }
    tell(run.execute(statement), isTyped: true)
    refreshView()
    // Makes the result visible: panes may grow for it.
    display.sizes = nil
    let remark = actRemark(wasBack: wasBack)
    if message?.kind == .ok { message?.remark = remark }
  }

  /// Evaluates an expectation at the selected event and reports the result; changes nothing.
  private mutating func ask(_ statement: Statement) {
    var then = run
    if let cursor { then.cutBack(toRow: cursor) }
    tell(then.execute(statement), isTyped: true)
    guard message?.kind == .ok else { return }
    let kept = saving.recorder.isOn ? ", " + keep(statement.text) : ""
    let remark = "true at #\(cursor ?? run.timeline.rowCount)" + kept
    message?.remark = remark
  }

  mutating func tell(_ result: StatementResult, isTyped: Bool = false) {
    telling.lastResult = result
    let text = result.statement.text
    switch result.outcome {
    case .done(let summary):
      let command = result.statement.command
      // Commands that stage the presentation are not reported.
      if command.words != nil || !isTyped && command.isStaging { break }
      // The list already shows the effects of a scenario; a typed line gets its result reported.
      message = .ok(isTyped ? deeds(of: command, text, summary) : text)
    // Passed checks are counted and highlighted, and must not cover another message.
    case .passed: if isTyped { message = .ok(text) }
    case .failed(let failure):
      message = .failure("FAIL \(text): " + (failure.lines.first ?? ""))
    case .error(let sentence): message = .failure(sentence)
    }
  }

  /// What a person did and what came of it, in words.
  private func deeds(of command: Command, _ text: String, _ summary: String) -> String {
    let told = run.timeline.rows(in: run.numbersOfLastAct.prefix(Self.toldRows))
    let said = told.reduce(summary) { said, row in
      row.event.deed.map { said.replacing(row.event.summary, with: $0) } ?? said
    }
    if case .wait(let duration) = command {
      return "\(duration.spelled) later: " + (said.isEmpty ? "nothing happened" : said)
    }
    return said.isEmpty ? text : said
  }

  /// The most rows of an act that are told in words.
  private static let toldRows = 20

  /// Submits a typed line; if it names a file that is not loaded yet, requests the file first.
  mutating func submit(_ line: String) -> [MonitorEffect] {
    let trimmed = line.trimmedSpaces
    if let word = PromptWord(line: trimmed) { return obey(word, trimmed) }
    do throws(ScenarioError) {
      return try StatementParser.parse(line: trimmed).map { submit($0) } ?? []
    } catch {
      // The line stays open so that the user can fix it.
      startTyping(line)
      message = .failure("column \(error.position.column): \(error.sentence)")
    }
    return []
  }

  mutating func submit(_ statement: Statement) -> [MonitorEffect] {
    adoptEditedCopies()
    if let path = statement.command.containerFile?.path, run.inputs.containers[path] == nil {
      saving.pending = statement
      return [.load(path: path)]
    }
    perform(statement)
    return kept(statement)
  }

  /// Saves a snapshot that was taken by hand, unless one is saved under that name.
  private mutating func kept(_ statement: Statement) -> [MonitorEffect] {
    guard case .snapshot(let name) = statement.command else { return [] }
    let path = ScenarioPath.snapshot(name, of: run.scenario)
    guard run.inputs.snapshots[path] == nil, let lines = run.snapshots[path] else { return [] }
    message = .ok("saved in \(path)")
    run.inputs.snapshots[path] = lines
    return [.keep(lines: lines, path: path)]
  }

  /// Answers `MonitorEffect.load`: the file was read, so the waiting statement is executed.
  @discardableResult
  package mutating func loaded(_ container: CompiledContainer, path: String) -> [MonitorEffect] {
    run.inputs.containers[path] = container
    if let wanted = saving.pendingChanges {
      saving.pendingChanges = nil
      return askForChanges(of: Substring(LanguageWord.written(wanted))) + doPastedLines()
    }
    guard let statement = saving.pending else { return [] }
    saving.pending = nil
    perform(statement)
    guard message?.kind != .failure else {
      display.keyboard.pasted = PastedQueue([])
      return []
    }
    return doPastedLines()
  }

  /// Answers `MonitorEffect.load`: the file could not be read.
  package mutating func failedToLoad(_ sentence: String) {
    saving.pending = nil
    saving.pendingChanges = nil
    display.keyboard.pasted = PastedQueue([])
    message = .failure(sentence)
  }

  /// Executes a statement about the monitor itself.
  mutating func obey(_ command: ViewCommand) {
    if command.kind == .branches { return showBranches() }
    if command.kind == .compare { return compare(named: command.words) }
    if [.find, .filter].contains(command.kind) { return obeyFinding(command) }
    if command.kind == .copyCommand { return setCopyCommand(command.words.first) }
    guard let word = command.words.first else { return }
    switch command.kind {
    case .focus, .zoom:
      guard let pane = Pane(word: word) else {
        return say(.failure("there is no pane \(word): \(Pane.names)"))
      }
      move(to: pane)
      if command.kind == .zoom, focus == pane { display.isZoomed = true }
    case .speed:
      if let factor = Double(word.dropLast()) { speed = Speed(factor: factor) }
    case .highlight:
      let name = command.words.last ?? word
      guard let index = view.tags.firstIndex(where: { $0.name == name }) else {
        return say(.hint("this event has no tag \"\(name)\" to highlight"))
      }
      selection.tag = index
    case .theme: choose(theme: word)
    case .layout: choose(layout: word)
    case .bind: bind(command.words)
    case .mouse: setMouse(word == "on")
    case .systemRows, .reader, .borders: set(command.kind, word)
    case .branches, .compare, .copyCommand: break
    case .differences, .find, .filter: obeyFinding(command)
    case .first, .when: if let question = command.question { seek(question) }
    }
  }

  /// Sets an option of the display.
  private mutating func set(_ kind: ViewCommand.Kind, _ word: String) {
    let isOn = word == "on"
    switch kind {
    case .systemRows:
      selection.showsAllRows = isOn
      selection.opened = []
    case .reader:
      display.isReader = isOn
      display.borders = isOn ? .none : .utf8
    default: display.borders = word == "ascii" ? .ascii : word == "none" ? .none : .utf8
    }
    message = .ok("\(kind.rawValue) \(word)")
    settle()
  }

  private mutating func choose(layout name: String) {
    // Names from earlier versions that are still accepted.
    let known = ["wide": Layout.Preset.auto, "default": .auto]
    guard let preset = Layout.Preset(rawValue: name) ?? known[name] else {
      let names = Layout.Preset.allCases.map(\.rawValue)
      let advice = KeyMap.advice(name, names, "there are " + names.joined(separator: ", "))
      return say(.failure("there is no layout \(name): \(advice)"))
    }
    display.preset = preset
    message = .ok("layout \(preset.rawValue)")
    let (least, size) = (Layout.demo, display.size)
    if preset == .demo, !isDemoLayout(size) {
      message = .hint(
        "layout demo needs \(least.columns)x\(least.rows), has \(size.columns)x\(size.rows)")
    }
    settle()
  }

  private mutating func choose(theme name: String) {
    guard let theme = Theme(name: name) else {
      let advice = KeyMap.advice(name, Theme.allCases.map(\.rawValue), "there are \(Theme.names)")
      return say(.failure("there is no theme \(name): \(advice)"))
    }
    display.theme = theme
    message =
      display.hasColors
      ? Message.ok("theme \(theme.rawValue)")
      : Message.hint("theme \(theme.rawValue), but this screen has no colours")
  }

  // MARK: Cancelling long work

  /// Cancels long work when the closure returns true, in this run and in all that derive from it.
  package mutating func giveUp(when givesUp: @escaping @Sendable () -> Bool) {
    run.giveUp(when: givesUp)
    for place in telling.plan.ways.indices {
      telling.plan.ways[place].giveUp(when: givesUp)
    }
  }

  /// Reports that the work was cancelled; this is the monitor as it was before it started.
  package mutating func gaveUp() {
    // Anything remembered since then may be only half of an answer.
    telling.memory = ExplainMemory()
    saving.pending = nil
    message = .hint("cancelled: nothing was changed")
  }
}
