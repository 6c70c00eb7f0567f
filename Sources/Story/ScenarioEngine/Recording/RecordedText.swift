import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// The text of a recording: the header, the app, the setup, and the acts.
struct RecordedText {
  /// A wait that is not in the scenario in this form.
  struct Wait: Sendable, Hashable {
    /// The exact duration of the wait.
    let exact: Duration
  }

  /// The way in which such waits are written.
  struct Manner: Sendable, Hashable {
    /// The rounded durations of some of them, by their places among them.
    var rounded: [Int: Duration] = [:]
    /// Whether requests and disk jobs in flight stay so when somebody acted during a wait.
    var leavesInFlight = false
  }

  @Boxed private var run: ScenarioRun
  private let names: RecordedNames
  private let manner: Manner
  /// The lines after the setup.
  private var lines: [String] = []
  /// The waits that are not in the scenario in this form, in order.
  private(set) var waits: [Wait] = []
  /// The paths in the recording, with the names of the files in the run.
  private(set) var paths: OrderedDictionary<String, String> = [:]
  /// The progress of the run after the last line.
  private var here: Progress
  /// The wait of the run that is being written in parts, and the written duration.
  @Boxed private var open: (entry: RecordedStatement, written: Duration)?
  /// The expectations that are not written yet.
  private var kept: ArraySlice<KeptExpectation>
  /// Whether the world does not settle until the next act ends.
  private var isUnsettled = false
  /// Whether the world settles after an act at this place in the scenario.
  private var settles = true
  /// Whether the last written statement was manual.
  private var isByHand = false

  init(of run: ScenarioRun, _ names: RecordedNames, _ manner: Manner = Manner()) {
    self.run = run
    self.names = names
    self.manner = manner
    let first = run.record.firstIndex { $0.origin != .setup } ?? run.record.count
    here = first > 0 ? run.record[first - 1].end : Progress()
    kept = run.kept.sorted { $0.at.steps < $1.at.steps }[...]
    for place in first..<run.record.count { write(at: place) }
    closeOpen()
    settles = run.settles
    pass(to: run.progress)
  }

  // MARK: Statements

  private mutating func write(at place: Int) {
    let entry = run.record[place]
    settles = entry.before.settles
    if let open, open.entry.outcome != nil, open.entry.end.steps <= entry.before.steps {
      closeOpen()
    }
    pass(to: Progress(steps: entry.before.steps, instant: entry.before.instant))
    guard entry.origin != .hand || !entry.isFailure || entry.didSomething,
      isOfThisWay(entry.statement)
    else { return }
    tellOrigin(isHand: entry.origin == .hand)
    let command = entry.statement.command
    if command.isTimed, isInParts(at: place) {
      open = (entry, .zero)
    } else if entry.isClipped, !command.isRemark {
      writeClipped(entry)
    } else {
      lines.append(text(of: entry))
      here = entry.end
      if isUnsettled, command.isAct { settle() }
    }
  }

  /// Whether a statement had an effect in this way to play the scenario: one without a meaning for
  /// its generation, or with a container of the other one, had none. The caller also leaves out
  /// manual statements that failed without an effect, since they would fail again.
  private func isOfThisWay(_ statement: Statement) -> Bool {
    guard run.scenario.header.variesSDK else { return true }
    let generation = run.timeline.live.settings.generation
    if let own = statement.command.generation, own.only != generation { return false }
    guard let (path, _) = statement.command.containerFile,
      let container = run.inputs.container(at: path)
    else { return true }
    return container.version.generation == generation
  }

  /// Whether an act or an expectation interrupted a wait, or only a part of it passed.
  private func isInParts(at place: Int) -> Bool {
    let entry = run.record[place]
    if entry.outcome == nil || entry.isClipped { return true }
    let next = place + 1
    return kept.contains { $0.at.steps > entry.before.steps && $0.at.isBefore(entry.end) }
      || next < run.record.count && run.record[next].before.steps < entry.end.steps
  }

  /// Writes a statement that was interrupted by another act after its first steps.
  private mutating func writeClipped(_ entry: RecordedStatement) {
    let passed = entry.end.instant - entry.before.instant
    let command = entry.statement.command
    if case .background = command {
      // Its words but for the duration.
      var words = text(of: entry).split(separator: " ")
      if let place = words.firstIndex(of: "for") { words.removeSubrange(place...(place + 1)) }
      lines.append(words.joined(separator: " "))
    } else if !command.isExpectation {
      unsettle()
      lines.append(text(of: entry))
    }
    if passed > .zero { wait(passed) }
    here = entry.end
  }

  private mutating func unsettle() {
    guard !isUnsettled, settles else { return }
    lines.append("settle off")
    isUnsettled = true
  }

  private mutating func settle() {
    lines.append("settle on")
    isUnsettled = false
  }

  // MARK: Time

  /// Writes time that no separate statement let pass, or that is a part of a wait.
  private mutating func pass(to place: Progress) {
    expect { $0.at.steps <= place.steps }
    passWhole(to: place)
  }

  private mutating func passWhole(to place: Progress) {
    let gap = place.instant - here.instant
    guard gap > .zero else { return }
    tellOrigin(isHand: open.map { $0.entry.origin == .hand } ?? true)
    if manner.leavesInFlight { unsettle() }
    wait(gap)
    here = place
  }

  private mutating func wait(_ duration: Duration) {
    let written = manner.rounded[waits.count] ?? duration
    waits.append(Wait(exact: duration))
    lines.append("wait " + DurationText.text(written))
    open?.written += written
  }

  /// Writes the rest of a wait that is partly written.
  private mutating func closeOpen() {
    guard let (entry, _) = open else { return }
    if entry.outcome == nil { return open = nil }
    expect { $0.at.isBefore(entry.end) }
    guard let (_, written) = open else { return }
    tellOrigin(isHand: entry.origin == .hand)
    open = nil
    if entry.isClipped {
      passWhole(to: entry.end)
    } else if case .wait(let whole) = entry.statement.command {
      if isUnsettled { settle() }
      let rest =
        written == .zero ? text(of: entry.statement) : "wait " + DurationText.text(whole - written)
      if whole > written { lines.append(rest) }
    } else {
      if isUnsettled { settle() }
      lines.append(text(of: entry))
    }
    here = entry.end
  }

  /// Writes the expectations before some moment, each at its time.
  private mutating func expect(where isMeant: (KeptExpectation) -> Bool) {
    while let next = kept.first, isMeant(next) {
      passWhole(to: next.at)
      lines.append(next.text)
      kept = kept.dropFirst()
    }
  }

  // MARK: Text

  /// Writes a comment about the origin of the following lines.
  private mutating func tellOrigin(isHand: Bool) {
    if isHand != isByHand { lines.append(isHand ? "# by hand" : "# as written") }
    isByHand = isHand
  }

  /// Returns a statement as written; one that failed manually, or was expected to, must not fail
  /// for users of the recording.
  private mutating func text(of entry: RecordedStatement) -> String {
    let isMeant = entry.isFailure ? entry.origin == .hand : hasRefusals(entry)
    return (isMeant && !entry.statement.isOptional ? "optional " : "") + text(of: entry.statement)
  }

  /// Whether a push was refused as the scenario expects: the line with that expectation may be
  /// missing in the recording, or not be next to it.
  private func hasRefusals(_ entry: RecordedStatement) -> Bool {
    run.timeline.refusals.contains { entry.before.steps < $0.step && $0.step <= entry.end.steps }
  }

  /// Returns a statement as written, with the path of its file adapted to the recording.
  private mutating func text(of statement: Statement) -> String {
    guard let (path, id) = statement.command.containerFile,
      let place = statement.pathPlace
    else { return statement.text }
    let bytes = Array(statement.text.utf8)
    let start = String(decoding: bytes[..<place.lowerBound], as: UTF8.self)
    if case .publish = statement.command, let override = names.override {
      // It is published whatever version a line sets.
      return start + name(of: override) + (id.map { " id=" + LanguageWord.written($0) } ?? "")
    }
    let rest = String(decoding: bytes[place.upperBound...], as: UTF8.self)
    return start + name(of: path) + rest
  }

  private mutating func name(of path: String) -> String {
    let path = run.inputs.instead[path] ?? path
    let name = names.name(path)
    paths[name] = path
    return LanguageWord.written(name)
  }

  mutating func whole() -> String {
    let scenario = run.scenario
    var text = ["tagsim 1"] + headerLines + ["---"]
    if scenario.header.app == nil, let app = scenario.appText { text += [app, ""] }
    var setup = scenario.setup.filter(isOfThisWay).map { self.text(of: $0) }
    if let override = names.override, !scenario.publishes {
      setup.append("publish " + name(of: override))
    }
    if !setup.isEmpty { text += ["setup"] + setup + ["end", ""] }
    let joined = (text + lines).map { $0 + "\n" }.joined()
    let formatted = try? ScenarioFormatter.format(Array(joined.utf8), file: "recording")
    return formatted.map { String(decoding: $0, as: UTF8.self) } ?? joined
  }

  private var headerLines: [String] {
    let header = run.scenario.header
    return FormTable[.header].words.compactMap { key in
      switch key {
      case "next", "matrix": return nil
      case "seed": return header.seed.map { "seed: \($0)" }
      case "sdk":
        return header.texts[key] != nil || header.variesSDK ? "sdk: \(header.sdk.rawValue)" : nil
      case "plan":
        let plans = run.scenario.references.filter { $0.kind == .plan }
        return plans.isEmpty
          ? nil : plans.map { "plan: " + names.name($0.path) }.joined(separator: "\n")
      case "app": return header.app.map { "app: " + names.name($0) }
      default: return header.texts[key].map { "\(key): \($0)" }
      }
    }
  }
}

struct RecordedNames {
  /// Returns the name of a file of the run in the recording.
  let name: (String) -> String
  /// The container that replaces every published one, by its name in the run; nil for none.
  let override: String?
}

extension Progress {
  /// Whether this progress is before another one, by steps or by time.
  fileprivate func isBefore(_ other: Progress) -> Bool {
    steps < other.steps || steps == other.steps && instant < other.instant
  }
}

extension RecordedStatement {
  /// Whether an act that failed had effects anyway: a push that a limit of tagsim refused is in the
  /// history, and so are all other effects of the act.
  fileprivate var didSomething: Bool {
    if case .error = outcome { statement.command.isAct && before.steps < end.steps } else { false }
  }
}

extension Scenario {
  /// Whether a statement in it publishes a container.
  var publishes: Bool {
    storyPublishes || (setup + statements).contains { $0.command.publishes }
  }
}
