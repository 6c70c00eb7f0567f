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
    public init(
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
    public init(
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

  /// Which hit is meant.
  public enum HitChoice: Sendable, Hashable {
    /// The one that was made last.
    case last
    /// The one of this number on the phone.
    case number(Int64)
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
  /// A value of the container.
  case value(ValueState)
  /// The open container.
  case container(ContainerState)
  /// What the SDK told since the last act that made it tell something.
  case callback(Callback, id: String?)
  /// How many refreshes the app may ask for now.
  case tokens(Comparison<Int>, id: String?)
  /// A line that the SDK logged at a level in the last act and that matches a pattern; without a
  /// level it is a hint of ours.
  case log(LogLevel?, pattern: String)
  /// How many hits wait.
  case queue(size: Comparison<Int>)
  /// How many hits were sent.
  case sent(Comparison<Int>)
  /// How many hits were lost, for a reason or for any.
  case lost(Comparison<Int>, because: HitLoss.Kind? = nil)
  /// How many hits reached the collector after the cutoff of their day.
  case late(Comparison<Int>)
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
