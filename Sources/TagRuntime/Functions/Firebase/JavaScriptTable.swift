import OrderedCollections

/// A table of a v5 container: a list of rows, each a map of named cells. A row in which something
/// is null is null itself.
struct JavaScriptTable {
  let rows: [Value]

  /// What is no list has no rows.
  init(_ value: Value) { rows = value.elements ?? [] }

  /// Two cells of each row as one map, the last of several with one key; rows that lack a cell are
  /// left out.
  ///
  /// - Complexity: O(n) expected in the rows.
  func members(key: String, value: String) -> OrderedDictionary<String, Value> {
    var members: OrderedDictionary<String, Value> = [:]
    for row in rows {
      guard let cells = row.members, let name = cells[key], let content = cells[value] else {
        continue
      }
      members[JavaScript.text(name)] = content
    }
    return members
  }
}
