import Foundation
import GRDB
import OrderedCollections
import TagRuntime

/// How everything is read from the tables.
extension StoredDevice {
  /// Reads all of it; rows that are damaged go to the quarantine.
  static func read(_ database: Database) throws -> StoredDevice {
    var device = StoredDevice()
    device.hits = try StoreTable.hits.read(database, as: RowText.hit)
    for (id, container) in try StoreTable.containers.read(database, as: Self.container) {
      device.containers[id] = container
    }
    for change in try Self.lastingChanges(database) { device.lasting.apply(change) }
    if let phone = try PhoneRow.read(database) {
      device.clientID = phone.clientID
      device.isOptedOut = phone.isOptedOut
    }
    device.nextHitID = try PhoneRow.nextHitID(database)
    return device
  }

  private static func container(_ columns: [DatabaseValue]) -> (String, Container)? {
    guard let id = RowText.text(columns[0]), let refreshed = RowText.time(columns[1]) else {
      return nil
    }
    guard case .blob(let data) = columns[2].storage else { return nil }
    return (id, Container(refreshed: refreshed, bytes: Array(data)))
  }

  private static func lastingChanges(_ database: Database) throws -> [LastingChange] {
    let keys = try StoreTable.lastingKeys.read(database) { columns -> LastingKey? in
      guard let id = RowText.integer(columns[0]), let key = RowText.text(columns[1]),
        let value = RowText.value(columns[2]), let expires = RowText.time(columns[3])
      else { return nil }
      return LastingKey(id: id, key: key, value: value, expires: expires)
    }
    let referrers = try StoreTable.clickReferrers.read(database) { columns -> LastingChange? in
      guard let id = RowText.text(columns[0]), let referrer = RowText.text(columns[1]) else {
        return nil
      }
      return .keepReferrer(conversionID: id, referrer: referrer)
    }
    let unrepeatable = try StoreTable.unrepeatableIDs.read(database) { columns in
      RowText.text(columns[0]).map { LastingChange.keepUnrepeatable(id: $0) }
    }
    return [.keepKeys(keys)] + referrers + unrepeatable
  }
}
