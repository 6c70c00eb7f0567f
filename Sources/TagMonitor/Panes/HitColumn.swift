import TerminalKit

/// A column of the table of hits.
enum HitColumn: String, Sendable, Hashable, CaseIterable {
  case id
  case type
  case name
  case tries
  case state
  case age
  case cutoff
  case left

  /// What goes first where there is little room; the rest always stays.
  private static let dispensable: [HitColumn] = [.tries, .age, .left, .type, .cutoff]
  /// A name is not cut below this while another column can go.
  private static let nameColumns = 12

  /// The columns of a table that fit, with their widths.
  ///
  /// - Complexity: O(n) in the cells.
  static func fitting(
    _ rows: [[HitColumn: String]], columns: Int
  ) -> [(column: HitColumn, width: Int)] {
    let needed = allCases.map { column in
      rows.reduce(TextWidth.columns(of: column.rawValue)) {
        max($0, TextWidth.columns(of: $1[column] ?? ""))
      }
    }
    var shown = Array(zip(allCases, needed).map { (column: $0.0, width: $0.1) })
    func nameRoom() -> Int {
      shown.reduce(columns + 1) { $0 - ($1.column == .name ? 0 : $1.width) - 1 }
    }
    let wanted = min(nameColumns, shown[2].width)
    for column in dispensable where nameRoom() < wanted {
      shown.removeAll { $0.column == column }
    }
    let room = max(4, nameRoom())
    return shown.map { ($0.column, $0.column == .name ? room : $0.width) }
  }
}
