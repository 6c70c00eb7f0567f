import CSQLite
import Foundation

/// The reason why a store cannot be opened, read or written.
package enum StoreError: Error, Sendable, Hashable {
  /// The folder for it does not exist.
  case noFolder(String)
  /// The path is a folder or a device, not a file.
  case isNoFile(String)
  /// It is a link that points back to itself.
  case isEndlessLink(String)
  /// It is not a SQLite file, or it belongs to another program.
  case foreign(String)
  /// The file, or its folder, is not writable.
  case notWritable(String)
  /// The file is not readable.
  case notReadable(String)
  /// The disk has no room for a new store.
  case noRoom(String)
  /// Too many files are open to open it, too.
  case tooManyOpen(String)
  /// Another program has it open.
  case inUse(String)
  /// It has reached its limit in bytes, or the disk has no room: `missing` of the waiting hits are
  /// not in it.
  case full(String, limit: Int, missing: Int = 0, of: Int = 0)
  /// It is damaged and can no longer be read.
  case damaged(String, detail: String)
  /// It could not be moved aside.
  case notMoved(String)
  /// The disk failed.
  case failed(String, detail: String)

  init(_ error: any Error, _ path: String, limit: Int) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self = Self.of(error, path, limit: limit)
    default: self = .failed(path, detail: "\(error)")
    }
  }

  private static func of(_ error: DatabaseError, _ path: String, limit: Int) -> StoreError {
    switch error.code {
    case SQLITE_CANTOPEN where [EMFILE, ENFILE].contains(error.system): .tooManyOpen(path)
    case SQLITE_FULL: .full(path, limit: limit)
    case SQLITE_BUSY, SQLITE_LOCKED: .inUse(path)
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: .notWritable(path)
    case SQLITE_CORRUPT: .damaged(path, detail: brokenPages)
    case SQLITE_NOTADB: .damaged(path, detail: "its first page is not that of a database")
    // The statements belong to the store, so a missing table or column is damage.
    case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damaged(path, detail: strangeTables)
    case SQLITE_NOMEM: .failed(path, detail: "no memory is left")
    default: .failed(path, detail: "it cannot be read or written")
    }
  }

  // In plain words: those of SQLite quote its language.
  static let brokenPages = "its pages do not fit together"
  static let strangeTables = "its tables are not those of tagsim"
}

extension StoreError: CustomStringConvertible {
  /// One sentence: the fault, the file, the remedy.
  package var description: String {
    switch self {
    case .noFolder(let path): "\(path): its folder does not exist; create it first"
    case .isNoFile(let path): "\(path): is a folder or a device; name a file"
    case .isEndlessLink(let path): "\(path): is a link to itself; name a file"
    case .noRoom(let path):
      "\(path): its disk has no room for it; make room there, or name another file"
    case .notReadable(let path):
      "\(path): cannot be read; change its permissions, or name another file"
    case .foreign(let path):
      "\(path): is not a tagsim file and stays unchanged; name another one"
    case .notWritable(let path):
      "\(path): cannot be written; choose another place, or change its permissions"
    case .tooManyOpen(let path):
      "\(path): cannot be opened: too many files are open; close other programs, or raise the "
        + "limit (ulimit -n)"
    case .inUse(let path): "\(path): another program has it open; close that one first"
    case .full(let path, let limit, let missing, let count):
      "\(path): is full, and \(Self.missing(missing, of: count)) not in it: make room on its disk; "
        + "it grows to \(limit >> 10) KB at most"
    case .damaged(let path, let detail):
      "\(path): is damaged (\(detail)); open it again to move it aside"
    case .notMoved(let path):
      "\(path): cannot be used and could not be moved aside; move it away yourself"
    case .failed(let path, let detail): "\(path): the disk failed (\(detail)); try again"
    }
  }

  private static func missing(_ missing: Int, of count: Int) -> String {
    if missing == 0 { return "the last changes are" }
    return "\(missing) of \(count) waiting hits \(missing == 1 ? "is" : "are")"
  }
}
