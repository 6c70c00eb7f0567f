/// Where a panel over the others stands.
public enum Popup {
  /// A rectangle of the wanted size in the middle of `area`, made smaller where there is no room.
  public static func rect(columns: Int, rows: Int, in area: Rect) -> Rect {
    let width = min(max(columns, 0), area.columns)
    let height = min(max(rows, 0), area.rows)
    return Rect(
      column: area.column + (area.columns - width) / 2,
      row: area.row + (area.rows - height) / 2, columns: width, rows: height)
  }
}
