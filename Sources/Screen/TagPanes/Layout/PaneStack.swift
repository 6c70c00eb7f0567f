package import TagWords
package import TerminalKit

/// Panes below one another in one column, and the rows that each of them gets.
///
/// A pane gets the rows that its content needs: the focused one first, the others by share. A pane
/// that needs less leaves the rest to its neighbours.
package struct PaneStack: Sendable, Hashable {
  /// The fewest rows of a pane whose content may exceed its place.
  package static let fewestRows = 2

  package struct Member: Sendable, Hashable {
    var pane: Pane
    /// The panes named in its upper border; none for a pane without tabs.
    var tabs: [Pane] = []
    /// The rows that its content needs.
    var need: Int
    /// The rows that it keeps whatever others need.
    var kept: Int
    /// Whether it takes no row from outside the stack while it is not selected.
    var isModest: Bool

    init(
      _ pane: Pane, tabs: [Pane] = [], need: Int, kept: Int = PaneStack.fewestRows,
      isModest: Bool = false
    ) {
      self.pane = pane
      self.tabs = tabs
      self.need = need
      self.isModest = isModest
      self.kept = min(need, kept)
    }
  }

  /// The panes from the top down.
  package var members: [Member]
  /// The pane that gets its rows first; nil for none of the stack.
  package var first: Pane?
  /// The pane that gets the rows that no other needs; nil if all share them.
  package var last: Pane?

  /// The rows of the stack if every pane shows all of its content, with the lines around them.
  package var neededRows: Int { members.reduce(1) { $0 + $1.need + 1 } }

  /// The rows of the stack if the first pane shows all of its content, and the others a fair part.
  package var fairRows: Int {
    members.reduce(1) { rows, member in
      let fair = member.isModest ? member.kept : max(member.kept, Self.fairNeed)
      return rows + 1 + (member.pane == first ? member.need : min(member.need, fair))
    }
  }

  /// The maximum number of rows that a pane without focus may take from the log.
  private static let fairNeed = 8

  /// Returns the rows inside each pane, without the lines around them.
  ///
  /// - Parameter room: the rows of the stack, with the lines around the panes.
  /// - Complexity: O(rows × panes).
  package func rows(of room: Int) -> [Int] {
    let room = max(0, room - members.count - 1)
    var rows = members.map(\.kept)
    var left = room - rows.reduce(0, +)
    guard left >= 0 else {
      // Even the fewest rows are too many: divide them equally.
      return members.indices.map { room / members.count + ($0 < room % members.count ? 1 : 0) }
    }
    if let index = members.firstIndex(where: { $0.pane == first }) {
      let more = min(left, members[index].need - rows[index])
      rows[index] += more
      left -= more
    }
    while left > 0 {
      let hungry = members.indices.filter { rows[$0] < members[$0].need }
      let next =
        hungry.min { rows[$0] < rows[$1] } ?? members.firstIndex { $0.pane == last }
        ?? members.indices.min { rows[$0] < rows[$1] }
      guard let next else { break }
      rows[next] += 1
      left -= 1
    }
    return rows
  }

  /// Returns the places of the panes in a column.
  package func places(in rect: Rect) -> [Layout.Place] {
    var rest = rect
    let rows = rows(of: rect.rows)
    return members.enumerated().map { index, member in
      let isLast = index == members.count - 1
      let (top, below) = isLast ? (rest, rest) : rest.sharedTop(rows[index] + 2)
      rest = below
      return Layout.Place(pane: member.pane, rect: top, tabs: member.tabs)
    }
  }
}
