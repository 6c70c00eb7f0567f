import TerminalKit

/// What lies over the panes and takes the keys.
enum Overlay: Sendable, Hashable {
  /// A line of the scenario language is typed.
  case prompt(TextField)
  /// A screen is chosen.
  case screens(Menu)
  /// A button of the screen that is seen is chosen.
  case buttons(Menu)
  /// The expectations that failed; the number is the first line shown.
  case failures(Int)
  /// The keys; the number is the first line shown.
  case help(Int)
  /// The explanation of the selected tag; the number is the first line shown.
  case explain(Int)
}
