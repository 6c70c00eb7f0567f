/// The named bounds of the runtime. Reaching one is always visible: as a rejection, a log line or
/// an entry in the ledger.
public enum Limits {
  /// Updates that one drain of the push queue may process.
  ///
  /// Source: TAGDataLayer, exception `TAGListenerPushLoop` at the 501st update.
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
  /// Containers that may be open at once.
  public static let openContainers = 32
  /// Values of the data layer that outlast the process; the oldest is dropped beyond it (legacy
  /// SDK 3.02, TAGDataLayer's store).
  public static let lastingKeys = 2000
  /// Conversion ids whose click referrer is kept; the oldest is dropped beyond it.
  public static let clickReferrers = 200
  /// Unrepeatable ids of pixels that are remembered; the oldest is dropped beyond it.
  public static let unrepeatableIDs = 2000
  /// Hits that the phone stores; the oldest is dropped beyond it (legacy SDK 3.09, both stores).
  public static let storedHits = 2000
  /// Hits that a scenario may let a phone store.
  public static let largestHitStore = 100_000
  /// Bytes of the payload of one hit (legacy SDK 3.09, maxHitSize).
  public static let hitBytes = 8192
  /// Hits that one fetch of the dispatcher reads (legacy SDK 3.09, maxHitsPerDispatch).
  public static let hitsPerFetch = 20
  /// Hits that one request of Analytics carries (Measurement Protocol).
  public static let hitsPerRequest = 20
  /// Bytes of the payload of one request of Analytics (Measurement Protocol).
  public static let requestBytes = 16_384
  /// From this many bytes on a hit travels by POST (legacy SDK 3.09).
  public static let getBytes = 2000
  /// Requests that one dispatch of pixels makes (legacy SDK 3.09, TAGDispatcher).
  public static let pixelsPerDispatch = 40
  /// Hits that may be made at once; one more is allowed every two seconds (legacy SDK 3.09).
  public static let hitCredits = 60
  /// Trackers that an app may make.
  public static let trackers = 100
  /// Fields that a tracker holds.
  public static let trackerFields = 1000
}
