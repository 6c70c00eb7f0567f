import GRDB
import TagRuntime

extension StoreTable where Element == LastingKey {
  /// Values of the data layer that last.
  static var lastingKeys: StoreTable {
    StoreTable(
      name: "lastingKey", columns: ["id", "key", "value", "expires"],
      key: { $0.id.databaseValue },
      values: { [RowText.json($0.key), RowText.json($0.value), RowText.column($0.expires)] },
      meaning: { columns in
        guard let id = RowText.number(columns[0], from: 1) else { return nil }
        guard let key = RowText.text(columns[1]) else { return nil }
        guard let value = RowText.value(columns[2]) else { return nil }
        guard let expires = RowText.time(columns[3]) else { return nil }
        return LastingKey(id: id, key: key, value: value, expires: expires)
      })
  }
}

extension StoreTable where Element == NamedRow<String> {
  /// Referrers of clicks by conversion id.
  static var clickReferrers: StoreTable {
    StoreTable(
      name: "clickReferrer", columns: ["name", "referrer"],
      key: { RowText.json($0.name) }, values: { [RowText.json($0.content)] },
      meaning: { columns in
        guard let name = RowText.text(columns[0]) else { return nil }
        guard let referrer = RowText.text(columns[1]) else { return nil }
        return NamedRow(name: name, content: referrer)
      })
  }
}

extension StoreTable where Element == String {
  /// Unrepeatable ids whose pixel was sent.
  static var unrepeatableIDs: StoreTable {
    StoreTable(
      name: "unrepeatableID", columns: ["name"], key: { RowText.json($0) }, values: { _ in [] },
      meaning: { RowText.text($0[0]) })
  }
}
