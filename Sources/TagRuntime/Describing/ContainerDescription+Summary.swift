import OrderedCollections

extension ContainerDescription {
  /// The container in a few sentences: what its tags do, at which events, and what it has to do
  /// with the app.
  var summary: [String] {
    [tagSummary, eventSummary, valueSummary, handlerSummary].compactMap { $0 }
  }

  private var tagSummary: String {
    if tags.isEmpty { return "It has no tags: it sends nothing and calls nothing." }
    var counts: OrderedDictionary<[String], Int> = [:]
    for tag in tags { counts[deed(of: tag.action), default: 0] += 1 }
    let deeds = counts.elements.prefix(DescriptionLimits.names).map { deed, count in
      "\(count) \(deed[count == 1 ? 0 : 1])\(deed[2])"
    }
    let never = tags.count { neverReason(of: $0) != nil }
    return "\(Self.counted(tags.count, "tag")): " + Self.names(deeds, of: counts.count)
      + (never > 0 ? "; \(never) can never fire." : ".")
  }

  /// The verb for one and for many, and the rest.
  private func deed(of action: Action) -> [String] {
    switch action {
    case .hit(let type, let property, _, _):
      ["sends", "send", " \(Self.hitWords(type)) to \(property)"]
    case .transaction(let property): ["sends", "send", " a transaction to \(property)"]
    case .request: ["requests", "request", " a URL"]
    case .firebase(let event):
      switch event.deed {
      case .measure: ["logs", "log", " an event to Firebase"]
      case .filter: ["changes", "change", " the event at hand"]
      case .block: ["keeps", "keep", " the event at hand from Firebase"]
      }
    case .runtime: ["runs", "run", " a function of its runtime"]
    case .call where generation == .firebase: ["runs", "run", " a class of the app"]
    case .call: ["calls", "call", " the app"]
    case .write: ["writes", "write", " to the data layer"]
    case .nothing: ["does", "do", " nothing"]
    }
  }

  private var eventSummary: String? {
    if tags.isEmpty { return nil }
    let firing = events.filter { $0.rules.contains { !rules[$0].fires.isEmpty } }
    if firing.contains(where: { $0.verb == nil }) { return "It acts at every event." }
    if firing.isEmpty { return "It acts at no event." }
    return "It acts at these events: \(Self.names(firing.map(Self.words)))."
  }

  private var valueSummary: String? {
    let values = variables.filter(\.isForApp)
    if values.isEmpty { return nil }
    return "It holds \(Self.counted(values.count, "value")) for the app: "
      + Self.names(values.map(\.name)) + "."
  }

  private var handlerSummary: String? {
    if handlers.isEmpty { return nil }
    return "\(vocabulary.mustHave) \(Self.names(handlers.map(\.function)))."
  }

  // MARK: Names

  /// "openScreen", "any that starts with tap" or "every event".
  static func words(of event: EventHeard) -> String {
    guard let verb = event.verb else { return "every event" }
    return verb == PredicateFunction.equals.words ? event.text : "any that \(verb) \(event.text)"
  }

  /// What the rules of an event do: "fires A, B; blocks C".
  func effects(of event: EventHeard) -> String {
    var fired: OrderedSet<Int> = []
    var blocked: OrderedSet<Int> = []
    for rule in event.rules.prefix(DescriptionLimits.looks) {
      fired.append(contentsOf: rules[rule].fires.prefix(DescriptionLimits.looks))
      blocked.append(contentsOf: rules[rule].blocks.prefix(DescriptionLimits.looks))
    }
    let parts = [("fires", fired), ("blocks", blocked)].compactMap { verb, found -> String? in
      found.isEmpty ? nil : verb + " " + Self.names(found.map { tags[$0].name })
    }
    return parts.isEmpty ? "switches values" : parts.joined(separator: "; ")
  }

  /// Names in a row, the first ones of many.
  static func names(_ names: [String]) -> String {
    self.names(Array(names.prefix(DescriptionLimits.names)), of: names.count)
  }

  private static func names(_ told: [String], of count: Int) -> String {
    told.joined(separator: ", ")
      + (count > told.count ? " and \(count - told.count) more" : "")
  }
}
