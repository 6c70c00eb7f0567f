import GRDB
import TagRuntime

extension StoreTable where Element == FirebaseMemory {
  /// What Firebase keeps of the installation: one row, missing where it has kept nothing yet.
  static var firebase: StoreTable {
    StoreTable(
      name: "firebase", columns: ["id", "memory"], key: { _ in PhoneRow.id.databaseValue },
      values: { [RowText.json($0.value)] },
      meaning: { RowText.value($0[1]).flatMap(FirebaseMemory.init) })
  }
}
