import TerminalKit

/// What lies over the panes and takes the keys.
enum Overlay: Sendable, Hashable {
  /// A line of the scenario language is typed.
  case prompt(TextField)
  /// The value of the phone's chosen field is typed, where it stands.
  case field(TextField)
  /// Something is chosen from a list.
  case menu(Choices, Menu)
  /// The expectations that failed; the number is the first line shown.
  case failures(Int)
  /// The keys; the number is the first line shown.
  case help(Int)
  /// The explanation of the selected tag, of the container, or of the selected hit; the number is
  /// the first line shown.
  case explain(Int)
  /// The device and its containers; the number is the first line shown.
  case device(Int)
}
