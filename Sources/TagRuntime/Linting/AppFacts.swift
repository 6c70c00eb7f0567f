public import OrderedCollections

/// What is known of the app that uses a container: what it pushes, reads and registers. Scenarios
/// and app descriptions tell it.
public struct AppFacts: Sendable, Hashable {
  /// What is pushed under one path of the data layer.
  public struct Pushed: Sendable, Hashable {
    /// The texts of the values that are known.
    public var texts: OrderedSet<String>
    /// Whether other values may be pushed, too.
    public var isOpen: Bool

    /// Creates what is pushed.
    public init(texts: OrderedSet<String> = [], isOpen: Bool = false) {
      self.texts = texts
      self.isOpen = isOpen
    }

    static func merged(_ own: Pushed, _ other: Pushed) -> Pushed {
      Pushed(texts: own.texts.union(other.texts), isOpen: own.isOpen || other.isOpen)
    }
  }

  /// Where the facts come from, such as "apps/shop.app".
  public var source: String
  /// What is pushed, by the dotted path.
  public var pushes: OrderedDictionary<String, Pushed> = [:]
  /// The events that are pushed when the app is launched, and at no other time.
  public var launchEvents: OrderedSet<String> = []
  /// The events that are pushed at other times.
  public var laterEvents: OrderedSet<String> = []
  /// Whether events may be pushed whose names are not known.
  public var hasOtherEvents = false
  /// The events that are logged with Firebase.
  public var loggedEvents: OrderedSet<String> = []
  /// Whether events may be logged whose names are not known.
  public var hasOtherLoggedEvents = false
  /// The parameters of events that are logged with Firebase, by their names.
  public var parameters: OrderedDictionary<String, Pushed> = [:]
  /// The user properties that are set with Firebase, by their names.
  public var userProperties: OrderedDictionary<String, Pushed> = [:]
  /// The paths of the classes that containers of the second generation may name.
  public var classes: OrderedSet<String> = []
  /// The names of the function-call tags that it registers.
  public var tagFunctions: OrderedSet<String> = []
  /// The names of the function-call macros that it registers.
  public var macroFunctions: OrderedSet<String> = []
  /// The keys that it reads from the container.
  public var reads: OrderedSet<String> = []
  /// Further keys whose values a scenario looks at.
  public var looks: OrderedSet<String> = []
  /// Whether the container is one that comes with the app.
  public var isDefault = false
  /// Whether the container is one that arrives while the app runs: saved, published or a draft.
  public var isLoaded = false

  /// Creates facts that say nothing.
  public init(source: String) { self.source = source }

  /// Notes that a value is pushed under a path, with what is in it.
  ///
  /// - Complexity: O(n) in the size of the value.
  public mutating func push(_ value: Value, at path: String) {
    guard case .map(let members) = value, !members.isEmpty else {
      pushes[path, default: Pushed()].texts.append(ValueConversion.text(value))
      return
    }
    for (key, value) in members.elements { push(value, at: path + "." + key) }
  }

  /// Notes that any value may be pushed under a path.
  public mutating func pushAnything(at path: String) {
    pushes[path, default: Pushed()].isOpen = true
  }

  /// Adds what another source tells.
  public mutating func merge(_ other: AppFacts) {
    pushes.merge(other.pushes, uniquingKeysWith: Pushed.merged)
    parameters.merge(other.parameters, uniquingKeysWith: Pushed.merged)
    userProperties.merge(other.userProperties, uniquingKeysWith: Pushed.merged)
    loggedEvents.formUnion(other.loggedEvents)
    hasOtherLoggedEvents = hasOtherLoggedEvents || other.hasOtherLoggedEvents
    laterEvents.formUnion(other.laterEvents)
    launchEvents = launchEvents.union(other.launchEvents).subtracting(laterEvents)
    hasOtherEvents = hasOtherEvents || other.hasOtherEvents
    classes.formUnion(other.classes)
    tagFunctions.formUnion(other.tagFunctions)
    macroFunctions.formUnion(other.macroFunctions)
    reads.formUnion(other.reads)
    looks.formUnion(other.looks)
    isDefault = isDefault || other.isDefault
    isLoaded = isLoaded || other.isLoaded
    if source != other.source, !source.hasSuffix(" and others") { source += " and others" }
  }

  /// Whether something is pushed under a path, around it or below it.
  func mayHave(_ path: String) -> Bool {
    pushes.elements.contains { pushed, what in
      pushed == path || pushed.hasPrefix(path + ".")
        || (what.isOpen && path.hasPrefix(pushed + "."))
    }
  }
}
