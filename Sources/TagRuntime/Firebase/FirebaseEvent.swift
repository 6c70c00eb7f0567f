public import OrderedCollections

/// An event of Firebase Analytics.
public struct FirebaseEvent: Sendable, Hashable {
  /// The name as Firebase holds it: its own events by their short names, such as `_vs`.
  public var name: String
  /// The parameters: texts, integers, doubles, and lists of maps for items.
  public var parameters: OrderedDictionary<String, Value>
  /// When it was logged, by the wall clock.
  public var logged: WallTime
  /// When one of the same name was stored before, where it is on its way; nil for the first.
  public var previous: WallTime?

  /// Creates an event.
  public init(
    name: String, parameters: OrderedDictionary<String, Value> = [:],
    logged: WallTime = WallTime(milliseconds: 0)
  ) {
    self.name = name
    self.parameters = parameters
    self.logged = logged
  }

  /// The name as people write it: `screen_view` for `_vs`.
  public var longName: String { FirebaseNames.long(name) }
}

/// The two names of the events that are Firebase's own: the short one that it holds and sends, and
/// the long one of its documentation, by which apps log them and containers ask for them.
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

  /// The long name of a short one; any other name is its own.
  package static func long(_ name: String) -> String { pairs[name] ?? name }

  /// The short name of a long one; any other name is its own.
  package static func short(_ name: String) -> String { shortOfLong[name] ?? name }
}

/// What became of an event that was logged with Firebase: what was logged, what the container made
/// of it, and what went on to Firebase.
public struct FirebaseOutcome: Sendable, Hashable {
  /// Who logged it.
  public enum Source: Sendable, Hashable {
    /// The app.
    case app
    /// Firebase itself.
    case automatic
    /// Tag Manager, for its containers alone.
    case container
  }

  /// An event that went on to Firebase.
  public struct Passed: Sendable, Hashable {
    /// The event.
    public var event: FirebaseEvent
    /// The tag that logged it in the container's name; nil for the event at hand.
    public var tag: String?

    /// Creates one.
    package init(event: FirebaseEvent, tag: String? = nil) {
      self.event = event
      self.tag = tag
    }
  }

  /// The event as it was logged, with what Firebase adds to each.
  public var logged: FirebaseEvent
  /// Who logged it.
  public var source: Source
  /// What Firebase has against it.
  public var faults: [FirebaseFault] = []
  /// Whether a fault kept it from the container and from Firebase.
  public var isDropped = false
  /// The names of the tags that kept it from Firebase.
  public var suppressedBy: [String] = []
  /// What went on to Firebase, in order.
  public var passed: [Passed] = []
  /// What it, and what tags log for it, carry of the screen that was seen.
  var screen: OrderedDictionary<String, Value> = [:]
  /// How long it waited for the container; nil where it did not.
  public var waited: Duration?

  /// Creates an outcome in which nothing has happened yet.
  package init(logged: FirebaseEvent, source: Source) {
    self.logged = logged
    self.source = source
  }

  /// The event goes on after what its tags logged, unless one of them kept it, or it is none of
  /// Firebase's.
  var passingOn: FirebaseOutcome {
    guard suppressedBy.isEmpty, source != .container else { return self }
    var outcome = self
    outcome.passed.append(Passed(event: logged))
    return outcome
  }
}

/// What the functions of a v5 container can ask Firebase for while an event is evaluated, or a
/// value is read.
package struct FirebaseScope: Sendable {
  /// The event; nil while a value is read outside of any.
  var event: FirebaseEvent?
  /// The user properties that are set, in the order in which they were set first.
  var userProperties: OrderedDictionary<String, String>
}
