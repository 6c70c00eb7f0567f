import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// Trackers, hits, and sending.
extension Form {
  static let hitVerbs: [Form] = [
    .verb(
      "dispatch [completion]",
      "Sends waiting hits now; completion sends one request and turns periodic dispatch off.",
      "dispatch"
    ) { reader throws(ScenarioError) in
      .act(.app(reader.cursor.take("completion") ? .dispatchWithCompletion : .dispatch))
    },
    .verb(
      "dispatch-interval DURATION|off",
      "How often waiting hits are sent; less than 1s, such as -1s, turns it off. "
        + Form.ofProcess,
      "dispatch-interval 120s"
    ) { reader throws(ScenarioError) in
      .act(.app(.setDispatchInterval(try reader.dispatchInterval())))
    },
    .verb(
      "queue-limit N", "How many hits each queue stores; a further one drops the oldest.",
      "queue-limit 5"
    ) { reader throws(ScenarioError) in
      .act(.setQueueLimit(try reader.queueLimit()))
    },
    .verb(
      "tracker UA-ID [name=NAME] | tracker remove NAME | tracker default NAME",
      "Creates, removes or selects an Analytics tracker.", "tracker UA-1-1 name=orders"
    ) { reader throws(ScenarioError) in try reader.tracker() },
    .verb(
      "set-field FIELD VALUE|null [tracker=NAME]",
      "Sets a field for all later hits of a tracker; null removes it.",
      "set-field \"screen name\" \"Home\""
    ) { reader throws(ScenarioError) in try reader.setField() },
    .verb(
      "send screen|event|exception|timing|social|transaction|item [KEY=VALUE ...] [JSON] "
        + "[campaign=LINK] [tracker=NAME]",
      "Sends a hit through a tracker.", "send event category=\"ui\" action=\"press\""
    ) { reader throws(ScenarioError) in try reader.send() },
    .verb(
      "collect-idfa on|off [tracker=NAME]",
      "Whether a tracker's hits include the phone's advertising identifier.", "collect-idfa on"
    ) { reader throws(ScenarioError) in
      let isOn = try reader.cursor.isOn()
      return .act(.app(.collectAdvertisingID(isOn, tracker: try reader.optionalTracker())))
    },
    .isOn("opt-out", "Opts out of tracking: nothing is tracked, and waiting hits are deleted.") {
      .act(.app(.setOptOut($0)))
    },
    .isOn("dry-run", "Removes hits from the store without sending them.") {
      .act(.app(.setDryRun($0)))
    },
  ]
}

extension StatementReader {
  mutating func dispatchInterval() throws(ScenarioError) -> Duration? {
    if cursor.take("off") { return nil }
    // Apps set a negative interval to turn it off.
    if let token = cursor.peek, let word = token.word, word.hasPrefix("-") {
      switch DurationText.read(String(word.dropFirst())) {
      case .duration(let interval):
        cursor.index += 1
        return .zero - interval
      case .withoutUnit: throw cursor.failure(.durationWithoutUnit, token, suggestion: word + "s")
      case .fraction, .tooLong, .other: break
      }
    }
    return try cursor.duration("off or a duration")
  }

  mutating func queueLimit() throws(ScenarioError) -> Int {
    let token = cursor.peek
    let expected = "a number of hits from 1 to \(Limits.largestHitStore)"
    let limit = try cursor.count(expected)
    if let token, !(1...Limits.largestHitStore).contains(limit) {
      throw cursor.unexpected(token, expected)
    }
    return limit
  }

  mutating func tracker() throws(ScenarioError) -> Command {
    if cursor.take("remove") {
      return .act(.app(.removeTracker(try cursor.name("the name of a tracker"))))
    }
    if cursor.take("default") {
      return .act(.app(.chooseTracker(try cursor.name("the name of a tracker"))))
    }
    let tracker = try cursor.tracker(keys: ["name"]).tracker
    return .act(.app(.makeTracker(name: tracker.name, trackingID: tracker.trackingID)))
  }

  mutating func setField() throws(ScenarioError) -> Command {
    let code = try fieldCode()
    let value = try cursor.value()
    let text = value == .null ? nil : ValueConversion.text(value)
    return .act(.app(.setField(code, text, tracker: try optionalTracker())))
  }

  /// Reads a field by its code, or by its common name.
  mutating func fieldCode() throws(ScenarioError) -> String {
    let token = try cursor.next("a field such as &cd or \"screen name\"")
    let name = token.name
    if name.hasPrefix("&"), name.count > 1 { return name }
    if name == "useSecure" { return name }
    if let field = HitField.all.first(where: { $0.name == name }) { return field.code }
    throw cursor.unknown(token, "field", among: HitField.all.map(\.name))
  }

  mutating func optionalTracker() throws(ScenarioError) -> String? {
    var keys = KnownKeys(["tracker"])
    guard cursor.peek != nil else { return nil }
    _ = try keys.take(from: &cursor)
    return try cursor.name("the name of a tracker")
  }

  // MARK: Hits

  mutating func send() throws(ScenarioError) -> Command {
    let shape = try cursor.choice("type of hit", of: HitShape.self)
    var builder = HitBuilder(type: shape.type)
    var tracker: String?
    if shape == .screen, let token = cursor.peek, !cursor.isAtPair, cursor.isString(token) {
      builder.set("&cd", try cursor.string("the name of a screen"))
    }
    var taken: [String] = []
    while let token = cursor.peek {
      if case .json(let value) = token.kind {
        cursor.index += 1
        try EcommerceReader.add(value, to: &builder, token, cursor)
        continue
      }
      let key = try cursor.key()
      if taken.contains(key.name) { throw cursor.failure(.duplicate(what: "key"), key) }
      taken.append(key.name)
      if key.name == "tracker" {
        tracker = try cursor.name("the name of a tracker")
      } else if key.name == "campaign" {
        builder.setCampaign(fromURL: try cursor.string("a link with utm_source and others"))
      } else {
        try add(key, of: shape, to: &builder)
      }
    }
    return .act(.app(.send(builder.fields, tracker: tracker)))
  }

  private mutating func add(
    _ key: Token, of shape: HitShape, to builder: inout HitBuilder
  ) throws(ScenarioError) {
    if let field = shape.fields.first(where: { $0.key == key.name }) {
      switch field.kind {
      case .milliseconds:
        builder.set(field.code, String(try cursor.duration().wholeMilliseconds))
      case .flag: builder.set(field.code, try flag())
      case .text: set(field.code, try cursor.value(), &builder)
      }
    } else if key.name.hasPrefix("&"), key.name.count > 1 {
      set(key.name, try cursor.value(), &builder)
    } else {
      let known = shape.fields.map(\.key) + ["tracker", "campaign", "\"&cd1\""]
      throw cursor.unknown(key, "key", among: known)
    }
  }

  private mutating func flag() throws(ScenarioError) -> String {
    let token = cursor.peek
    guard case .bool(let flag) = try cursor.value("true or false") else {
      if let token { throw cursor.unexpected(token, "true or false") }
      return ""
    }
    return flag ? "1" : "0"
  }

  /// Sets a field; null replaces the tracker's value with nothing.
  private func set(_ code: String, _ value: Value, _ builder: inout HitBuilder) {
    if value == .null {
      builder.clear(code)
    } else {
      builder.set(code, ValueConversion.text(value))
    }
  }
}
