/// The timers that the runtime asks for.
public enum TimerID: Sendable, Hashable {
  /// The opener of a container stops waiting.
  case opening(container: String)
  /// A container is due to be asked for from the network.
  case refresh(container: String)
  /// Hits of an earlier run are sent.
  case initialDispatch(HitQueue)
  /// Hits are sent.
  case dispatch(HitQueue)
}
