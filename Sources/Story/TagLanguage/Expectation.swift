public import TagRuntime
public import TagSimulation

/// An expectation of a scenario about the world.
public enum Expectation: Sendable, Hashable {
  /// The expected outcome of a tag, such as `fired 2x` or `not fired because "blocked"`.
  public enum TagOutcome: Sendable, Hashable {
    /// It fired: this number of times, or at least once.
    case fired(times: Int?)
    /// It did not fire, for a reason that contains this text.
    case notFired(because: String?)
  }

  /// The expected state of a value.
  public struct ValueState: Sendable, Hashable {
    /// The name of a macro, as the app passes it to the getter.
    public var key: String
    /// The comparison with the expected value.
    public var comparison: Comparison<Value>
    /// The getter to read with, or nil for the one that suits the expected value.
    public var kind: ValueKind?
    /// The expected source of the value, or nil for any.
    public var source: ContainerSource?
    /// The container, or nil for the app's first.
    public var id: String?
  }

  /// The expected state of a container: details of an open one, or closed. At least one property is
  /// set.
  public struct ContainerState: Sendable, Hashable {
    /// The expected source, such as `network`, or nil for any.
    public var source: ContainerSource?
    /// The expected version as text, such as "43", or nil for any.
    public var version: String?
    /// The time since its last refresh.
    public var age: Comparison<Duration>?
    /// Whether it must not be open.
    public var isClosed = false
    /// The container, or nil for the app's first.
    public var id: String?
  }

  /// A notification of the SDK to the app.
  public enum Callback: Sendable, Hashable {
    /// The SDK handed out the container: in this way, or in any.
    case available(HandingOut?)
    /// A refresh began.
    case refreshBegin(RefreshKind?)
    /// A refresh succeeded.
    case refreshSuccess(RefreshKind?)
    /// A refresh failed: for this reason, or for any.
    case refreshFailure(RefreshKind?, RefreshFailure?)
  }

  /// The expected calls of a handler or a class of the app.
  public struct CallState: Sendable, Hashable {
    /// The name of the function, or the path of the class.
    public var name: String
    /// A part of the arguments; nil is any.
    public var arguments: Value?
    /// The number of calls; nil is at least one.
    public var times: Int?
    /// The container that calls, or nil for any.
    public var id: String?
  }

  /// The origin of log lines.
  public enum LogChoice: Sendable, Hashable {
    /// Any origin, at any level.
    case any
    case sdk(LogLevel)
    /// The app's own code.
    case app
    /// Hints of tagsim.
    case tagsim
  }

  /// The hit that an expectation refers to.
  public enum HitChoice: Sendable, Hashable {
    /// The newest hit.
    case last
    /// The hit with this number on the phone.
    case number(Int64)
    /// The newest hit that a tag made.
    case ofTag(String)
  }

  /// The expected state of a hit.
  public enum HitState: Sendable, Hashable {
    /// A field compares with a value; a missing field compares as nil.
    case field(String, Comparison<String>)
    /// It does not have a field.
    case noField(String)
    case waiting
    /// The collector received it.
    case sent
    /// The collector received it after its cutoff.
    case late
    case lost
    /// A report contains it, for its day or for a later one.
    case reported
    /// The collector accepted it, and no report contains it: for any reason, or for one with these
    /// words.
    case notReported(because: String?)
  }

  /// The expected data in Braze on this phone.
  public enum BrazeState: Sendable, Hashable {
    /// An event with a name and at least these properties was logged: this number of times, or at
    /// least once.
    case event(name: String, properties: Value?, times: Int?)
    /// An attribute of the current user compares with a value, and has a type.
    case attribute(key: String, Comparison<Value>, BrazeValue.Kind?)
    /// The current user has an id; nil is the anonymous user.
    case user(id: String?)
    case events(Comparison<Int>)
  }

  /// A tag fired or did not at the events of the last act that caused any: in one container, or in
  /// all open ones.
  case tag(name: String, TagOutcome, id: String? = nil)
  /// The outcome of Firebase events in the last act that caused any event.
  case event(EventState)
  /// The value of a user property, or null if it is not set.
  case userProperty(String, Comparison<Value>)
  /// The state of Firebase itself.
  case firebase(FirebaseExpectation)
  case value(ValueState)
  /// The open container.
  case container(ContainerState)
  /// A notification of the SDK in the last act that caused one: this number of times, or at least
  /// once.
  case callback(Callback, times: Int? = nil, id: String?)
  /// A call of the app's code at the events of the last act that caused any, or in a read since.
  case call(CallState)
  /// A line on the phone's screen.
  case screen(Comparison<String>)
  /// The number of refreshes that the app may request now.
  case tokens(Comparison<Int>, id: String?)
  /// A line of the last act that matches a pattern.
  case log(LogChoice, pattern: String)
  /// The number of waiting hits, in one queue or in all.
  case queue(size: Comparison<Int>, of: HitQueue? = nil)
  /// The number of sent hits, of one queue or of all.
  case sent(Comparison<Int>, of: HitQueue? = nil)
  /// The number of lost hits, for a reason or for any, of one queue or of all.
  case lost(Comparison<Int>, because: HitLoss.Kind? = nil, of: HitQueue? = nil)
  /// The number of hits that reached the collector after the cutoff of their day.
  case late(Comparison<Int>)
  /// The number of hits that the collector accepted and no report contains.
  case unreported(Comparison<Int>)
  /// The number of hits that the collector received again.
  case duplicates(Comparison<Int>)
  case requests(Comparison<Int>)
  /// Whether hits are sent periodically.
  case periodic(Bool)
  /// The last result that a completion handler received.
  case completion(DispatchResult)
  /// A field of a hit, or its outcome.
  case hit(HitChoice, HitState)
  /// The data in Braze.
  case braze(BrazeState)
  /// The content of the data layer: all of it, or a part.
  case data(Value, exactly: Bool)
  /// All pushes so far are as the plan of the header says; or the last act that caused events
  /// deviates, in words with this text.
  case plan(deviates: String?)
}

// MARK: - Firebase

extension Expectation {
  /// The possible outcomes of a Firebase event.
  public enum EventFate: String, Sendable, Hashable, CaseIterable {
    /// The app or Firebase logged it, and Firebase accepted it.
    case logged
    /// Firebase rejected it.
    case dropped
    case suppressed
    /// It reached Firebase: as it was logged, or logged by a tag.
    case passed
  }

  /// The expected outcome of the events with a name.
  public struct EventState: Sendable, Hashable {
    /// The name of the events; for Firebase's own events, the long form.
    public var name: String
    /// The outcome of the events.
    public var fate: EventFate
    /// The number of events; nil is at least one.
    public var times: Int?
    /// The error code of Firebase for them; nil is any or none.
    public var code: Int?
    /// A part of their parameters; nil is any.
    public var parameters: Value?
  }

  /// The expected state of Firebase itself.
  public enum FirebaseExpectation: Sendable, Hashable {
    /// It reported an error with this code for an event of the last act; nil is no error at all.
    case error(Int?)
    /// Whether it sends events at once.
    case debug(Bool)
    /// Whether it logs at all.
    case collection(Bool)
    /// The user's id; nil is no id.
    case userID(String?)
    /// The number of the session, counted from the installation.
    case session(Comparison<Int>)
  }
}

/// A comparison with an expected value, such as `== 3` or `< 12h`.
public struct Comparison<Operand: Sendable & Hashable>: Sendable, Hashable {
  /// The operator between the actual value on its left and the expected one on its right.
  public var sign: ComparisonOperator
  /// The expected value.
  public var operand: Operand

  /// Creates a comparison from its operator and the expected value.
  package init(_ sign: ComparisonOperator, _ operand: Operand) {
    self.sign = sign
    self.operand = operand
  }
}

extension Comparison where Operand: Comparable {
  /// Whether an actual value fulfils the comparison.
  package func holds(for actual: Operand) -> Bool { sign.holds(actual, operand) }
}

/// An operator that compares two values, or searches a pattern in a text.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  /// Less or equal.
  case lessOrEqual = "<="
  case greater = ">"
  /// Greater or equal.
  case greaterOrEqual = ">="
  /// The text contains a match of the pattern.
  case found = "~"
  /// The text contains no match of the pattern.
  case notFound = "!~"

  static let ordering = allCases.filter { !$0.isPattern }
  static let ofTexts: [ComparisonOperator] = [.equal, .notEqual, .found, .notFound]

  package var isPattern: Bool { self == .found || self == .notFound }

  /// Whether the comparison of two values is true.
  package func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .found, .notFound: preconditionFailure("a pattern is searched for, not compared")
    }
  }
}
