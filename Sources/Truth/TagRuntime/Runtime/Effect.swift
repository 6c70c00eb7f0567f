/// A request of the runtime to its environment, as data and in order. Large parts are boxed, so
/// that effects are cheap to pass on.
public enum Effect: Sendable {
  /// Starts a timer that fires once; one of the same id is replaced.
  case startTimer(TimerID, Duration)
  /// Stops a timer.
  case cancelTimer(TimerID)
  /// Requests the files of the app's bundle, to be answered before anything else.
  case loadDefault(container: String)
  /// Requests the saved copy of a container, for the opening with this number.
  case loadSaved(container: String, opening: Int)
  /// Requests a container from the tag server.
  indirect case fetch(ContainerRequest)
  indirect case save(container: String, SavedContainer)
  /// Requests the data that earlier processes stored, to be answered before any push of the app.
  case loadLasting
  /// Changes the stored data; from here on the change outlasts the process.
  indirect case changeLasting(LastingChange)
  /// Stores a hit; from here on a kill loses nothing.
  indirect case appendHit(Hit)
  /// Reports a hit that was never stored.
  indirect case discardHit(Hit, HitLoss)
  /// Requests the stored hits of a queue with a higher id, oldest first.
  case readHits(HitQueue, after: Int64, limit: Int)
  /// Requests the delivery of a request.
  indirect case deliver(HitRequest)
  indirect case removeHit(StoredHit, HitOutcome)
  /// Removes all hits of a queue from the store.
  case dropHits(HitQueue, HitLoss)
  /// Stores a hit that was tried again, with its number of tries.
  indirect case keepHit(StoredHit)
  indirect case notify(Notification)
  /// Reports that code of the app ran: handlers of tags, and classes (v5) also for variables. The
  /// update or the read that it ran for follows.
  indirect case called(HostCall)
  case log(LogRecord)
  /// Reports that an update went through the data layer and the containers.
  indirect case processed(UpdateRecord)
}

/// A notification from the runtime to the app.
public enum Notification: Sendable, Hashable {
  case opened(container: String, OpenKind)
  /// A container was not opened: it is open already, or too many containers are.
  case openRefused(container: String, isOpen: Bool)
  case closed(container: String)
  /// The app received the container, from the opener or the manager, on a thread.
  ///
  /// Legacy name: TAGContainerOpenerNotifier containerAvailable:
  case containerAvailable(container: String, HandingOut, HandingThread)
  /// The answer to a preview link.
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
  /// The limiter refused a refresh that the app requested; the SDK only logs it.
  case refreshRefused(container: String)
  /// A dispatch of a queue ended; the SDK sends no notification.
  case dispatchFinished(HitQueue, DispatchResult)
  /// The dispatch that a completion handler waits for ended.
  case dispatchCompleted(DispatchResult)
  case valueRead(ValueReading)
  /// A drain was cut after the given number of updates, of which the first is the push that began
  /// it: the SDK throws at that push. The remaining ones were dropped.
  ///
  /// Legacy name: TAGListenerPushLoop
  case pushLoop(updates: Int, dropped: Int)
}

/// The timers that the runtime requests.
public enum TimerID: Sendable, Hashable {
  /// The opener of a container stops waiting.
  case opening(container: String)
  /// A container is due to be requested from the network.
  case refresh(container: String)
  /// Hits of an earlier run are sent.
  case initialDispatch(HitQueue)
  /// Hits are sent.
  case dispatch(HitQueue)
  /// Firebase logs engagement.
  case engagement
}
