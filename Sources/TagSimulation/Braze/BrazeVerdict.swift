/// What the Braze SDK makes of a call.
public enum BrazeVerdict: Sendable, Hashable {
  /// It takes this, which may be less than it was given.
  case taken(BrazeCall, [BrazeChange] = [])
  /// It takes nothing.
  case refused(BrazeRefusal)
}
