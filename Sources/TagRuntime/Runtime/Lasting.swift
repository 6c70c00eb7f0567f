public import OrderedCollections

/// Everything besides hits and containers that outlasts the process.
///
/// The runtime works on the copy that it was given at launch, and tells of every change of it with
/// a `LastingChange`; who applies these to what is stored has the same copy.
public struct Lasting: Sendable, Hashable {
  /// Values of the data layer, oldest first; at most `Limits.lastingKeys`, and
  /// `Limits.lastingBytes` of them.
  public private(set) var keys: [LastingKey]
  /// The referrer of the last click by conversion id; at most `Limits.clickReferrers`.
  public private(set) var clickReferrers: OrderedDictionary<String, String>
  /// The unrepeatable ids whose pixel was sent, oldest first; at most `Limits.unrepeatableIDs`.
  public private(set) var unrepeatableIDs: OrderedSet<String>
  /// What Firebase keeps.
  @Boxed public private(set) var firebase: FirebaseMemory

  /// Creates one from all of its parts; none has a default, so that whoever reads them from
  /// somewhere reads every part.
  public init(
    keys: [LastingKey], clickReferrers: OrderedDictionary<String, String>,
    unrepeatableIDs: OrderedSet<String>, firebase: FirebaseMemory
  ) {
    self.keys = keys
    self.clickReferrers = clickReferrers
    self.unrepeatableIDs = unrepeatableIDs
    self.firebase = firebase
  }

  /// Creates an empty one, as a phone has when the app is installed.
  public init() {
    self.init(keys: [], clickReferrers: [:], unrepeatableIDs: [], firebase: FirebaseMemory())
  }

  /// The same with other unrepeatable ids.
  func with(unrepeatableIDs: OrderedSet<String>) -> Lasting {
    var lasting = self
    lasting.unrepeatableIDs = unrepeatableIDs
    return lasting
  }

  /// The number that the next row gets.
  var nextKeyID: Int64 { (keys.last?.id ?? 0) + 1 }

  /// Makes a change.
  ///
  /// - Complexity: O(n) in what is kept.
  public mutating func apply(_ change: LastingChange) {
    switch change {
    case .keepKeys(let rows): keys += rows
    case .deleteKeys(let ids):
      let doomed = Set(ids)
      keys.removeAll { doomed.contains($0.id) }
    case .keepReferrer(let conversionID, let referrer): clickReferrers[conversionID] = referrer
    case .deleteReferrer(let conversionID): clickReferrers.removeValue(forKey: conversionID)
    case .keepUnrepeatable(let id): unrepeatableIDs.append(id)
    case .deleteUnrepeatable(let id): unrepeatableIDs.remove(id)
    case .keepFirebase(let memory): firebase = memory
    }
  }
}

/// A value of a push that outlasts the process: one row of the phone's store.
///
/// Rows are appended and never replaced, so one key may have several; they are pushed again in the
/// order of their ids, and the last one wins (LegacySDK §8.5).
public struct LastingKey: Sendable, Hashable {
  /// Its number, higher than that of every older row.
  public var id: Int64
  /// The dotted path in the data layer.
  public let key: String
  /// The value; lists are kept whole.
  public let value: Value
  /// What both are counted for.
  let heldBytes: Int
  /// From this time on it counts no more, by the wall clock.
  public var expires: WallTime

  /// Creates a row.
  public init(id: Int64, key: String, value: Value, expires: WallTime) {
    self.id = id
    self.key = key
    self.value = value
    heldBytes = Value.heldBytes(ofKey: key) + value.heldBytes
    self.expires = expires
  }

  /// Whether it is the key itself or lies below it.
  func isIn(prefix: String) -> Bool {
    ByteText.isSame(key, prefix) || ByteText.begins(key, with: prefix + ".")
  }
}

/// A change of what outlasts the process.
public enum LastingChange: Sendable, Hashable {
  /// Appends rows; older rows of the same key stay.
  case keepKeys([LastingKey])
  /// Deletes the rows of these ids, in ascending order.
  case deleteKeys(ids: [Int64])
  /// Keeps the referrer of a click, in place of an older one of the same conversion id.
  case keepReferrer(conversionID: String, referrer: String)
  /// Forgets the referrer of a click.
  case deleteReferrer(conversionID: String)
  /// Remembers that the pixel of an unrepeatable id was sent.
  case keepUnrepeatable(id: String)
  /// Forgets an unrepeatable id.
  case deleteUnrepeatable(id: String)
  /// Keeps what Firebase knows, in place of what it knew.
  indirect case keepFirebase(FirebaseMemory)
}

/// How long the values of a push outlast the process, as a push asks for it with
/// `gtm` → `lifetime`.
///
/// The text form of the value is matched whole: digits, white space where there is any, and a unit
/// `s`, `m`, `h` or `d`; without a unit they are milliseconds. So `1000` and `"1000"` are the same.
///
/// Source: LegacySDK §8.5; TAGDataLayer. What overflows 64 bits of milliseconds is refused; the SDK
/// leaves that open.
package struct Lifetime: Sendable, Hashable {
  /// Milliseconds, at least 1.
  package var milliseconds: Int64

  /// Reads the text form of a lifetime.
  ///
  /// - Throws: `LifetimeFault` where nothing is kept.
  /// - Complexity: O(n) in the length of the text.
  package init(_ text: String) throws(LifetimeFault) {
    let bytes = text.utf8
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let unit = bytes[digits.endIndex...].drop(while: Self.isSpace)
    guard !digits.isEmpty, unit.count <= 1, let factor = Self.milliseconds(of: unit.first) else {
      throw .malformed
    }
    guard let count = Int64(Substring(digits)) else { throw .tooLong }
    let (milliseconds, isOver) = count.multipliedReportingOverflow(by: factor)
    if isOver { throw .tooLong }
    if milliseconds == 0 { throw .notPositive }
    self.milliseconds = milliseconds
  }

  /// The white space of a pattern's `\s`.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  private static func milliseconds(of unit: UInt8?) -> Int64? {
    switch unit {
    case nil: 1
    case UInt8(ascii: "s"): 1000
    case UInt8(ascii: "m"): 60_000
    case UInt8(ascii: "h"): 3_600_000
    case UInt8(ascii: "d"): WallTime.millisecondsPerDay
    default: nil
    }
  }
}

/// Why a `gtm.lifetime` keeps nothing. The push itself is accepted.
package enum LifetimeFault: Error, Sendable, Hashable {
  /// Not digits with at most a unit; a negative number is one of these.
  case malformed
  /// Zero.
  case notPositive
  /// More milliseconds than 64 bits hold.
  case tooLong

  /// A few words that follow the text that was refused.
  package var words: String {
    switch self {
    case .malformed: "is not a number with an optional unit s, m, h or d"
    case .notPositive: "is not more than zero"
    case .tooLong: "is longer than time itself"
    }
  }
}
