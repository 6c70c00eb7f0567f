/// What the runtime tells the app.
public enum Notification: Sendable, Hashable {
  /// The opener hands out the container.
  ///
  /// Legacy name: TAGContainerOpenerNotifier containerAvailable:
  case containerAvailable(container: String, ContainerSource, timedOut: Bool)
  /// A refresh begins.
  case refreshBegan(container: String, RefreshKind)
  /// A refresh succeeded.
  case refreshSucceeded(container: String, RefreshKind)
  /// A refresh failed.
  case refreshFailed(container: String, RefreshKind, RefreshFailure)
  /// A refresh that the app asked for was refused by the limiter; the SDK tells only its log.
  case refreshRefused(container: String)
  /// A dispatch ended.
  case dispatchFinished(DispatchResult)
  /// The app read a value.
  case valueRead(ValueReading)
  /// A drain was cut; this many updates were dropped.
  ///
  /// Legacy name: TAGListenerPushLoop
  case pushLoop(dropped: Int)
}
