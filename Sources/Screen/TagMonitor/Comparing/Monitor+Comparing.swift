import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Comparing two runs: opening the page, its keys, and the moments it opens.
extension Monitor {
  /// Handles `C`: compares the current run with its parent, or the first run with its first child;
  /// a scenario that is played in several ways, with the next of them.
  mutating func compareHere() {
    let here = comparing.branches.currentName
    let first = comparing.branches.names.first { comparing.branches.parentName(of: $0) == here }
    if let parent = comparing.branches.parentName(of: here) {
      compare(parent, here)
    } else if let other = first ?? comparing.branches.names.first(where: { $0 != here }) {
      compare(here, other)
    } else if let way = telling.plan.ways.first {
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
    if comparing.branches.named(own) == nil {
      comparing.branches.rename(comparing.branches.current, to: own)
    }
    let name = comparing.branches.keep(
      other, name: other.scenario.wayTitle, below: comparing.branches.current, from: 0, start: 0)
    compare(comparing.branches.currentName, name)
  }

  /// Handles `compare`, `compare B`, `compare A B`.
  mutating func compare(named words: [String]) {
    guard let first = words.first else { return compareHere() }
    words.count > 1 ? compare(first, words[1]) : compareWithHere(first)
  }

  /// Compares a run with the current one, the one that is higher in the tree first.
  mutating func compareWithHere(_ name: String) {
    let here = comparing.branches.currentName
    let names = comparing.branches.tree.map(\.branch.name)
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
    comparing.compared = ComparisonState(first, named: a, with: second, named: b)
    message = nil
  }

  /// Returns a sentence that no branch has a name, and suggests a similar name.
  func noBranch(_ name: String) -> String {
    let names = comparing.branches.names
    let near = Suggestion.nearest(to: name, among: names)
    let advice =
      near.map { "did you mean \"\($0)\"?" }
      ?? "there are " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    return "there is no branch \"\(name)\": \(advice)"
  }

  /// Compares again if one of the runs has continued, but not during playback.
  mutating func followComparison() {
    guard let state = comparing.compared, !isPlaying else { return }
    let runs = state.names.map { run(named: $0) }
    guard let a = runs[0], let b = runs[1] else {
      comparing.compared = nil
      return
    }
    let known = [state.comparison.a.rowCount, state.comparison.b.rowCount]
    guard [a.timeline.rowCount, b.timeline.rowCount] != known else { return }
    var next = ComparisonState(a, named: state.names[0], with: b, named: state.names[1])
    (next.side, next.showsSum) = (state.side, state.showsSum)
    next.onlyDifferences = state.onlyDifferences
    comparing.compared = next
  }

  // MARK: Keys

  fileprivate mutating func goToDifference(_ forward: Bool, _ state: inout ComparisonState) {
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
  fileprivate mutating func openCompared(_ state: ComparisonState) {
    let (comparison, name) = (state.comparison, state.name(of: state.side))
    let pairs = state.entry.pairs
    let own = pairs.last.flatMap { comparison.pair(at: $0).row(in: state.side) }
    let row = own ?? comparison.lastRow(upTo: pairs.lowerBound, in: state.side)
    guard let branch = comparing.branches.named(name) else {
      return say(.failure(noBranch(name)))
    }
    comparing.compared = nil
    if branch.id != comparing.branches.current { go(toBranch: branch.id) }
    look(at: pairs.isEmpty ? nil : max(1, row))
    let at = cursor.map { "#\($0) of " } ?? ""
    let gap = own == nil && !pairs.isEmpty ? ", the row before what only the other run has" : ""
    message = .ok("\(at)\"\(name)\"\(gap)   C compares again")
  }

  /// Returns the default text of the message line.
  func comparisonLine(_ state: ComparisonState) -> Line {
    let other = state.side.other.rawValue
    let head =
      display.size.columns >= Layout.threeColumns ? " rows are aligned by action and time  " : ""
    return Line(head + " ") + Line("Enter", .accent)
      + Line(" goes to this moment in \(state.side.rawValue), after ") + Line("Tab", .accent)
      + Line(" in \(other)")
  }
}

extension ComparisonState: Overlay {
  static let place = KeyPlace.compare
  static let keys: [KeyBinding] =
    copying + [
      row(
        [.character("n")], "next-difference", "to the next difference; after the last, the first"
      ) { $1.goToDifference(true, &$0) },
      row([.character("N")], "difference-before", "to the previous difference") {
        $1.goToDifference(false, &$0)
      },
      row([.enter], "go", "close, and open this moment in the selected run") {
        $1.openCompared($0)
      },
      row([.tab, .backTab], "side", "choose A or B", shown: "Tab") { state, _ in
        state.side = state.side.other
      },
      row([.left, .character("h")], "left", "choose A; on a small screen, the rows") {
        if $0.page(in: $1).isWide { $0.side = .a } else { $0.showsSum = false }
      },
      row([.right, .character("l")], "right", "choose B; on a small screen, the summary") {
        if $0.page(in: $1).isWide { $0.side = .b } else { $0.showsSum = true }
      },
    ]
    + moving(
      "to the row above, in both runs", "to the row below, in both runs", ends: "row", pages: .list
    ) { $0.move(by: $1, in: $2) } + [
      row([.character(" ")], "more", "more of the summary, then from the top again") {
        $0.turnSum(in: $1)
      },
      row([.character("D")], "only-differences", "show only differences, or all rows") { state, _ in
        state.onlyDifferences.toggle()
        if state.onlyDifferences { state.select(state.index) }
      },
    ]
    + [
      KeyBinding.again(place, .character(":"), "prompt", "type any line")
    ].compactMap { $0 } + [
      row(
        [.escape, .character("q"), .character("C")], "close", "close, and stay in the current run",
        shown: "Esc  C  q"
      ) { $1.comparing.compared = nil }
    ]

  var forgetsMessage: Bool { true }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let tabs =
      page(in: monitor).isWide
      ? [] : [KeyHint(showsSum ? "h" : "l", showsSum ? "rows" : "what differs")]
    return [KeyHint(.character("n"), "n N", "differences"), .enter("go there")] + tabs + [
      KeyHint(.tab, "Tab", "A or B"), .escape("back"),
      KeyHint("D", onlyDifferences ? "all rows" : "differences only"), KeyHint("y", "copy"),
    ]
  }

  func copied(in monitor: Monitor) -> CopySource? { monitor.comparedSource(self) }

  /// Other keys mean the same as everywhere, if they do not lead to the panes.
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    switch key {
    case .character("?"), .character(":"), .function(1): nil
    default:
      monitor.say(.hint("that key does nothing here: Esc closes the comparison, ? shows the keys"))
    }
  }

  /// Moves along the rows, or scrolls the sum of differences where that replaces them.
  private mutating func move(by rows: Int, in monitor: Monitor) {
    let page = page(in: monitor)
    guard showsSum, !page.isWide, abs(rows) <= 10 else { return select(index + rows) }
    let (all, seen) = page.sumLines
    scroll = min(max(0, (scroll ?? 0) + rows), max(0, all - seen))
  }

  /// Shows the next lines of the sum of differences, and after the last ones the first.
  private mutating func turnSum(in monitor: Monitor) {
    let (all, seen) = page(in: monitor).sumLines
    let next = (scroll ?? 0) + max(1, seen - 1)
    scroll = (scroll ?? 0) + seen >= all ? 0 : next
  }

  /// Selects a row, or opens it if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard let place = page(in: monitor).row(at: point) else { return [] }
    if place == index {
      monitor.openCompared(self)
    } else {
      monitor.message = nil
      select(place)
    }
    return []
  }

  func page(in monitor: Monitor) -> ComparisonPage {
    let message = monitor.layout(size: monitor.display.size).message
    let area = Rect(column: 0, row: 0, columns: message.columns, rows: message.row)
    return ComparisonPage(context: monitor.context, state: self, area: area)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    page(in: monitor).draw(isCovered: monitor.overlay != nil, on: &buffer)
  }
}
