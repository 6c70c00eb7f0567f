import ScenarioEngine

/// A line of a menu with the statement of the language that it stands for.
struct MenuChoice: Sendable, Hashable {
  /// What the menu shows.
  var title: String
  /// The statement as it is written.
  var text: String
  /// What it does.
  var command: Command
}
