public import OrderedCollections

/// Everything besides hits and containers that outlasts the process.
///
/// The runtime works on the copy that it was given at launch, and tells of every change of it with
/// a `LastingChange`; who applies these to what is stored has the same copy.
public struct Lasting: Sendable, Hashable {
  /// Values of the data layer, oldest first; at most `Limits.lastingKeys`.
  public private(set) var keys: [LastingKey] = []
  /// The referrer of the last click by conversion id; at most `Limits.clickReferrers`.
  public private(set) var clickReferrers: OrderedDictionary<String, String> = [:]
  /// The unrepeatable ids whose pixel was sent, oldest first; at most `Limits.unrepeatableIDs`.
  public private(set) var unrepeatableIDs: OrderedSet<String> = []
  /// What Firebase keeps.
  public private(set) var firebase = FirebaseMemory()

  /// Creates an empty one, as a phone has when the app is installed.
  public init() {}

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
