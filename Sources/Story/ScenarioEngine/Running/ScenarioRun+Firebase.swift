import OrderedCollections
import TagRuntime
import TagSimulation

/// Expectations about Firebase.
extension ScenarioRun {
  /// The outcomes of events in the last statement that caused any.
  private var outcomes: [(row: Int, outcome: FirebaseOutcome)] {
    eventRows.compactMap { row in
      row.event.update?.firebase.map { (row.number, $0) }
    }
  }

  func check(_ state: Expectation.EventState) -> Failure? {
    let outcomes = outcomes
    let found = outcomes.reduce(0) { $0 + $1.outcome.count(of: state) }
    if state.times.map({ $0 == found }) ?? (found > 0) { return nil }
    let wanted = state.times.map { "\($0)x" } ?? "at least once"
    let first = "\(state.fate.rawValue) \(found)x, expected \(wanted)"
    var lines = [first] + outcomes.flatMap { $0.outcome.lines(at: $0.row) }
    if outcomes.isEmpty { lines.append("no event was logged yet") }
    lines += FirebaseChange.note(on: FirebaseNames.long(state.name))
    let names = outcomes.map(\.outcome.logged.longName)
    if !names.contains(FirebaseNames.long(state.name)),
      let near = Suggestion.nearest(to: state.name, among: names)
    {
      lines.append("did you mean \"\(near)\"?")
    }
    return Failure(row: outcomes.last?.row, lines: lines)
  }

  func check(userProperty name: String, _ comparison: Comparison<Value>) -> Failure? {
    guard let properties = timeline.live.runtime?.firebase.userProperties else {
      return notRunning
    }
    let actual = properties[name].map { Value.string($0) } ?? .null
    if comparison.matches(actual) { return nil }
    var lines = ["it is \(JSONWriter.write(actual)), expected \(comparison.text)"]
    lines += comparison.gaveUp(on: actual)
    if !properties.isEmpty, properties[name] == nil {
      let known = properties.keys.elements.listed()
      lines.append("the user properties that are set: \(known)")
    }
    return Failure(row: timeline.lastRow?.number, lines: lines)
  }

  func check(_ expectation: Expectation.FirebaseExpectation) -> Failure? {
    if case .error(let code) = expectation { return check(errorCode: code) }
    guard let firebase = timeline.live.runtime?.firebase else { return notRunning }
    let line: String?
    switch expectation {
    case .error: line = nil
    case .debug(let isOn):
      line = firebase.isDebugging == isOn ? nil : "debug mode is \(Self.word(firebase.isDebugging))"
    case .collection(let isOn):
      line =
        firebase.isCollecting == isOn ? nil : "collection is \(Self.word(firebase.isCollecting))"
    case .userID(let id):
      let shown = firebase.userID.map { "\"\($0)\"" } ?? "not set"
      line = firebase.userID == id ? nil : "the user's id is \(shown)"
    case .session(let number):
      let actual = firebase.session?.number ?? 0
      let sign = number.sign.rawValue
      line =
        number.holds(for: Int(actual))
        ? nil : "the session number is \(actual), expected \(sign) \(number.operand)"
      return line.map { Failure(row: nil, lines: [$0] + FirebaseChange.note(on: "session")) }
    }
    return line.map { Failure(row: nil, lines: [$0]) }
  }

  private func check(errorCode code: Int?) -> Failure? {
    let faults = outcomes.flatMap(\.outcome.faults)
    if let code, faults.contains(where: { $0.code == code }) { return nil }
    if code == nil, faults.isEmpty { return nil }
    let wanted = code.map { "firebase_error \($0)" } ?? "none"
    let said = faults.map(\.line)
    return Failure(
      row: outcomes.last?.row,
      lines: ["expected \(wanted)"] + (said.isEmpty ? ["Firebase accepted every event"] : said))
  }

  private var notRunning: Failure {
    Failure(row: nil, lines: ["the app is not running: launch it first"])
  }

  private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension FirebaseOutcome {
  /// Explains why no container received the event; empty for one that was passed on.
  var dropLines: [String] {
    guard isDropped else { return [] }
    return ["Firebase dropped \(logged.longName) before the container saw it"] + faults.map(\.line)
  }

  /// Returns the number of events with an expected state: at most one, except for passed events.
  fileprivate func count(of state: Expectation.EventState) -> Int {
    if let code = state.code, !faults.contains(where: { $0.code == code }) { return 0 }
    switch state.fate {
    case .passed: return passed.count { $0.event.isMeant(by: state) }
    case .logged: return !isDropped && logged.isMeant(by: state) ? 1 : 0
    case .dropped: return isDropped && logged.isMeant(by: state) ? 1 : 0
    case .suppressed: return !suppressedBy.isEmpty && logged.isMeant(by: state) ? 1 : 0
    }
  }

  /// Describes the outcome of the event, line by line.
  fileprivate func lines(at row: Int) -> [String] {
    var words = isDropped ? "was dropped" : "was logged"
    if source == .automatic { words += " by Firebase" }
    if !suppressedBy.isEmpty { words += ", suppressed by " + suppressedBy.listed() }
    let own = passed.filter { $0.tag == nil }
    if !own.isEmpty { words += ", passed" }
    let shown = JSONWriter.write(.map(logged.parameters))
    return ["event \(row) \(logged.longName) \(words): \(shown)"]
      + passed.compactMap { passed in
        passed.tag.map {
          "tag \"\($0)\" logged \(passed.event.longName): "
            + JSONWriter.write(.map(passed.event.parameters))
        }
      } + faults.map(\.line)
  }
}

extension FirebaseEvent {
  /// Whether an expectation refers to the event: its name and those of its parameters may be short
  /// or long.
  fileprivate func isMeant(by state: Expectation.EventState) -> Bool {
    guard longName == FirebaseNames.long(state.name) else { return false }
    guard let wanted = state.parameters else { return true }
    let own = Value.map(parameters)
    if own.withIntegers(of: wanted).contains(wanted) { return true }
    guard let members = wanted.members else { return false }
    let short = Value.map(Self.short(members))
    return Value.map(Self.short(parameters)).withIntegers(of: short).contains(short)
  }

  private static func short(
    _ parameters: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    OrderedDictionary(
      parameters.elements.map { (FirebaseWireNames.parameter($0.key), $0.value) },
      uniquingKeysWith: { $1 })
  }
}

extension FirebaseFault {
  /// The fault in one line; a fault without an error code of Firebase is described only.
  var line: String {
    let fault = "'\(subject)' \(reason): \(remedy)"
    if code == 0 { return fault }
    return "firebase_error \(code): \(fault)"
      + (isWarning ? " (only reported, because of firebase-validation warn)" : "")
  }
}

/// The rows of the table "Firebase as its own code does it" of the changelog, by what a failed
/// expectation on one of them names.
enum FirebaseChange {
  private static let rows: OrderedDictionary<String, String> = [
    "_sn": "a view that Firebase tracks", "_pn": "a view that Firebase tracks",
    "screen_name": "a screen that the app logs", "screen_class": "a screen that the app logs",
    "_sc": "events while a screen has a name", "_si": "events while a screen has a name",
    "user_engagement": "user_engagement in the foreground", "_et": "engagement on leaving",
    "session": "a session", "_ev": "the name in an error", "_el": "the length in an error",
    "_err": "more than 25 parameters", "firebase_campaign": "a campaign",
    "_fot": "_fot at a full hour", "_pfo": "_pfo",
  ]

  /// Returns where a changed rule is described; empty if no rule on it has changed.
  ///
  /// - Parameters:
  ///   - code: a field of a hit, such as `parameter._sn`, the name of an event, or `session`.
  ///   - isUndefined: whether the text `undefined` was expected.
  static func note(on code: String, isUndefined: Bool = false) -> [String] {
    let name = code.split(separator: ".", maxSplits: 1).last.map(String.init) ?? code
    let short = FirebaseWireNames.property(FirebaseWireNames.parameter(name))
    let row =
      isUndefined && code.hasPrefix("user_property.")
      ? "a user property set to null or an empty text" : rows[short]
    return row.map {
      ["the rule may have changed: \"\($0)\" in the changelog (Firebase as its own code does it)"]
    } ?? []
  }
}
