import GRDB
import TagRuntime

/// How columns hold the project's values. Texts that come from data are JSON, because a text column
/// ends at the first NUL. Numbers that are no number, which JSON does not know, come back as null.
enum RowText {
  /// The highest number that a row may have, and the farthest time in milliseconds. The simulation
  /// goes on counting from what it reads, and must not come to the end of the integers.
  static let numberLimit: Int64 = 1 << 53

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

  /// A number that hits and rows are counted by.
  static func number(_ column: DatabaseValue, from first: Int64) -> Int64? {
    integer(column).flatMap { (first...numberLimit).contains($0) ? $0 : nil }
  }

  static func column(_ time: WallTime) -> DatabaseValue { time.milliseconds.databaseValue }

  /// A time; one beyond the limit is the limit.
  static func time(_ column: DatabaseValue) -> WallTime? {
    integer(column).map(time(milliseconds:))
  }

  static func time(milliseconds: Int64) -> WallTime {
    WallTime(milliseconds: min(max(milliseconds, -numberLimit), numberLimit))
  }
}
