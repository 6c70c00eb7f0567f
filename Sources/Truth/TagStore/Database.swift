import CSQLite
import Foundation

/// A value of a column, in SQLite's type.
enum ColumnValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  case blob([UInt8])
}

/// An error that SQLite reported.
struct DatabaseError: Error {
  /// Its primary result code, such as `SQLITE_FULL`.
  var code: Int32
  /// The number of the system's error; 0 if there was none.
  var system: Int32 = 0
  /// SQLite's message, which may quote its language: for debugging, never for users.
  var message: String
}

/// A SQLite file that one thread has open: the few calls of SQLite's C interface that the store
/// needs.
final class Database {
  private var connection: OpaquePointer?
  /// The compiled statements, by their text; the store has a few for each table.
  private var statements: [String: PreparedStatement] = [:]

  /// The way in which a file is opened.
  enum Access {
    /// For reading and writing; a missing file is created.
    case full
    /// For reading only the file, without its companions; nothing is written.
    case fileAlone
  }

  /// Opens a file. SQLite reads nothing before the first statement.
  ///
  /// `layer` is the name of the VFS through which SQLite accesses the disk; nil is the system's.
  init(path: String, _ access: Access = .full, layer: String? = nil) throws(DatabaseError) {
    let code =
      switch access {
      case .full:
        sqlite3_open_v2(
          path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, layer
        )
      case .fileAlone:
        sqlite3_open_v2(
          Self.address(ofFileAlone: path), &connection,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, layer)
      }
    guard code == SQLITE_OK else {
      let error = error(code)
      close()
      throw error
    }
  }

  /// Returns the address of a file whose companions SQLite must ignore.
  private static func address(ofFileAlone path: String) -> String {
    var address = "file://"
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || "/.-_".unicodeScalars.contains(scalar))
      address += isPlain ? String(scalar) : "%" + String(256 + Int(byte), radix: 16).dropFirst()
    }
    return address + "?immutable=1"
  }

  /// Sets whether the log stays beside the file when that is closed, instead of being written into
  /// it.
  func keepLogOnClose(_ keeps: Bool) { _ = csqlite_keep_log_on_close(connection, keeps ? 1 : 0) }

  deinit { close() }

  /// Closes the file; every further call is refused.
  func close() {
    statements = [:]
    sqlite3_close_v2(connection)
    connection = nil
  }

  /// The number of rows that were inserted, changed or deleted since it was opened.
  var changes: Int { connection.map { Int(sqlite3_total_changes64($0)) } ?? 0 }

  /// The number of statements that were compiled since it was opened.
  private(set) var compiled = 0

  // MARK: Statements

  /// Runs statements that are fixed, without values.
  func execute(_ sql: String) throws(DatabaseError) {
    // The system's error number stays there until the next one.
    errno = 0
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs one statement with values in place of its marks. It is compiled only once.
  ///
  /// - Returns: the resulting rows.
  @discardableResult
  func rows(
    _ sql: String, _ values: [ColumnValue] = []
  ) throws(DatabaseError) -> [[ColumnValue]] {
    errno = 0
    let statement = try statement(sql)
    defer { sqlite3_reset(statement.handle) }
    for (index, value) in values.enumerated() {
      let code = statement.bind(value, at: Int32(index) + 1)
      guard code == SQLITE_OK else { throw error(code) }
    }
    var rows: [[ColumnValue]] = []
    while true {
      switch sqlite3_step(statement.handle) {
      case SQLITE_ROW: rows.append(statement.row)
      case SQLITE_DONE: return rows
      case let code: throw error(code)
      }
    }
  }

  /// Returns the first column of the first row that a statement yields.
  func value(_ sql: String, _ values: [ColumnValue] = []) throws(DatabaseError) -> ColumnValue? {
    try rows(sql, values).first?.first
  }

  private func statement(_ sql: String) throws(DatabaseError) -> PreparedStatement {
    if let known = statements[sql] { return known }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw error(code) }
    let statement = PreparedStatement(handle: handle)
    statements[sql] = statement
    compiled += 1
    return statement
  }

  // MARK: Transactions

  /// Runs a transaction; if it throws, nothing is changed.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try rows("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try rows("COMMIT")
      return result
    } catch {
      // A full disk has already rolled it back.
      if sqlite3_get_autocommit(connection) == 0 { _ = try? rows("ROLLBACK") }
      throw error
    }
  }

  private func error(_ code: Int32) -> DatabaseError {
    // The code has the kind in its lowest byte, and the details in the others.
    let systemError = errno
    var kind = code & 0xFF
    // A quota, and a limit of the process for its files, count as a full disk, too.
    if kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN,
      [ENOSPC, EDQUOT, EFBIG].contains(systemError)
    {
      kind = SQLITE_FULL
    }
    return DatabaseError(
      code: kind, system: systemError, message: connection.map(Self.message) ?? "it is closed")
  }

  private static func message(of connection: OpaquePointer) -> String {
    String(cString: sqlite3_errmsg(connection))
  }
}

/// A compiled statement, released when its last owner is.
private final class PreparedStatement {
  let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Binds a value to a mark, counted from 1.
  func bind(_ value: ColumnValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .double(let double): return sqlite3_bind_double(handle, index, double)
    case .text(let text):
      return text.withCString { csqlite_bind_text(handle, index, $0, UInt64(text.utf8.count)) }
    case .blob(let bytes):
      return csqlite_bind_blob(handle, index, bytes, UInt64(bytes.count))
    }
  }

  var row: [ColumnValue] { (0..<sqlite3_column_count(handle)).map(value) }

  private func value(at column: Int32) -> ColumnValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      // The bytes before their count, as SQLite requires.
      let bytes = sqlite3_column_text(handle, column)
      let count = Int(sqlite3_column_bytes(handle, column))
      return .text(
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(handle, column)
      let count = Int(sqlite3_column_bytes(handle, column))
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}

extension ColumnValue {
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}
