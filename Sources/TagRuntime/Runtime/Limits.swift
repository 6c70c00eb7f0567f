/// The named bounds of the runtime. Reaching one is always visible: as a rejection, a log line or
/// an entry in the ledger.
public enum Limits {
  /// Updates that one drain of the push queue may process.
  ///
  /// Source: LegacySDK §8.4; TAGDataLayer, exception `TAGListenerPushLoop` at the 501st update.
  public static let updatesPerDrain = 500
  /// Levels that a pushed value may nest.
  public static let pushDepth = 64
  /// Leaves (scalars and empty lists or maps) that one push may carry.
  public static let leavesPerPush = 10_000
  /// Bytes of one key of a push.
  public static let keyBytes = 256
  /// Bytes of one string of a push.
  public static let stringBytes = 1 << 20
  /// Elements that a list in the data layer may grow to.
  public static let listElements = 10_000
  /// Bytes of keys and values that the data layer may hold in all.
  ///
  /// Each key and each value counts 16 for its place, a list 32 and a map 128 besides, and keys and
  /// texts what they take in UTF-8.
  public static let dataLayerBytes = 64 << 20
  /// Macros that may refer to each other in a chain.
  public static let macroDepth = 32
  /// Macros and conditions that one event may evaluate in one container.
  public static let evaluationSteps = 100_000
  /// Bytes that the templates, lists and maps with references may build for one event in one
  /// container.
  public static let builtBytes = 1 << 22
  /// Log lines that the evaluation of one event in one container may make.
  public static let logLinesPerEvaluation = 200
  /// Updates that may wait in the queue of a drain.
  public static let waitingUpdates = 10_000
  /// Containers that may be open at once (LegacySDK §2.1).
  public static let openContainers = 32
  /// Values of the data layer that outlast the process; the oldest is dropped beyond it
  /// (LegacySDK §8.5).
  public static let lastingKeys = 2000
  /// Bytes of them, counted as those of the data layer; the oldest is dropped beyond it.
  public static let lastingBytes = 64 << 20
  /// Conversion ids whose click referrer is kept; the oldest is dropped beyond it.
  public static let clickReferrers = 200
  /// Unrepeatable ids of pixels that are remembered; the oldest is dropped beyond it.
  public static let unrepeatableIDs = 2000
  /// Hits that the phone stores; the oldest is dropped beyond it (Dispatch §9.2).
  public static let storedHits = 2000
  /// Hits that a scenario may let a phone store.
  public static let largestHitStore = 100_000
  /// Bytes of the payload of one hit (Dispatch §5.2, maxHitSize).
  public static let hitBytes = 8192
  /// Hits that one fetch of the dispatcher reads (Dispatch §6.2, maxHitsPerDispatch).
  public static let hitsPerFetch = 20
  /// Hits that one request of Analytics carries (Dispatch §5.2).
  public static let hitsPerRequest = 20
  /// Bytes of the payload of one request of Analytics (Dispatch §5.2).
  public static let requestBytes = 8192
  /// From this many bytes on a hit travels by POST (Dispatch §5.2).
  public static let getBytes = 2000
  /// Requests that one dispatch of pixels makes (Dispatch §7).
  public static let pixelsPerDispatch = 40
  /// Hits that may be made at once; one more is allowed every two seconds (Dispatch §3.3).
  public static let hitCredits = 60
  /// Events of Firebase that the phone stores; the oldest is dropped beyond it (Firebase §6.2, like
  /// the next two).
  public static let storedEvents = 100_000
  /// Events of Firebase that one request carries.
  public static let eventsPerRequest = 1000
  /// Bytes of the payload of one request of Firebase.
  public static let uploadBytes = 65_536
  /// Screens whose numbers one process remembers; any more get a new one each time (Firebase §4.4).
  public static let numberedScreens = 1000
  /// Events that may wait for the container of a v5 app; any more pass it by (Firebase §5.2).
  public static let heldEvents = 500
  /// Characters of the name of an event or of its parameter (Firebase §1.1).
  public static let eventNameLength = 40
  /// Parameters of an event (Firebase §2.1, like the limits that follow).
  public static let eventParameters = 25
  /// Characters of the text of a parameter.
  public static let parameterTextLength = 100
  /// Different names of events that one installation of an app may log.
  public static let eventNames = 500
  /// User properties that one installation of an app may set.
  public static let userProperties = 25
  /// Characters of the name of a user property (Firebase §1.1).
  public static let userPropertyNameLength = 24
  /// Characters of the value of a user property.
  public static let userPropertyLength = 36
  /// Characters of the id of a user.
  public static let userIDLength = 256
  /// Letters that the calls between two hits leave; calls beyond it leave none (Wire §3).
  public static let usageLetters = 1000
  /// Trackers that an app may make (Dispatch §9.2).
  public static let trackers = 100
  /// Fields that a tracker holds (Dispatch §9.2).
  public static let trackerFields = 1000
}
