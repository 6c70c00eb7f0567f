public import OrderedCollections

/// A call of the app's code to its SDK. It keeps this name and this form all the way, from a line
/// of a scenario to the runtime.
///
/// A nil container is the first one that the app opened.
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
  /// Passes on the link that opened the app.
  ///
  /// Legacy name: TAGManager previewWithUrl:
  case preview(url: String)
  /// Requests a newer container.
  ///
  /// Legacy name: TAGContainer refresh
  case refresh(container: String? = nil)
  /// Reads a value; the SDK may log while it does.
  case read(String, ValueKind, container: String? = nil)
  /// Sets whether containers are loaded at all.
  case setRefreshMode(RefreshMode)
  /// Sets a logger, or its level.
  case setLogger(Logger)

  /// Makes a tracker; without a name it gets its tracking id as the name.
  ///
  /// Legacy name: GAI trackerWithName:trackingId:, GAI trackerWithTrackingId:
  case makeTracker(name: String?, trackingID: String)
  /// Removes a tracker.
  ///
  /// Legacy name: GAI removeTrackerByName:
  case removeTracker(String)
  /// Chooses the default tracker.
  case chooseTracker(String)
  /// Sets a field for all later hits of a tracker; nil removes it.
  ///
  /// Legacy name: GAITracker set:value:
  case setField(String, String?, tracker: String? = nil)
  /// Lets a tracker collect the advertising id, or not.
  case collectAdvertisingID(Bool, tracker: String? = nil)
  /// Sends a hit; a field that is nil overrides the tracker's with nothing.
  ///
  /// Legacy name: GAITracker send:
  case send(OrderedDictionary<String, String?>, tracker: String? = nil)
  /// Opts the user out of tracking, or in again.
  case setOptOut(Bool)
  /// Sets the logger of Analytics, or its level.
  case setAnalyticsLogger(Logger)
  case setDryRun(Bool)
  /// Requests a dispatch.
  ///
  /// Legacy name: TAGManager dispatch, GAI dispatch
  case dispatch
  /// Requests a dispatch of one request, with a completion handler for its result.
  ///
  /// Legacy name: TAGManager dispatchWithCompletionHandler:, GAI dispatchWithCompletionHandler:
  case dispatchWithCompletion
  /// Sets the period of automatic dispatch; nil or less than a second switches it off.
  ///
  /// Legacy name: TAGManager dispatchInterval, GAI dispatchInterval
  case setDispatchInterval(Duration?)

  /// Calls Firebase (v5).
  case firebase(FirebaseCall)

  /// The memory of the values that it passes, in bytes.
  ///
  /// - Complexity: O(n) in the values.
  package var valueBytes: Int {
    switch self {
    case .push(let values), .firebase(.logEvent(_, let values)): Value.map(values).heldBytes
    case .firebase(.setDefaultParameters(let values)): Value.map(values ?? [:]).heldBytes
    case .send(let fields, _):
      fields.reduce(0) {
        $0 + Value.heldBytes(ofKey: $1.key) + Value.heldBytes(ofKey: $1.value ?? "")
      }
    default: 0
    }
  }
}

/// A call of the app's code to Firebase (v5).
public enum FirebaseCall: Sendable, Hashable {
  case logEvent(String, OrderedDictionary<String, Value>)
  /// Sets the default parameters of every event; nil removes all of them.
  case setDefaultParameters(OrderedDictionary<String, Value>?)
  /// Sets a user property; nil removes it.
  case setUserProperty(String, String?)
  /// Sets the id of the user; nil removes it.
  case setUserID(String?)
  /// Lets Firebase collect events, or not.
  case setCollection(Bool)
  /// Starts the app with Firebase's debug flag, or with the one that reverts it.
  case setDebugMode(Bool)
  /// Answers settings of consent mode; the others stay as they are.
  case setConsent(Consent)
  /// Resets Firebase's data about this installation.
  case resetAnalytics
}
