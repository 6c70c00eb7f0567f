/// The words that identify a relevant line, whatever precedes them.
///
/// Source: PhoneLines §2, PhoneLines §3.
enum PhoneMarker: CaseIterable, Sendable {
  case appleLogging
  case appleLogged
  case appleMarked
  case appleRealTime
  case processing
  case universalHit
  case savedHit
  case sendingHits
  case dispatched
  case hitsSent
  case passingOn
  case logging
  case handingOver
  case recorded
  case deliveryRequested
  case dryRun
  case thirdReleaseHit
  case settingProperty
  case appleSettingProperty
  case appleProperty
  case appleNoProperty
  case container
  case debugApp
  case analyticsStarted
  case measurementStarted
  case measurementInitialized
  case legacyRelease
  case brazeLogged
  case brazeLogging
  case brazeRefused
  case query
  case firstQuery

  var words: StaticString {
    switch self {
    case .appleLogging: "Logging event: origin, name, params: "
    case .appleLogged: "Event logged. Event name, event params: "
    case .appleMarked: "Marking event as debug and real-time. Event name, parameters: "
    case .appleRealTime: "Marking an event as real-time. Event name, parameters: "
    case .processing: "Processing logged event"
    case .universalHit: "Sending universal analytics hit"
    case .savedHit: "Saved hit: "
    case .sendingHits: "Sending hit(s)"
    case .dispatched: "Hit(s) dispatched: HTTP status "
    case .hitsSent: " hit(s) sent"
    case .passingOn: "Passing event to registered event handler (FE): "
    case .logging: "Logging event (FE): "
    case .handingOver: "Logging event: origin="
    case .recorded: "Event recorded: Event{"
    case .deliveryRequested: "Hit delivery requested: "
    case .dryRun: "Would have sent hit: "
    case .thirdReleaseHit: "Sending hit to s"
    case .settingProperty: "Setting user property (FE): "
    case .appleSettingProperty: "Setting user property. Name, value: "
    case .appleProperty: "User property set. Name, value: "
    case .appleNoProperty: "User property removed. Name: "
    case .container: "Loading container"
    case .debugApp: "setprop debug.firebase.analytics.app "
    case .analyticsStarted: "Analytics v."
    case .measurementStarted: "App measurement is starting up, version: "
    case .measurementInitialized: "App measurement initialized, version: "
    case .legacyRelease: "GoogleAnalytics 3."
    case .brazeLogged: "[braze] Logged event:"
    case .brazeLogging: "Logging custom event with event name "
    case .brazeRefused: "Not logging custom event with event name: "
    case .query: "&tid="
    case .firstQuery: "tid=UA-"
    }
  }

  /// Whether it occurs only in phone logs; a query can be anywhere.
  var isMessage: Bool { self != .query && self != .firstQuery }
}

/// Finds the markers of lines, in one pass over the bytes of each.
struct MarkerScanner: Sendable {
  private var entries: [[(words: [UInt8], marker: PhoneMarker)]] = Array(
    repeating: [], count: 256)

  init() {
    for marker in PhoneMarker.allCases {
      let words = marker.words.withUTF8Buffer { Array($0) }
      entries[Int(words[0])].append((words, marker))
    }
  }

  /// A marker in a line, and the text after it.
  struct Mark: Sendable {
    let marker: PhoneMarker
    /// The index of the marker's first byte.
    let start: Int
    /// The bytes after the marker.
    let payload: ArraySlice<UInt8>
  }

  /// Returns the first marker of a line, and the marker of a release before it, if there is one.
  ///
  /// - Complexity: O(n) in the length of the line.
  func marks(in line: ArraySlice<UInt8>) -> (release: Mark?, first: Mark?) {
    line.withUnsafeBufferPointer { bytes in
      var release: Mark?
      for index in bytes.indices {
        let candidates = entries[Int(bytes[index])]
        if candidates.isEmpty { continue }
        for (words, marker) in candidates where Self.stands(words, in: bytes, at: index) {
          let start = line.startIndex + index
          let mark = Mark(
            marker: marker, start: start, payload: line[(start + words.count)...])
          if marker != .legacyRelease { return (release, mark) }
          release = release ?? mark
        }
      }
      return (release, nil)
    }
  }

  /// Whether a text has a marker that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the text, up to that marker.
  func hasMessage(in text: [UInt8]) -> Bool {
    var rest = text[...]
    while true {
      let (release, first) = marks(in: rest)
      if release != nil || first?.marker.isMessage == true { return true }
      guard let first else { return false }
      rest = first.payload
    }
  }

  private static func stands(
    _ words: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    guard bytes.count - index >= words.count else { return false }
    for offset in words.indices where bytes[index + offset] != words[offset] { return false }
    return true
  }
}
