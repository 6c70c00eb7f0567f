/// What the runtime wants from the world, as data and in order. What is large stands in a box, so
/// that effects are cheap to hand on.
public enum Effect: Sendable {
  /// Starts a timer that fires once; one of the same id is replaced.
  case startTimer(TimerID, Duration)
  /// Stops a timer.
  case cancelTimer(TimerID)
  /// Asks for the files of the app's bundle, to be answered before anything else.
  case loadDefault(container: String)
  /// Asks for the saved copy of a container, for the opening of this number.
  case loadSaved(container: String, opening: Int)
  /// Asks the tag server for a container.
  indirect case fetch(ContainerRequest)
  /// Saves a container.
  indirect case save(container: String, SavedContainer)
  /// Asks for what earlier processes kept, to be answered before any push of the app.
  case loadLasting
  /// Changes what is kept; from here on it outlasts the process.
  indirect case changeLasting(LastingChange)
  /// Stores a hit; from here on a kill loses nothing.
  indirect case appendHit(Hit)
  /// A hit that never came to be stored.
  indirect case discardHit(Hit, HitLoss)
  /// Asks for the stored hits of a queue with a higher id, oldest first.
  case readHits(HitQueue, after: Int64, limit: Int)
  /// Asks to send a request.
  indirect case deliver(HitRequest)
  /// Takes a hit out of the store.
  indirect case removeHit(StoredHit, HitOutcome)
  /// Takes all hits of a queue out of the store.
  case dropHits(HitQueue, HitLoss)
  /// Keeps a hit that was tried, with its tries.
  indirect case keepHit(StoredHit)
  /// Tells the app something.
  indirect case notify(Notification)
  /// Code of the app ran: handlers of tags, and classes (v5) also for variables. The update or the
  /// read that it ran for follows.
  indirect case called(HostCall)
  /// A line for the log.
  case log(LogRecord)
  /// An update went through the data layer and the containers.
  indirect case processed(UpdateRecord)
}

/// What the runtime tells the app.
public enum Notification: Sendable, Hashable {
  /// A container was opened.
  case opened(container: String, OpenKind)
  /// A container was not opened: it is open already, or else too many are.
  case openRefused(container: String, isOpen: Bool)
  /// A container was closed.
  case closed(container: String)
  /// The app has the container in its hands, as the opener or the manager gives it, on a thread.
  ///
  /// Legacy name: TAGContainerOpenerNotifier containerAvailable:
  case containerAvailable(container: String, HandingOut, HandingThread)
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
  /// A drain was cut after so many updates, the first of which is the push that began it: the SDK
  /// throws at that push. So many more were dropped.
  ///
  /// Legacy name: TAGListenerPushLoop
  case pushLoop(updates: Int, dropped: Int)
}

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
