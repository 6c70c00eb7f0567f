public import OrderedCollections

/// An event of Firebase Analytics.
public struct FirebaseEvent: Sendable, Hashable {
  /// The name as Firebase stores it: its own events by their short names, such as `_vs`.
  public var name: String
  /// The parameters: texts, integers, doubles, and lists of maps for items.
  public var parameters: OrderedDictionary<String, Value>
  /// The time at which it was logged, by the wall clock.
  public var logged: WallTime
  /// The time at which the previous event of the same name was stored, once this one is on its way;
  /// nil for the first.
  public var previous: WallTime?

  /// Creates an event without a previous one of its name.
  public init(
    name: String, parameters: OrderedDictionary<String, Value> = [:],
    logged: WallTime = WallTime(milliseconds: 0)
  ) {
    self.name = name
    self.parameters = parameters
    self.logged = logged
  }

  /// The name as users write it: `screen_view` for `_vs`.
  public var longName: String { FirebaseNames.long(name) }
}

/// The two names of Firebase's own events: the short one that it stores and sends, and the long one
/// of its documentation, which apps log and containers compare.
///
/// Source: Firebase §1.3; the table of the function `__e`.
package enum FirebaseNames {
  private static let pairs: OrderedDictionary<String, String> = [
    "_f": "first_open", "_v": "first_visit", "_iap": "in_app_purchase",
    "_e": "user_engagement", "_s": "session_start", "_ssr": "session_start_with_rollout",
    "_au": "app_update", "_ui": "app_remove", "_ab": "app_background", "_ou": "os_update",
    "_cd": "app_clear_data", "_ae": "app_exception", "_err": "error",
    "_nf": "notification_foreground",
    "_nr": "notification_receive", "_no": "notification_open", "_nd": "notification_dismiss",
    "_cmp": "firebase_campaign", "_cmpx": "invalid_campaign", "_vs": "screen_view",
    "_ar": "ad_reward", "_asr": "app_store_refund", "_assc": "app_store_subscription_convert",
    "_assr": "app_store_subscription_renew", "_asse": "app_store_subscription_cancel",
  ]
  private static let shortOfLong = OrderedDictionary(
    uniqueKeysWithValues: pairs.elements.map { ($0.value, $0.key) })

  /// The long names of Firebase's own events.
  package static let automatic = OrderedSet(pairs.values)

  /// Returns the long name of a short one; other names stay as they are.
  package static func long(_ name: String) -> String { pairs[name] ?? name }

  /// Returns the short name of a long one; other names stay as they are.
  package static func short(_ name: String) -> String { shortOfLong[name] ?? name }
}

/// The outcome of an event that was logged with Firebase: the logged event, the container's
/// judgement, and what was passed on to Firebase.
public struct FirebaseOutcome: Sendable, Hashable {
  /// Who logged an event: the app, or one of the two SDKs by itself.
  public enum Source: Sendable, Hashable {
    case app
    /// Firebase itself.
    case automatic
    /// Tag Manager, only for its containers.
    case container
  }

  /// An event passed on to Firebase: the logged one, one that a tag logged, or an error.
  public struct Passed: Sendable, Hashable {
    /// The event as it was passed on: its name, parameters and time.
    public var event: FirebaseEvent
    /// The tag that logged it in the container's name; nil for the original event.
    public var tag: String?
  }

  /// The event as it was logged, with the data that Firebase adds to each.
  public var logged: FirebaseEvent
  /// Who logged it; `container` only for the event that reports a loaded container.
  public var source: Source
  /// Firebase's objections to it.
  public var faults: [FirebaseFault] = []
  /// Whether a fault kept it from the container and from Firebase.
  public var isDropped = false
  /// Whether it is an error that Firebase notes by itself, which no container sees.
  public var isError: Bool { logged.name == "_err" }
  /// The names of the tags that kept it from Firebase.
  public var suppressedBy: [String] = []
  /// The events that were passed on to Firebase, in order.
  public var passed: [Passed] = []
  /// The data about the visible screen that it, and events which tags log for it, carry.
  var screen: OrderedDictionary<String, Value> = [:]
  /// The time that it waited for the container; nil if it did not.
  public var waited: Duration?

  /// The outcome after the event is passed on, behind the events of its tags, unless one of them
  /// suppressed it, or it is not a Firebase event.
  var passingOn: FirebaseOutcome {
    guard suppressedBy.isEmpty, source != .container else { return self }
    var outcome = self
    outcome.passed.append(Passed(event: logged))
    return outcome
  }
}

/// The data that the functions of a v5 container can read from Firebase while an event is
/// evaluated, or a value is read.
package struct FirebaseScope: Sendable {
  /// The event; nil while a value is read outside of one.
  var event: FirebaseEvent?
  /// The user properties that are set, in the order in which they were first set.
  var userProperties: OrderedDictionary<String, String>
}
