public import OrderedCollections

/// One update on its way through the data layer and the open containers.
public struct UpdateRecord: Sendable {
  /// The effect of the update in one container.
  public struct Firing: Sendable, Hashable {
    /// The public id of the container.
    public var container: String
    /// The tags that its event triggered.
    public var tags: [FiredTag]
    /// The number of tags in the container.
    public var tagCount: Int
    /// How often the app's own code was asked for the value of a macro.
    package var asked = 0
    /// How many tags really fired.
    public var firedCount: Int { tags.count(where: \.didFire) }
  }

  /// The source of a push.
  public enum Origin: Sendable, Hashable {
    case app
    /// The app's handler of a function-call tag, by its function.
    case handler(String)
    /// A tag that writes to the data layer, by its name.
    case tag(String)
    /// A macro that pushes after its evaluation, by its name.
    case macro(String)
    /// An experiment of a container that came into use.
    case experiment
    /// An earlier process, whose push requested that its values last.
    case restored
    /// Firebase, which logs some events by itself.
    case firebase
    /// Tag Manager itself, once it has loaded a container.
    case tagManager
  }

  /// The update as it was pushed.
  public var update: OrderedDictionary<String, Value>
  /// The event, if the update has one at its top level.
  public var event: String?
  /// The source of the push.
  public var origin: Origin
  /// The reason why it was refused; nil if it was accepted.
  public var rejection: PushRejection?
  /// The outcome if it is an event of Firebase (v5); nil in the first generation.
  public var firebase: FirebaseOutcome?
  /// The effects, container by container in the order of opening; empty without an event.
  public var firings: [Firing] = []
  /// While tracing: the data layer right after this update.
  public var dataLayer: DataLayer?
  /// While tracing: the state of Firebase right after this event.
  public var firebaseState: FirebaseState?
  /// While tracing: every tag with its reason, parallel to `firings`.
  public var explanations: [EventExplanation] = []
}

extension UpdateRecord {
  /// Creates the record of an event of Firebase before any container has seen it.
  init(of outcome: FirebaseOutcome) {
    self.init(
      update: outcome.logged.parameters, event: outcome.logged.longName,
      origin: outcome.source.origin)
  }
}

extension FirebaseOutcome.Source {
  fileprivate var origin: UpdateRecord.Origin {
    switch self {
    case .app: .app
    case .automatic: .firebase
    case .container: .tagManager
    }
  }
}
