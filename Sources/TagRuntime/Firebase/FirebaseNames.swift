import OrderedCollections

/// The two names of the events that are Firebase's own: the short one that it holds and sends, and
/// the long one of its documentation, by which apps log them and containers ask for them.
///
/// Source: section 3.4 of the format notes, the table of the function `__e`.
public enum FirebaseNames {
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

  /// The long name of a short one; any other name is its own.
  public static func long(_ name: String) -> String { pairs[name] ?? name }

  /// The short name of a long one; any other name is its own.
  public static func short(_ name: String) -> String { shortOfLong[name] ?? name }
}
