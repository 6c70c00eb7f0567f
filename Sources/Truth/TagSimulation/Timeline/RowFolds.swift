import TagRuntime

/// The rows that are shown separately in the event list, and those that fold into one: rows of the
/// environment between the app's actions.
///
/// It grows with the history, so that finding a place in a list of a million rows is as fast as in
/// a short one.
package struct RowFolds: Sendable {
  /// The number of the first row of each shown row, in order; negative for rows of the environment.
  private var starts: [Int32] = []
  /// Whether the last shown row is one of the environment.
  private var endsFolded = false
  private var rows = 0
  /// The number of rows of the environment.
  package private(set) var worldRows = 0

  /// Records the next row.
  ///
  /// - Complexity: O(1)
  mutating func note(_ row: EventRow) {
    rows += 1
    if !(row.isOfWorld && endsFolded) { starts.append(Int32(row.isOfWorld ? -rows : rows)) }
    endsFolded = row.isOfWorld
    if endsFolded { worldRows += 1 }
  }

  /// Forgets the rows after a number.
  ///
  /// - Complexity: O(n) in the rows that it forgets.
  mutating func forget(after number: Int) {
    while let last = starts.last, rows > number {
      let left = max(number, Int(last.magnitude) - 1)
      if last < 0 { worldRows -= rows - left }
      if left < last.magnitude { starts.removeLast() }
      rows = left
    }
    endsFolded = starts.last ?? 0 < 0
  }

  package var count: Int { starts.count }

  /// Returns the rows that a row of the list represents.
  ///
  /// - Complexity: O(1)
  package func rows(at place: Int) -> ClosedRange<Int> {
    let next = place + 1 < starts.count ? start(place + 1) : rows + 1
    return start(place)...(next - 1)
  }

  /// Whether a row of the list represents rows of the environment.
  ///
  /// - Complexity: O(1)
  package func isWorld(at place: Int) -> Bool { starts[place] < 0 }

  private func start(_ place: Int) -> Int { Int(starts[place].magnitude) }

  /// Returns the place in the list of a row by its number.
  ///
  /// - Complexity: O(log n) in the shown rows.
  package func place(of number: Int) -> Int {
    Self.lastPlace(among: starts.count) { start($0) <= number }
  }

  /// Returns the last place for which a condition holds, given that it then holds for none after
  /// it; 0 if it holds for none.
  ///
  /// - Complexity: O(log n) calls.
  static func lastPlace(among count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension EventRow {
  /// Whether the row has a problem that the list marks.
  package var isTrouble: Bool {
    if loop != nil || late > 0 { return true }
    switch kind {
    case .refreshed(_, .failure, _), .refreshRefused, .openRefused, .link(.refused, _),
      .link(_, isOwn: false), .backgroundTaskExpired, .publishedUnreadable:
      return true
    case .dispatched(_, let result, _, let lost): return result == .error || lost > 0
    case .dispatchCompleted(let result): return result == .error
    case .reinstalled(let lost): return lost > 0
    case .read(let reading): return reading.origin != .container
    case .firebaseTold(_, let value): return value?.isEmpty == true
    case .update(let update, _): return update.rejection != nil
    default: return false
    }
  }

  /// Whether it is of the environment, and folds: never the app's actions, sent hits, and problems.
  package var isOfWorld: Bool {
    switch kind {
    case .launched, .backgrounded, .suspended, .foregrounded, .killed, .network, .disk,
      .containerAvailable,
      .refreshed(_, .success, _), .closed, .thawed, .linkOpened, .dispatchCompleted,
      .backgroundTaskBegan, .backgroundTaskEnded, .optedOut, .upgraded, .published,
      .deviceChanged, .clockSet, .jumped:
      true
    case .link(.refused, _): false
    case .link(.ended, _): true
    case .link(_, let isOwn): isOwn
    case .dispatched(_, let result, let sent, let lost):
      sent == 0 && lost == 0 && result != .error
    case .reinstalled(let lost): lost == 0
    case .update(let update, .automatic):
      update.firebase.map { !$0.isDropped && $0.faults.isEmpty } ?? false
        && !update.firings.contains { !$0.tags.isEmpty }
    case .refreshed(_, .failure, _), .refreshRefused, .openRefused, .update, .screenSeen,
      .tapped, .backgroundTaskExpired, .hitSent, .publishedUnreadable, .read, .firebaseTold:
      false
    }
  }
}
