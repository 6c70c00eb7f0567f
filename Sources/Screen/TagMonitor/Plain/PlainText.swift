import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// The wording of facts as lines: a fixed form for each, so that they can be searched.
///
/// The phone's clock precedes each line, and is not part of the wording.
enum PlainText {
  /// The maximum number of an event's keys in its line; the others are in the data layer.
  private static let keyLimit = 3

  /// Returns a name for use among words: bare if it is one word, otherwise in quotes.
  static func name(_ name: String) -> String {
    let isBare =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "_-.:/".unicodeScalars.contains(scalar)
      }
    return isBare ? name : name.quoted
  }

  // MARK: Events

  /// `event 7 openScreen "Confirmation": 1 fired, 3 not fired`
  ///
  /// - Parameters:
  ///   - row: the row of the event list.
  ///   - tags: the tags that the event met.
  static func event(_ row: Timeline.Row, _ tags: [TagExplanation]) -> String {
    "event \(row.number) " + what(row.event) + outcome(row.event, tags)
  }

  /// `openScreen "Confirmation"`
  static func what(_ event: EventRow) -> String {
    guard case .update(let update, let cause) = event.kind else {
      return event.name.filter { $0 != "<" && $0 != ">" } + (event.detail.map { ", " + $0 } ?? "")
    }
    let head = update.event.map(name) ?? "data"
    if case .screen(let screen) = cause, update.firebase == nil, update.rejection == nil,
      event.loop == nil
    {
      return "\(head) \(screen.quoted)"
    }
    let keys = DataLayer.leaves(of: update.update).count { $0.path != "event" }
    let more = keys > keyLimit ? ", \(keys - keyLimit) more in show data" : ""
    return head + (event.detail.map { " " + $0 + more } ?? "")
  }

  private static func outcome(_ event: EventRow, _ tags: [TagExplanation]) -> String {
    guard let update = event.update, update.event != nil, update.rejection == nil else { return "" }
    if update.firings.isEmpty {
      let isDropped = update.firebase?.isDropped ?? false
      return isDropped
        ? "" : ": \(update.unjudgedReason ?? "no container was open"), nothing can fire"
    }
    let fired = tags.count(where: \.didFire)
    return tags.isEmpty ? ": no tags" : ": \(fired) fired, \(tags.count - fired) not fired"
  }

  // MARK: Tags

  /// `event 7 tag "GA screen view" fired by "Screen opened": hit 4`, for each tag of an event.
  static func tags(_ tags: [TagExplanation], of row: Timeline.Row, in world: Simulation) -> [String]
  {
    tags.map { tag in
      let fate = world.fate(of: tag, at: row.event)
      return "event \(row.number) tag \(tag.name.quoted) " + outcome(of: tag, fate)
    }
  }

  private static func outcome(of tag: TagExplanation, _ fate: TagFate) -> String {
    let rule = tag.rules.first(where: \.isTrue).map { " by " + $0.name.quoted } ?? ""
    return (fate.kind.didFire ? "fired\(rule): " : "") + BoundedText.cut(fate.action)
  }

  // MARK: Values

  /// `value title_string = "Hola" as string, v7 saved`
  static func value(_ reading: ValueReading, _ container: ContainerStatus?) -> String {
    let origin =
      switch reading.origin {
      case .container: container.map { $0.shortSource } ?? "the container"
      case .noKey where container?.macroNames.contains(reading.key) == true:
        "no value now: the zero of its type"
      case .noKey: "no key: the zero of its type"
      case .unconvertible: "not convertible: the zero of its type"
      }
    return "value \(name(reading.key)) = \(BoundedText.cut(reading.shownValue)) "
      + "as \(reading.kind.rawValue), \(origin)"
  }

  /// `data screenName = "Confirmation"`
  static func data(_ leaf: DataLayer.Leaf) -> String {
    "data \(name(leaf.path)) = \(BoundedText.cut(JSONWriter.write(leaf.value)))"
  }

  // MARK: Hits

  /// `screen "Confirmation" by tag "GA screen view"`
  private static func what(_ hit: Hit) -> String {
    hit.typeName + (hit.title.isEmpty ? "" : " " + BoundedText.cut(hit.title).quoted)
      + (hit.tag.map { " by tag " + $0.quoted } ?? "")
  }

  /// `hit 4 queued: screen "Confirmation" by tag "GA screen view"`
  static func queued(_ number: Int64, _ hit: Hit) -> String {
    "hit \(number) queued: " + what(hit)
  }

  /// `hit 4 was sent, 2 tries: screen "Confirmation" …`, and `hit 5 is lost: WHY, 0 tries: …`,
  /// `hit 4 waits on the phone, 0 tries: …`
  static func story(_ hit: HitStory) -> String {
    let number = hit.id.map { "hit \($0)" } ?? "a hit without number"
    return "\(number) \(hit.words), \(Counted.text(hit.tries, "try")): " + what(hit.hit)
  }

  /// `braze call 3 by "Braze - vip": attribute vip`
  static func call(_ entry: BrazeEntry) -> String {
    let what = entry.taken?.title ?? entry.missedReason ?? "no effect"
    return "braze call \(entry.number) by \(entry.call.caller.quoted): " + BoundedText.cut(what)
  }

  // MARK: The log

  /// `log warning sdk: Cannot find …`
  static func log(_ record: LogRecord, _ wording: LogWording) -> String {
    "log \(record.level.name) \(record.source.rawValue): "
      + BoundedText.cut(record.text(in: wording))
  }
}
