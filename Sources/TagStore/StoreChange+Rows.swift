import Foundation
import GRDB
import TagRuntime

/// How changes are written to the tables.
extension StoreChange {
  func write(_ database: Database) throws {
    switch self {
    case .keepHit(let stored):
      try StoreTable.hits.put(RowText.columns(of: stored), database)
      try PhoneRow.change(database) {
        $0.nextHitID = max($0.nextHitID, stored.id.saturatingSuccessor)
      }
    case .updateHit(let stored):
      guard try StoreTable.hits.has(stored.id, database) else { return }
      try StoreTable.hits.put(RowText.columns(of: stored), database)
    case .removeHit(let id): try StoreTable.hits.delete(id, database)
    case .removeHits(let queue):
      try database.execute(sql: "DELETE FROM hit WHERE queue = ?", arguments: [queue.rawValue])
    case .saveContainer(let id, let container):
      try StoreTable.containers.put(
        [
          RowText.json(id), container.refreshed.milliseconds.databaseValue,
          Data(container.bytes).databaseValue,
        ], database)
    case .removeSaved:
      for table in [
        StoreTable.containers, .lastingKeys, .clickReferrers, .unrepeatableIDs,
      ] {
        try table.deleteAll(database)
      }
    case .lasting(let change): try Self.write(change, database)
    case .clientID(let id): try PhoneRow.change(database) { $0.clientID = id }
    case .optedOut(let flag): try PhoneRow.change(database) { $0.isOptedOut = flag }
    }
  }

  private static func write(_ change: LastingChange, _ database: Database) throws {
    switch change {
    case .keepKeys(let rows):
      for row in rows {
        try StoreTable.lastingKeys.put(
          [
            row.id.databaseValue, RowText.json(row.key), RowText.json(row.value),
            row.expires.milliseconds.databaseValue,
          ], database)
      }
    case .deleteKeys(let ids):
      for id in ids { try StoreTable.lastingKeys.delete(id, database) }
    case .keepReferrer(let id, let referrer):
      try StoreTable.clickReferrers.put([RowText.json(id), RowText.json(referrer)], database)
    case .deleteReferrer(let id):
      try StoreTable.clickReferrers.delete(RowText.json(id), database)
    case .keepUnrepeatable(let id):
      try StoreTable.unrepeatableIDs.put([RowText.json(id)], database)
    case .deleteUnrepeatable(let id):
      try StoreTable.unrepeatableIDs.delete(RowText.json(id), database)
    }
  }
}
