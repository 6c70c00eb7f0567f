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

    init(_ pane: Pane, tabs: [Pane] = [], need: Int, kept: Int = PaneStack.fewestRows) {
      self.pane = pane
      self.tabs = tabs
      self.need = max(1, need)
      self.kept = min(self.need, kept)
    }
  }

  /// The panes from the top down.
  package var members: [Member]
  /// The pane that gets its rows first; nil for none of the stack.
  package var first: Pane?

  /// The rows of the stack if every pane shows all of its content, with the lines around them.
  package var neededRows: Int { members.reduce(1) { $0 + $1.need + 1 } }

  /// Returns the rows inside each pane, without the lines around them; the last gets those that
  /// no other needs.
  ///
  /// - Parameters:
  ///   - room: the rows of the stack, with the lines around the panes.
  ///   - before: the rows that the panes had: none shrinks below what it shows, and one that needs
  ///     more takes what is blank in others.
  /// - Complexity: O(rows × panes).
  package func rows(of room: Int, before: [Pane: Int] = [:]) -> [Int] {
    let room = max(0, room - members.count - 1)
    var rows = members.map { before[$0.pane] ?? -1 }
    if rows.contains(-1) || rows.reduce(0, +) != room { rows = decided(room) }
    while let hungry = members.indices.filter({ rows[$0] < members[$0].need }).min(by: {
      rows[$0] < rows[$1]
    }),
      let giver = members.indices.filter({ rows[$0] > members[$0].need }).max(by: {
        rows[$0] - members[$0].need < rows[$1] - members[$1].need
      })
    {
      rows[hungry] += 1
      rows[giver] -= 1
    }
    return rows
  }

  private func decided(_ room: Int) -> [Int] {
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
    while left > 0,
      let next = members.indices.filter({ rows[$0] < members[$0].need }).min(by: {
        rows[$0] < rows[$1]
      })
    {
      rows[next] += 1
      left -= 1
    }
    rows[rows.count - 1] += left
    return rows
  }

  /// Returns the places of the panes in a column.
  package func places(in rect: Rect, before: [Pane: Int] = [:]) -> [Layout.Place] {
    var rest = rect
    let rows = rows(of: rect.rows, before: before)
    return members.enumerated().map { index, member in
      let isLast = index == members.count - 1
      let (top, below) = isLast ? (rest, rest) : rest.sharedTop(rows[index] + 2)
      rest = below
      return Layout.Place(pane: member.pane, rect: top, tabs: member.tabs)
    }
  }
}
