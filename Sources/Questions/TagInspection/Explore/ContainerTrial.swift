public import TagRuntime

/// The events, keys and values that can be tried with an unknown container: the events that its
/// rules listen for, with the keys of the data layer that are read at each, the values that apps
/// read by name, and the functions of the app that it calls.
///
/// For a container of the second generation (v5), the keys are parameters of events, and there are
/// the user properties that it reads.
public struct ContainerTrial: Sendable, Hashable {
  /// A key of the data layer, a parameter of an event or a user property.
  public struct Key: Sendable, Hashable {
    /// The dotted path of a key, or the name of a parameter or a property.
    public var path: String
    /// A value that makes a rule true; nil if none is known.
    public var value: Value?
  }

  /// An event to push.
  public struct Event: Sendable, Hashable {
    /// The name to push: one that a rule listens for, or "anyEvent" for any other event.
    public var name: String
    /// The keys that are read at it: those of conditions first, then those of tags.
    public var keys: [Key] = []
    /// The number of further keys that are read at it.
    public var keysLeftOut = 0
  }

  /// A value that apps read by its name.
  public struct Read: Sendable, Hashable {
    /// The getter that fits the value.
    public var kind: ValueKind
    /// The name of the macro that gives the value; the app passes it to the getter.
    public var key: String
  }

  /// Events that rules listen for, in the order of the rules, at most `eventLimit`.
  public var events: [Event] = []
  /// The number of further events that rules listen for.
  public var eventsLeftOut = 0
  /// The number of rules that listen for an event without a known example.
  public var rulesWithoutExample = 0
  /// Any other event, with every key that the container reads.
  public var other = Event(name: Self.otherName)
  /// Whether a rule that fires tags is also true at the other event, as far as its name matters.
  public var hearsOther = false
  /// The user properties that are read, at most `keyLimit`.
  public var userProperties: [Key] = []
  /// The events that rules listen for and that only Firebase itself may log.
  public var automaticEvents: [String] = []
  /// The values, in container order, at most `readLimit`.
  public var reads: [Read] = []
  /// The number of further values.
  public var readsLeftOut = 0
  /// The names of the functions that macros call, at most `functionLimit`.
  public var macroFunctions: [String] = []
  /// The names of the functions that tags call, at most `functionLimit`.
  public var tagFunctions: [String] = []
  /// Whether it has rules at all: containers of keys and values have none.
  public var hasRules = false

  package static let otherName = "anyEvent"
  package static let eventLimit = 40
  /// The maximum number of keys of one event.
  package static let keyLimit = 20
  package static let readLimit = 200
  package static let functionLimit = 100
  /// The maximum number of scalars in a name or a value; longer ones are left out.
  package static let textLimit = 200

  /// Finds everything that can be tried with a container.
  ///
  /// - Complexity: O(n) in the size of the container for each of the events.
  public init(of container: CompiledContainer) {
    self = ContainerExplorer(container).trial()
  }

  init() {}

  // MARK: Two versions

  /// Adds everything that can be tried with another version, within the same limits.
  ///
  /// - Complexity: O(n²) in the events, the keys and the values, which are bounded.
  package mutating func formUnion(_ trial: ContainerTrial) {
    for event in trial.events {
      if let place = events.firstIndex(where: { $0.name == event.name }) {
        events[place].formUnion(event)
      } else if events.count < Self.eventLimit {
        events.append(event)
      } else {
        eventsLeftOut += 1
      }
    }
    other.formUnion(trial.other)
    for property in trial.userProperties where userProperties.count < Self.keyLimit {
      if !userProperties.contains(where: { $0.path == property.path }) {
        userProperties.append(property)
      }
    }
    for read in trial.reads where !reads.contains(where: { $0.key == read.key }) {
      if reads.count < Self.readLimit { reads.append(read) } else { readsLeftOut += 1 }
    }
    macroFunctions = Self.union(macroFunctions, trial.macroFunctions, Self.functionLimit)
    tagFunctions = Self.union(tagFunctions, trial.tagFunctions, Self.functionLimit)
    automaticEvents = Self.union(automaticEvents, trial.automaticEvents, Self.eventLimit)
    rulesWithoutExample = max(rulesWithoutExample, trial.rulesWithoutExample)
    hearsOther = hearsOther || trial.hearsOther
    hasRules = hasRules || trial.hasRules
  }

  private static func union(_ names: [String], _ others: [String], _ limit: Int) -> [String] {
    Array((names + others.filter { !names.contains($0) }).prefix(limit))
  }
}

extension ContainerTrial.Event {
  /// Adds the keys that another version reads at the event.
  fileprivate mutating func formUnion(_ event: ContainerTrial.Event) {
    for key in event.keys where !keys.contains(where: { $0.path == key.path }) {
      // A key that contains another one, or is inside it, cannot be a field beside it.
      if keys.contains(where: { Self.isWithin($0.path, key.path) }) { continue }
      if keys.count < ContainerTrial.keyLimit { keys.append(key) } else { keysLeftOut += 1 }
    }
  }

  private static func isWithin(_ first: String, _ second: String) -> Bool {
    first.hasPrefix(second + ".") || second.hasPrefix(first + ".")
  }
}
