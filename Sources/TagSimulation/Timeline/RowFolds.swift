import TagRuntime

/// Which rows stand alone in the event list, and which fold into one: the rows of the world between
/// what the app did.
///
/// It grows with the history, so that a list of a million rows is found its way in as fast as a
/// short one.
package struct RowFolds: Sendable {
  /// The number of the first row of each row that is shown, in order; negative for rows of the
  /// world.
  private var starts: [Int32] = []
  /// Whether the last row that is shown is one of the world.
  private var endsFolded = false
  /// How many rows there are.
  private var rows = 0
  /// How many of them are of the world.
  package private(set) var worldRows = 0

  /// Notes the next row.
  ///
  /// - Complexity: O(1)
  mutating func note(_ row: EventRow) {
    rows += 1
    if !(row.isOfWorld && endsFolded) { starts.append(Int32(row.isOfWorld ? -rows : rows)) }
    endsFolded = row.isOfWorld
    if endsFolded { worldRows += 1 }
  }

  /// How many rows are shown.
  package var count: Int { starts.count }

  /// The rows that a row of the list stands for.
  ///
  /// - Complexity: O(1)
  package func rows(at place: Int) -> ClosedRange<Int> {
    let next = place + 1 < starts.count ? start(place + 1) : rows + 1
    return start(place)...(next - 1)
  }

  /// Whether a row of the list stands for rows of the world.
  ///
  /// - Complexity: O(1)
  package func isWorld(at place: Int) -> Bool { starts[place] < 0 }

  private func start(_ place: Int) -> Int { Int(starts[place].magnitude) }

  /// The place in the list of a row by its number.
  ///
  /// - Complexity: O(log n) in the rows that are shown.
  package func place(of number: Int) -> Int {
    Self.lastPlace(among: starts.count) { start($0) <= number }
  }

  /// The last of so many places for which something holds that holds for none after it; 0 where it
  /// holds for none.
  ///
  /// - Complexity: O(log n) looks.
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
  /// Whether it is of the world, and folds: never what the app did, what left the phone, and what
  /// went wrong.
  package var isOfWorld: Bool {
    switch kind {
    case .launched, .backgrounded, .foregrounded, .killed, .network, .disk, .containerAvailable,
      .refreshed(_, .success, _), .closed, .thawed, .universalLink, .dispatchCompleted,
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
