import OrderedCollections

/// What the functions of a v5 container can ask Firebase for while an event is evaluated, or a
/// value is read.
struct FirebaseScope: Sendable {
  /// The event; nil while a value is read outside of any.
  var event: FirebaseEvent?
  /// The user properties that are set, in the order in which they were set first.
  var userProperties: OrderedDictionary<String, String>
}
