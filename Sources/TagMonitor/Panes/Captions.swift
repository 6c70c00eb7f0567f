import ScenarioEngine
import TagSimulation
import TerminalKit

extension Monitor {
  /// How many lines the chapter and the caption have: enough for the longest caption of the
  /// scenario, so that the panes do not jump, and three for a caption at most.
  func captionRows(columns: Int, rows: Int) -> Int {
    guard !run.story.isEmpty || score != nil else { return 0 }
    // What is looked at comes before what is told about it.
    if rows < 16 { return rows < 13 ? 0 : 1 }
    let lines = [longestTold, told(run.story.last)].map { texts in
      texts.reduce(0) { $0 + Wrapping.lines($1, columns: columns - 4).count }
    }
    return 1 + min(3, max(1, lines.max() ?? 1))
  }

  /// The chapter with the step, and the caption.
  func captionLines(columns: Int) -> [Line] {
    let total = run.scenario.statements.count
    let story = cursor.map { run.story(atRow: $0) } ?? run.story.last
    let place =
      cursor.map { "looking back at event \($0) of \(run.timeline.rows.count)" }
      ?? "Step \(min(run.position, total))/\(total)   \(score ?? "")"
    let chapter = story?.chapter ?? (story == nil ? "setup" : "")
    let hasFailures = cursor == nil && failures.isEmpty == false
    let head =
      Line("> ", .bold) + Line(chapter + "   ", .bold)
      + Line(place, hasFailures ? .bold.colored(.yellow) : .dim)
    let mark = story?.isQuestion == true ? "? " : "  "
    let texts = told(story).prefix(hidesAnswer ? 1 : 2).enumerated()
    return [head]
      + texts.flatMap { index, text in
        Wrapping.lines(text, columns: columns - 4).map {
          Line(index == 0 ? mark : "  ") + Line($0, index == 0 ? .plain : .bold)
        }
      }
  }

  /// Whether the room is still to find the answer.
  private var hidesAnswer: Bool { isAsking && cursor == nil }

  /// What a moment tells: a caption, or a question and its answer.
  private func told(_ story: StoryMoment?) -> [String] {
    [story?.caption ?? ""] + [story?.answer].compactMap { $0 }
  }

  /// What needs the most columns of all that a scenario tells; nothing where it tells nothing.
  static func longestTold(of scenario: Scenario) -> [String] {
    var longest = (texts: [String](), columns: 0)
    for statement in scenario.setup + scenario.statements {
      let texts: [String]
      switch statement.command {
      case .caption(let text): texts = [text]
      case .ask(let question, let answer): texts = [question] + [answer].compactMap { $0 }
      default: continue
      }
      let columns = texts.reduce(0) { $0 + TextWidth.columns(of: $1) }
      if columns > longest.columns { longest = (texts, columns) }
    }
    return longest.texts
  }

  /// What came of the expectations so far; nil before the first.
  private var score: String? {
    let held = run.results.count { $0.isExpectation && !$0.isFailure }
    guard held + failures.count > 0 else { return nil }
    return "expected: \(held) held, \(failures.count) failed"
      + (failures.isEmpty ? "" : " (e shows them)")
  }

  var failures: [StatementResult] { run.results.filter(\.isFailure) }

  /// The expectations that failed, each with its place and its reason.
  func failureLines(columns: Int) -> [Line] {
    var lines: [Line] = []
    for failure in failures {
      let location = failure.statement.location
      lines += wrapped(
        "\(location.file):\(location.line)  \(failure.statement.text)", columns: columns, .bold)
      switch failure.outcome {
      case .failed(let reason):
        for line in reason.lines { lines += wrapped(line, columns: columns, indent: 2) }
      case .error(let sentence): lines += wrapped(sentence, columns: columns, indent: 2)
      case .done, .passed: break
      }
      lines.append(Line())
    }
    return Array(lines.dropLast())
  }

  func messageLine() -> Line {
    guard let message else { return Line() }
    let style: Style =
      switch message.kind {
      case .ok: .plain
      case .hint: .plain.colored(.cyan)
      case .failure: .bold.colored(.yellow)
      }
    return Line(" " + message.prefix + message.text, style)
  }

  /// The key line: as many hints as fit, the most needed first.
  func keyLine(columns: Int) -> Line {
    Line(keyHints(columns: columns).map { "  " + $0.hint }.joined().dropFirst().description, .dim)
  }

  /// The hints of the key line with the columns that they stand in.
  func keyHints(columns: Int) -> [(hint: String, action: Action, columns: Range<Int>)] {
    let first = columns < Layout.listColumns ? Self.narrowHints : Self.firstHints
    let bindings = KeyBinding.all.filter { $0.hint != nil }
    let sorted =
      first.compactMap { hint in bindings.first { $0.hint == hint } }
      + (columns < Layout.listColumns
        ? [] : bindings.filter { !first.contains($0.hint ?? "") })
    var hints: [(hint: String, action: Action, columns: Range<Int>)] = []
    var end = -1
    for binding in sorted {
      let hint = binding.hint ?? ""
      let start = end + 2
      guard start + hint.count <= columns else { continue }
      end = start + hint.count
      hints.append((hint, binding.action, start..<end))
    }
    return hints
  }

  private static let firstHints = ["? help", "q quit", ": command", "Space play"]
  private static let narrowHints = ["? help", ": command", "Tab pane", "q quit"]

  /// All keys, from the key map.
  func helpLines(columns: Int) -> [Line] {
    let groups: [(title: String, bindings: [KeyBinding])] = [
      ("The world", KeyBinding.world), ("Time", KeyBinding.time), ("Panes", KeyBinding.panes),
      ("The program", KeyBinding.program),
    ]
    var all = groups.map { group in
      let shown = group.bindings.filter { !$0.help.isEmpty }
      return (group.title, shown.map { (shown: $0.shown, help: $0.help) })
    }
    // The pane that has the keys comes first.
    all.insert(("While the queue has the keys", KeyBinding.queue), at: focus == .queue ? 0 : 4)
    all.insert(("While the phone has the keys", KeyBinding.phone), at: focus == .phone ? 0 : 4)
    var lines = all.flatMap { helpLines($0.0, $0.1, columns: columns) }
    lines += wrapped(
      "All panes show the world as of the selected event. Signs: \(borders == .utf8 ? "✓" : "+") "
        + "fired or true, \(borders == .utf8 ? "✗" : "-") not fired or false, ! look here.",
      columns: columns)
    lines += [Line()]
    lines += wrapped(
      "Event list: the number of tags that fired; + some did, ! one of them did not do what it "
        + "should. Under v5 \(signs.automatic) Firebase logged it by itself, \(signs.dropped) "
        + "dropped, \(signs.kept) kept from Firebase by a tag. Mouse: click an event, the time "
        + "strip, a pane, a key at the bottom or a line of a menu; the wheel scrolls.",
      columns: columns)
    lines += [Line()]
    lines += wrapped(
      "Time strip: L launch  C container handed out  c closed  r refresh  V preview link  "
        + "P publish  F get returned  s screen  t tap  p push  g read  x network or disk  "
        + "d dispatch  T clock set  k kill  b background  f foreground  j jump  v device  ! error; "
        + "a dash more for 1 s, 10 s, 1 min, 10 min and 1 h in between",
      columns: columns)
    lines += [Line()]
    lines += wrapped(
      "While an opener waits, and where it hands out its container, the strip is the race of that "
        + "opening, up to its timeout: D disk answered  A network asked  N network answered  "
        + "! network failed  H handed out to the app  \(signs.now) now",
      columns: columns)
    return lines
  }

  private func helpLines(
    _ title: String, _ keys: [(shown: String, help: String)], columns: Int
  ) -> [Line] {
    var lines = [Line(title, .bold)]
    for key in keys {
      let text = wrapped(key.help, columns: max(10, columns - 16))
      for (index, line) in text.enumerated() {
        lines.append(Line(cell(index == 0 ? "  " + key.shown : "", 16), .bold) + line)
      }
    }
    return lines + [Line()]
  }
}
