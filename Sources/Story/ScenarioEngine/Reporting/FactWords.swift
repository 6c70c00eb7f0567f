package import OrderedCollections
package import TagRuntime
package import TagSimulation
import TagWords

/// A fact about a run, as an object of JSON: the same in a report, in a copied row, and in exported
/// rows.
package struct RunFact: Sendable, Hashable {
  /// The kind of the fact: "event", "hit", "tag" …
  package let name: String
  package let members: OrderedDictionary<String, Value>

  package init(_ name: String, _ members: OrderedDictionary<String, Value>) {
    (self.name, self.members) = (name, members)
  }

  /// The fact as one line of JSON.
  package var line: String {
    var object: OrderedDictionary<String, Value> = ["fact": .string(name)]
    for (key, value) in members.elements { object[key] = value }
    return JSONWriter.write(.map(object))
  }
}

/// Creates facts from the contents of the panes.
package struct FactWords: Sendable {
  private let zone: ZoneRules
  /// Whether long texts stay uncut.
  private let isWhole: Bool

  /// Creates facts with times in a zone; long texts are cut unless `isWhole` is set.
  package init(_ zone: ZoneRules, isWhole: Bool = false) {
    (self.zone, self.isWhole) = (zone, isWhole)
  }

  /// Formats a moment by the clock of the phone.
  package func time(_ wall: WallTime) -> Value {
    .string(zone.civil(at: wall).isoText(offsetSeconds: zone.offset(at: wall)))
  }

  private func text(_ text: String) -> Value { .string(isWhole ? text : BoundedText.cut(text)) }

  package func event(_ row: Timeline.Row) -> RunFact {
    let event = row.event
    return RunFact(
      "event",
      [
        "row": .count(row.number), "time": time(event.wall), "name": .string(event.name),
        "detail": .text(event.detail),
        "hits": .list(event.hits.map { $0.map { .int($0) } ?? .null }),
      ])
  }

  /// Creates the fact for an event with its cause and the world around it.
  func event(_ moment: RunMoment) -> RunFact {
    let event = event(moment.row)
    var members = event.members
    members["shown"] = text(moment.shownName)
    members["cause"] = .text(moment.cause)
    members["network"] = .string(moment.world.world.network.words)
    members["running"] = .bool(moment.world.isRunning)
    members["containers"] = .texts(moment.versions)
    members["waiting"] = .count(moment.world.world.ledger.waiting)
    members["look"] = .bool(moment.row.event.needsALook)
    return RunFact(event.name, members)
  }

  /// A condition of a rule with the value that it saw.
  func condition(_ condition: ConditionExplanation) -> Value {
    [
      "subject": .string(condition.subject), "verb": .string(condition.verb),
      "wanted": text(condition.wanted), "was": condition.seen.map(text) ?? .null,
      "holds": .bool(condition.holds),
    ]
  }

  /// Creates the fact for a variable with the push that its value came from.
  func variable(_ variable: RunMoment.Variable, _ row: Int) -> RunFact {
    RunFact(
      "variable",
      [
        "row": .count(row), "container": .string(variable.container),
        "variable": .string(variable.name), "value": variable.value.map(text) ?? .null,
        "path": .text(variable.path), "from": .count(variable.from),
      ])
  }

  /// Creates the fact for a hit that was sent or lost at a row.
  func ended(_ hit: EndedHit, _ row: Int) -> RunFact {
    RunFact(
      "fate",
      [
        "row": .count(row), "hit": hit.id.map { .int($0) } ?? .null,
        "fate": .string(hit.fate.kind.short), "words": .string(hit.fate.words),
      ])
  }

  /// Creates the fact for a value of the data layer that a row wrote.
  package func data(_ row: Int, _ path: String, _ value: Value) -> RunFact {
    fact("data", ["row": .count(row), "path": .string(path)], value)
  }

  /// Creates the fact for a value that the app would read.
  package func value(_ reading: ValueReading, _ row: Int) -> RunFact {
    fact(
      "value",
      [
        "row": .count(row), "key": .string(reading.key),
        "origin": .string(reading.origin.rawValue),
      ], reading.value)
  }

  /// Creates a fact with a value, which may be of any size.
  private func fact(
    _ name: String, _ members: OrderedDictionary<String, Value>, _ value: Value
  ) -> RunFact {
    let strict = value.strictJSON
    let text = JSONWriter.write(strict)
    let isCut = !isWhole && text.utf8.count > BoundedText.lineLimit
    var members = members
    members["type"] = .string(value.kindName)
    members["value"] = isCut ? .string(BoundedText.cut(text)) : strict
    members["cut"] = .bool(isCut)
    return RunFact(name, members)
  }

  /// Creates the fact for a tag and its outcome at a row.
  package func tag(_ tag: TagExplanation, _ fate: TagFate, _ row: Int) -> RunFact {
    RunFact(
      "tag",
      [
        "row": .count(row), "container": .string(tag.containerID), "tag": .string(tag.name),
        "function": .string(tag.function), "fired": .bool(fate.kind.didFire),
        "outcome": text(fate.outcome), "why": .text(fate.why),
      ])
  }

  /// Creates the facts for the tags with these names that fired at a row, explained.
  package func fired(
    _ names: Set<String>, at row: Timeline.Row, in timeline: Timeline
  ) -> [RunFact] {
    let explanations = timeline.traced(row: row)?.explanations ?? []
    return explanations.flatMap { $0.complete().tags }
      .filter { $0.didFire && names.contains($0.name) }
      .map { tag($0, timeline.live.fate(of: $0, at: row.event), row.number) }
  }

  package func log(_ line: StepRecord.Line) -> RunFact {
    let record = line.record
    return RunFact(
      "log",
      [
        "time": time(line.wall), "level": .string(record.level.name),
        "source": .string(record.source.rawValue), "text": text(record.text),
        "printed": .bool(line.isPrinted),
      ])
  }

  /// Creates the fact for a hit, with the row that made it, if known.
  package func hit(_ story: HitStory, _ row: Int?) -> RunFact {
    RunFact(
      "hit",
      [
        "hit": story.id.map { .int($0) } ?? .null, "row": .count(row),
        "queue": .string(story.hit.queue.rawValue), "type": .string(story.hit.typeName),
        "title": text(story.hit.title), "tag": .text(story.hit.tag),
        "state": .string(story.state.rawValue), "loss": .text(story.loss?.kind.rawValue),
        "late": .bool(story.isLate), "tries": .count(story.tries),
        "made": time(story.hit.created), "received": story.received.map(time) ?? .null,
        "payload": text(story.hit.payload),
        "unreported": .text(story.receipt?.fault?.kind.rawValue),
      ])
  }
}

extension Value {
  /// The value in strict JSON: a missing value, and a number that is not finite, become null.
  fileprivate var strictJSON: Value {
    switch self {
    case .absent: .null
    case .double(let number) where !number.isFinite: .null
    case .list(let elements): .list(elements.map(\.strictJSON))
    case .map(let members): .map(members.mapValues(\.strictJSON))
    case .null, .bool, .int, .double, .string: self
    }
  }
}
