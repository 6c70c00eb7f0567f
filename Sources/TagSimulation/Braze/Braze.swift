import OrderedCollections
public import TagRuntime

/// The Braze SDK of a phone: everything that was asked of it, in order.
///
/// It outlasts the process, as the SDK keeps its user and what it has yet to send; only removing the
/// app ends it. What Braze's servers make of it is not simulated, so an anonymous user stays one
/// beside the users that are named later, where the servers may join them.
public struct Braze: Sendable, Hashable {
  /// Every call of a provider, in order; at most `BrazeLimits.calls`.
  public private(set) var entries: [BrazeEntry] = []

  /// Nothing was asked yet.
  public init() {}

  /// Everybody whom it knows, in the order of their first time; the anonymous user is the first.
  ///
  /// - Complexity: O(n) in the calls.
  public var users: [BrazeUser] { state.users }

  /// The user to whom what comes now belongs.
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
      case nil: break
      }
    }
    return (users, current)
  }

  /// Lets a provider run with the parameters of a call, and keeps what came of it.
  ///
  /// - Parameters:
  ///   - provider: the provider of the app.
  ///   - call: the call of the app's code.
  ///   - wall: when, by the wall clock.
  ///   - row: the number of the row in the event list that it belongs to.
  /// - Returns: what came of it; once `BrazeLimits.calls` are kept it is refused and not kept.
  /// - Complexity: O(n) in the size of the parameters.
  @discardableResult
  public mutating func run(
    _ provider: BrazeProvider, for call: HostCall, at wall: WallTime, row: Int
  ) -> BrazeEntry {
    let outcome = provider.outcome(of: call.request.parameters)
    var entry = BrazeEntry(
      number: entries.count + 1, wall: wall, row: row, call: call, provider: provider,
      outcome: outcome)
    guard entries.count < BrazeLimits.calls else {
      entry.verdict = .refused(.full)
      return entry
    }
    if case .calls(let asked) = outcome { entry.verdict = BrazeChecker.verdict(on: asked) }
    entries.append(entry)
    return entry
  }
}
