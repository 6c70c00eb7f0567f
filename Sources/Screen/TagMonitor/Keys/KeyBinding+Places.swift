import ScenarioEngine
import TagPanes
import TerminalKit

/// The meaning of keys in one place. A place's own action is identified by a name, and triggered by
/// the first key of its row.
extension KeyBinding {
  /// The keys of panes, pages and overlays. Each overlay has its own in its file.
  static let places: [KeyBinding] =
    entering + phone + ExplainState.keys + StartState.keys + LanesState.keys
    + BranchListState.keys + ComparisonState.keys + PublishedChanges.keys + Dial.keys
    + OpenMenu.keys + TextPage.keys
    + ShownTitle.keys + ShownEnd.keys + Prompt.keys + TypedField.keys + TypedFilter.keys
    + HelpState.keys

  private static let entering: [KeyBinding] = Pane.allCases.compactMap { pane in
    pane.kind.enterHelp.flatMap { again(.pane(pane), .enter, "explain", $0) }
  }

  // MARK: Finding

  /// Returns the rows of a place, in the order of the table.
  static func rows(at place: KeyPlace) -> [KeyBinding] { all.filter { $0.place == place } }

  /// Returns the default row of a key in a place, ignoring changes by `bind`.
  static func row(of key: Key, at place: KeyPlace) -> KeyBinding? {
    let own = all.first { $0.place == place && $0.keys.contains(key) }
    guard own == nil, place.letsThrough else { return own }
    return everywhere.first { $0.keys.contains(key) }
  }

  /// Returns the names of the actions that keys can trigger in a place.
  static func names(at place: KeyPlace) -> [String] {
    var names: [String] = []
    let rows = (place == .everywhere ? [] : rows(at: place)) + everywhere
    for name in rows.map(\.action.name) where !names.contains(name) { names.append(name) }
    return names
  }

  static func action(named name: String, at place: KeyPlace) -> Action? {
    let rows = (place == .everywhere ? [] : rows(at: place)) + everywhere
    return rows.first { $0.action.name == name }?.action
  }
}
