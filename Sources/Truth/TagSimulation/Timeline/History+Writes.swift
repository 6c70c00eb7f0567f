import OrderedCollections
import Synchronization
import TagRuntime

extension Timeline {
  /// The row that last wrote a value of the data layer.
  package enum LastWrite: Sendable, Hashable {
    /// No row of the history.
    case none
    case row(Int)
    /// A row before this number; the search went no further back.
    case before(Int)
  }
}

/// The known writes; one answer per path.
///
/// Between two keys of the monitor most values still come from the same row, however long ago that
/// was.
final class KnownWrites: Sendable {
  struct Answer {
    /// The stretch of the row up to which the search went; if the history has another one there,
    /// the answer belongs to another history.
    let stretch: Stretch
    let upTo: Int
    let write: Timeline.LastWrite
  }

  /// The number of answers that are stored; beyond it all are dropped.
  private static let limit = 4096

  private let answers = Mutex<[String: Answer]>([:])

  subscript(path: String) -> Answer? {
    get { answers.withLock { $0[path] } }
    set {
      answers.withLock { answers in
        if answers.count >= Self.limit { answers = [:] }
        answers[path] = newValue
      }
    }
  }
}

extension History {
  /// The number of stretches that are searched for the write of one path.
  private static let searchedStretches = 16

  /// Returns the last row up to a number whose update wrote a path.
  ///
  /// - Parameters:
  ///   - path: the path of a value that is not a map.
  ///   - number: the number of the row.
  func lastWrite(of path: String, upTo number: Int) -> Timeline.LastWrite {
    let key = Self.top(of: path)
    if number > openStart.rows,
      let row = Self.lastWrite(of: path, key: key, in: openRows, upTo: number)
    {
      return .row(row)
    }
    let number = min(number, openStart.rows)
    guard let stretch = stretch(ofRow: number) else { return .none }
    let known = knownWrites[path].flatMap { self.stretch(ofRow: $0.upTo) === $0.stretch ? $0 : nil }
    let write: Timeline.LastWrite
    switch known?.write {
    case .row(let row)? where row <= number && number <= known?.upTo ?? 0: return .row(row)
    case .none? where number <= known?.upTo ?? 0: return .none
    case let found? where number > known?.upTo ?? 0:
      let later = search(path, key: key, from: known?.upTo ?? 0, upTo: number)
      write = later == .none ? found : later
    default: write = search(path, key: key, from: 0, upTo: number)
    }
    knownWrites[path] = KnownWrites.Answer(stretch: stretch, upTo: number, write: write)
    return write
  }

  /// Searches the finished stretches for it, after a row and up to another one.
  private func search(
    _ path: String, key: String, from: Int, upTo number: Int
  ) -> Timeline.LastWrite {
    let rows = writes[key] ?? []
    var next = rows.partitioningIndex { $0 > number }
    // The stretch of the row itself may have written it before and after the row.
    if next < rows.count, stretch(ofRow: rows[next]) === stretch(ofRow: number) { next += 1 }
    var left = Self.searchedStretches
    var last: Stretch?
    while next > 0, rows[next - 1] > from {
      next -= 1
      guard let stretch = stretch(ofRow: rows[next]), stretch !== last else { continue }
      if left == 0 { return .before(rows[next] + 1) }
      left -= 1
      last = stretch
      let found = Self.lastWrite(
        of: path, key: key, in: played.played(stretch).rows, upTo: number)
      if let found { return found > from ? .row(found) : .none }
    }
    return .none
  }

  /// Returns the part of a path at the top of the data layer.
  static func top(of path: String) -> String {
    path.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(path[..<$0]) } ?? path
  }

  private static func lastWrite(
    of path: String, key: String, in rows: [Timeline.Row], upTo number: Int
  ) -> Int? {
    rows.last { row in
      guard row.number <= number, let update = row.event.update, update.rejection == nil else {
        return false
      }
      return update.update.elements.contains { written, value in
        top(of: written) == key
          && DataLayer.leaves(of: [written: value]).contains { $0.path == path }
      }
    }?.number
  }
}
