package import OrderedCollections
package import TagRuntime

/// What has changed on a phone's disk since a store was brought to it.
package struct StoredChanges: Sendable {
  /// Changes of hits and of what else lasts, in their order.
  package var changes: [DiskChange]
  /// What stands for each container that changed; nil for nothing.
  package var containers: OrderedDictionary<String, StoredContainer?>
  /// The client's id, changed or not.
  package var clientID: String
  /// Whether the user has opted out, changed or not.
  package var isOptedOut: Bool

  /// Creates changes.
  package init(
    _ changes: [DiskChange], containers: OrderedDictionary<String, StoredContainer?> = [:],
    clientID: String, isOptedOut: Bool
  ) {
    self.changes = changes
    self.containers = containers
    self.clientID = clientID
    self.isOptedOut = isOptedOut
  }

  /// Whether a device has nothing to take over.
  func isEmpty(on device: StoredDevice) -> Bool {
    changes.isEmpty && clientID == device.clientID && isOptedOut == device.isOptedOut
  }
}

/// Changes as rows that are written and deleted: each row once, however often it changed.
struct RowChanges {
  /// Hits that stand in the store afterwards, by rising ids.
  private var kept: [StoredHit] = []
  /// Hits of the store that are gone.
  private var removed: [Int64] = []
  private var lasting: [LastingChange] = []
  private let containers: OrderedDictionary<String, StoredContainer?>
  private let phone: StoredPhoneRow
  /// What Analytics has counted, where that has changed.
  private let analytics: AnalyticsRow?

  /// What changes come to on a device.
  ///
  /// - Complexity: O(n log n) in the changes.
  init(_ changes: StoredChanges, on device: StoredDevice) {
    var isDone: Set<Int64> = []
    var nextHitID = device.nextHitID
    var hitCount = device.hitCount
    for change in changes.changes.reversed() {
      switch change {
      case .keep(let stored):
        // No number is used again, not even that of a hit that came and went.
        nextHitID = max(nextHitID, stored.id + 1)
        hitCount = max(hitCount, stored.hit.numbers?.position ?? 0)
        if isDone.insert(stored.id).inserted { kept.append(stored) }
      case .remove(let id):
        // One that came and went in between was never there.
        if isDone.insert(id).inserted, id < device.nextHitID { removed.append(id) }
      case .lasting(let change): lasting.append(change)
      case .container: break
      }
    }
    kept.sort { $0.id < $1.id }
    lasting.reverse()
    containers = changes.containers
    phone = StoredPhoneRow(
      clientID: changes.clientID, isOptedOut: changes.isOptedOut,
      nextHitID: nextHitID)
    analytics = hitCount == device.hitCount ? nil : AnalyticsRow(hitCount: hitCount)
  }

  /// Makes the changes on a device.
  ///
  /// - Complexity: O(n) in the hits of the device.
  func apply(to device: inout StoredDevice) {
    if !removed.isEmpty {
      let gone = Set(removed)
      device.hits.removeAll { gone.contains($0.id) }
    }
    for stored in kept {
      if stored.id >= device.nextHitID {
        device.hits.append(stored)
      } else {
        let index = device.hits.partitioningIndex { $0.id >= stored.id }
        if index < device.hits.count, device.hits[index].id == stored.id {
          device.hits[index] = stored
        } else {
          device.hits.insert(stored, at: index)
        }
      }
    }
    for (id, container) in containers { device.containers[id] = container }
    for change in lasting { device.lasting.apply(change) }
    (device.clientID, device.isOptedOut) = (phone.clientID, phone.isOptedOut)
    device.nextHitID = phone.nextHitID
    if let analytics { device.hitCount = analytics.hitCount }
  }

  /// Writes the rows.
  func write(_ tables: StoreTables, _ database: Database) throws {
    for id in removed { try tables.hits.delete(.integer(id), database) }
    for stored in kept { try tables.hits.put(stored, database) }
    for (id, container) in containers {
      if let container {
        try tables.containers.put(NamedRow(name: id, content: container), database)
      } else {
        try tables.containers.delete(RowText.json(id), database)
      }
    }
    for change in lasting { try write(change, tables, database) }
    try tables.phone.put(phone, database)
    if let analytics { try tables.analytics.put(analytics, database) }
  }

  private func write(
    _ change: LastingChange, _ tables: StoreTables, _ database: Database
  ) throws {
    switch change {
    case .keepKeys(let keys): for key in keys { try tables.lastingKeys.put(key, database) }
    case .deleteKeys(let ids):
      for id in ids { try tables.lastingKeys.delete(.integer(id), database) }
    case .keepReferrer(let id, let referrer):
      try tables.clickReferrers.put(NamedRow(name: id, content: referrer), database)
    case .deleteReferrer(let id): try tables.clickReferrers.delete(RowText.json(id), database)
    case .keepUnrepeatable(let id): try tables.unrepeatableIDs.put(id, database)
    case .deleteUnrepeatable(let id): try tables.unrepeatableIDs.delete(RowText.json(id), database)
    case .keepFirebase(let memory): try tables.firebase.put(memory, database)
    }
  }
}
