import TagRuntime

/// What the user does on the phone: the row that is chosen, and what was typed into fields.
struct Phone: Sendable {
  /// A field of a button: an argument that pressing it takes.
  struct FieldKey: Sendable, Hashable {
    var screen: String
    var button: String
    var argument: String
  }

  /// Whether the pane is shown.
  var isOpen = false
  /// The chosen row, among the buttons and fields of the screen.
  var selected = 0
  /// The values that were typed; absent ones are not pushed.
  var typed: [FieldKey: Value] = [:]
}
