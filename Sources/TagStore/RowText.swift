import GRDB
import OrderedCollections
import TagRuntime

/// How rows hold the project's values. Texts that come from data are JSON, because a text column
/// ends at the first NUL. Numbers that are no number, which JSON does not know, come back as null.
enum RowText {
  static func json(_ value: Value) -> DatabaseValue { JSONWriter.write(value).databaseValue }

  static func json(_ text: String) -> DatabaseValue { json(.string(text)) }

  static func value(_ column: DatabaseValue) -> Value? {
    guard case .string(let text) = column.storage else { return nil }
    do throws(JSONError) {
      return try JSONReader.read(text, extensions: .absent)
    } catch {
      return nil
    }
  }

  static func text(_ column: DatabaseValue) -> String? { value(column)?.text }

  static func integer(_ column: DatabaseValue) -> Int64? {
    if case .int64(let integer) = column.storage { integer } else { nil }
  }

  static func time(_ column: DatabaseValue) -> WallTime? {
    integer(column).map(WallTime.init(milliseconds:))
  }

  // MARK: Hits

  static func columns(of stored: StoredHit) -> [DatabaseValue] {
    [
      stored.id.databaseValue, stored.hit.queue.rawValue.databaseValue, json(body(stored.hit)),
      stored.hit.created.milliseconds.databaseValue, stored.tries.databaseValue,
      stored.firstTried?.milliseconds.databaseValue ?? .null,
      stored.lastTried?.milliseconds.databaseValue ?? .null,
    ]
  }

  static func hit(_ columns: [DatabaseValue]) -> StoredHit? {
    guard let id = integer(columns[0]), let body = value(columns[2])?.members,
      let created = time(columns[3]), let tries = integer(columns[4]).flatMap(Int.init(exactly:)),
      let kind = kind(body), let added = texts(body["added"])
    else { return nil }
    let hit = Hit(
      kind: kind, tag: body["tag"]?.text, tracker: body["tracker"]?.text, added: added,
      created: created)
    guard columns[1] == hit.queue.rawValue.databaseValue else { return nil }
    var stored = StoredHit(id: id, hit: hit)
    stored.tries = tries
    stored.firstTried = time(columns[5])
    stored.lastTried = time(columns[6])
    return stored
  }

  private static func body(_ hit: Hit) -> Value {
    var body: OrderedDictionary<String, Value> = [:]
    switch hit.kind {
    case .analytics(let fields): body["fields"] = .map(fields.mapValues { .string($0) })
    case .pixel(let url): body["url"] = .string(url)
    }
    body["tag"] = hit.tag.map { .string($0) }
    body["tracker"] = hit.tracker.map { .string($0) }
    body["added"] = .map(hit.added.mapValues { .string($0) })
    return .map(body)
  }

  private static func kind(_ body: OrderedDictionary<String, Value>) -> Hit.Kind? {
    if let url = body["url"]?.text { return .pixel(url: url) }
    return texts(body["fields"]).map { .analytics(fields: $0) }
  }

  private static func texts(_ value: Value?) -> OrderedDictionary<String, String>? {
    guard let members = value?.members else { return nil }
    let texts = members.compactMapValues(\.text)
    return texts.count == members.count ? texts : nil
  }
}
