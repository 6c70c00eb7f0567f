import OrderedCollections

/// What a hit looks like on the wire.
///
/// Source: GAIRequestBuilder and GAIBatchingDispatcher, sections 11.2 and 11.3 of the behaviour
/// notes.
enum HitPayload {
  /// Where hits go, unless `useSecure` is "0".
  static let secureURL = "https://ssl.google-analytics.com/collect"
  /// Where they go then.
  static let plainURL = "http://www.google-analytics.com/collect"
  /// Where several of them go in one request.
  static let batchURL = "https://ssl.google-analytics.com/batch"

  /// Where events of Firebase go, by the measurement library for Android.
  static let firebaseURL = "https://app-measurement.com/a"

  /// The payload of an analytics hit at the moment of its request: its fields, then how long it
  /// waited, when it was made, and a number that keeps caches from answering.
  ///
  /// - Parameter cacheBuster: the number.
  static func text(_ hit: Hit, at now: WallTime, cacheBuster: Int64) -> String {
    let waited = (now - hit.created).wholeMilliseconds
    var parts = [hit.payload]
    if waited >= 1 { parts.append("qt=\(waited)") }
    parts.append("ht=\(hit.created.milliseconds)")
    parts.append("z=\(cacheBuster)")
    return parts.filter { !$0.isEmpty }.joined(separator: "&")
  }

  /// The address of a hit.
  static func url(of hit: Hit) -> String {
    guard case .analytics(let fields) = hit.kind, fields["useSecure"] == "0" else {
      return secureURL
    }
    return plainURL
  }
}
