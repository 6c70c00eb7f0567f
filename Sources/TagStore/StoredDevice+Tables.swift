import GRDB
import OrderedCollections
import TagRuntime

/// How everything stands in the tables.
extension StoredDevice {
  /// Reads all of it; rows that are damaged go to the quarantine.
  static func read(_ database: Database) throws -> StoredDevice {
    var device = StoredDevice()
    device.hits = try StoreTable.hits.read(database)
    for row in try StoreTable.containers.read(database) {
      device.containers[row.name] = row.content
    }
    device.lasting.apply(.keepKeys(try StoreTable.lastingKeys.read(database)))
    for row in try StoreTable.clickReferrers.read(database) {
      device.lasting.apply(.keepReferrer(conversionID: row.name, referrer: row.content))
    }
    for id in try StoreTable.unrepeatableIDs.read(database) {
      device.lasting.apply(.keepUnrepeatable(id: id))
    }
    if let memory = try StoreTable.firebase.read(database).first {
      device.lasting.apply(.keepFirebase(memory))
    }
    let phone = try StoreTable.phone.read(database).first
    device.clientID = phone?.clientID ?? ""
    device.isOptedOut = phone?.isOptedOut ?? false
    // Also where the row that knew it is in the quarantine, no number is used again.
    device.nextHitID = max(phone?.nextHitID ?? 1, (device.hits.last?.id ?? 0) + 1)
    return device
  }

  /// Brings the tables from what they hold to this.
  func write(over old: StoredDevice, _ database: Database) throws {
    try StoreTable.hits.write(hits, over: old.hits, database)
    try StoreTable.containers.write(
      containers.elements.map(NamedRow.init), over: old.containers.elements.map(NamedRow.init),
      database)
    try StoreTable.lastingKeys.write(lasting.keys, over: old.lasting.keys, database)
    try StoreTable.clickReferrers.write(
      lasting.clickReferrers.elements.map(NamedRow.init),
      over: old.lasting.clickReferrers.elements.map(NamedRow.init), database)
    try StoreTable.unrepeatableIDs.write(
      Array(lasting.unrepeatableIDs), over: Array(old.lasting.unrepeatableIDs), database)
    try StoreTable.firebase.write(
      [lasting.firebase], over: [old.lasting.firebase], database)
    // Always, because the row may be missing where what was read is what is to be written.
    try StoreTable.phone.put(
      PhoneRow(clientID: clientID, isOptedOut: isOptedOut, nextHitID: nextHitID), database)
  }
}
