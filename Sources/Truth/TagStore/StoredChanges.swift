package import OrderedCollections
package import TagRuntime

/// The changes on a phone's disk since its last save to a store.
package struct StoredChanges: Sendable {
  /// Changes of hits and other lasting data, in order.
  package var changes: [DiskChange]
  /// The stored form of each container that changed; nil if it was removed.
  package var containers: OrderedDictionary<String, StoredContainer?>
  /// The client's id, changed or not.
  package var clientID: String
  /// Whether the user has opted out, changed or not.
  package var isOptedOut: Bool

  /// Creates changes; the id and the choice are included even if they did not change.
  package init(
    _ changes: [DiskChange], containers: OrderedDictionary<String, StoredContainer?> = [:],
    clientID: String, isOptedOut: Bool
  ) {
    self.changes = changes
    self.containers = containers
    self.clientID = clientID
    self.isOptedOut = isOptedOut
  }

  /// Whether the changes have no effect on a device.
  func isEmpty(on device: StoredDevice) -> Bool {
    changes.isEmpty && clientID == device.clientID && isOptedOut == device.isOptedOut
  }
}

/// Changes as rows to write and delete: each row once, however often it changed.
struct RowChanges {
  /// The hits that the store contains afterwards, by rising ids.
  private var kept: [StoredHit] = []
  private var removed: [Int64] = []
  private var lasting: [LastingChange] = []
  private let containers: OrderedDictionary<String, StoredContainer?>
  private let phone: StoredPhoneRow
  /// The counts of Analytics, if they changed.
  private let analytics: Int64?

  /// Converts changes to rows for a device.
  ///
  /// - Complexity: O(n log n) in the changes.
  init(_ changes: StoredChanges, on device: StoredDevice) {
    var isDone: Set<Int64> = []
    var nextHitID = device.nextHitID
    var hitCount = device.hitCount
    for change in changes.changes.reversed() {
      switch change {
      case .keep(let stored):
        // No number is used again, not even that of a hit that was added and removed.
        nextHitID = max(nextHitID, stored.id + 1)
        hitCount = max(hitCount, stored.hit.numbers?.position ?? 0)
        if isDone.insert(stored.id).inserted { kept.append(stored) }
      case .remove(let id):
        // A hit that was added and removed since the last save was never stored.
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
    analytics = hitCount == device.hitCount ? nil : hitCount
  }

  /// Applies the changes to a device.
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
    if let analytics { device.hitCount = analytics }
  }

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
