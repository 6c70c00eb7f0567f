public import OrderedCollections

/// What can happen to the runtime: the app calls it, or the world tells it something. Every effect
/// that asks is answered by exactly one input, and no call is an answer.
public enum Input: Sendable {
  /// The process started.
  case launched(isReachable: Bool)
  /// The code of the app calls.
  case call(AppCall)

  // MARK: Answers

  /// Answers `Effect.loadLasting`: what earlier processes kept.
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

  /// Nothing of the SDK: the app is to use a version of a container that is open, as if that had
  /// come from the network just now.
  indirect case containerGiven(container: String, CompiledContainer)

  /// The phone's reachability changed.
  case reachability(Bool)
  /// The phone or the app changed.
  indirect case deviceChanged(DeviceFacts)
  /// The app came to the foreground or went into the background.
  case entered(AppPhase)
  /// A screen came up; its name.
  case screenSeen(String)
  /// A universal link opened the app.
  case linkOpened(String)
  /// Something happened of which Firebase logs an event by itself: its short name and parameters.
  indirect case happened(String, OrderedDictionary<String, Value>)
}
