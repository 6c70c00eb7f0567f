import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// Expectations about Braze.
extension ScenarioRun {
  /// The number of newest events, attributes or calls in the text of a failure.
  private static let toldLimit = 5

  func check(_ state: Expectation.BrazeState) -> Failure? {
    let braze = timeline.live.world.braze
    let lines: [String]?
    switch state {
    case .event(let name, let properties, let times):
      lines = problem(event: name, properties ?? [:], times, in: braze)
    case .attribute(let key, let comparison, let kind):
      lines = problem(attribute: key, comparison, kind, in: braze)
    case .user(let id):
      let user = braze.user
      let known = braze.users.map(\.name).joined(separator: ", ")
      lines = user.id == id ? nil : ["the user is \(user.name); known so far: \(known)"]
    case .events(let count):
      let events = braze.events
      lines =
        count.holds(for: events.count)
        ? nil
        : [
          Counted.text(events.count, "event")
            + " \(events.count == 1 ? "was" : "were") logged with Braze, expected "
            + "\(count.sign.rawValue) \(count.operand)"
        ] + events.suffix(Self.toldLimit).map(\.words)
    }
    guard let lines else { return nil }
    let unused = timeline.live.world.app.usesBraze ? [] : [Self.unused]
    return Failure(
      row: braze.entries.last?.row, lines: lines + stopped + unused + missed(in: braze))
  }

  /// Events and calls of the last act that did not reach a provider: Firebase dropped the event, or
  /// the app does not have the class.
  private var stopped: [String] {
    let dropped = eventRows.compactMap(\.event.update?.firebase).flatMap(\.dropLines)
    let missing = timeline.lines[last.lines].map(\.line.record).filter {
      $0.code == .classPathHint
    }
    return Array((dropped + missing.map(\.text)).suffix(Self.toldLimit))
  }

  private static let unused =
    "the app sends nothing to Braze: add a line such as 'class \"BrazeGTMTagManager\" braze swift'"

  // MARK: Events

  private func problem(
    event name: String, _ properties: Value, _ times: Int?, in braze: Braze
  ) -> [String]? {
    func isMeant(_ entry: BrazeEntry) -> Bool {
      guard case .logEvent(name, let own)? = entry.taken else { return false }
      return Value.map(own).withIntegers(of: properties).contains(properties)
    }
    let count =
      times == nil
      ? braze.entries.contains(where: isMeant) ? 1 : 0 : braze.entries.count(where: isMeant)
    if times.map({ $0 == count }) ?? (count > 0) { return nil }
    let events = braze.events
    let named = events.filter { $0.name == name }
    guard !named.isEmpty else {
      let near = Suggestion.nearest(to: name, among: events.map(\.name))
      let hint = near.map { ": did you mean \($0.quoted)?" } ?? ""
      return ["no event \(name.quoted) was logged with Braze\(hint)"]
        + events.suffix(Self.toldLimit).map(\.words)
    }
    let wanted = times.map { "\($0)x" } ?? "at least once"
    let such = properties == [:] ? "" : " with \(JSONWriter.write(properties))"
    return ["event \(name.quoted) was logged \(count)x\(such), expected \(wanted)"]
      + named.suffix(Self.toldLimit).map { $0.words + Self.difference($0, properties) }
  }

  /// Describes the first property that differs from the expectation.
  private static func difference(_ event: BrazeUser.Event, _ expected: Value) -> String {
    guard let members = expected.members else { return "" }
    for (key, value) in members.elements {
      let part = Value.map([key: value])
      if Value.map(event.properties).withIntegers(of: part).contains(part) { continue }
      let actual = event.properties[key].map(JSONWriter.write) ?? "missing"
      return ": \(key) is \(actual), expected \(JSONWriter.write(value))"
    }
    return ""
  }

  // MARK: Attributes

  private func problem(
    attribute key: String, _ comparison: Comparison<Value>, _ kind: BrazeValue.Kind?,
    in braze: Braze
  ) -> [String]? {
    let user = braze.user
    guard let attribute = user.attributes[key] else {
      let near = Suggestion.nearest(to: key, among: user.attributes.keys)
      let hint = near.map { ": did you mean \($0.quoted)?" } ?? ""
      return ["user \(user.name) has no attribute \(key.quoted)\(hint)"]
        + user.attributes.elements.suffix(Self.toldLimit).map {
          "\($0.key) is \($0.value.value.words)"
        }
        + sentAsEvent(key, in: braze)
    }
    let value = attribute.value
    var problems: [String] = []
    let entry = braze.entries.first { $0.number == attribute.call }
    let actual =
      comparison.sign == .equal
      ? value.value.withIntegers(of: comparison.operand) : value.value
    if !comparison.matches(actual) {
      problems.append("expected \(comparison.text)")
      problems += comparison.gaveUp(on: actual)
    }
    if let kind, kind != value.kind {
      problems.append("expected as \(kind.rawValue)")
      if kind == .integer, value.kind == .double, entry?.call.request.isClass == true {
        problems.append("v5 is assumed to pass every number to a class as a double")
      }
    }
    if problems.isEmpty { return nil }
    return ["\(key) is \(value.words), set by call \(attribute.call)"] + problems
      + (entry.flatMap(\.otherWords).map { [$0] } ?? [])
  }

  /// Describes the events that the Objective-C provider logs in place of text attributes.
  private func sentAsEvent(_ key: String, in braze: Braze) -> [String] {
    let sent = braze.entries.last { entry in
      if case .logEvent(key, _)? = entry.taken { entry.otherOutcome != nil } else { false }
    }
    guard let sent, let words = sent.otherWords else { return [] }
    return [
      "call \(sent.number) logged an event of that name instead, as the Objective-C provider does "
        + "with text", words,
    ]
  }

  /// Returns the newest calls without an effect.
  private func missed(in braze: Braze) -> [String] {
    braze.entries.compactMap(\.missedWords).suffix(Self.toldLimit)
  }
}

extension BrazeUser.Event {
  fileprivate var words: String {
    "call \(call): " + BrazeCall.logEvent(name: name, properties: properties).words
  }
}
