import OrderedCollections

/// The names that Firebase keeps for itself.
///
/// Source: the reference of `Analytics` for iOS: `logEvent`, and the constants of user properties.
enum FirebaseReserved {
  /// What no name of an app may begin with.
  static let prefixes = ["firebase_", "google_", "ga_"]

  /// Events that only Firebase logs.
  static let events: OrderedSet<String> = [
    "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure",
    "app_background", "app_clear_data", "app_exception", "app_remove", "app_store_refund",
    "app_store_subscription_cancel", "app_store_subscription_convert",
    "app_store_subscription_renew", "app_update", "app_upgrade", "dynamic_link_app_open",
    "dynamic_link_app_update", "dynamic_link_first_open", "error", "first_open", "first_visit",
    "in_app_purchase", "notification_dismiss", "notification_foreground", "notification_open",
    "notification_receive", "os_update", "session_start", "session_start_with_rollout",
    "user_engagement",
  ]

  /// User properties that only Firebase sets.
  static let userProperties: OrderedSet<String> = [
    "first_open_after_install", "first_open_time", "first_visit_time", "last_deep_link_referrer",
    "user_id",
  ]

  /// The reserved prefix that a name begins with; nil for none.
  static func prefix(of name: String) -> String? { prefixes.first { name.hasPrefix($0) } }
}
