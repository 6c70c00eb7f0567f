import GRDB
import TagRuntime

extension StoreTable where Element == StoredHit {
  /// The hits that wait, of all queues.
  static var hits: StoreTable {
    StoreTable(
      name: "hit",
      columns: ["id", "queue", "body", "created", "tries", "firstTried", "lastTried"],
      key: { $0.id.databaseValue }, values: Self.columns, meaning: Self.stored)
  }

  private static func columns(of stored: StoredHit) -> [DatabaseValue] {
    let hit = stored.hit
    return [
      hit.queue.rawValue.databaseValue, RowText.json(HitBody.value(of: hit)),
      RowText.column(hit.created), stored.tries.databaseValue,
      stored.firstTried.map(RowText.column) ?? .null,
      stored.lastTried.map(RowText.column) ?? .null,
    ]
  }

  private static func stored(_ columns: [DatabaseValue]) -> StoredHit? {
    guard let id = RowText.number(columns[0], from: 1) else { return nil }
    guard let tries = RowText.number(columns[4], from: 0) else { return nil }
    guard let hit = hit(columns) else { return nil }
    var stored = StoredHit(id: id, hit: hit)
    stored.tries = Int(tries)
    stored.firstTried = RowText.time(columns[5])
    stored.lastTried = RowText.time(columns[6])
    return stored
  }

  private static func hit(_ columns: [DatabaseValue]) -> Hit? {
    guard let body = RowText.value(columns[2]) else { return nil }
    guard let created = RowText.time(columns[3]) else { return nil }
    guard let hit = HitBody.hit(body, created: created) else { return nil }
    return hit.queue.rawValue.databaseValue == columns[1] ? hit : nil
  }
}
