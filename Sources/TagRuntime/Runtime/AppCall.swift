public import OrderedCollections

/// What the code of an app asks of its SDK. It keeps this name and this form all the way, from a
/// line of a scenario to the runtime.
///
/// A container that is nil is the app's first.
public enum AppCall: Sendable, Hashable {
  /// Pushes an update to the data layer; `pushValue:forKey:` is a push of one key.
  ///
  /// Legacy name: TAGDataLayer push:, TAGDataLayer pushValue:forKey:
  case push(OrderedDictionary<String, Value>)
  /// Opens a container.
  ///
  /// Legacy name: TAGContainerOpener openContainerWithId:tagManager:openType:timeout:notifier:
  case open(container: String, kind: OpenKind, timeout: Duration?)
  /// Closes a container.
  ///
  /// Legacy name: TAGContainer close
  case close(container: String? = nil)
  /// Hands on the link by which the app was opened.
  ///
  /// Legacy name: TAGManager previewWithUrl:
  case preview(url: String)
  /// Asks for a newer container.
  ///
  /// Legacy name: TAGContainer refresh
  case refresh(container: String? = nil)
  /// Reads a value; the SDK may log while it does.
  case read(String, ValueKind, container: String? = nil)
  /// Sets whether containers are loaded at all.
  case setRefreshMode(RefreshMode)
  /// Sets a logger, or its level.
  case setLogger(Logger)

  /// Makes a tracker; without a name it is called by its tracking id.
  ///
  /// Legacy name: GAI trackerWithName:trackingId:, GAI trackerWithTrackingId:
  case makeTracker(name: String?, trackingID: String)
  /// Removes a tracker.
  ///
  /// Legacy name: GAI removeTrackerByName:
  case removeTracker(String)
  /// Chooses the tracker that is used where none is named.
  case chooseTracker(String)
  /// Sets a field for all hits of a tracker that follow; a value that is nil takes it back.
  ///
  /// Legacy name: GAITracker set:value:
  case setField(String, String?, tracker: String? = nil)
  /// Lets a tracker take the advertising id, or not.
  case collectAdvertisingID(Bool, tracker: String? = nil)
  /// Sends a hit; a field that is nil overrides the tracker's with nothing.
  ///
  /// Legacy name: GAITracker send:
  case send(OrderedDictionary<String, String?>, tracker: String? = nil)
  /// The user opts out of tracking, or in again.
  case setOptOut(Bool)
  /// Sets the logger of Analytics, or its level.
  case setAnalyticsLogger(Logger)
  /// Switches the dry run.
  case setDryRun(Bool)
  /// Asks for a dispatch.
  ///
  /// Legacy name: TAGManager dispatch, GAI dispatch
  case dispatch
  /// Asks for a dispatch of one request, and to hear what came of it.
  ///
  /// Legacy name: TAGManager dispatchWithCompletionHandler:, GAI dispatchWithCompletionHandler:
  case dispatchWithCompletion
  /// Sets the period of automatic dispatch; nil or less than a second switches it off.
  ///
  /// Legacy name: TAGManager dispatchInterval, GAI dispatchInterval
  case setDispatchInterval(Duration?)

  /// Asks Firebase (v5).
  case firebase(FirebaseCall)
}

/// What the code of an app asks of Firebase (v5).
public enum FirebaseCall: Sendable, Hashable {
  /// Logs an event.
  case logEvent(String, OrderedDictionary<String, Value>)
  /// Sets parameters that every event gets; nil takes all of them back.
  case setDefaultParameters(OrderedDictionary<String, Value>?)
  /// Sets a user property; nil takes it back.
  case setUserProperty(String, String?)
  /// Sets the id of the user; nil takes it back.
  case setUserID(String?)
  /// Lets Firebase collect events, or not.
  case setCollection(Bool)
  /// Starts the app with Firebase's debug flag, or with the one that takes it back.
  case setDebugMode(Bool)
  /// Has Firebase forget what it knows of this installation.
  case resetAnalytics
}
