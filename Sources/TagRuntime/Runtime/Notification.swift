/// What the runtime tells the app.
public enum Notification: Sendable, Hashable {
  /// A container was opened.
  case opened(container: String, OpenKind)
  /// A container was not opened: it is open already, or else too many are.
  case openRefused(container: String, isOpen: Bool)
  /// A container was closed.
  case closed(container: String)
  /// The app has the container in its hands, as the opener or the manager gives it.
  ///
  /// Legacy name: TAGContainerOpenerNotifier containerAvailable:
  case containerAvailable(container: String, HandingOut)
  /// What was made of a preview link.
  case previewAnswered(PreviewAnswer)
  /// A refresh begins. It comes before the success or failure of the same kind.
  ///
  /// Legacy name: TAGContainerCallback containerRefreshBegin:refreshType:
  case refreshBegan(container: String, RefreshKind)
  /// A refresh succeeded.
  ///
  /// Legacy name: TAGContainerCallback containerRefreshSuccess:refreshType:
  case refreshSucceeded(container: String, RefreshKind)
  /// A refresh failed.
  ///
  /// Legacy name: TAGContainerCallback containerRefreshFailure:failure:refreshType:
  case refreshFailed(container: String, RefreshKind, RefreshFailure)
  /// A refresh that the app asked for was refused by the limiter; the SDK tells only its log.
  case refreshRefused(container: String)
  /// A dispatch of a queue ended; the SDK tells nobody.
  case dispatchFinished(HitQueue, DispatchResult)
  /// The dispatch that a completion handler waits for ended.
  case dispatchCompleted(DispatchResult)
  /// The app read a value.
  case valueRead(ValueReading)
  /// A drain was cut; this many updates were dropped.
  ///
  /// Legacy name: TAGListenerPushLoop
  case pushLoop(dropped: Int)
}
