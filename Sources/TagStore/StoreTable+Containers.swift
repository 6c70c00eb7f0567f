import Foundation
import GRDB
import TagRuntime

extension StoreTable where Element == NamedRow<StoredDevice.Container> {
  /// Saved containers.
  static var containers: StoreTable {
    StoreTable(
      name: "container", columns: ["name", "refreshed", "bytes"],
      key: { RowText.json($0.name) },
      values: {
        [RowText.column($0.content.refreshed), Data($0.content.bytes).databaseValue]
      },
      meaning: { columns in
        guard let name = RowText.text(columns[0]) else { return nil }
        guard let refreshed = RowText.time(columns[1]) else { return nil }
        guard case .blob(let bytes) = columns[2].storage else { return nil }
        return NamedRow(name: name, content: .init(refreshed: refreshed, bytes: Array(bytes)))
      })
  }
}
