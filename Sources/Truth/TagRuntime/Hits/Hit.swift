public import OrderedCollections

/// A measurement to send.
public struct Hit: Sendable, Hashable {
  /// The kinds of hits, which are sent by different rules.
  public enum Kind: Sendable, Hashable {
    /// A hit of Universal Analytics: fields such as `&t` and `&cd`.
    case analytics(fields: OrderedDictionary<String, String>)
    case pixel(url: String)
    /// An event of Firebase, with the user properties as they travel with it.
    case firebase(FirebaseEvent, userProperties: OrderedDictionary<String, FirebaseProperty>)
  }

  /// The kind of the hit with its data.
  public var kind: Kind
  /// The display name of the tag that made it; nil if the app itself sent it.
  public var tag: String?
  /// The name of its tracker; nil for a pixel and an event.
  public var tracker: String?
  /// The data that the SDK adds: the app, the phone and the client, or the session of an event.
  public var added: OrderedDictionary<String, String>
  /// The time at which it was made, by the wall clock.
  public var created: WallTime
  /// The numbers by which Analytics counts it; nil for a pixel and an event, and for a hit stored
  /// by a release of this program which did not count.
  public var numbers: HitNumbers?

  /// Creates a hit; by default without a tracker, added data and numbers, as tags make it.
  public init(
    kind: Kind, tag: String?, tracker: String? = nil,
    added: OrderedDictionary<String, String> = [:], created: WallTime, numbers: HitNumbers? = nil
  ) {
    self.kind = kind
    self.tag = tag
    self.tracker = tracker
    self.added = added
    self.created = created
    self.numbers = numbers
  }

  /// The queue that it waits in.
  public var queue: HitQueue {
    switch kind {
    case .analytics: .analytics
    case .pixel: .pixels
    case .firebase: .firebase
    }
  }

  /// The short name of its type: "screen", "event", "pixel", "firebase" …
  public var typeName: String {
    switch kind {
    case .pixel: "pixel"
    case .firebase: "firebase"
    case .analytics(let fields):
      switch fields["&t"] {
      case "appview", "screenview": "screen"
      case let type?: type
      case nil: "hit"
      }
    }
  }

  /// The text by which users recognise it: the screen, the category and action, the id of a
  /// transaction, the name of an item, the URL, or the long name of an event.
  package var title: String {
    switch kind {
    case .pixel(let url): url
    case .firebase(let event, _): event.longName
    case .analytics(let fields):
      switch fields["&t"] {
      case "transaction": fields["&ti"] ?? ""
      case "item": fields["&in"] ?? ""
      default:
        fields["&cd"] ?? [fields["&ec"], fields["&ea"]].compactMap { $0 }.joined(separator: " ")
      }
    }
  }

  /// The text that travels: the query of an analytics hit (only keys that begin with `&`, without
  /// the `&`), the URL of a pixel, or an event as JSON.
  ///
  /// Source: Dispatch §5.1, Wire §4, Platforms §8, Firebase §6.5; GAIRequestBuilder. Firebase sends
  /// a binary format that is not public; here it is JSON.
  public var payload: String {
    switch kind {
    case .pixel(let url): url
    case .firebase: FirebaseWire.text(of: [self])
    case .analytics(let fields):
      (Array(fields.elements) + Array(added.elements))
        .filter { $0.key.hasPrefix("&") && $0.key.utf8.count > 1 }
        .map { style.pair(String($0.key.dropFirst()), $0.value) }
        .joined(separator: "&")
    }
  }

  /// The writing style of the library that made it.
  var style: HitStyle { added["&_v"]?.hasPrefix(HitStyle.androidMark) == true ? .android : .ios }
}

/// The writing style of an Analytics library.
///
/// Source: Wire §4, Platforms §8.
enum HitStyle: Sendable {
  /// GAIRequestBuilder of iOS.
  case ios
  /// The library in Play services.
  case android

  /// The start of `&_v` in hits of the library for Android.
  static let androidMark = "ma"

  /// Writes a field as it travels: an empty value is a bare key on iOS.
  func pair(_ code: String, _ value: String) -> String {
    switch self {
    case .ios:
      PercentEncoding.encodeHit(code)
        + (value.isEmpty ? "" : "=" + PercentEncoding.encodeHit(value))
    case .android: PercentEncoding.encodeForm(code) + "=" + PercentEncoding.encodeForm(value)
    }
  }

  /// Returns the number of a hit: on iOS from 1, on Android the number of hits before it.
  func position(of numbers: HitNumbers) -> Int64 {
    self == .ios ? numbers.position : numbers.position - 1
  }

  /// Whether the request states how long the hit waited.
  func saysWait(of milliseconds: Int64) -> Bool { self == .android || milliseconds >= 1 }

  /// Returns the value that keeps caches from answering a hit. On Android only a plain `http`
  /// address has it; it is the number of the hit, or for the first hit the number of its place in
  /// the store.
  func cacheBuster(of stored: StoredHit, isPlainAddress: Bool) -> String? {
    let numbers = stored.hit.numbers
    switch self {
    case .ios: return String(numbers?.cacheBuster ?? UInt64(clamping: stored.id))
    case .android:
      guard isPlainAddress else { return nil }
      let position = numbers.map(position(of:)) ?? 0
      return String(position == 0 ? stored.id : position)
    }
  }
}

extension Hit {
  /// Returns the URL that carries it alone: with the parameters with which it was sent, or with its
  /// payload if none are given; nil for an event, which does not travel in a URL.
  package func address(with sent: [QueryParameter]) -> String? {
    switch kind {
    case .pixel(let url): url
    case .firebase: nil
    case .analytics:
      HitPayload.url(of: self) + "?"
        + (sent.isEmpty ? payload : sent.map(\.raw).joined(separator: "&"))
    }
  }
}

/// The form of a hit on the wire.
///
/// Source: Dispatch §5.1, Dispatch §5.2; GAIRequestBuilder and GAIBatchingDispatcher.
enum HitPayload {
  /// The URL for hits, unless `useSecure` is "0".
  static let secureURL = "https://ssl.google-analytics.com/collect"
  /// The URL for hits with `useSecure` "0".
  static let plainURL = "http://www.google-analytics.com/collect"
  static let batchURL = "https://ssl.google-analytics.com/batch"
  /// The URL for several hits that travel without security (inferred).
  static let plainBatchURL = "http://www.google-analytics.com/batch"

  /// Returns the URL for events of Firebase. That the host for tracking is in use where the user
  /// authorized it is inferred.
  ///
  /// Source: Firebase §6.5, Firebase §8.
  static func firebaseURL(_ release: SDKVersion, _ tracking: TrackingStatus?) -> String {
    let isTracking = tracking == .authorized && release >= SDKVersion(10, 23)
    let host =
      isTracking
      ? "app-analytics-services-att"
      : release >= SDKVersion(10, 25) ? "app-analytics-services" : "app-measurement"
    return "https://\(host).com/a"
  }

  /// Returns the payload of an analytics hit at the moment of its request: its fields, then when it
  /// was made, how long it waited, and the number that keeps caches from answering, the same in
  /// every attempt. A hit without counts has the number of its place in the store. On Android that
  /// number depends on whether it travels in the URL of a request.
  static func text(_ stored: StoredHit, at now: WallTime, isInAddress: Bool) -> String {
    let hit = stored.hit
    let waited = (now - hit.created).wholeMilliseconds
    var parts = [hit.payload]
    parts.append("ht=\(hit.created.milliseconds)")
    if hit.style.saysWait(of: waited) { parts.append("qt=\(waited)") }
    let isPlainAddress = isInAddress && url(of: hit) == plainURL
    if let number = hit.style.cacheBuster(of: stored, isPlainAddress: isPlainAddress) {
      parts.append("z=" + number)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "&")
  }

  static func url(of hit: Hit) -> String {
    guard case .analytics(let fields) = hit.kind, fields["useSecure"] == "0" else {
      return secureURL
    }
    return plainURL
  }
}

/// The numbers by which Analytics counts a hit when it is made.
///
/// Source: Wire §1.
public struct HitNumbers: Sendable, Hashable {
  /// Its number among those of an installation, from 1 (`&_s`).
  public var position: Int64
  /// The number that keeps caches from answering it (`z`).
  public var cacheBuster: UInt64

  /// Creates the numbers of a hit; positions begin at 1.
  public init(position: Int64, cacheBuster: UInt64) {
    self.position = position
    self.cacheBuster = cacheBuster
  }
}

/// A hit that waits on the phone's disk.
public struct StoredHit: Sendable, Hashable {
  /// Its number on this phone, from 1, in the order of arrival; it is never used again.
  public var id: Int64
  /// The hit as it was made: its data, its tag and its time.
  public var hit: Hit
  /// Attempts to send it so far.
  public var tries = 0
  /// The time of the first attempt; nil means never.
  public var firstTried: WallTime?
  /// The time of the last attempt; nil means never.
  public var lastTried: WallTime?

  /// Creates a stored hit that was not tried yet.
  public init(id: Int64, hit: Hit) {
    self.id = id
    self.hit = hit
  }
}

/// The queues of hits on a phone, each with its own store, rules and timer.
public enum HitQueue: String, Sendable, Hashable, CaseIterable {
  /// Hits of Google Analytics.
  case analytics
  /// Requests of pixel URLs.
  case pixels
  /// Events of Firebase (v5).
  case firebase

  /// The queues that an app's dispatch and its period apply to.
  package static let dispatched: [HitQueue] = [.analytics, .pixels]
}

package struct PerQueue<Element: Sendable>: Sendable {
  @Boxed private var analytics: Element
  @Boxed private var pixels: Element
  @Boxed private var firebase: Element

  package init(_ make: (HitQueue) -> Element) {
    _analytics = Boxed(wrappedValue: make(.analytics))
    _pixels = Boxed(wrappedValue: make(.pixels))
    _firebase = Boxed(wrappedValue: make(.firebase))
  }

  /// Accesses the value of a queue.
  package subscript(queue: HitQueue) -> Element {
    get {
      switch queue {
      case .analytics: analytics
      case .pixels: pixels
      case .firebase: firebase
      }
    }
    _modify {
      switch queue {
      case .analytics: yield &analytics
      case .pixels: yield &pixels
      case .firebase: yield &firebase
      }
    }
  }
}
