public import OrderedCollections

/// What can happen to the runtime. Every effect that asks is answered by exactly one input.
public enum Input: Sendable {
  /// The process started.
  case launched(isReachable: Bool)
  /// The app pushes an update to the data layer.
  ///
  /// Legacy name: TAGDataLayer push:
  case push(OrderedDictionary<String, Value>)
  /// The app opens a container.
  ///
  /// Legacy name: TAGContainerOpener openContainerWithId:tagManager:openType:timeout:notifier:
  case open(container: String, kind: OpenKind, timeout: Duration?)
  /// Answers `Effect.loadDefault`: what the bundle holds, nil for nothing.
  case defaultLoaded(container: String, CompiledContainer?)
  /// Answers `Effect.loadSaved`.
  case savedLoaded(container: String, Result<SavedContainer, RefreshFailure>)
  /// Answers `Effect.fetch`; a nil container means "no change".
  case fetched(container: String, Result<CompiledContainer?, RefreshFailure>)
  /// The app asks for a refresh.
  ///
  /// Legacy name: TAGContainer refresh
  case refresh(container: String)
  /// The app reads a value; the SDK may log while it does.
  case read(key: String, kind: ValueKind, container: String)
  /// Answers `Effect.startTimer`.
  case timerFired(TimerID)
  /// The app asks for a dispatch.
  ///
  /// Legacy name: TAGManager dispatch
  case dispatch
  /// The app sets the period of automatic dispatch; nil or less than a second switches it off.
  ///
  /// Legacy name: TAGManager dispatchInterval
  case setDispatchInterval(Duration?)
  /// Answers `Effect.readHits`, oldest first.
  case hitsRead([StoredHit])
  /// Answers `Effect.deliver`.
  case delivered(DeliveryResult)
  /// The phone's reachability changed.
  case reachability(Bool)
  /// The phone or the app changed.
  case deviceChanged(DeviceFacts)
}
