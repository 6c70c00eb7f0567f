public import TagRuntime
public import TagSimulation

/// Something a scenario expects of the world.
public enum Expectation: Sendable, Hashable {
  /// What a tag did.
  public enum TagOutcome: Sendable, Hashable {
    /// It fired: so many times, or at least once.
    case fired(times: Int?)
    /// It did not fire, for a reason of which this text is a part.
    case notFired(because: String?)
  }

  /// What a value is.
  public struct ValueState: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The comparison with the expected value.
    public var comparison: Comparison<Value>
    /// The getter to read with, or nil for the one that suits the expected value.
    public var kind: ValueKind?
    /// Where the value must come from, or nil for anywhere.
    public var source: ContainerSource?
    /// The container, or nil for the app's first.
    public var id: String?

    /// Creates an expectation of a value.
    package init(
      key: String, comparison: Comparison<Value>, kind: ValueKind? = nil,
      source: ContainerSource? = nil, id: String? = nil
    ) {
      self.key = key
      self.comparison = comparison
      self.kind = kind
      self.source = source
      self.id = id
    }
  }

  /// What an open container is, or that it is closed. At least one of these is there.
  public struct ContainerState: Sendable, Hashable {
    /// Where it comes from.
    public var source: ContainerSource?
    /// Its version.
    public var version: String?
    /// The time since its last refresh.
    public var age: Comparison<Duration>?
    /// Whether it must not be open.
    public var isClosed: Bool
    /// The container, or nil for the app's first.
    public var id: String?

    /// Creates an expectation of a container.
    package init(
      source: ContainerSource? = nil, version: String? = nil, age: Comparison<Duration>? = nil,
      isClosed: Bool = false, id: String? = nil
    ) {
      self.source = source
      self.version = version
      self.age = age
      self.isClosed = isClosed
      self.id = id
    }
  }

  /// What the SDK told the app, or its own opener.
  public enum Callback: Sendable, Hashable {
    /// The container was handed out: in this way, or in any.
    case available(HandingOut?)
    /// A refresh began.
    case refreshBegin(RefreshKind?)
    /// A refresh succeeded.
    case refreshSuccess(RefreshKind?)
    /// A refresh failed: for this reason, or for any.
    case refreshFailure(RefreshKind?, RefreshFailure?)
  }

  /// What is expected of the calls of a handler or a class of the app.
  public struct CallState: Sendable, Hashable {
    /// The name of the function, or the path of the class.
    public var name: String
    /// A part of the arguments; nil is any.
    public var arguments: Value?
    /// How many calls; nil is at least one.
    public var times: Int?
    /// The container that calls, or nil for any.
    public var id: String?

    /// Creates an expectation of calls.
    package init(name: String, arguments: Value? = nil, times: Int? = nil, id: String? = nil) {
      self.name = name
      self.arguments = arguments
      self.times = times
      self.id = id
    }
  }

  /// Whose lines of the log are meant.
  public enum LogChoice: Sendable, Hashable {
    /// Those of anybody, at any level.
    case any
    /// Those of the SDK at a level.
    case sdk(LogLevel)
    /// Those that the app's own code prints.
    case app
    /// Hints of ours.
    case tagsim
  }

  /// Which hit is meant.
  public enum HitChoice: Sendable, Hashable {
    /// The one that was made last.
    case last
    /// The one of this number on the phone.
    case number(Int64)
    /// The newest that a tag made.
    case ofTag(String)
  }

  /// What is expected of a hit.
  public enum HitState: Sendable, Hashable {
    /// A field compares to a value; nil is a field that it does not have.
    case field(String, Comparison<String>)
    /// It does not have a field.
    case noField(String)
    /// It waits on the phone.
    case waiting
    /// The collector has it.
    case sent
    /// The collector has it, after its cutoff.
    case late
    /// It is lost.
    case lost
    /// It is in a report, of its day or of a later one.
    case reported
    /// The collector took it, and it is in no report: for any reason, or for one with these words.
    case notReported(because: String?)
  }

  /// What Braze was given on this phone.
  public enum BrazeState: Sendable, Hashable {
    /// An event of a name was logged with at least these properties: so many times, or at least
    /// once.
    case event(name: String, properties: Value?, times: Int?)
    /// An attribute of the present user compares to a value, and is of a type.
    case attribute(key: String, Comparison<Value>, BrazeValue.Kind?)
    /// The present user has an id; nil is the anonymous one.
    case user(id: String?)
    /// How many events were logged.
    case events(Comparison<Int>)
  }

  /// A tag fired or did not at the events of the last act that brought any: in one container, or in
  /// all that are open.
  case tag(name: String, TagOutcome, id: String? = nil)
  /// What became of events of Firebase in the last act that brought any event.
  case event(EventState)
  /// A user property: what it is, or null where it is not set.
  case userProperty(String, Comparison<Value>)
  /// Firebase itself.
  case firebase(FirebaseExpectation)
  /// A value of the container.
  case value(ValueState)
  /// The open container.
  case container(ContainerState)
  /// What the SDK told in the last act that made it tell something: so many times, or at least
  /// once.
  case callback(Callback, times: Int? = nil, id: String?)
  /// A call of the app's own code at the events of the last act that brought any, or in a read
  /// since.
  case call(CallState)
  /// A line on the phone's screen.
  case screen(Comparison<String>)
  /// How many refreshes the app may ask for now.
  case tokens(Comparison<Int>, id: String?)
  /// A line of the last act that matches a pattern.
  case log(LogChoice, pattern: String)
  /// How many hits wait, in one queue or in all.
  case queue(size: Comparison<Int>, of: HitQueue? = nil)
  /// How many hits were sent, of one queue or of all.
  case sent(Comparison<Int>, of: HitQueue? = nil)
  /// How many hits were lost, for a reason or for any, of one queue or of all.
  case lost(Comparison<Int>, because: HitLoss.Kind? = nil, of: HitQueue? = nil)
  /// How many hits reached the collector after the cutoff of their day.
  case late(Comparison<Int>)
  /// How many hits the collector took that are in no report.
  case unreported(Comparison<Int>)
  /// How often the collector was given a hit that it had.
  case duplicates(Comparison<Int>)
  /// How many requests carried hits.
  case requests(Comparison<Int>)
  /// Whether hits are sent from time to time.
  case periodic(Bool)
  /// What a completion handler heard last.
  case completion(DispatchResult)
  /// A hit: what a field of it is, or what became of it.
  case hit(HitChoice, HitState)
  /// What Braze was given.
  case braze(BrazeState)
  /// The data layer: the whole of it, or a part.
  case data(Value, exactly: Bool)
}

// MARK: - Firebase

extension Expectation {
  /// What can become of an event of Firebase.
  public enum EventFate: String, Sendable, Hashable, CaseIterable {
    /// The app or Firebase logged it, and Firebase took it.
    case logged
    /// Firebase did not take it.
    case dropped
    /// A tag kept it from Firebase.
    case suppressed
    /// It went on to Firebase: as it was logged, or logged by a tag.
    case passed
  }

  /// What is expected of the events of one name.
  public struct EventState: Sendable, Hashable {
    /// The name, that of Firebase's own events in its long form.
    public var name: String
    /// What became of them.
    public var fate: EventFate
    /// How many they are; nil is at least one.
    public var times: Int?
    /// The code of what Firebase has against them; nil is any or none.
    public var code: Int?
    /// A part of their parameters; nil is any.
    public var parameters: Value?

    /// Creates an expectation of events.
    package init(
      name: String, fate: EventFate, times: Int? = nil, code: Int? = nil,
      parameters: Value? = nil
    ) {
      self.name = name
      self.fate = fate
      self.times = times
      self.code = code
      self.parameters = parameters
    }
  }

  /// What is expected of Firebase itself.
  public enum FirebaseExpectation: Sendable, Hashable {
    /// It has something of this code against an event of the last act; nil is nothing at all.
    case error(Int?)
    /// Whether it sends events at once.
    case debug(Bool)
    /// Whether it logs at all.
    case collection(Bool)
    /// The user's id; nil is none.
    case userID(String?)
    /// The number of the session, counted from the installation.
    case session(Comparison<Int>)
  }
}

/// A comparison with something that is expected, such as `== 3` or `< 12h`.
public struct Comparison<Operand: Sendable & Hashable>: Sendable, Hashable {
  /// How to compare.
  public var sign: ComparisonOperator
  /// What to compare with.
  public var operand: Operand

  /// Creates a comparison.
  package init(_ sign: ComparisonOperator, _ operand: Operand) {
    self.sign = sign
    self.operand = operand
  }
}

extension Comparison where Operand: Comparable {
  /// Whether an actual value fulfils the comparison.
  package func holds(for actual: Operand) -> Bool { sign.holds(actual, operand) }
}

/// How two values are compared, or what a pattern has to do with a text.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// Equal.
  case equal = "=="
  /// Not equal.
  case notEqual = "!="
  /// Less.
  case less = "<"
  /// Less or equal.
  case lessOrEqual = "<="
  /// Greater.
  case greater = ">"
  /// Greater or equal.
  case greaterOrEqual = ">="
  /// The pattern is found in the text.
  case found = "~"
  /// The pattern is not found in the text.
  case notFound = "!~"

  /// The signs that compare values.
  static let ordering = allCases.filter { !$0.isPattern }
  /// The signs that are for texts.
  static let ofTexts: [ComparisonOperator] = [.equal, .notEqual, .found, .notFound]

  /// Whether it is for a pattern.
  package var isPattern: Bool { self == .found || self == .notFound }

  /// Whether the comparison of two values holds.
  package func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .found, .notFound: preconditionFailure("a pattern is looked for, and not compared")
    }
  }
}
