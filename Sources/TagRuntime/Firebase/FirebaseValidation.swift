/// What becomes of an event that Firebase has something against.
public enum FirebaseValidation: String, Sendable, Hashable, CaseIterable {
  /// What Firebase's documentation says: it is dropped, changed or left out.
  case drop
  /// It passes unchanged and is only marked, so that a container can be looked at with names that
  /// Firebase refuses.
  case warn
}
