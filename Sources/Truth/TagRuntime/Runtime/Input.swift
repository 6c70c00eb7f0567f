public import OrderedCollections

/// An event for the runtime: a call of the app, or a report from its environment. Every effect that
/// requests something is answered by exactly one input, and no call is an answer.
public enum Input: Sendable {
  /// The process started.
  case launched(isReachable: Bool)
  /// The code of the app calls the SDK.
  case call(AppCall)

  // MARK: Answers

  /// Answers `Effect.loadLasting` with the data that earlier processes stored.
  indirect case lastingLoaded(Lasting)
  /// Answers `Effect.loadDefault`: the files of the app's bundle.
  case defaultLoaded(container: String, [BundledFile])
  /// Answers `Effect.loadSaved` with its number.
  case savedLoaded(container: String, opening: Int, Result<SavedContainer, RefreshFailure>)
  /// Answers `Effect.fetch` with the number of its request.
  case fetched(container: String, request: Int, FetchAnswer)
  /// Answers `Effect.startTimer`.
  case timerFired(TimerID)
  /// Answers `Effect.readHits`, oldest first.
  case hitsRead(HitQueue, [StoredHit])
  /// Answers `Effect.deliver`.
  case delivered(HitQueue, DeliveryResult)

  // MARK: Around the app

  /// Not an event of the SDK: the app switches to a version of an open container, as if it had just
  /// arrived from the network.
  indirect case containerGiven(container: String, CompiledContainer)

  /// The phone's reachability changed.
  case reachability(Bool)
  /// The phone or the app changed.
  indirect case deviceChanged(DeviceFacts)
  /// The app came to the foreground or went into the background.
  case entered(AppPhase)
  /// A screen appeared; its name.
  case screenSeen(String)
  /// A universal link opened the app.
  case linkOpened(String)
  /// Firebase logs an event by itself: its short name and parameters.
  indirect case happened(String, OrderedDictionary<String, Value>)
}
