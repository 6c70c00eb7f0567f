import OrderedCollections
import TagRuntime

/// Random exports of a shop whose triggers can come true, and pushes that make them so.
struct RandomShop {
  private var generator: RandomSource

  init(seed: UInt64) { generator = RandomSource(seed: seed) }

  private static let events = ["openScreen", "buy", "search", "Buy"]
  private static let keys = ["screen", "price", "user.tier"]
  private static let values = ["Home", "Cart", "5", "50", "gold", ""]
  private static let conditions = [
    "EQUALS", "CONTAINS", "STARTS_WITH", "ENDS_WITH", "MATCH_REGEX", "GREATER", "LESS_OR_EQUALS",
  ]

  /// An export of either format version.
  mutating func export() -> [UInt8] {
    let variables = Self.keys.enumerated().map { number, key in
      ExportBuilder.variable(
        number + 1, key, "v",
        [
          ExportBuilder.text("name", key), ExportBuilder.flag("setDefaultValue", flip()),
          ExportBuilder.text("defaultValue", pick(Self.values)),
        ])
    }
    let triggers = (1...4).map { number in
      var filters = [ExportBuilder.filter("EQUALS", "{{Event}}", pick(Self.events))]
      for _ in 0..<pick([0, 1, 2]) { filters.append(condition()) }
      return ExportBuilder.trigger(number, "Trigger \(number)", filters)
    }
    let tags = (1...4).map { number in
      let fields = [
        ExportBuilder.text("trackingId", "UA-1-\(number)"),
        ExportBuilder.text("trackType", flip() ? "TRACK_EVENT" : "TRACK_APPVIEW"),
        ExportBuilder.text("eventCategory", "{{screen}}: {{price}}"),
        ExportBuilder.text("eventAction", pick(Self.values)),
      ]
      let firing = "\"firingTriggerId\": [\"\(pick([1, 2, 3, 4]))\", \"\(pick([1, 2, 3, 4]))\"]"
      let blocking = flip() ? ", \"blockingTriggerId\": [\"\(pick([1, 2, 3, 4]))\"]" : ""
      return ExportBuilder.tag(number, "Tag \(number)", "ua", fields, ", " + firing + blocking)
    }
    let collection = ExportBuilder.variable(
      9, "Values", "vc", [ExportBuilder.text("collection", "{'title': '{{screen}}!', 'size': 50}")],
      ", \"enablingTriggerId\": [\"2147479555\"]")
    return ExportBuilder.bytes(
      """
      "builtInVariable": [{"type": "EVENT", "name": "Event"}],
      "variable": [\((variables + [collection]).joined(separator: ", "))],
      "trigger": [\(triggers.joined(separator: ", "))], "tag": [\(tags.joined(separator: ", "))]
      """, format: flip() ? "2" : "1.3")
  }

  private mutating func condition() -> (String, [String]) {
    let type = pick(Self.conditions)
    let left = "{{\(pick(Self.keys))}}"
    let right = pick(Self.values)
    return flip()
      ? ExportBuilder.filter(type, left, right)
      : ExportBuilder.filter(type, left, right, "negate")
  }

  /// A push of an event with some of the keys.
  mutating func push() -> Value {
    var update: Value = ["event": .string(pick(Self.events))]
    guard var members = update.members else { return update }
    if flip() { members["screen"] = .string(pick(Self.values)) }
    if flip() { members["price"] = flip() ? .int(Int64(pick([5, 50]))) : .double(5.5) }
    if flip() { members["user"] = ["tier": .string(pick(Self.values))] }
    update = .map(members)
    return update
  }

  private mutating func flip() -> Bool { generator.next() & 1 == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(generator.next() % UInt64(elements.count))]
  }
}
