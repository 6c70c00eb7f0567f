import OrderedCollections
public import TagRuntime

/// The content of a container, in the words of the people who made it: what its tags do and when,
/// what its variables read, and what it requires of the app.
///
/// The description consists of facts with positions and short texts; pages, JSON and graphs are
/// written from it.
public struct ContainerDescription: Sendable, Hashable {
  /// The caller's name for the container, such as the path of its file.
  let file: String
  let bytes: Int
  /// The SDK that loads it.
  let generation: SDKGeneration
  /// The release of the legacy SDK that determines the available functions.
  let sdkVersion: SDKVersion
  /// The platform of the app that the description assumes.
  public let platform: Platform
  /// The functions that iOS lacks, if the description is for another platform.
  let lacks: [Lack]
  let containerID: String?
  let version: String
  let format: ContainerVersion.Format
  let usageContexts: [String]
  let supplementals: [String]
  let experiments: [String]
  let fingerprint: String?
  let remarks: [String]
  let leftOut: [LeftOutPart]
  @Boxed private(set) var authoring: ContainerAuthoring?
  /// The requirements of rules for the container ID that the app opens.
  let wantedIDs: [String]
  let counts: Counts
  let functions: [Function]
  let tags: [Tag]
  let conditions: [Condition]
  let rules: [Rule]
  let variables: [Variable]
  let keys: [KeyRead]
  let events: [EventHeard]
  let handlers: [Handler]
  /// The container itself, for details that the words leave out.
  @Boxed private(set) var source: ContainerVersion

  var vocabulary: Vocabulary { Vocabulary(generation) }

  var pausedTags: [String] { source.pausedTags }

  /// The lengths of the four lists of the file.
  struct Counts: Sendable, Hashable {
    var macros: Int
    var tags: Int
    var predicates: Int
    var rules: Int
  }

  /// A function that macros, tags or conditions call.
  struct Function: Sendable, Hashable {
    var id: String
    var kind: MissingFunction.Kind
    var count: Int
    /// Whether the SDK or the runtime in a v5 container has it.
    var isKnown: Bool
  }

  struct Field: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The action of a tag when it fires.
  enum Action: Sendable, Hashable {
    /// Sends a hit of a type to a property, both in words.
    case hit(type: String, property: String, fields: [Field], ecommerce: String?)
    case transaction(property: String)
    case request(url: String, isOnce: Bool)
    /// Logs, changes or blocks an event of Firebase.
    case firebase(FirebaseEvent)
    /// Runs a function that exists only in the runtime of the container.
    case runtime(function: String)
    /// Runs a function of the app; in v5 containers, a class.
    case call(function: String, parameters: [Field])
    case write(keys: [Field], clears: String?)
    case nothing(reason: String)
  }

  /// The effect of a tag on the events of Firebase.
  struct FirebaseEvent: Sendable, Hashable {
    enum Action: String, Sendable, Hashable {
      /// Logs another event.
      case measure
      case filter
      /// Blocks the current event from reaching Firebase.
      case block
    }

    var action: Action
    /// The name of the logged event; nil retains that of the current event.
    var name: String?
    /// The parameters that it sets.
    var edits: [Field] = []
    /// The parameters that it leaves out.
    var drops: [String] = []
    var keepsParameters = false
  }

  /// A tag, with the positions of the rules that fire it and of those that block it.
  struct Tag: Sendable, Hashable {
    /// Its name, or "tag 3".
    var name: String
    /// Whether it has a name; compiled v5 containers omit names.
    var isNamed: Bool
    /// Its number in the web interface, if the container has it.
    var id: String?
    var function: String
    var action: Action
    var firing: [Int]
    var blocking: [Int]
    /// The positions of the variables that it uses.
    var variables: [Int]
    /// The missing function that prevents it from running, in words.
    var missing: String?
  }

  /// A function that a platform lacks, with all parts that do not work because of it.
  struct Lack: Sendable, Hashable {
    var function: String
    /// A sentence such as "the iOS SDK has no function App Version Name (_avn)".
    var words: String
    /// The positions of the variables that never have a value.
    var variables: [Int]
    /// The positions of the rules that are never true.
    var rules: [Int]
    /// The positions of the tags that never run.
    var tags: [Int]
  }

  /// A condition; equal conditions of a container are one.
  struct Condition: Sendable, Hashable {
    var left: String
    /// The comparison: "equals".
    var verb: String
    /// The negated comparison: "does not equal".
    var negatedVerb: String
    var right: String
    /// Whether it compares two constants that are equal.
    var isAlwaysTrue = false
    /// The reason why it is always false.
    var trouble: String?
    /// Whether its left side is the name of the event.
    var isAboutEvent = false
    /// Whether it is true at every event, whatever its name.
    var isEveryEvent = false
    /// The positions of the variables that it uses.
    var variables: [Int]
    /// The positions of the rules that contain it.
    var rules: [Int]
  }

  /// A rule, with the positions of its conditions and of the tags that it fires and blocks.
  struct Rule: Sendable, Hashable {
    /// The given name; nil if it has none.
    var name: String?
    var positive: [Int]
    var negative: [Int]
    /// Its conditions: "Event equals openScreen and Language does not equal es". It omits
    /// conditions that are always true, and is "always" or "at every event" if none remain.
    var sentence = ""
    /// Whether it is true at every event, whatever the content of the event.
    var isAlways = false
    /// The reason why it is never true, whatever the app does.
    var never: String?
    /// Whether it blocks its tags although it is never true: in v5 containers, a condition that
    /// cannot be tested prevents a rule from firing, but not from blocking.
    var blocksAnyway = false
    var fires: [Int]
    var blocks: [Int]
  }

  /// All definitions of one macro name, with the parts that use it.
  struct Variable: Sendable, Hashable {
    var name: String
    var definitions: [Definition]
    var usingTags: [Int] = []
    /// The positions of the rules that test it, up to the limit.
    var usingRules: [Int] = []
    var usingVariables: [Int] = []

    var isUnused: Bool {
      usingTags.isEmpty && usingRules.isEmpty && usingVariables.isEmpty
    }
    var isForApp: Bool { isUnused && definitions.contains(where: \.isForApp) }
  }

  /// One definition of a variable, with the rules that enable and disable it.
  struct Definition: Sendable, Hashable {
    var function: String
    /// The source of the value, in words.
    var reads: String
    /// The data that it pushes to the data layer after each evaluation.
    var pushes: String?
    /// The value collection that it belongs to.
    var collection: String?
    /// The positions of the rules that enable it.
    var onRules: [Int]
    /// The positions of the rules that disable it.
    var offRules: [Int]
    /// Whether it is used when no rule chooses a definition.
    var isFallback: Bool
    var isForApp: Bool
  }

  /// A value of the app that the container reads by its key.
  struct KeyRead: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
      case dataLayer
      /// A parameter of the event, in v5 containers.
      case eventParameter
      /// A user property of Firebase, in v5 containers.
      case userProperty
    }

    var kind = Kind.dataLayer
    var key: String
    /// The event of Firebase for which the web interface suggests the key.
    var event: String?
    /// The variables and tags that read it.
    var readers: [String]
    /// The default for a missing value.
    var fallback: String?
    /// Firebase's objection to the key.
    var fault: FirebaseFault?
  }

  /// An event that rules listen for.
  struct EventHeard: Sendable, Hashable {
    /// The comparison, such as "equals"; nil for rules that accept any event name.
    var verb: String?
    var text: String
    /// The positions of the rules that listen for it.
    var rules: [Int]
  }

  /// A function of the app that the container calls; in v5 containers the path of a class.
  struct Handler: Sendable, Hashable {
    var function: String
    var kind: MissingFunction.Kind
    var parameters: [String]
    /// The variables or tags that call it.
    var users: [String]
  }
}

// MARK: - Creating

extension ContainerDescription {
  /// Describes a container of either generation.
  ///
  /// - Parameter source: the container, as in its file.
  /// - Parameter file: the caller's name for the container, such as the path of its file.
  /// - Parameter bytes: the size of the file in bytes.
  /// - Parameter sdkVersion: the release of the legacy SDK whose functions it may call; v5
  ///   containers contain theirs. Nil is the default of apps.
  /// - Parameter platform: the platform of the app; nil is that of the container, otherwise iOS.
  /// - Complexity: O(n) in the size of the container.
  public init(
    of source: ContainerVersion, file: String, bytes: Int,
    sdkVersion: SDKVersion? = nil, platform: Platform? = nil
  ) {
    let platform = platform ?? source.platform ?? .ios
    let sdkVersion = sdkVersion ?? Settings(platform: platform).sdkVersion
    let describer = ContainerDescriber(source, sdkVersion: sdkVersion, platform: platform)
    self.platform = platform
    lacks = describer.lacks()
    self.source = source
    self.file = file
    self.bytes = bytes
    self.sdkVersion = sdkVersion
    generation = source.generation
    containerID = source.containerID
    version = source.version
    format = source.format
    usageContexts = source.usageContexts
    supplementals = source.supplementals
    experiments = source.experiments.map(\.name)
    fingerprint = source.fingerprint
    remarks =
      source.remarks
      + RuntimeTraits(of: source.runtime).words.map { "its runtime is an older one: \($0)" }
    leftOut = source.leftOut
    authoring = source.authoring
    counts = Counts(
      macros: source.macros.count, tags: source.tags.count, predicates: source.predicates.count,
      rules: source.rules.count)
    wantedIDs = describer.wantedIDs()
    functions = describer.functions()
    tags = describer.tags()
    conditions = describer.conditions()
    rules = describer.rules(conditions)
    variables = describer.variables(tags: tags, conditions: conditions)
    keys = describer.keys()
    events = describer.events(rules: rules, conditions: conditions)
    handlers = describer.handlers()
  }
}

// MARK: - Summary

extension ContainerDescription {
  /// A summary in a few sentences: what its tags do, at which events, and its connection with the
  /// app.
  package var summary: [String] {
    [tagSummary, pausedSummary, eventSummary, valueSummary, handlerSummary].compactMap { $0 }
  }

  private var tagSummary: String {
    if tags.isEmpty { return "It has no tags: it sends nothing and calls nothing." }
    var counts: OrderedDictionary<[String], Int> = [:]
    for tag in tags { counts[action(of: tag.action), default: 0] += 1 }
    let actions = counts.elements.map { action, count in
      "\(count) \(action[count == 1 ? 0 : 1])\(action[2])"
    }
    let never = tags.count { neverReason(of: $0) != nil }
    if tags.count == 1 {
      let action = action(of: tags[0].action)
      return "1 tag, which \(action[0])\(action[2])" + (never > 0 ? "; it can never fire." : ".")
    }
    return "\(Counted.text(tags.count, "tag")): " + Self.names(actions)
      + (never > 0 ? "; \(never) can never fire." : ".")
  }

  private var pausedSummary: String? {
    if pausedTags.isEmpty { return nil }
    let isOne = pausedTags.count == 1
    return "\(Counted.text(pausedTags.count, "more tag")) \(isOne ? "is" : "are") paused, so no "
      + "phone gets \(isOne ? "it" : "them"): "
      + "\(Self.names(pausedTags.map { BoundedWords.cut($0) }))."
  }

  /// Returns the singular and the plural of the verb, and the rest.
  func action(of action: Action) -> [String] {
    switch action {
    case .hit(let type, let property, _, _):
      ["sends", "send", " \(Self.hitWords(type)) to \(property)"]
    case .transaction(let property): ["sends", "send", " a transaction to \(property)"]
    case .request: ["requests", "request", " a URL"]
    case .firebase(let event):
      switch event.action {
      case .measure: ["logs", "log", " an event to Firebase"]
      case .filter: ["changes", "change", " the current event"]
      case .block: ["keeps", "keep", " the current event from Firebase"]
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
    let isOne = tags.count == 1
    let who = isOne ? "It" : "Its tags"
    if firing.contains(where: { $0.verb == nil }) { return "\(who) can fire on every event." }
    if firing.isEmpty { return "\(who) \(isOne ? "fires" : "fire") on no event." }
    return "\(who) can fire on: \(Self.names(firing.map(Self.words)))."
  }

  private var valueSummary: String? {
    let values = variables.filter(\.isForApp)
    if values.isEmpty { return nil }
    return "It has \(Counted.text(values.count, "value")) for the app: "
      + Self.names(values.map(\.name)) + "."
  }

  private var handlerSummary: String? {
    if handlers.isEmpty { return nil }
    return "\(vocabulary.mustHave) \(Self.names(handlers.map(\.function)))."
  }

  // MARK: Names

  /// Returns "openScreen", "any that starts with tap" or "every event".
  static func words(of event: EventHeard) -> String {
    guard let verb = event.verb else { return "every event" }
    return verb == PredicateFunction.equals.words ? event.text : "any that \(verb) \(event.text)"
  }

  /// Describes the effects of the rules for an event: "fires A, B; blocks C".
  func effects(of event: EventHeard) -> String {
    var fired: OrderedSet<Int> = []
    var lacking: OrderedSet<Int> = []
    var blocked: OrderedSet<Int> = []
    for rule in event.rules.prefix(DescriptionLimits.looks) {
      for tag in rules[rule].fires.prefix(DescriptionLimits.looks) {
        if tags[tag].missing == nil { fired.append(tag) } else { lacking.append(tag) }
      }
      blocked.append(contentsOf: rules[rule].blocks.prefix(DescriptionLimits.looks))
    }
    let found = [("fires", fired), ("blocks", blocked), ("cannot run", lacking)]
    let parts = found.compactMap { verb, found -> String? in
      found.isEmpty ? nil : verb + " " + Self.names(found.map { tags[$0].name })
    }
    return parts.isEmpty ? "switches values" : parts.joined(separator: "; ")
  }

  /// Joins names with commas, up to the limit.
  static func names(_ names: [String]) -> String {
    names.listed(upTo: DescriptionLimits.names)
  }
}
