package import OrderedCollections
package import TagRuntime

/// What a container waits for and reads of an app's events, to hold it against a plan.
///
/// A rule that hears every event waits for none.
package struct ContainerListening: Sendable {
  /// A rule that fires tags at events of certain names.
  package struct Rule: Sendable {
    fileprivate let position: Int
    package let place: LintPlace
    /// The positions of the tags that it fires.
    package let tags: [Int]
    /// The names that it waits for, as far as its conditions spell them out.
    package let names: [String]
    /// The events in words: "any event that starts with tap".
    package let words: String
    /// A name that it hears; nil if its conditions show none.
    package let example: String?
  }

  /// A key of the data layer, a parameter or a user property that variables read.
  package struct Read: Sendable, Hashable {
    package let key: String
    package let isUserProperty: Bool
    /// Whether the SDK fills it by itself.
    package let isAutomatic: Bool
    /// The variables, or the tag that reads it by itself.
    package var places: [LintPlace]
  }

  /// A condition of a rule that compares a key with a constant.
  package struct Test: Sendable, Hashable {
    package let key: String
    package let place: LintPlace
    /// The condition in words: "price is greater than 10".
    package let words: String
    /// Whether both sides are compared as numbers; otherwise they are texts that must be equal.
    package let isNumeric: Bool
    /// Whether the rule wants it to be true.
    package let isWanted: Bool
    package let right: Value
    /// The position of its rule among those that fire tags.
    package let rule: Int
  }

  package let generation: SDKGeneration
  /// The rules with tags, without those that hear every event.
  package private(set) var rules: [Rule] = []
  package private(set) var reads: OrderedDictionary<String, Read> = [:]
  package private(set) var tests: [Test] = []
  /// The events that the container itself pushes or logs.
  package private(set) var ownEvents: OrderedSet<String> = []
  /// The keys of the data layer that the container itself writes, at the top level.
  package private(set) var ownKeys: OrderedSet<String> = []
  private let explorer: ContainerExplorer
  /// The compiled rule of each rule.
  private var sources: [CompiledRule] = []
  private var rulesOfName: [String: [Int]] = [:]
  /// The rules whose conditions spell out no name.
  private var openRules: [Int] = []

  /// Lists what a container waits for.
  ///
  /// - Complexity: O(n) in the size of the container.
  package init(of container: CompiledContainer) {
    explorer = ContainerExplorer(container)
    generation = container.version.generation
    let linter = Linter(container.version)
    for (position, rule) in container.rules.enumerated()
    where !rule.source.addTags.isEmpty && container.contradiction(in: rule) == nil {
      add(rule, at: linter.place(ofRule: position), linter)
    }
    addReads(linter)
    addOwnEvents()
  }

  /// Returns the positions of the rules that an event of a name may make true.
  ///
  /// - Complexity: O(n) in the rules that wait for the name, or for a pattern.
  package func rules(at event: String) -> [Int] {
    (rulesOfName[event] ?? []) + openRules.filter { explorer.holds(sources[$0], at: event) }
  }

  /// Whether an event of a name may make a rule true.
  package func hears(_ event: String, _ rule: Rule) -> Bool {
    explorer.holds(sources[rule.position], at: event)
  }

  private mutating func add(_ rule: CompiledRule, at place: LintPlace, _ linter: Linter) {
    let about = rule.positive.filter(explorer.isAboutEvent)
    guard !about.isEmpty, !explorer.holds(rule, at: ContainerTrial.otherName) else {
      return addTests(rule, place, linter, rule: nil)
    }
    let names = OrderedSet(about.flatMap(Self.names(explorer))).elements
      .filter { explorer.holds(rule, at: $0) }
    let position = rules.count
    let words = about.map { linter.conditions[$0] }.map { "\($0.verb) \($0.right)" }
    let finder = explorer
    let examples = about.lazy.flatMap { finder.texts(for: finder.container.predicates[$0]) }
    rules.append(
      Rule(
        position: position, place: place, tags: rule.source.addTags, names: names,
        words: "any event that " + words.joined(separator: " and "),
        example: names.first ?? examples.first { finder.holds(rule, at: $0) }))
    sources.append(rule)
    for name in names { rulesOfName[name, default: []].append(position) }
    if names.isEmpty { openRules.append(position) }
    addTests(rule, place, linter, rule: position)
  }

  /// The names that a condition spells out: one, or the plain alternatives of a pattern.
  private static func names(_ explorer: ContainerExplorer) -> (Int) -> [String] {
    { position in
      let predicate = explorer.container.predicates[position]
      guard let right = explorer.container.constant(predicate.right) else { return [] }
      let text = ValueConversion.text(right)
      if predicate.kind?.id == PredicateFunction.equals.id { return [text] }
      guard case .pattern? = predicate.kind?.comparison, text.hasPrefix("^"), text.hasSuffix("$"),
        !text.dropFirst().dropLast().contains(where: { ".[]{}*+?\\^$".contains($0) })
      else { return [] }
      let inner = text.dropFirst().dropLast()
      let isGroup = inner.hasPrefix("(") && inner.hasSuffix(")")
      let parts = isGroup ? inner.dropFirst().dropLast() : inner
      // Without the group, the anchors belong to the first and the last alternative only.
      guard !parts.contains(where: { "()".contains($0) }), isGroup || !parts.contains("|")
      else { return [] }
      return parts.split(separator: "|").map(String.init)
    }
  }

  private mutating func addTests(
    _ rule: CompiledRule, _ place: LintPlace, _ linter: Linter, rule position: Int?
  ) {
    for test in explorer.tests(of: rule) {
      let predicate = explorer.container.predicates[test.predicate]
      guard let right = explorer.container.constant(predicate.right), let kind = predicate.kind
      else { continue }
      var isNumeric = false
      if case .number = kind.comparison { isNumeric = true }
      guard isNumeric || kind.id == PredicateFunction.equals.id else { continue }
      let words = linter.words(ofCondition: test.predicate, isNegative: !test.isWanted)
      tests.append(
        Test(
          key: test.key, place: place, words: words, isNumeric: isNumeric,
          isWanted: test.isWanted, right: right, rule: position ?? -1))
    }
  }

  /// Adds what the variables read that rules or tags use, and what tags of e-commerce read.
  private mutating func addReads(_ linter: Linter) {
    let isUsed = explorer.container.isUsedByEvents
    var keys: OrderedDictionary<String, [LintPlace]> = [:]
    for (slot, isUsed) in zip(explorer.container.slots, isUsed) where isUsed {
      for position in slot.definitions {
        guard let key = ContainerExplorer.key(of: explorer.container.macros[position])
        else { continue }
        keys[key, default: []].append(linter.place(ofMacro: position))
      }
    }
    for tag in explorer.container.tags {
      for key in explorer.ecommerceKeys(of: tag) where keys[key] == nil { keys[key] = [] }
    }
    let prefix = ContainerExplorer.userPropertyPrefix
    for (key, places) in keys where !key.isEmpty && key != "event" {
      let isProperty = explorer.isFirebase && key.hasPrefix(prefix)
      let name = isProperty ? String(key.dropFirst(prefix.count)) : key
      let isAutomatic =
        explorer.isFirebase
        ? Linter.isOfFirebase(name) || FirebaseWireNames.property(name).hasPrefix("_")
        : key == "gtm" || key.hasPrefix("gtm.") || key.hasPrefix("_google")
      reads[key] = Read(
        key: name, isUserProperty: isProperty, isAutomatic: isAutomatic, places: places)
    }
  }

  private mutating func addOwnEvents() {
    let version = explorer.container.version
    for tag in version.tags {
      for key in ["eventName", "overrideEventName"] {
        if let name = tag.parameters[key]?.constantText, !name.isEmpty { ownEvents.append(name) }
      }
    }
    let written =
      version.tags.filter { $0.function == TagFunction.dataLayerWrite.id }
      .compactMap { $0.parameters["value"] } + version.macros.compactMap(\.pushAfterEvaluate)
    for expression in written { addWritten(expression) }
    for experiment in version.experiments {
      for push in experiment.pushes { addWritten(.constant(push)) }
      ownKeys.append(contentsOf: experiment.randoms.map(\.key))
    }
  }

  private mutating func addWritten(_ expression: Expression) {
    switch expression {
    case .list(let elements): for element in elements { addWritten(element) }
    case .map(let entries):
      for entry in entries {
        guard let key = entry.key.constantText else { continue }
        ownKeys.append(key)
        if key == "event", let name = entry.value.constantText { ownEvents.append(name) }
      }
    case .constant(.map(let members)):
      ownKeys.append(contentsOf: members.keys)
      if let name = members["event"]?.text { ownEvents.append(name) }
    case .constant, .functionID, .template, .macro, .escaped: break
    }
  }

  /// The keys that the rules of an event read, in their conditions and tags; of all rules without
  /// a name for those that hear every event.
  package func keys(at event: String?) -> [Read] {
    let rules = event.map { self.rules(at: $0).map { sources[$0] } } ?? explorer.rules
    return explorer.keys(of: rules).compactMap { reads[$0] }
  }
}
