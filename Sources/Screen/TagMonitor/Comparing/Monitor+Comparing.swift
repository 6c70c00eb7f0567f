import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Comparing two runs: opening the page, its keys, and the moments it opens.
extension Monitor {
  /// Returns the page at a size; nil while no runs are compared.
  func comparisonPage(_ layout: Layout, _ context: ScreenContext) -> ComparisonPage? {
    comparing.map { state in
      let area = Rect(
        column: 0, row: 0, columns: layout.message.columns, rows: layout.message.row)
      return ComparisonPage(context: context, state: state, area: area)
    }
  }

  // MARK: Opening

  /// Handles `C`: compares the current run with its parent, or the first run with its first child;
  /// a scenario that is played in several ways, with the next of them.
  mutating func compareHere() {
    let here = branches.currentName
    let first = branches.names.first { branches.parentName(of: $0) == here }
    if let parent = branches.parentName(of: here) {
      compare(parent, here)
    } else if let other = first ?? branches.names.first(where: { $0 != here }) {
      compare(here, other)
    } else if let way = playback.ways.first {
      compare(withWay: way)
    } else {
      message = .hint("there is only one run: B or a change in the past starts a branch")
    }
  }

  /// Compares the current run with another way to play the scenario, such as under v5 beside v3.
  private mutating func compare(withWay way: ScenarioRun) {
    var other = way
    other.executeRest()
    let own = run.scenario.wayTitle
    if branches.named(own) == nil { branches.rename(branches.current, to: own) }
    let name = branches.keep(
      other, name: other.scenario.wayTitle, below: branches.current, from: 0, start: 0)
    compare(branches.currentName, name)
  }

  /// Handles `compare`, `compare B`, `compare A B`.
  mutating func compare(named words: [String]) {
    guard let first = words.first else { return compareHere() }
    words.count > 1 ? compare(first, words[1]) : compareWithHere(first)
  }

  /// Compares a run with the current one, the one that is higher in the tree first.
  mutating func compareWithHere(_ name: String) {
    let here = branches.currentName
    let names = branches.tree.map(\.branch.name)
    let isFirst = (names.firstIndex(of: name) ?? 0) < (names.firstIndex(of: here) ?? 0)
    compare(isFirst ? name : here, isFirst ? here : name)
  }

  /// Shows two runs side by side; if a name is unknown, a message says so.
  mutating func compare(_ a: String, _ b: String) {
    for name in [a, b] where run(named: name) == nil {
      return say(.failure(noBranch(name)))
    }
    for name in [a, b] where run(named: name)?.isUntoldBranch == true {
      message = .hint(
        "\"\(name)\" has not been played: open it in :branches with Enter, then press Space")
      return
    }
    guard a != b else { return say(.hint("\"\(a)\" is one run: name two to compare")) }
    guard let first = run(named: a), let second = run(named: b) else { return }
    comparing = ComparisonState(first, named: a, with: second, named: b)
    message = nil
  }

  /// Returns a sentence that no branch has a name, and suggests a similar name.
  func noBranch(_ name: String) -> String {
    let names = branches.names
    let near = Suggestion.nearest(to: name, among: names)
    let advice =
      near.map { "did you mean \"\($0)\"?" }
      ?? "there are " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    return "there is no branch \"\(name)\": \(advice)"
  }

  /// Compares again if one of the runs has continued, but not during playback.
  mutating func followComparison() {
    guard let state = comparing, !isPlaying else { return }
    let runs = state.names.map { run(named: $0) }
    guard let a = runs[0], let b = runs[1] else {
      comparing = nil
      return
    }
    let known = [state.comparison.a.rows.count, state.comparison.b.rows.count]
    guard [a.timeline.rows.count, b.timeline.rows.count] != known else { return }
    var next = ComparisonState(a, named: state.names[0], with: b, named: state.names[1])
    (next.side, next.showsSum) = (state.side, state.showsSum)
    next.onlyDifferences = state.onlyDifferences
    comparing = next
  }

  // MARK: Keys

  private static let comparisonFar = 1_000_000_000

  /// Handles a key while two runs are compared.
  ///
  /// - Returns: Whether it has a meaning there; other keys mean the same as everywhere.
  mutating func handleOnComparison(_ key: Key) -> Bool {
    guard var state = comparing else { return false }
    let page = comparisonPage(layout(size: size), context)
    let isWide = page?.isWide ?? false
    switch key {
    case .character("?"), .character(":"), .character("Q"), .function(1), .control:
      if key != .control("u"), key != .control("d") { return false }
    default: break
    }
    message = nil
    if state.showsSum, !isWide, let page, scroll(&state, key, page) {
      comparing = state
      return true
    }
    switch key {
    case .character(" "): if let page { turnSum(&state, page) }
    case .up, .character("k"): state.select(state.index - 1)
    case .down, .character("j"): state.select(state.index + 1)
    case .pageUp, .control("u"): state.select(state.index - 10)
    case .pageDown, .control("d"): state.select(state.index + 10)
    case .home, .character("g"): state.select(0)
    case .end, .character("G"): state.select(Self.comparisonFar)
    case .tab, .backTab: state.side = state.side.other
    case .left, .character("h"): if isWide { state.side = .a } else { state.showsSum = false }
    case .right, .character("l"): if isWide { state.side = .b } else { state.showsSum = true }
    case .character("n"), .character("N"): goToDifference(key == .character("n"), &state)
    case .character("D"):
      state.onlyDifferences.toggle()
      if state.onlyDifferences { state.select(state.index) }
    case .enter: return openCompared(state)
    case .escape, .character("q"), .character("C"):
      comparing = nil
      return true
    default:
      message = .hint("that key does nothing here: Esc closes the comparison, ? shows the keys")
    }
    comparing = state
    return true
  }

  /// Shows the next lines of the sum of differences, and after the last ones the first.
  private func turnSum(_ state: inout ComparisonState, _ page: ComparisonPage) {
    let (all, seen) = page.sumLines
    let next = (state.scroll ?? 0) + max(1, seen - 1)
    state.scroll = (state.scroll ?? 0) + seen >= all ? 0 : next
  }

  /// Scrolls the sum of differences where it replaces the rows.
  private func scroll(
    _ state: inout ComparisonState, _ key: Key, _ page: ComparisonPage
  ) -> Bool {
    let (all, seen) = page.sumLines
    let rows: Int
    switch key {
    case .up, .character("k"): rows = -1
    case .down, .character("j"): rows = 1
    case .pageUp, .control("u"): rows = -10
    case .pageDown, .control("d"): rows = 10
    default: return false
    }
    state.scroll = min(max(0, (state.scroll ?? 0) + rows), max(0, all - seen))
    return true
  }

  private mutating func goToDifference(_ forward: Bool, _ state: inout ComparisonState) {
    switch state.selectDifference(forward: forward) {
    case nil: message = .hint("no difference so far")
    case true?:
      let text =
        forward ? "wrapped to the first difference" : "wrapped to the last difference"
      message = .hint(text)
    case false?: break
    }
  }

  /// Opens the moment of the selected row in the chosen run.
  private mutating func openCompared(_ state: ComparisonState) -> Bool {
    let (comparison, name) = (state.comparison, state.name(of: state.side))
    let pairs = state.entry.pairs
    let own = pairs.last.flatMap { comparison.pair(at: $0).row(in: state.side) }
    let row = own ?? comparison.lastRow(upTo: pairs.lowerBound, in: state.side)
    guard let branch = branches.named(name) else {
      message = .failure(noBranch(name))
      return true
    }
    comparing = nil
    if branch.id != branches.current { go(toBranch: branch.id) }
    look(at: pairs.isEmpty ? nil : max(1, row))
    let at = cursor.map { "#\($0) of " } ?? ""
    let gap = own == nil && !pairs.isEmpty ? ", the row before what only the other run has" : ""
    message = .ok("\(at)\"\(name)\"\(gap)   C compares again")
    return true
  }

  /// Returns the keys of the page, most useful first.
  func comparisonKeys(_ state: ComparisonState) -> [KeyHint] {
    let isWide = comparisonPage(layout(size: size), context)?.isWide ?? false
    let tabs =
      isWide ? [] : [KeyHint(state.showsSum ? "h" : "l", state.showsSum ? "rows" : "what differs")]
    return [KeyHint(.character("n"), "n N", "differences"), .enter("go there")] + tabs + [
      KeyHint(.tab, "Tab", "A or B"), .escape("back"),
      KeyHint("D", state.onlyDifferences ? "all rows" : "differences only"), KeyHint("y", "copy"),
    ]
  }

  /// Returns the default text of the message line.
  func comparisonLine(_ state: ComparisonState) -> Line {
    let other = state.side.other.rawValue
    let head = size.columns >= Layout.wordyColumns ? " rows are aligned by action and time  " : ""
    return Line(head + " ") + Line("Enter", .accent)
      + Line(" goes to this moment in \(state.side.rawValue), after ") + Line("Tab", .accent)
      + Line(" in \(other)")
  }

  // MARK: Mouse

  /// Handles a click: selects a row, or opens it if it is selected.
  mutating func clickComparison(at point: Point) {
    guard var state = comparing,
      let page = comparisonPage(layout(size: size), context), let index = page.row(at: point)
    else { return }
    if index == state.index {
      _ = handleOnComparison(.enter)
    } else {
      message = nil
      state.select(index)
      comparing = state
    }
  }
}
