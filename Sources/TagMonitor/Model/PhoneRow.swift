import TagSimulation

/// A row of the phone that can be chosen: a button, or a field below it.
struct PhoneRow: Sendable, Hashable {
  /// The number of the button on its screen, from 1.
  var number: Int
  var button: AppButton
  /// The field; nil for the button itself.
  var field: PhoneField?
}
