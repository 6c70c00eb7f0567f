public import OrderedCollections

/// Everything besides hits and containers that outlasts the process.
///
/// The runtime works on the copy that it was given at launch, and reports every change of it as a
/// `LastingChange`; applying these to the stored data yields the same copy.
public struct Lasting: Sendable, Hashable {
  /// Values of the data layer, oldest first; at most `Limits.lastingKeys`, and
  /// `Limits.lastingBytes` of them.
  public private(set) var keys: [LastingKey]
  /// The referrer of the last click by conversion id; at most `Limits.clickReferrers`.
  public private(set) var clickReferrers: OrderedDictionary<String, String>
  /// The unrepeatable ids whose pixel was sent, oldest first; at most `Limits.unrepeatableIDs`.
  public private(set) var unrepeatableIDs: OrderedSet<String>
  /// The data that Firebase stores.
  @Boxed public private(set) var firebase: FirebaseMemory

  /// Creates the data from all of its parts; none has a default, so that a reader must supply every
  /// part.
  public init(
    keys: [LastingKey], clickReferrers: OrderedDictionary<String, String>,
    unrepeatableIDs: OrderedSet<String>, firebase: FirebaseMemory
  ) {
    self.keys = keys
    self.clickReferrers = clickReferrers
    self.unrepeatableIDs = unrepeatableIDs
    self.firebase = firebase
  }

  /// Creates empty data, as a phone has when the app is installed.
  public init() {
    self.init(keys: [], clickReferrers: [:], unrepeatableIDs: [], firebase: FirebaseMemory())
  }

  /// The number that the next row gets.
  var nextKeyID: Int64 { (keys.last?.id ?? 0) + 1 }

  /// Applies a change.
  ///
  /// - Complexity: O(n) in the size of the stored data.
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
  /// The value; lists are stored whole.
  public let value: Value
  /// The size of both, in bytes.
  let heldBytes: Int
  /// The wall-clock time from which it no longer counts.
  public var expires: WallTime

  /// Creates a row.
  public init(id: Int64, key: String, value: Value, expires: WallTime) {
    self.id = id
    self.key = key
    self.value = value
    heldBytes = Value.heldBytes(ofKey: key) + value.heldBytes
    self.expires = expires
  }

  /// Whether the key is the prefix or is below it.
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
  /// Stores the referrer of a click, and replaces an older one of the same conversion id.
  case keepReferrer(conversionID: String, referrer: String)
  /// Deletes the referrer of a click.
  case deleteReferrer(conversionID: String)
  /// Remembers that the pixel of an unrepeatable id was sent.
  case keepUnrepeatable(id: String)
  case deleteUnrepeatable(id: String)
  /// Stores Firebase's data, and replaces the old data.
  indirect case keepFirebase(FirebaseMemory)
}

/// The time for which the values of a push outlast the process, as a push requests it with `gtm` →
/// `lifetime`.
///
/// The text form of the value must match as a whole: digits, optional white space, and a unit `s`,
/// `m`, `h` or `d`; without a unit they are milliseconds. So `1000` and `"1000"` are the same.
///
/// Source: LegacySDK §8.5; TAGDataLayer. A number that overflows 64 bits of milliseconds is
/// refused; the SDK leaves that open.
package struct Lifetime: Sendable, Hashable {
  /// Milliseconds, at least 1.
  package var milliseconds: Int64

  /// Reads the text form of a lifetime.
  ///
  /// - Throws: `LifetimeFault` if nothing is stored.
  /// - Complexity: O(n) in the length of the text.
  package init(_ text: String) throws(LifetimeFault) {
    let bytes = text.utf8
    let digits = bytes.prefix(while: \.isDigit)
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

  /// Whether a byte is white space in the sense of a pattern's `\s`.
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

/// The reason why a `gtm.lifetime` stores nothing. The push itself is accepted.
package enum LifetimeFault: Error, Sendable, Hashable {
  /// Anything but digits with at most a unit; a negative number is one of these.
  case malformed
  /// Zero.
  case notPositive
  /// More milliseconds than 64 bits hold.
  case tooLong

  /// A few words to follow the text that was refused.
  package var words: String {
    switch self {
    case .malformed: "is not a number with an optional unit s, m, h or d"
    case .notPositive: "is not more than zero"
    case .tooLong: "is longer than time itself"
    }
  }
}
