import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension LitCheck {
  /// Finds the target of an executed statement; nil if it is not an expectation.
  init?(_ recorded: RecordedStatement) {
    self.init(recorded.statement, isHeld: !recorded.isFailure)
  }

  /// Finds the target of a statement; nil if it is not an expectation.
  fileprivate init?(_ statement: Statement, isHeld: Bool = true) {
    guard case .expect(let expectation) = statement.command else { return nil }
    let (pane, name) = expectation.place
    self.init(pane: pane, name: name, isHeld: isHeld)
  }
}

extension Expectation {
  /// The pane that shows the target, and its name there.
  fileprivate var place: (pane: Pane, name: String) {
    switch self {
    case .tag(let name, _, _): (.tags, name)
    case .event(let state): (.events, state.name)
    case .userProperty(let name, _): (.data, name)
    case .firebase: (.data, "")
    case .value(let state): (.values, state.key)
    case .container, .callback, .tokens: (.device, "")
    case .log(_, let pattern): (.log, pattern)
    case .hit(.number(let number), _): (.queue, "\(number)")
    case .queue, .sent, .lost, .late, .unreported, .duplicates, .requests, .periodic, .completion,
      .hit:
      (.queue, "")
    case .braze: (.braze, "")
    case .call, .plan: (.events, "")
    case .screen: (.phone, "")
    case .data(let value, _): (.data, value.members?.keys.first ?? "")
    }
  }
}

extension Monitor {
  /// The current highlight: the expectations after an action take turns while the action is shown,
  /// and the last of them remains; a failed one comes first. Nil for none.
  var lit: LitCheck? {
    let checks = telling.playback.checks
    guard !checks.isEmpty, cursor == nil || replay != nil else { return nil }
    if let failed = checks.first(where: { !$0.isHeld }) { return failed }
    guard telling.playback.pause.left > .zero, telling.playback.pause.whole > .zero else {
      return checks.last
    }
    let all = telling.playback.pause.whole.wholeMilliseconds
    let gone = (telling.playback.pause.whole - telling.playback.pause.left).wholeMilliseconds
    return checks[min(checks.count - 1, Int(gone * Int64(checks.count) / max(1, all)))]
  }

  /// Selects the highlighted item, unless the scenario focused another one.
  mutating func selectLit() {
    if telling.playback.held == nil, let lit { select(lit) }
  }

  /// Selects what a question is about, and shows its pane: the tag that it names, or what one of
  /// the next expectations of the chapter is about, that which it names before others.
  mutating func selectAsked() {
    refreshView()
    let left = run.scenario.statements.dropFirst(run.position).prefix { statement in
      if case .chapter = statement.command { false } else { true }
    }
    let question = story?.caption ?? ""
    func isNamed(_ name: String) -> Bool { !name.isEmpty && question.contains(name) }
    let checks = left.compactMap { LitCheck($0) }
    let tag = view.tags.first { isNamed($0.name) }.map { LitCheck(pane: .tags, name: $0.name) }
    guard let asked = checks.first(where: { isNamed($0.name) }) ?? tag ?? checks.first else {
      return
    }
    select(asked)
    let panes = layout(size: display.size).panes.map(\.pane)
    if [.tags, .values, .data, .queue, .log].contains(asked.pane), !panes.contains(asked.pane) {
      move(to: asked.pane)
    }
  }

  /// Selects what was expected of a row: what failed before what held.
  mutating func selectExpected(at row: Int) {
    guard let act = run.record.firstIndex(where: { $0.rows.contains(row - 1) }) else { return }
    let checks = run.record[(act + 1)...].prefix { $0.rows.isEmpty }.compactMap { LitCheck($0) }
    (checks.last { !$0.isHeld } ?? checks.first).map { select($0) }
  }

  private mutating func select(_ lit: LitCheck) {
    switch lit.pane {
    case .tags:
      if let index = view.tags.firstIndex(where: { $0.name == lit.name }) { selection.tag = index }
    case .queue:
      guard let number = Int64(lit.name) else { return }
      if let index = view.hits.firstIndex(where: { $0.id == number }) {
        selection.hit.select(index, of: view.hits)
      }
    case .values, .data:
      let list = lit.pane.view(in: context).list(columns: TagColumns.eye)
      let place = list.selectable.firstIndex { place in
        switch list.items[place].target {
        case .value(_, _, lit.name), .key(lit.name): true
        default: false
        }
      }
      if let place { selection.select(place, in: lit.pane, of: list.selectable.count, view) }
    default: break
    }
  }
}
