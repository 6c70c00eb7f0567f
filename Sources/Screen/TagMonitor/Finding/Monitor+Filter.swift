import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

/// The filter of the focused pane, which filters while it is typed.
struct TypedFilter: TypedOverlay {
  var field: TextField

  static let place = KeyPlace.filter
  static let keys: [KeyBinding] =
    [row([.enter], "keep", "keep the filter") { $1.keepFilter($0.field.text) }] + typing()
    + [row([.escape], "leave", "show all again") { $0.close(in: &$1) }]

  var isOfPane: Bool { true }

  func close(in monitor: inout Monitor) {
    monitor.close()
    monitor.message = nil
    _ = monitor.showAllRows()
  }

  /// Tab completes a field.
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if key == .tab {
      monitor.complete(&field)
    } else {
      _ = field.handle(key)
      monitor.filterAsTyped(field)
    }
    return []
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    monitor.insert(text, into: &field)
    monitor.filterAsTyped(field)
    return true
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    monitor.drawTyped(field, after: "filter: ", layout, on: &buffer)
  }
}

/// The rows that the panes list: those that pass a filter, or only changes.
extension Monitor {
  /// Starts typing a filter for the focused pane.
  mutating func startFilter() {
    guard let list = context.filteredList(of: focus) else {
      return say(.hint("f filters rows, but \(focus.name) has none: panes 1 to 6 do"))
    }
    open(TypedFilter(field: TextField(text: finding.filters[list]?.text ?? "")))
    message = .hint(list.help)
  }

  /// Keeps the filter that was typed.
  fileprivate mutating func keepFilter(_ text: String) {
    guard let list = context.filteredList(of: focus) else { return }
    do throws(FilterMistake) {
      try filter(by: text, list)
      close()
      message = finding.filters[list]?.remark.map { Message.hint($0) }
      if list == .events { goToListed() }
    } catch {
      message = .failure(error.description)
    }
  }

  /// Applies the filter as typed so far; while it is invalid, the rows stay as they are.
  fileprivate mutating func filterAsTyped(_ field: TextField) {
    guard let list = context.filteredList(of: focus) else { return }
    message = .hint(list.help)
    do throws(FilterMistake) {
      try filter(by: field.text, list)
    } catch {
      // An unfinished filter is not a mistake.
      if !error.isUnfinished { message = .failure(error.description) }
    }
  }

  /// Goes to the listed event that is nearest, so that Enter opens one that is seen.
  private mutating func goToListed() {
    guard let listed = finding.listed, let row = view.row?.number else { return }
    let isListed = listed.first(after: row - 1) == row
    guard !isListed, let next = listed.last(before: row) ?? listed.first(after: row) else { return }
    go(to: next)
  }

  fileprivate mutating func complete(_ field: inout TextField) {
    guard let list = context.filteredList(of: focus) else { return }
    let typed = field.text
    let word = String(typed.reversed().prefix { $0.isLetter || $0 == "-" }.reversed())
    let words = word.isEmpty ? [] : list.completions(of: word)
    if words.count == 1 {
      field.set(typed.dropLast(word.count) + words[0])
      filterAsTyped(field)
    } else {
      let names = words.isEmpty ? list.help : words.joined(separator: " ")
      message = .hint(names)
    }
  }

  /// Sets the filter of a list from a text; an empty one shows all rows.
  mutating func filter(by text: String, _ list: FilteredList) throws(FilterMistake) {
    set(try RowFilter(text, of: list), of: list)
  }

  private mutating func set(_ filter: RowFilter?, of list: FilteredList) {
    finding.set(filter, of: list)
    if list == .events { indexRows() }
    // The rows are different, so scrolling starts again.
    selection.tops[focus] = focus == .events ? nil : 0
  }

  /// Shows all rows of the focused pane again.
  ///
  /// - Returns: whether some were hidden.
  mutating func showAllRows() -> Bool {
    let list = context.filteredList(of: focus)
    let hadFilter = list.map { finding.filters[$0] != nil } ?? false
    guard hadFilter || finding.differences.contains(focus) else { return false }
    if let list { set(nil, of: list) }
    finding.differences.remove(focus)
    message = .ok("\(focus.name) shows all rows again")
    return true
  }

  /// Shows only the event's changes, or all rows again.
  mutating func toggleDifferences() {
    guard focus == .data || focus == .values else {
      return say(.hint("differences are shown only in Data (2) and Values (3)"))
    }
    show(differencesOnly: !finding.differences.contains(focus))
  }

  private mutating func show(differencesOnly isOn: Bool) {
    if isOn { finding.differences.insert(focus) } else { finding.differences.remove(focus) }
    selection.tops[focus] = 0
    let what = focus == .data ? "keys that this event wrote" : "values that this event changed"
    message = .ok(isOn ? "only \(what): Esc shows all" : "showing all rows again")
  }

  // MARK: Statements

  /// Executes a statement about the search or the filter in the focused pane.
  mutating func obeyFinding(_ command: ViewCommand) {
    let text = command.words.first ?? ""
    let isOff = command.words.isEmpty
    switch command.kind {
    case .find:
      find(isOff ? nil : FindText(text))
      message = .ok(isOff ? "no search" : "find \(text)")
      // Playback of a scenario does not jump to a match.
      if !isOff, !isPlaying { selectNearest() }
    case .filter:
      guard let list = context.filteredList(of: focus) else { return startFilter() }
      if isOff {
        message = .ok("\(focus.name) shows all rows")
        return set(nil, of: list)
      }
      do throws(FilterMistake) {
        try filter(by: text, list)
        var done = Message.ok("filter \(text)")
        done.remark = finding.filters[list]?.remark
        message = done
      } catch {
        message = .failure(error.description)
      }
    default:
      guard focus == .data || focus == .values else { return toggleDifferences() }
      show(differencesOnly: text == "on")
    }
  }
}
