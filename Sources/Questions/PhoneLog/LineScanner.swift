package import TagRuntime

/// The lines whose values are read, by their codes in the table of lines, and queries.
///
/// Source: PhoneLines §2, PhoneLines §3.
enum PhoneMarker: String, Sendable {
  case appleLogging = "event-logging"
  case appleLogged = "event-logged"
  case appleMarked = "event-marked"
  case appleRealTime = "event-real-time"
  case processing = "event-processing"
  case universalHit = "analytics-sending"
  case savedHit = "hit-saved"
  case sendingHits = "hits-leaving"
  case dispatched = "hits-answered"
  case hitsSent = "hits-sent"
  case passingOn = "event-passed-on"
  case logging = "event-of-app"
  case handingOver = "event-handed-over"
  case recorded = "event-recorded"
  case deliveryRequested = "hit-delivery"
  case kept = "hit-kept"
  case handedOver = "hit-handed"
  case handed = "hit-handed-over"
  case posted = "hits-posted"
  case connectionFailed = "connection-failed"
  case postAnswered = "post-answered"
  case getAnswered = "get-answered"
  case delivering = "hit-delivering"
  case dryRun = "dry-run"
  case discarded = "hit-discarded"
  case requested = "hit-requested"
  case thirdReleaseHit = "third-release-hit"
  case settingProperty = "property-of-app"
  case appleSettingProperty = "setting-property"
  case appleProperty = "property-set"
  case appleNoProperty = "property-removed"
  case container = "container-loading"
  case androidContainer = "loading-container"
  case noTagManager = "no-tag-manager"
  case debugApp = "debug-app"
  case analyticsStarted = "analytics-started"
  case measurementStarted = "measurement-started"
  case measurementInitialized = "measurement-initialized"
  case uploading = "upload-data"
  case uploadTaken = "upload-taken"
  case uploadFailed = "upload-failed"
  case brazeLogged = "braze-logged"
  case brazeLogging = "braze-logging"
  case legacyRelease = "GoogleAnalytics 3."
  case query = "&tid="
  case firstQuery = "tid=UA-"

  /// Whether it occurs only in phone logs; a query can be anywhere.
  var isMessage: Bool { self != .query && self != .firstQuery }

  /// Whether any app may write its words.
  var isCommon: Bool {
    let common: [PhoneMarker] = [
      .discarded, .posted, .postAnswered, .getAnswered, .connectionFailed, .requested,
    ]
    return common.contains(self)
  }
}

/// Finds the lines of the table in those of a console, in one pass over the bytes of each.
///
/// A line of the table is found by a sign, the words before its first hole; of several with the
/// same sign, the one whose other words follow, too. All but those whose values are read count only
/// where the SDK speaks: behind its name, or at the beginning of a message.
package struct LineScanner: Sendable {
  /// Those who speak in a line.
  struct Speakers: OptionSet, Sendable {
    let rawValue: UInt8
    static let manager = Speakers(rawValue: 1)
    static let analytics = Speakers(rawValue: 2)
    static let firebase = Speakers(rawValue: 4)
  }

  /// A line of the table in another line, and the text after its sign.
  struct Mark: Sendable {
    /// The place in the table; nil for a query.
    let place: Int?
    let marker: PhoneMarker?
    /// The index of the sign's first byte.
    let start: Int
    /// The bytes after the sign.
    let payload: ArraySlice<UInt8>
  }

  /// What a line has.
  struct Marks {
    var speakers: Speakers = []
    /// A release of Analytics.
    var release: Mark?
    var first: Mark?
    /// What any warning or error has.
    var warning: Int?
  }

  /// The beginning of what is looked for.
  private struct Sign: Sendable {
    var bytes: [UInt8]
    var place: Int?
    var marker: PhoneMarker?
    /// Whom the table's line is of, or who speaks where the sign is.
    var speakers: Speakers
    /// The words after the next holes.
    var others: [[UInt8]] = []
    /// The number of bytes before the values that are read.
    var head = 0
    var isAny = false
  }

  /// The signs, by their first four bytes.
  private var signs: [Sign] = []
  private var keys: [UInt32] = []
  /// The bits of the first four bytes of any sign, by a hash of 16 bits.
  private var filter = [UInt64](repeating: 0, count: 1024)

  package static let shared = LineScanner()

  private static let speakers: [(words: String, Speakers)] = [
    ("(Firebase", .firebase), ("GoogleTagManager", .manager), ("GoogleAnalytics", .analytics),
    ("GAv4", .analytics),
    ("GAV3", .analytics), ("[Firebase", .firebase), ("<FIRAnalytics", .firebase),
    ("I-ACS", .firebase), ("/FA ", .firebase), ("/FA:", .firebase), ("/FA(", .firebase),
    ("/FA-SVC", .firebase), (" FA ", .firebase), (" FA:", .firebase), (" FA-SVC", .firebase),
    ("(FA)", .firebase), ("(FA-SVC)", .firebase),
  ]

  private init() {
    var found = Self.speakers.map {
      Sign(bytes: Array($0.words.utf8), speakers: $0.1)
    }
    for marker in [PhoneMarker.legacyRelease, .query, .firstQuery] {
      found.append(Sign(bytes: Array(marker.rawValue.utf8), marker: marker, speakers: []))
    }
    for (place, line) in ConsoleLine.all.enumerated() where line.source != .tagsim {
      if let sign = Self.sign(of: line, place) { found.append(sign) }
    }
    let ordered = found.map { (Self.key($0.bytes), $0) }.sorted { $0.0 < $1.0 }
    signs = ordered.map(\.1)
    keys = ordered.map(\.0)
    for key in keys {
      let hash = Self.hash(key)
      filter[hash >> 6] |= 1 << UInt64(hash & 63)
    }
  }

  private static func sign(of line: ConsoleLine, _ place: Int) -> Sign? {
    let parts = line.literals
    let isOpen =
      line.pattern.unicodeScalars.first == ConsoleLine.hole || parts.first?.count ?? 0 < 8
    // The first part that says something, or else the longest.
    func weight(_ part: Int) -> Int { min(parts[part].count, 12) }
    let chosen = isOpen ? parts.indices.max { (weight($0), $1) < (weight($1), $0) } : 0
    guard let chosen, parts.indices.contains(chosen), parts[chosen].count >= 4 else { return nil }
    let first = line.code.flatMap { ConsoleLine.places[$0] } ?? place
    let usual = first == place ? nil : ConsoleLine.all[first].literals.first
    let isSame = usual.map { parts[chosen].starts(with: $0) } ?? false
    return Sign(
      bytes: parts[chosen], place: place, marker: line.code.flatMap(PhoneMarker.init(rawValue:)),
      speakers: speakers(of: line.tag), others: Array(parts[(chosen + 1)...]),
      head: isSame ? usual?.count ?? 0 : parts[chosen].count,
      isAny: line.code?.hasPrefix("any-") ?? false)
  }

  /// Returns whom the name of a log is of; Analytics may speak through the tag manager's logger.
  private static func speakers(of tag: String) -> Speakers {
    switch tag {
    case "GoogleTagManager": .manager
    case "GoogleAnalytics", "GAv4": [.analytics, .manager]
    case "app": []
    default: .firebase
    }
  }

  /// Returns who speaks under a tag of logcat.
  func speakers(under tag: String) -> Speakers { marks(in: Array("/\(tag):".utf8)[...]).speakers }

  private static func key(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  private static func hash(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 16) }

  /// Returns the first line of the table in a line, and what is before it.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - speakers: those who speak by a header.
  ///   - isOfSDK: whether the line is known to be of an SDK.
  /// - Complexity: O(n) in the length of the line.
  func marks(
    in line: ArraySlice<UInt8>, of speakers: Speakers = [], isOfSDK: Bool = false
  ) -> Marks {
    var marks = Marks(speakers: speakers)
    line.withUnsafeBytes { bytes in
      guard bytes.count >= 4, let base = bytes.baseAddress else { return }
      filter.withUnsafeBufferPointer { filter in
        guard let bits = filter.baseAddress else { return }
        let end = bytes.count - 4
        var index = 0
        while index <= end {
          let key = base.loadUnaligned(fromByteOffset: index, as: UInt32.self)
          let hash = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 16)
          if bits[hash &>> 6] &>> UInt64(truncatingIfNeeded: hash & 63) & 1 == 1 {
            find(key, at: index, bytes, line, isOfSDK, &marks)
            if marks.first != nil { return }
          }
          index &+= 1
        }
      }
    }
    return marks
  }

  /// Adds what begins at a place.
  private func find(
    _ key: UInt32, at index: Int, _ bytes: UnsafeRawBufferPointer, _ line: ArraySlice<UInt8>,
    _ isOfSDK: Bool, _ marks: inout Marks
  ) {
    var best: (sign: Int, weight: Int)?
    for place in keys.partitioningIndex(where: { $0 >= key })..<keys.count {
      guard keys[place] == key else { break }
      let sign = signs[place]
      guard Self.stands(sign.bytes, in: bytes, at: index) else { continue }
      let isTable = sign.place != nil
      if !isTable { marks.speakers.formUnion(sign.speakers) }
      if sign.isAny { marks.warning = sign.place }
      guard isTable || sign.marker != nil, !sign.isAny else { continue }
      guard let length = Self.length(of: sign, in: bytes, at: index),
        isOfSDK || sign.speakers.isEmpty || !marks.speakers.isDisjoint(with: sign.speakers)
          || (sign.marker.map { !$0.isCommon || namesNobody(line) }
            ?? isAtBeginning(sign, index, line))
      else { continue }
      // Analytics speaks through the tag manager's logger only where the latter has no such line.
      let weight = 2 * length + (sign.speakers.isSubset(of: marks.speakers) ? 1 : 0)
      if weight > best?.weight ?? 0 { best = (place, weight) }
    }
    guard let best else { return }
    let sign = signs[best.sign]
    let start = line.startIndex + index
    let mark = Mark(
      place: sign.place, marker: sign.marker, start: start,
      payload: line[(start + (sign.place == nil ? sign.bytes.count : sign.head))...])
    if sign.marker != .legacyRelease {
      marks.first = mark
    } else if marks.release == nil {
      marks.release = mark
    }
  }

  /// The least number of bytes of a sign that says enough without the words behind it, or without
  /// the name of who speaks.
  private static let enough = 20

  /// Returns the number of bytes that a sign and the words behind it have; a missing tail is taken
  /// calmly where the sign says enough.
  private static func length(
    of sign: Sign, in bytes: UnsafeRawBufferPointer, at index: Int
  ) -> Int? {
    var next = index + sign.bytes.count
    var length = sign.bytes.count
    for other in sign.others {
      while next + other.count <= bytes.count, !stands(other, in: bytes, at: next) { next += 1 }
      guard next + other.count <= bytes.count else {
        return sign.marker != nil || sign.bytes.count >= enough ? sign.bytes.count : nil
      }
      next += other.count
      length += other.count
    }
    return length
  }

  /// Whether a long sign begins a message that names nobody.
  private func isAtBeginning(_ sign: Sign, _ index: Int, _ line: ArraySlice<UInt8>) -> Bool {
    guard sign.bytes.count >= Self.enough else { return false }
    let prefix = LinePrefix(line)
    return prefix.tag.isEmpty && prefix.message.startIndex == line.startIndex + index
  }

  /// Whether a line of Android, or one without a prefix, does not say who speaks.
  private func namesNobody(_ line: ArraySlice<UInt8>) -> Bool {
    let prefix = LinePrefix(line)
    return prefix.tag.isEmpty && (prefix.form == .plain || prefix.form == .logcat)
  }

  private static func stands(
    _ words: [UInt8], in bytes: UnsafeRawBufferPointer, at index: Int
  ) -> Bool {
    guard bytes.count - index >= words.count else { return false }
    for offset in words.indices where bytes[index + offset] != words[offset] { return false }
    return true
  }

  /// Returns the line of the table that a line of an SDK is; nil for any other.
  package func line(in text: String) -> ConsoleLine? {
    let marks = marks(in: Array(text.utf8)[...], isOfSDK: true)
    return (marks.first?.place ?? marks.warning).map { ConsoleLine.all[$0] }
  }
}
