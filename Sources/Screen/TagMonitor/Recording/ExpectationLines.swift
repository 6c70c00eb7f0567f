import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// The possible expectations of a subject as lines of the language, the most specific one first;
/// some may fail, which only the run shows.
struct ExpectationLines {
  /// The longest offered line, in characters: nobody reads a longer one.
  static let limit = 300

  /// The world as of the selected row.
  let view: WorldView

  /// Returns the lines for the selection or the explanation.
  func lines(for subject: Explained) -> [String] {
    lines(of: subject).filter { $0.count <= Self.limit }
  }

  private func lines(of subject: Explained) -> [String] {
    switch subject {
    case .row: view.row.map { lines(of: $0.event) } ?? []
    case .tag(let name, let id): lines(ofTag: name, in: id)
    case .value(let read, let id):
      lines(of: view.reading(of: read, in: id), in: id)
    case .dataKey(let path): isFirebase ? firebaseLines(ofKey: path) : dataLines(ofKey: path)
    case .hit(let story), .fields(let story): lines(of: story)
    case .log(let line): [logLine(of: line.line.record)]
    case .event: view.update?.firebase.map { lines(of: $0) } ?? []
    case .container(let id): containerLines(id)
    case .brazeCall(let number): brazeLines(ofCall: number)
    case .device(let name, _): deviceLines(name)
    case .rule, .nothing: []
    }
  }

  // MARK: Words

  private var isFirebase: Bool { view.isFirebase }

  /// Returns " id=GTM-CD34" for a container that is not the first one of the app.
  private func idWords(_ id: String) -> String {
    id == view.simulation.world.app.containerID ? "" : " id=" + LanguageWord.written(id)
  }

  // MARK: Containers

  private func lines(ofTag name: String, in id: String) -> [String] {
    let tag = view.tags.first { $0.name == name && $0.containerID == id }
    let outcome = tag?.didFire == true ? "fired" : "not fired"
    return ["expect tag \(name.quoted) \(outcome)" + idWords(id)]
  }

  private func lines(of reading: ValueReading, in id: String) -> [String] {
    let start =
      "expect value \(LanguageWord.written(reading.key)) == \(JSONWriter.write(reading.value))"
    // If nothing determines how the app reads the key, the line must state the kind.
    return [start + idWords(id), start + " as \(reading.kind.rawValue)" + idWords(id)]
  }

  private func containerLines(_ id: String) -> [String] {
    let open = view.simulation.runtime?.containerStatuses.first { $0.id == id }
    guard let open else { return ["expect container closed" + idWords(id)] }
    let version = open.version.isEmpty ? "" : " version=" + LanguageWord.written(open.version)
    return ["expect container source=\(open.source.rawValue)" + version + idWords(id)]
  }

  // MARK: Data

  private func dataLines(ofKey path: String) -> [String] {
    let value = view.dataLayer.get(path) ?? .absent
    return ["expect data {\(path.quoted): \(JSONWriter.write(value))}"]
  }

  /// Returns the lines for a key of a parameter or of a user property, which have the same form:
  /// those of the event come first, as in the pane.
  private func firebaseLines(ofKey path: String) -> [String] {
    var lines: [String] = []
    if let outcome = view.update?.firebase, let value = outcome.logged.parameters[path] {
      let map = JSONWriter.write(.map([path: value]))
      lines.append("\(start(of: outcome)) with \(map)")
    }
    let property = view.firebase?.userProperties[path].map { Value.string($0) } ?? .null
    lines.append(
      "expect user-property \(LanguageWord.written(path)) == \(JSONWriter.write(property))")
    return lines
  }

  private func start(of outcome: FirebaseOutcome) -> String {
    let fate = outcome.isDropped ? "dropped" : "logged"
    return "expect event \(outcome.logged.longName.quoted) \(fate)"
  }

  private func lines(of outcome: FirebaseOutcome) -> [String] {
    let name = outcome.logged.longName.quoted
    if !outcome.suppressedBy.isEmpty { return ["expect event \(name) suppressed"] }
    let code = outcome.isDropped ? outcome.faults.first.map { " because \($0.code)" } : nil
    return [start(of: outcome) + (code ?? ""), start(of: outcome)]
  }

  // MARK: Hits

  private func lines(of story: HitStory) -> [String] {
    let isLast = view.simulation.world.lastHit == story
    guard let which = isLast ? "last" : story.id.map({ "\($0)" }) else { return [] }
    let state = story.isLate ? "late" : story.state.rawValue
    return tellingFields(of: story.hit).map {
      "expect hit \(which) \($0.code) == \($0.text.quoted)"
    }
      + ["expect hit \(which) \(state)"]
  }

  /// Returns the fields that identify a hit: screen, action, id of a transaction, or address.
  private func tellingFields(of hit: Hit) -> [(code: String, text: String)] {
    switch hit.kind {
    case .pixel(let url): return [("url", url)]
    case .firebase(let event, _): return [("event", event.longName)]
    case .analytics(let fields):
      let codes: [String] =
        switch fields["&t"] {
        case "transaction": ["&ti"]
        case "item": ["&in", "&ic"]
        case "event": ["&ea", "&ec"]
        case "exception": ["&exd"]
        case "timing": ["&utv", "&utc"]
        case "social": ["&sa", "&sn"]
        default: []
        }
      return (codes + ["&cd", "&t"]).compactMap { code in fields[code].map { (code, $0) } }
    }
  }

  // MARK: Log and Braze

  private func logLine(of record: LogRecord) -> String {
    let word =
      switch record.source {
      case .sdk: record.level.name
      case .app: "app"
      case .tagsim: "tagsim"
      }
    let text = record.text
    let signs = "\\.^$|?*+()[]{}"
    let pattern = text.reduce(into: "") { pattern, character in
      pattern += (signs.contains(character) ? "\\" : "") + String(character)
    }
    // Between slashes it is a pattern; a text with a slash or a quote must be in quotes.
    let isPlain = !text.contains { "/\"\n\r#".contains($0) } && !text.contains("${")
    return "expect log \(word) ~ " + (isPlain ? "/\(pattern)/" : pattern.quoted)
  }

  private func brazeLines(ofCall number: Int) -> [String] {
    let entry = view.simulation.world.braze.entries.first { $0.number == number }
    switch entry?.taken {
    case .logEvent(let name, let properties)?:
      let start = "expect braze event \(name.quoted)"
      return [start + (properties.isEmpty ? "" : " " + JSONWriter.write(.map(properties))), start]
    case .setAttribute(let key, let value)?:
      let attribute = "expect braze attribute \(key.quoted) == \(JSONWriter.write(value.value))"
      return ["\(attribute) as \(value.kind.rawValue)"]
    case .changeUser(let id)?: return ["expect braze user \(id.quoted)"]
    case .initialize?, nil:
      return ["expect braze events \(view.simulation.world.braze.events.count)"]
    }
  }

  private func deviceLines(_ name: String) -> [String] {
    guard let firebase = view.firebase else { return [] }
    return switch name {
    case "user id":
      ["expect firebase user-id " + (firebase.userID.map(\.quoted) ?? "null")]
    case "session", "session id":
      firebase.session.map { ["expect firebase session == \($0.number)"] } ?? []
    case "debug mode": ["expect firebase debug " + (firebase.isDebugging ? "on" : "off")]
    case "collection": ["expect firebase collection " + (firebase.isCollecting ? "on" : "off")]
    default: []
    }
  }

  // MARK: Rows

  /// Returns the lines for a row of the event list; for a row without a specific expectation, the
  /// number of waiting hits.
  fileprivate func lines(of row: EventRow) -> [String] {
    let world = view.simulation.world
    let first = world.app.containerID
    switch row.kind {
    case .update(let record, _):
      if let outcome = record.firebase { return lines(of: outcome) }
      let data = "expect data " + JSONWriter.write(.map(record.update))
      let event = record.event.map { ["expect data {\"event\": \($0.quoted)}"] } ?? []
      return [data] + event
    case .containerAvailable(_, _, _, let id): return containerLines(id ?? first)
    case .refreshed(let kind, let result, let id):
      let container = containerLines(id ?? first)
      guard case .failure(let failure) = result else { return container }
      let callback =
        "expect callback refresh-failure \(kind.rawValue) \(failure.rawValue)"
        + idWords(id ?? first)
      return [callback] + container
    case .refreshRefused(_, let id): return containerLines(id ?? first)
    case .openRefused(let id, _), .closed(let id): return containerLines(id)
    case .screenSeen, .tapped: return screenLines + queueLines
    case .dispatched(_, _, _, let lost):
      let ledger = world.ledger
      let lostLine = lost > 0 ? ["expect lost \(ledger.lost)"] : []
      let unreported = ledger.unreported
      return lostLine + ["expect sent \(ledger.sent)"]
        + (unreported > 0 ? ["expect unreported \(unreported)"] : [])
    case .dispatchCompleted(let result):
      return ["expect completion " + result.rawValue.replacing(" ", with: "-")]
    case .hitSent: return world.lastHit.map { lines(of: $0) } ?? []
    case .read(let reading): return lines(of: reading, in: first)
    case .backgroundTaskBegan, .backgroundTaskEnded, .backgroundTaskExpired, .backgrounded,
      .suspended,
      .foregrounded:
      return periodicLines + queueLines
    case .link, .launched, .thawed: return containerLines(first) + queueLines
    case .killed, .network, .disk, .linkOpened, .optedOut, .reinstalled, .upgraded,
      .publishedUnreadable, .published, .deviceChanged, .clockSet, .firebaseTold, .jumped:
      return queueLines
    }
  }

  private var screenLines: [String] {
    (view.simulation.screenLines ?? []).prefix(1).map { "expect screen text == \($0.quoted)" }
  }

  private var queueLines: [String] {
    ["expect queue size == \(view.simulation.world.disk.hits.count)"]
  }

  private var periodicLines: [String] {
    view.simulation.runtime.map {
      ["expect dispatch periodic " + ($0.dispatchInterval.period == nil ? "off" : "on")]
    } ?? []
  }
}

extension Monitor {
  /// Returns the line of the language that expects the current state of the selected row in the
  /// focused pane, or of the explained subject; nil if there is no such expectation.
  ///
  /// The line holds at the selected moment: failing ones are not offered.
  package func expectationOfSelection() -> String? {
    let subject = overlay?.subject(in: self) ?? context.explained
    return expectation(of: subject, atRow: expectedRow)
  }

  /// The history row of the selection or the explanation; nil for the present.
  var expectedRow: Int? {
    explaining.map(\.top.cursor) ?? cursor
  }

  /// Returns the first line for a subject that holds after a row; `row` is nil for the present.
  private func expectation(of subject: Explained, atRow row: Int?) -> String? {
    let view = row == cursor ? view : WorldView(run.timeline, at: row, after: view)
    let lines = ExpectationLines(view: view).lines(for: subject)
    guard !lines.isEmpty else { return nil }
    var then = run
    if let row { then.cutBack(toRow: row) }
    return lines.first { then.holds(line: $0) }
  }
}

extension ScenarioRun {
  /// Returns whether an expectation holds now.
  mutating func holds(line: String) -> Bool {
    guard let statement = try? StatementParser.parse(line: line), statement.command.isAsked else {
      return false
    }
    return execute(statement).outcome == .passed
  }
}
