import OrderedCollections
package import TagRuntime

/// The outlook of a container before any event: the events with the keys that are read at each
/// and the tags that each may fire, the tags that can never fire and why, and the parts that the
/// app must have.
///
/// Names and sentences are those of `ContainerDescription`: they are cut at its limits.
package struct ContainerOutlook: Sendable, Hashable {
  /// An event that rules listen for.
  package struct Event: Sendable, Hashable {
    /// The event in words: "openScreen", or "any that starts with tap".
    package var heard: String
    /// The same as the head of a column: "openScreen", or "tap…".
    package var head: String
    package var name: String
    /// The keys that are read at it, with values that make a rule true.
    package var keys: [ContainerTrial.Key]
    /// The positions of the tags that it may fire.
    package var tags: [Int]
    /// Whether only Firebase itself logs it.
    package var isAutomatic = false
  }

  package struct Tag: Sendable, Hashable {
    package var name: String
    /// Its name, or what it does if it has none; two tags never have the same one.
    package var label: String
    /// The same with the number of a tag that has no name: "event, e-commerce (tag 7)".
    package var title: String
    /// Its action, in few words: "a screen view to UA-12345-1".
    package var action: String
    /// The function or the class of the app that it calls; nil if it calls none.
    package var call: String?
    /// The events and conditions that fire it: "openScreen, where screen name equals Home".
    package var waits: String
    /// The names of the rules that fire it; "" if they have none.
    package var trigger: String
    /// The reason why it never fires; nil if it may.
    package var never: String?
  }

  /// A function or value that the app must have, or may read.
  package struct Need: Sendable, Hashable {
    /// The name of the function or value.
    package var name: String
    /// Its role in the container: "called by Bonus".
    package var role: String
    /// Whether tags call it.
    package var isForTags = false
  }

  /// The events, those with the most tags first, at most `eventLimit`.
  package var events: [Event] = []
  /// The number of further events that rules listen for.
  package var eventsLeftOut = 0
  package var tags: [Tag] = []
  /// The names of paused tags, which no phone runs.
  package var pausedTags: [String] = []
  /// The functions of the app that the container calls.
  package var functions: [Need] = []
  /// The values that apps read by their names.
  package var values: [Need] = []
  /// What the tags do, in a sentence: "7 tags: 6 send to UA-12345-1, 1 logs an event to Firebase".
  package var summary: String
  /// The properties that hits go to.
  package var properties: [String] = []
  package var variableCount = 0
  package var ruleCount = 0
  /// The SDK generation of the container.
  package var generation: SDKGeneration

  package static let eventLimit = 200

  /// Derives the outlook of a container.
  ///
  /// - Complexity: O(n) in the size of the container for each of the events.
  package init(of container: CompiledContainer) {
    let description = ContainerDescription(of: container.version, file: "", bytes: 0)
    let explorer = ContainerExplorer(container)
    generation = container.version.generation
    summary = description.targets
    tags = Self.tags(description)
    for case .hit(_, let property, _, _) in description.tags.map(\.action)
    where !properties.contains(property) { properties.append(property) }
    pausedTags = description.pausedTags.map { BoundedWords.cut($0) }
    functions = description.handlers.map { handler in
      let users = ContainerDescription.names(handler.users)
      return Need(
        name: handler.function,
        role: handler.kind == .tag ? "called by \(users)" : "gives the value of \(users)",
        isForTags: handler.kind == .tag)
    }
    values = description.variables.filter(\.isForApp).map { variable in
      Need(
        name: variable.name,
        role: ContainerDescription.names(variable.definitions.map(\.reads)))
    }
    variableCount = description.variables.count
    ruleCount = container.rules.count
    events = Self.events(explorer, description, &eventsLeftOut)
  }

  private static func tags(_ description: ContainerDescription) -> [Tag] {
    let deeds = description.deeds
    let labels = zip(description.tags, deeds).map { $0.isNamed ? $0.name : $1 }
    var uses: [String: Int] = [:]
    for label in labels { uses[label, default: 0] += 1 }
    return description.tags.enumerated().map { position, tag in
      let title = tag.isNamed ? tag.name : "\(deeds[position]) (\(tag.name))"
      let isUnique = uses[labels[position]] == 1
      return Tag(
        name: tag.name,
        label: isUnique ? labels[position] : tag.isNamed ? "\(tag.name) (\(position + 1))" : title,
        title: title, action: description.action(ofTag: tag), call: call(of: tag),
        waits: description.waits(of: tag),
        trigger: ContainerDescription.names(tag.firing.compactMap { description.rules[$0].name }),
        never: description.neverReason(of: tag))
    }
  }

  // MARK: Events

  private static func events(
    _ explorer: ContainerExplorer, _ description: ContainerDescription, _ leftOut: inout Int
  ) -> [Event] {
    var trial = ContainerTrial()
    let names = explorer.findEvents(&trial)
    let isFirebase = explorer.isFirebase
    leftOut = max(0, names.count - eventLimit)
    var events = names.prefix(eventLimit).map { name in
      event(
        name, explorer, description, isAutomatic: isFirebase && ContainerExplorer.isAutomatic(name))
    }
    // Guesses for the same pattern are distinguished by their names.
    var guesses: [String: Int] = [:]
    for event in events { guesses[event.heard, default: 0] += 1 }
    for index in events.indices where guesses[events[index].heard, default: 0] > 1 {
      events[index].heard = events[index].name
    }
    if trial.hearsOther {
      var other = event(trial.other.name, explorer, description, isAutomatic: false)
      other.heard = events.isEmpty ? "every event" : "every other event"
      other.head = events.isEmpty ? "every event" : "any other event"
      events.append(other)
    }
    let sorted = events.filter { !$0.tags.isEmpty }.enumerated().sorted { left, right in
      (right.element.tags.count, left.offset) < (left.element.tags.count, right.offset)
    }
    return sorted.map(\.element)
  }

  private static func event(
    _ name: String, _ explorer: ContainerExplorer, _ description: ContainerDescription,
    isAutomatic: Bool
  ) -> Event {
    let relevant = explorer.rules.filter { explorer.holds($0, at: name) }
    let firing = relevant.filter { !$0.source.addTags.isEmpty }
    let fired = OrderedSet(firing.flatMap(\.source.addTags)).filter {
      description.tags.indices.contains($0)
    }
    let blocking = relevant.filter { rule in
      rule.source.addTags.isEmpty && rule.source.removeTags.contains { fired.contains($0) }
    }
    var keys = explorer.keys(of: firing)
    keys.append(contentsOf: explorer.keys(of: blocking))
    let heard = heard(name, firing, explorer, description)
    return Event(
      heard: heard.words, head: heard.head, name: name,
      keys: explorer.given(keys, explorer.values(of: firing, against: blocking)).keys,
      tags: fired.sorted(), isAutomatic: isAutomatic)
  }

  /// Describes an event by its name, or by the pattern of the first rule.
  private static func heard(
    _ name: String, _ rules: [CompiledRule], _ explorer: ContainerExplorer,
    _ description: ContainerDescription
  ) -> (words: String, head: String) {
    let conditions = rules.flatMap(\.positive).filter {
      explorer.isAboutEvent($0) && description.conditions.indices.contains($0)
    }.map { description.conditions[$0] }
    let cut = BoundedWords.cut(name)
    let isNamed = conditions.contains { $0.verb == PredicateFunction.equals.words }
    guard !isNamed, let first = conditions.first(where: { !$0.isEveryEvent }) else {
      return (cut, cut)
    }
    let text = first.right
    let heads = [
      PredicateFunction.startsWith.words: text + "…", PredicateFunction.endsWith.words: "…" + text,
    ]
    // An alternative of a pattern is a name; what a pattern only describes has none.
    let head = heads[first.verb] ?? (text.contains(cut) ? cut : text)
    return ("any that \(first.verb) \(text)", head)
  }

  private static func call(of tag: ContainerDescription.Tag) -> String? {
    if case .call(let function, _) = tag.action { function } else { nil }
  }
}

// MARK: Words

extension ContainerDescription {
  /// What the tags do, by where it goes: "7 tags: 6 send to UA-12345-1, 1 requests a URL".
  fileprivate var targets: String {
    var counts: OrderedDictionary<[String], Int> = [:]
    for tag in tags {
      var words = action(of: tag.action)
      if case .hit(_, let property, _, _) = tag.action { words[2] = " to " + property }
      counts[words, default: 0] += 1
    }
    let actions = counts.elements.map { words, count in
      (tags.count == 1 ? "" : "\(count) ") + words[count == 1 ? 0 : 1] + words[2]
    }
    let paused = pausedTags.isEmpty ? "" : ", and \(pausedTags.count) paused"
    return Counted.text(tags.count, "tag") + paused
      + (tags.isEmpty
        ? ": nothing fires" : (tags.count == 1 ? ", which " : ": ") + Self.names(actions))
  }

  /// Describes the action of a tag in few words: "a screen view to UA-12345-1".
  fileprivate func action(ofTag tag: Tag) -> String {
    switch tag.action {
    case .hit(let type, let property, _, _): "\(Self.hitWords(type)) to \(property)"
    case .transaction(let property): "a transaction to \(property)"
    case .request(let url, _): "a request to \(Self.host(of: url))"
    case .firebase(let event): Self.shortWords(of: event)
    case .runtime(let function): "runs \(function) of its runtime"
    case .call(let function, _):
      (generation == .legacy ? "calls " : "runs the class ") + function
    case .write(let keys, _):
      keys.isEmpty
        ? "clears keys of the data layer"
        : "writes \(Self.names(keys.map(\.name))) to the data layer"
    case .nothing(let reason): "does nothing: \(reason)"
    }
  }

  private static func shortWords(of event: FirebaseEvent) -> String {
    switch (event.action, event.name) {
    case (.measure, let name): "logs \(name ?? "?") to Firebase"
    case (.filter, let name?): "renames the event to \(name) for Firebase"
    case (.filter, nil): "changes the event for Firebase"
    case (.block, _): "blocks the event from Firebase"
    }
  }

  /// Returns the host of an address, or the address if it has none.
  private static func host(of url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let host = url[start...].prefix { !["/", "?", "#"].contains($0) }
    return host.isEmpty ? url : String(host)
  }

  /// Describes the events and conditions of a tag's rules: "openScreen, where screen name equals
  /// Home, or tap".
  fileprivate func waits(of tag: Tag) -> String {
    let rules = tag.firing.filter { self.rules[$0].never == nil }
    let told = rules.prefix(DescriptionLimits.names).map { position in
      let rule = self.rules[position]
      let heard = rule.positive.map { conditions[$0] }
        .filter { $0.isAboutEvent && !$0.isEveryEvent }
        .map { Self.words(of: EventHeard(verb: $0.verb, text: $0.right, rules: [])) }
      let besides = besides(rule)
      return (heard.isEmpty ? "every event" : heard.joined(separator: " and "))
        + (besides.isEmpty ? "" : ", if \(besides)")
    }
    return told.joined(separator: "; or ") + (rules.count > told.count ? "; or more" : "")
  }

  /// Describes the conditions of a rule besides the name of the event: "screen name equals Home and
  /// …".
  fileprivate func besides(_ rule: Rule) -> String {
    var parts: [String] = []
    for (list, isNegative) in [(rule.positive, false), (rule.negative, true)] {
      for number in list.prefix(DescriptionLimits.looks) {
        let condition = conditions[number]
        guard !condition.isAboutEvent, !condition.isAlwaysTrue else { continue }
        let verb = isNegative ? condition.negatedVerb : condition.verb
        parts.append("\(condition.left) \(verb) \(condition.right)")
      }
    }
    let told = parts.prefix(DescriptionLimits.rules).joined(separator: " and ")
    return told + (parts.count > DescriptionLimits.rules ? " and more" : "")
  }
}
