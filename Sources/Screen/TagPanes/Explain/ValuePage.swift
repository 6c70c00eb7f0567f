import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The source of a value: the definition in use, its input, the type, the versions not consulted,
/// the run, and the readers.
struct ValuePage: ExplainPage {
  let context: ScreenContext
  let read: TypedRead
  let container: String

  private var event: FirebaseEvent? { view.update?.firebase?.logged }
  private var status: ContainerStatus? { view.simulation.container(container) }
  private var isVariable: Bool { view.isVariable(read.key, of: container) }
  private var pushed: PushedEvent? { isVariable ? view.pushedEvent : nil }

  func write(_ page: inout PageText) {
    guard let status else {
      return page.headline("\(read.key) cannot be read: container \(container) is not open.")
    }
    let reading = view.reading(of: read, in: container)
    let definitions = view.simulation.definitions(
      of: read.key, in: container, during: event, pushed: pushed)
    writeSentence(reading, status, &page)
    writeDefinitions(definitions, status, &page)
    writeSources(reading, definitions, &page)
    writeType(reading, definitions, &page)
    writeOthers(reading, &page)
    if !context.isAsking { writeRecord(&page) }
    writeReaders(&page)
  }

  // MARK: The sentence

  private func writeSentence(
    _ reading: ValueReading, _ status: ContainerStatus, _ page: inout PageText
  ) {
    let value = reading.shownValue
    let version = sourceText(status)
    switch reading.origin {
    case .container:
      page.headline("\(read.key) is \(value), read as \(kindText), from \(version).")
    case .unconvertible:
      page.headline("\(read.key) is \(value), the zero of its type.")
      page.say("\(version.sentenceCased) has it, but it is not \(read.kind.rawValue).", .attention)
    case .noKey where status.macroNames.contains(read.key):
      page.headline("\(read.key) has no value now, so it is \(value).")
      page.say(valuelessText(reading), .attention)
    case .noKey:
      page.headline("\(read.key) is \(value), because \(version) has no such key.")
      page.say("A missing key reads as the zero of the requested type.", .attention)
    }
    if reading.origin == .container, let because = reason(reading) { page.say(because) }
    for call in reading.calls {
      page.say("It called \(call.request.text): \(call.outcomeText).")
    }
  }

  private func valuelessText(_ reading: ValueReading) -> String {
    if let said = reading.logs.last(where: { $0.level > .verbose }) {
      return said.text(in: .plain).sentenceCased + "."
    }
    if let maker = reading.maker {
      if maker.readsDataLayer { return "\(maker.subject ?? "it") was not pushed." }
      return "It reads the \(maker.words), which has no value now."
    }
    return "No definition of it applies now."
  }

  private func reason(_ reading: ValueReading) -> String? {
    switch reading.choice {
    case .rule(let title, let conditions):
      return "The \(title) selects it, because \(conditions)."
    case .defaultMacro(0): return nil
    case .defaultMacro(let rules):
      return rules == 1
        ? "It applies while its other rule is false."
        : "It applies while none of \(rules) rules is true."
    case .unknown: return "The app's code decides which definition applies."
    case nil: return nil
    }
  }

  private var kindText: String {
    switch read.kind {
    case .int64: "an int64"
    default: "a \(read.kind.rawValue)"
    }
  }

  private func sourceText(_ status: ContainerStatus) -> String {
    status.version.isEmpty
      ? (status.source == .none ? "the empty container" : "the \(status.source.rawValue) container")
      : "v\(status.version) (\(status.source.rawValue))"
  }

  // MARK: Definitions

  private func writeDefinitions(
    _ definitions: [MacroDefinition], _ status: ContainerStatus, _ page: inout PageText
  ) {
    guard !definitions.isEmpty else { return }
    page.blank()
    let version = status.version.isEmpty ? "the container" : "v\(status.version)"
    page.head(
      definitions.count == 1
        ? "One definition of \(version) has it"
        : "\(Self.number(definitions.count)) definitions of \(version) have it")
    let values = definitions.map { text(of: $0) }
    let width = min(values.map { TextWidth.columns(of: $0) }.max() ?? 0, page.columns / 2)
    let titles = definitions.map { $0.shownRule?.title ?? "always" }
    let titleWidth = min(
      titles.map { TextWidth.columns(of: $0) }.max() ?? 0, page.columns - width - 6)
    for (place, definition) in definitions.enumerated() {
      let isUsed = definition.isInUse
      let head =
        Line("  ") + Line(isUsed ? signs.yesMark : signs.noMark, isUsed ? .fired : .plain)
        + Line(" " + cell(values[place], width) + "  " + cell(titles[place], titleWidth))
      let rule = definition.shownRule
      let conditions = (rule?.conditions ?? []).map { condition in
        (condition.holds ? signs.yesMark : signs.noMark) + " " + condition.sentence
      }
      let target = rule.map {
        PageLine.Target(.rule($0.position, container: container))
      }
      if let only = conditions.first, conditions.count == 1,
        head.width + 2 + TextWidth.columns(of: TerminalText.visible(only)) <= page.columns
      {
        page.append([head + Line("  " + only)], to: target)
      } else {
        page.append([head], to: target)
        for condition in conditions { page.say(condition, indent: 6) }
      }
    }
  }

  /// Returns a number as written in a sentence.
  private static func number(_ count: Int) -> String {
    let words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
    return words.indices.contains(count) ? words[count] : String(count)
  }

  private func text(of definition: MacroDefinition) -> String {
    definition.constant.map { JSONWriter.write($0) } ?? definition.maker.words
  }

  // MARK: Input

  private func writeSources(
    _ reading: ValueReading, _ definitions: [MacroDefinition], _ page: inout PageText
  ) {
    let rules = RuleText(context: context, container: container)
    var lines: [(text: String, from: String, target: PageLine.Target?)] = []
    if let maker = reading.maker, !maker.isConstant {
      let source = rules.source(of: maker)
      lines.append(("\(read.key) = \(reading.shownValue)", source.text, source.target))
    }
    var known: Set<String> = []
    for condition in definitions.flatMap(\.rules).flatMap(\.conditions)
    where known.insert(condition.subject).inserted {
      let source = rules.source(of: condition)
      let target = condition.macro.map {
        PageLine.Target(.value(TypedRead(kind: .string, key: $0), container: container))
      }
      lines.append(
        (
          "\(condition.subject) = " + (condition.seen.map { "\"\($0)\"" } ?? condition.actual),
          source?.text ?? "", target
        ))
    }
    guard !lines.isEmpty else { return }
    page.head(definitions.count > 1 ? "They read" : "It reads")
    let width = min(
      (lines.map { TextWidth.columns(of: $0.text) }.max() ?? 0) + 2, page.columns / 2)
    for line in lines {
      page.startHere()
      page.fact(line.text, line.from, width: width, to: line.target)
    }
  }

  // MARK: The type

  private func writeType(
    _ reading: ValueReading, _ definitions: [MacroDefinition], _ page: inout PageText
  ) {
    guard !isFirebase, let used = definitions.first(where: \.isInUse) else { return }
    page.head("The type")
    let held = used.constant.map { $0.heldText } ?? "the container computes it when it is read"
    let outcome =
      switch reading.origin {
      case .container:
        used.constant.map { $0.kindName == read.kind.rawValue } ?? false
          ? "unchanged" : "converted to \(reading.shownValue)"
      case .unconvertible, .noKey: "it cannot be converted, so the app reads \(reading.shownValue)"
      }
    page.say("\(held), the app reads \(kindText): \(outcome)", indent: 2)
  }

  // MARK: Not consulted

  private func writeOthers(_ reading: ValueReading, _ page: inout PageText) {
    let versions = OtherVersion.all(of: container, in: context).filter { !$0.isLater }
    let others = versions.filter { $0.kind == .default } + versions.filter { $0.kind != .default }
    let lines = others.compactMap { version -> (label: String, text: String)? in
      let other = view.simulation.reading(
        of: read, in: container, having: version.container, during: event, pushed: pushed)
      guard let other, other.origin == .container else { return nil }
      return (
        version.kind == .default ? "default container" : version.label,
        "\(other.shownValue) \(fate(of: version))"
      )
    }
    guard !lines.isEmpty else { return }
    page.head("Not asked")
    let width = (lines.map { TextWidth.columns(of: $0.label) }.max() ?? 0) + 1
    for (label, text) in lines { page.fact(label, text, width: width) }
  }

  /// Returns the reason why a version that has the value is not consulted.
  private func fate(of version: OtherVersion) -> String {
    switch version.kind {
    case .default: return "  containers are not merged"
    case .published:
      if !view.simulation.world.isOnline { return "is on the server, but the phone is offline" }
      let own = status?.version ?? ""
      return "is on the server, but the phone has \(own.isEmpty ? "another" : "v\(own)")"
    case .preview: return "is in a draft, which only a preview link shows"
    case .saved: return "is saved on the phone, for its next launch"
    }
  }

  // MARK: The run

  /// The maximum number of events of the run that are examined, and of values that are listed.
  private static let turnLimit = 150
  private static let valueLimit = 20

  private func writeRecord(_ page: inout PageText) {
    let turns = record.turns.suffix(Self.turnLimit).map { timeline.row(at: $0) }
    var values: [(row: Int, value: String, why: String)] = []
    var lastStatus: ContainerStatus?
    timeline.look(afterSteps: turns.map(\.step)) { place, world in
      let row = turns[place]
      // An app that waits for its container reads nothing yet.
      guard let status = world.container(container), !status.isOpening else { return }
      let reading = reading(at: row, in: world)
      let value = reading.origin == .container ? reading.shownValue : "\(reading.shownValue) NO KEY"
      let isTurn =
        lastStatus.map { $0.version != status.version || $0.source != status.source } ?? true
      lastStatus = status
      guard values.last?.value != value else { return }
      let why = isTurn || row.event.isAboutContainer ? status.shortSource : row.event.turnText
      values.append((row.number, value, why))
    }
    guard !values.isEmpty else { return }
    page.part("In this run")
    let shown = values.suffix(Self.valueLimit)
    let width = (shown.map { TextWidth.columns(of: "#\($0.row) \($0.value)") }.max() ?? 0) + 2
    if values.count > shown.count {
      page.say("\(values.count - shown.count) earlier values are left out", .dim, indent: 2)
    }
    for (row, value, why) in shown {
      page.fact("#\(row) \(value)", why, width: width, to: .row(row))
    }
  }

  /// The value at a row of the run; a variable has the one that it has at the event of the row.
  private func reading(at row: Timeline.Row, in world: Simulation) -> ValueReading {
    let update = row.event.update
    if isVariable, !isFirebase, let update {
      return world.reading(of: read, in: container, pushed: PushedEvent(name: update.event))
    }
    return world.reading(of: read, in: container, during: update?.firebase?.logged)
  }

  // MARK: Who reads it

  private func writeReaders(_ page: inout PageText) {
    page.part("Read by")
    let app = view.simulation.world.app
    let reads = app.container(container)?.reads.filter { $0.key == read.key } ?? []
    for one in reads {
      page.say("the app, by read \(one.kind.rawValue) \(one.key)", indent: 2)
    }
    for screen in app.screens where screen.shows(read.key) {
      page.say("the phone shows it on \(screen.name)", indent: 2)
    }
    let before = page.lines.count
    if let compiled = view.simulation.runtime?.compiledContainer(container) {
      ReadersText(context: context, container: container).write(
        compiled.readers(ofMacro: read.key), compiled, &page)
    }
    if reads.isEmpty, page.lines.count == before {
      page.say("nothing in the container; the app does not list it", .dim, indent: 2)
    }
  }
}

/// The readers of a value: macros, rules and tags, each with its target.
struct ReadersText: ScreenPart {
  let context: ScreenContext
  let container: String

  /// The maximum number of readers of a kind that are named.
  private static let limit = 20

  func write(
    _ readers: CompiledContainer.Readers, _ compiled: CompiledContainer, _ page: inout PageText
  ) {
    let word = Vocabulary(view.simulation.settings.generation).macro
    for name in readers.macros.prefix(Self.limit) {
      page.fact(
        word, name, width: 10,
        to: .init(.value(TypedRead(kind: .string, key: name), container: container)))
    }
    for rule in readers.rules.prefix(Self.limit) {
      page.say(
        compiled.title(ofRule: rule), indent: 2, to: .init(.rule(rule, container: container)))
    }
    for tag in readers.tags.prefix(Self.limit) {
      let name = compiled.tagNames[tag]
      page.fact("tag", name, width: 10, to: .init(.tag(name: name, container: container)))
    }
    let all = [readers.macros.count, readers.rules.count, readers.tags.count]
    let more = all.reduce(0) { $0 + max(0, $1 - Self.limit) }
    if more > 0 { page.say("and \(more) more", .dim, indent: 2) }
  }
}

extension MacroDefinition {
  /// The rule that explains why it is in use or not; nil if none does.
  fileprivate var shownRule: RuleExplanation? {
    rules.first { $0.isTrue == isInUse } ?? rules.first
  }
}

extension Value {
  /// The container's value, in words.
  fileprivate var heldText: String {
    switch self {
    case .string: "the container has text"
    case .int, .double: "the container has a number"
    case .bool: "the container has a boolean"
    case .list: "the container has a list"
    case .map: "the container has a map"
    case .null, .absent: "the container has nothing"
    }
  }
}

extension EventRow {
  /// The reason why a value may differ after it, in a few words.
  fileprivate var turnText: String {
    if case .deviceChanged(let device) = kind { return "language \(device.language)" }
    return pusher.map { "pushed \($0)" } ?? name
  }
}

extension AppScreen {
  /// Returns whether a text or the banner of the screen contains a value.
  fileprivate func shows(_ key: String) -> Bool {
    let mark = "{\(key)}"
    return texts.joined().contains { $0.contains(mark) }
      || banner.map { $0 == key || $0.contains(mark) } ?? false
  }
}
