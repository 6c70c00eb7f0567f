import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The selection and the typed text in the list of branches.
struct BranchListState: Sendable, Hashable {
  /// The place of the selected branch in the tree.
  var selected = 0
  /// The new name being typed for it; nil for none.
  var name: TextField?
  /// The first difference of each branch from its parent, by branch number.
  var differences: [Int: String] = [:]
}

/// The branches as a tree over the panes: each with its state, and the actions taken on it.
struct BranchList: ScreenPart {
  let context: ScreenContext
  let state: BranchListState
  let tree: [Branches.Listed]
  @Boxed private var monitor: Monitor
  /// The room for it.
  private let body: Rect

  private static let widest = 100
  /// The number of actions that are listed for each branch.
  private static let namedActs = 3
  /// The maximum number of lines of the tree before a branch.
  private static let rails = 4
  /// The number of statements of each branch that are searched for actions.
  private static let lookedAt = 500

  init(_ monitor: Monitor, _ state: BranchListState, in body: Rect) {
    context = monitor.context
    self.state = state
    self.monitor = monitor
    self.body = body
    tree = monitor.comparing.branches.tree
  }

  private var place: Int { min(state.selected, tree.count - 1) }

  private func run(of branch: Branches.Branch) -> ScenarioRun { branch.run ?? monitor.run }

  // MARK: Lines

  private func lines(columns: Int) -> [Line] {
    var lines = tree.indices.map { line(at: $0, columns) }
    lines.append(Line())
    for listed in tree where listed.branch.parent != nil {
      lines += wrapped(
        "\(listed.branch.name)   \(acts(of: listed.branch))", columns: columns - 2
      ).map { Line(" ") + $0 }
    }
    if tree.count > 1 { lines.append(Line()) }
    lines += wrapped(
      "B starts a branch, and so does any change in the past; the original is kept.",
      columns: columns - 2, .dim
    ).map { Line(" ") + $0 }
    return lines
  }

  private func line(at place: Int, _ columns: Int) -> Line {
    let listed = tree[place]
    let branch = listed.branch
    let run = run(of: branch)
    let isHere = branch.id == monitor.comparing.branches.current
    let isPicked = place == self.place
    let mark = isPicked ? signs.cursor : " "
    let here = isHere ? (signs.isReader ? "here " : context.borders == .utf8 ? "● " : "* ") : ""
    let rail = self.rail(of: listed)
    let from = branch.parent == nil ? "" : "from #\(branch.row)  "
    let name = Names.shortened(
      branch.name, to: max(8, columns / 3 - rail.count), context.borders)
    let head = mark + rail + here + from + name
    let width = TextWidth.columns(of: head) + 2
    let gap = columns >= 70 ? max(36, width) : width
    let held = run.heldCount
    let failed = run.failureCount
    var facts = Counted.text(run.timeline.rowCount, "event")
    if held > 0 { facts += "  \(Counted.text(held, "check")) passed" }
    if failed > 0 { facts += "  \(failed) failed" }
    var line = Line(cell(head, gap), isPicked ? .accent : isHere ? .bold : .plain)
    line = line + Line(facts)
    let at = monitor.cursor.map { ", at #\($0)" } ?? ""
    let first = state.differences[branch.id].map { "first difference \($0)" }
    guard let said = isHere ? "you are here" + at : first else { return line }
    let room = columns - line.width - 3
    guard room >= TextWidth.columns(of: "first difference #1") else { return line }
    let text = TextWidth.truncate(
      TerminalText.visible(said), to: room, ellipsis: context.borders.ellipsis)
    let space = columns - line.width - TextWidth.columns(of: text) - 1
    return line + String(repeating: " ", count: space) + Line(text + " ", .dim)
  }

  /// Returns the lines of the tree before a branch.
  private func rail(of listed: Branches.Listed) -> String {
    guard listed.branch.parent != nil, !signs.isReader else { return "" }
    let isUTF8 = context.borders == .utf8
    // However deep the branch is, its name has room.
    let past = listed.rails.suffix(Self.rails)
      .map { $0 ? (isUTF8 ? "│  " : "|  ") : "   " }.joined()
    let knee = listed.isLast ? (isUTF8 ? "└─ " : "`- ") : (isUTF8 ? "├─ " : "|- ")
    return " " + past + knee
  }

  /// Returns the user's actions on a branch: "network offline; screen "Cart"; 2 more".
  private func acts(of branch: Branches.Branch) -> String {
    if run(of: branch).isUntoldBranch {
      return "from the scenario, not played yet: Enter, then Space"
    }
    let own = run(of: branch).record.dropFirst(branch.start)
    let byHand = own.prefix(Self.lookedAt).filter {
      $0.origin == .hand && $0.statement.command.isAct
    }
    if byHand.isEmpty { return own.isEmpty ? "nothing happened yet" : "the story continues" }
    let named = byHand.prefix(Self.namedActs).map(\.statement.text)
    let left = byHand.count - named.count
    let more = left > 0 || own.count > Self.lookedAt ? ["\(left > 0 ? "\(left) " : "")more"] : []
    return (named + more).joined(separator: "; ")
  }

  // MARK: Drawing

  /// Draws the list, and returns the position of the selected branch.
  func draw(on buffer: inout CellBuffer) -> Point? {
    let keys =
      state.name == nil
      ? "Enter go there  C compare with here  n name  Del drop  Esc" : "Enter keep  Esc leave"
    let panel = Panel(
      BorderText(
        title: "Branches", note: Counted.text(tree.count, "run"), footer: keys, isFocused: true),
      borders: context.borders, hasColors: context.hasColors)
    let columns = min(body.columns, Self.widest)
    let lines = lines(columns: columns - 2)
    let rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
    let inner = panel.draw(in: rect, on: &buffer)
    let first = ScrollWindow.offset(
      count: lines.count, height: inner.rows, selected: place, previous: 0)
    buffer.write(Array(lines.dropFirst(first)), in: inner, context.borders)
    let room = inner.line(place - first)
    guard let field = state.name else { return room.origin }
    buffer.fill(room)
    let used = buffer.write(" name: ", at: room.origin, style: .bold)
    return field.draw(in: room.splitLeft(used).rest, on: &buffer, style: .underline)
  }
}

extension BranchListState: Overlay {
  static let place = KeyPlace.branches
  static let keys: [KeyBinding] =
    [
      row([.enter], "go", "go to the branch", hint: "go there") { state, monitor in
        let id = state.branch(in: monitor).id
        monitor.close()
        if id != monitor.comparing.branches.current { monitor.go(toBranch: id) }
      },
      row([.character("n")], "name", "rename the branch", hint: "name") {
        $1.message = nil
        $0.name = TextField(text: $0.branch(in: $1).name)
      },
      row(
        [.delete, .backspace], "drop", "drop the branch; z undoes", shown: "Del", hint: "drop"
      ) { $1.drop($0.branch(in: $1), &$0) },
      row([.character("C")], "compare", "compare it with the current run", hint: "compare") {
        let branch = $0.branch(in: $1)
        $1.close()
        let isHere = branch.id == $1.comparing.branches.current
        if isHere { $1.compareHere() } else { $1.compareWithHere(branch.name) }
      },
    ]
    + moving("to the branch above", "to the branch below", ends: "branch", pages: nil) {
      $0.selected = $0.selected.moved(by: $1, upTo: $2.comparing.branches.tree.count - 1)
    } + [row([.escape, .character("q")], "close", "close", hint: "close") { $1.close() }]

  var place: KeyPlace { name == nil ? Self.place : .value }

  /// The comparison is what most come for.
  func hints(in monitor: Monitor) -> [KeyHint]? {
    guard name == nil, let all = ownHints(in: monitor) else {
      return ownHints(in: monitor)
    }
    return [all[0], all[3], all[1], all[2], all[4]]
  }

  private func branch(in monitor: Monitor) -> Branches.Branch {
    let tree = monitor.comparing.branches.tree
    return tree[min(selected, tree.count - 1)].branch
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if name != nil {
      monitor.name(branch(in: monitor), key, &self)
    } else if key == .character("z"), monitor.comparing.branches.dropped != nil {
      monitor.undo()
    }
    return []
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? { nil }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    BranchList(monitor, self, in: layout.body).draw(on: &buffer)
  }
}

extension Monitor {
  mutating func showBranches() {
    let place =
      comparing.branches.tree.firstIndex { $0.branch.id == comparing.branches.current } ?? 0
    open(BranchListState(selected: place, differences: firstDifferences))
  }

  /// The first difference of each branch from its parent, by branch number.
  var firstDifferences: [Int: String] {
    var differences: [Int: String] = [:]
    for branch in comparing.branches.all {
      guard let parent = branch.parent.flatMap({ comparing.branches.at($0)?.name }),
        let before = run(named: parent), let own = run(named: branch.name)
      else { continue }
      differences[branch.id] = RunComparison.firstDifference(of: before, with: own)?.sentence
    }
    return differences
  }

  fileprivate mutating func name(
    _ branch: Branches.Branch, _ key: Key, _ state: inout BranchListState
  ) {
    guard var field = state.name else { return }
    switch key {
    case .enter:
      let name = field.text.trimmedSpaces
      if let why = whyNotNamed(branch.id, name) {
        message = .failure(why)
      } else {
        changeBranches { $0.rename(branch.id, to: name) }
        state.name = nil
      }
    case .up, .down: break
    default:
      _ = field.handle(key)
      state.name = field
    }
  }

  /// Returns why a branch cannot have a name; nil if it can.
  private func whyNotNamed(_ id: Int, _ name: String) -> String? {
    if name.isEmpty { return "a branch needs a name" }
    if let other = comparing.branches.named(name), other.id != id {
      return "branch \"\(name)\" already exists"
    }
    guard comparing.undone.contains(where: { $0.branches.named(name).map { $0.id != id } ?? false })
    else {
      return nil
    }
    return "\"\(name)\" was undone, and Z brings it back: choose another name"
  }

  fileprivate mutating func drop(_ branch: Branches.Branch, _ state: inout BranchListState) {
    if branch.parent == nil {
      message = .hint("the first run cannot be dropped: all others branch from it")
    } else if branch.id == comparing.branches.current {
      message = .hint("you are on this branch: go to another one first (Enter)")
    } else if comparing.branches.hasChildren(branch.id) {
      message = .hint("others branch from \"\(branch.name)\": drop them first")
    } else {
      changeBranches { $0.drop(branch.id) }
      state.selected = max(0, state.selected - 1)
      message = .ok("\"\(branch.name)\" dropped   z undoes")
    }
  }
}
