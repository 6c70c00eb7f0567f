import ScenarioEngine

extension Pane {
  /// The panes that are always on the screen, or behind a tab, in the order of Tab.
  static let main: [Pane] = [.events, .data, .values, .tags, .queue, .log]

  /// The digit that jumps to the pane.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The name on tabs.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
