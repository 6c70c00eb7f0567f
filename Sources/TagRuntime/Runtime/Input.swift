public import OrderedCollections

/// What can happen to the runtime. Every effect that asks is answered by exactly one input.
public enum Input: Sendable {
  /// The process started.
  case launched(isReachable: Bool)
  /// Answers `Effect.loadLasting`: what earlier processes kept.
  case lastingLoaded(Lasting)
  /// The app pushes an update to the data layer; `pushValue:forKey:` is a push of one key.
  ///
  /// Legacy name: TAGDataLayer push:, TAGDataLayer pushValue:forKey:
  case push(OrderedDictionary<String, Value>)
  /// The app opens a container.
  ///
  /// Legacy name: TAGContainerOpener openContainerWithId:tagManager:openType:timeout:notifier:
  case open(container: String, kind: OpenKind, timeout: Duration?)
  /// The app closes a container.
  ///
  /// Legacy name: TAGContainer close
  case close(container: String)
  /// The app was opened by a link and hands it on.
  ///
  /// Legacy name: TAGManager previewWithUrl:
  case preview(url: String)
  /// The app sets whether containers are loaded at all.
  case setRefreshMode(RefreshMode)
  /// The app sets a logger, or its level.
  case setLogger(Logger)
  /// Answers `Effect.loadDefault`: the files of the app's bundle.
  case defaultLoaded(container: String, [BundledFile])
  /// Answers `Effect.loadSaved` with its number.
  case savedLoaded(container: String, opening: Int, Result<SavedContainer, RefreshFailure>)
  /// Answers `Effect.fetch` with the number of its request.
  case fetched(container: String, request: Int, FetchAnswer)
  /// The app asks for a refresh.
  ///
  /// Legacy name: TAGContainer refresh
  case refresh(container: String)
  /// The app reads a value; the SDK may log while it does.
  case read(key: String, kind: ValueKind, container: String)
  /// Answers `Effect.startTimer`.
  case timerFired(TimerID)
  /// The app makes a tracker; without a name it is called by its tracking id.
  ///
  /// Legacy name: GAI trackerWithName:trackingId:, GAI trackerWithTrackingId:
  case makeTracker(name: String?, trackingID: String)
  /// The app removes a tracker.
  ///
  /// Legacy name: GAI removeTrackerByName:
  case removeTracker(String)
  /// The app chooses the tracker that is used where none is named.
  case chooseTracker(String)
  /// The app sets a field for all hits of a tracker that follow; nil takes it back.
  ///
  /// Legacy name: GAITracker set:value:
  case setField(tracker: String?, String, String?)
  /// The app lets a tracker take the advertising id, or not.
  case collectAdvertisingID(tracker: String?, Bool)
  /// The app sends a hit; a field that is nil overrides the tracker's with nothing.
  ///
  /// Legacy name: GAITracker send:
  case send(OrderedDictionary<String, String?>, tracker: String?)
  /// The user opts out of tracking, or in again.
  case setOptOut(Bool)
  /// The app sets the logger of Analytics, or its level.
  case setAnalyticsLogger(Logger)
  /// The app switches the dry run.
  case setDryRun(Bool)
  /// The app asks for a dispatch.
  ///
  /// Legacy name: TAGManager dispatch, GAI dispatch
  case dispatch
  /// The app asks for a dispatch of one request, and to hear what came of it.
  ///
  /// Legacy name: TAGManager dispatchWithCompletionHandler:, GAI dispatchWithCompletionHandler:
  case dispatchWithCompletion
  /// The app sets the period of automatic dispatch; nil or less than a second switches it off.
  ///
  /// Legacy name: TAGManager dispatchInterval, GAI dispatchInterval
  case setDispatchInterval(Duration?)
  /// Answers `Effect.readHits`, oldest first.
  case hitsRead(HitQueue, [StoredHit])
  /// Answers `Effect.deliver`.
  case delivered(HitQueue, DeliveryResult)
  /// The phone's reachability changed.
  case reachability(Bool)
  /// The phone or the app changed.
  case deviceChanged(DeviceFacts)
  /// The app logs an event with Firebase (v5).
  case logEvent(String, OrderedDictionary<String, Value>)
  /// The app sets parameters that every event gets; nil takes all of them back.
  case setDefaultParameters(OrderedDictionary<String, Value>?)
  /// The app sets a user property; nil takes it back.
  case setUserProperty(String, String?)
  /// The app sets the id of its user; nil takes it back.
  case setUserID(String?)
  /// The app lets Firebase collect events, or not.
  case setCollection(Bool)
  /// The app is started with Firebase's debug flag, or with the one that takes it back.
  case setDebugMode(Bool)
  /// The app has Firebase forget what it knows of this installation.
  case resetAnalytics
  /// The app came to the foreground or went into the background.
  case entered(AppPhase)
  /// A screen came up; its name.
  case screenSeen(String)
  /// A universal link opened the app.
  case linkOpened(String)
}
