import TagRuntime

/// The steps from one device to another in parts that need little room each: first removals, which
/// free room, then changes in place, which need none, and then additions.
struct PartialSave {
  /// The removed hits, by their ids, in order.
  let gone: [Int64]
  let new: [StoredHit]
  /// The hits that both have, in their old form.
  let kept: [StoredHit]
  private let before: StoredDevice
  private let wanted: StoredDevice

  init(of wanted: StoredDevice, over before: StoredDevice) {
    (self.wanted, self.before) = (wanted, before)
    let (known, stays) = (Set(before.hits.map(\.id)), Set(wanted.hits.map(\.id)))
    gone = before.hits.map(\.id).filter { !stays.contains($0) }
    kept = before.hits.filter { stays.contains($0.id) }
    new = wanted.hits.filter { !known.contains($0.id) }
  }

  /// Returns the device after some of its hits were removed, changed and added; with the small data
  /// of the other device.
  ///
  /// - Complexity: O(n) in the hits.
  func device(removed: Int, changed: Int = 0, added: Int = 0) -> StoredDevice {
    var device = before
    (device.clientID, device.isOptedOut) = (wanted.clientID, wanted.isOptedOut)
    (device.nextHitID, device.hitCount) = (wanted.nextHitID, wanted.hitCount)
    if removed < gone.count {
      let isGone = Set(gone.prefix(removed))
      device.hits.removeAll { isGone.contains($0.id) }
      return device
    }
    let isAdded = Set(new.prefix(added).map(\.id))
    let isChanged = Set(kept.prefix(changed).map(\.id))
    let old = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
    device.hits = wanted.hits.compactMap { hit in
      guard let stored = old[hit.id] else { return isAdded.contains(hit.id) ? hit : nil }
      return isChanged.contains(hit.id) ? hit : stored
    }
    return device
  }
}
