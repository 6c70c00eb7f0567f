/// What a tag that fired did.
public enum TagResult: Sendable, Hashable {
  /// It made hits, at least one; the dispatcher takes them from here.
  case hits([Hit])
  /// It ran the app's handler.
  case called(function: String)
  /// It called a function for which the app has no handler: nothing ran.
  case nothingRan(function: String)
  /// The app's handler threw.
  case threw(function: String, reason: String)
  /// It wrote to the data layer.
  case wrote(updates: Int)
  /// It logged events with Firebase, or kept the one at hand from it, or both.
  case logged([FirebaseEvent], suppresses: Bool)
  /// It fired and did nothing, for this reason.
  case ignored(reason: String)
  /// It could not be called, for this reason.
  case refused(reason: String)
}
