public import OrderedCollections
public import TagRuntime

/// The Braze SDK of a phone: all calls to it, in order.
///
/// It outlasts the process, as the SDK stores its user and its unsent data; only removing the app
/// deletes it. Braze's servers are not simulated, so an anonymous user stays separate from the
/// users that are named later, though the servers may join them.
public struct Braze: Sendable, Hashable {
  /// Every call of a provider, in order; at most `BrazeLimits.calls`.
  public private(set) var entries = SharedList<BrazeEntry>()

  /// Creates an SDK without any calls.
  package init() {}

  /// All users that it knows, in the order of their first appearance; the anonymous user is the
  /// first.
  ///
  /// - Complexity: O(n) in the calls.
  public var users: [BrazeUser] { state.users }

  /// The current user, to whom further calls apply.
  ///
  /// - Complexity: O(n) in the calls.
  public var user: BrazeUser {
    let state = state
    return state.users[state.current]
  }

  /// The events of all users, in order.
  ///
  /// - Complexity: O(n) in the calls.
  public var events: [BrazeUser.Event] {
    entries.compactMap { entry in
      guard case .logEvent(let name, let properties)? = entry.taken else { return nil }
      return BrazeUser.Event(
        name: name, properties: properties, wall: entry.wall, call: entry.number)
    }
  }

  private var state: (users: [BrazeUser], current: Int) {
    var users = [BrazeUser()]
    var current = 0
    for entry in entries {
      switch entry.taken {
      case .changeUser(let id)?:
        current = users.firstIndex { $0.id == id } ?? users.count
        if current == users.count { users.append(BrazeUser(id: id)) }
      case .setAttribute(let key, let value)?:
        users[current].attributes[key] = BrazeUser.Attribute(value: value, call: entry.number)
      case .logEvent(let name, let properties)?:
        users[current].events.append(
          BrazeUser.Event(
            name: name, properties: properties, wall: entry.wall, call: entry.number))
      case .initialize?, nil: break
      }
    }
    return (users, current)
  }

  /// Runs a provider with the parameters of a call, and stores the outcome.
  ///
  /// - Parameters:
  ///   - provider: the provider of the app.
  ///   - mapping: the parameters that it reads.
  ///   - call: the call of the app's code.
  ///   - wall: the time, by the wall clock.
  ///   - row: the number of the row in the event list that it belongs to.
  ///   - hasInstance: whether the app has made an instance of the SDK.
  /// - Returns: the entry; once `BrazeLimits.calls` are stored it is refused and not stored.
  /// - Complexity: O(n) in the size of the parameters.
  @discardableResult
  package mutating func run(
    _ provider: BrazeProvider, by mapping: BrazeMapping = .guide, for call: HostCall,
    at wall: WallTime, row: Int, hasInstance: Bool = true
  ) -> BrazeEntry {
    let outcome = provider.outcome(of: call.request.parameters, by: mapping)
    var entry = BrazeEntry(
      number: entries.count + 1, wall: wall, row: row, call: call, provider: provider,
      mapping: mapping, outcome: outcome)
    guard entries.count < BrazeLimits.calls else {
      entry.verdict = .refused(.full)
      return entry
    }
    if case .calls(let asked) = outcome {
      let isHeard = hasInstance || asked == .initialize
      entry.verdict = isHeard ? BrazeChecker.verdict(on: asked) : .refused(.noInstance)
    }
    entries.append(entry)
    return entry
  }
}

/// One call of a provider on a phone, with its outcome.
public struct BrazeEntry: Sendable, Hashable {
  /// Its number on this installation, from 1.
  public var number: Int
  /// The time of the call, by the wall clock.
  public var wall: WallTime
  /// The number of the row in the event list that it belongs to.
  public var row: Int
  /// The call of the app's code: the tag, the event and the parameters.
  public var call: HostCall
  /// The provider of the app.
  public var provider: BrazeProvider
  /// The parameters that the provider reads.
  public var mapping: BrazeMapping = .guide
  /// The provider's outcome for the parameters.
  public var outcome: BrazeOutcome
  /// The SDK's verdict on it; nil if the provider did not call the SDK.
  public var verdict: BrazeVerdict?

  /// The call that the SDK accepted; nil for none.
  public var taken: BrazeCall? {
    if case .taken(let call, _)? = verdict { call } else { nil }
  }

  /// The reason why the call had no effect; nil if Braze accepted it.
  package var missedReason: String? {
    switch (outcome, verdict) {
    case (.calls(let asked), .refused(let refusal)?):
      "Braze refused \(asked.title): \(refusal.sentence)"
    case (.nothing(let idleness), _): "the provider did nothing: \(idleness.sentence(by: mapping))"
    case (.raises(let reason), _): "the provider raised: \(reason)"
    case (.calls, .taken?), (.calls, nil): nil
    }
  }

  /// The outcome for the provider in the other language; nil if it is the same.
  ///
  /// - Complexity: O(n) in the parameters.
  package var otherOutcome: BrazeOutcome? {
    let other = provider.other.outcome(of: call.request.parameters, by: mapping)
    return other == outcome ? nil : other
  }
}

/// Braze's data about one user of a phone.
public struct BrazeUser: Sendable, Hashable {
  /// A custom attribute, and the number of the call that last set it.
  public struct Attribute: Sendable, Hashable {
    /// The value with its type.
    public var value: BrazeValue
    /// The number of the `BrazeEntry` that last set it, from 1.
    public var call: Int
  }

  /// A custom event, and the call that logged it.
  public struct Event: Sendable, Hashable {
    /// The name that the app logged, cut to `BrazeLimits.characters`.
    public var name: String
    /// The properties that Braze accepted, in the order in which the app gave them.
    public var properties: OrderedDictionary<String, Value>
    /// The time of the event, by the wall clock.
    public var wall: WallTime
    /// The number of the `BrazeEntry` that logged it, from 1.
    public var call: Int
  }

  /// The id that the app gave; nil for the anonymous user.
  public var id: String?
  /// The attributes, in the order in which they were first set.
  public internal(set) var attributes: OrderedDictionary<String, Attribute> = [:]
  /// The events, in order.
  public internal(set) var events: [Event] = []

  /// The id in quotes, or `anonymous`.
  public var name: String { id.map(\.quoted) ?? "anonymous" }
}

/// A part of an accepted call that Braze cuts or leaves out.
public enum BrazeChange: Sendable, Hashable {
  /// A name, a key or a text was cut; `characters` is its original length.
  case cut(String, characters: Int)
  /// A list was cut; `elements` is its original length.
  case shortened(elements: Int)
  case leftOut(key: String, BrazeRefusal)

  /// The change, and its reason.
  public var sentence: String {
    switch self {
    case .cut(let what, let characters):
      "\(what) is cut from \(characters) to \(BrazeLimits.characters) characters"
    case .shortened(let elements):
      "the list is cut from \(elements) to \(BrazeLimits.arrayElements) elements"
    case .leftOut(let key, let refusal):
      "the property \(key.quoted) is left out: \(refusal.sentence)"
    }
  }
}
