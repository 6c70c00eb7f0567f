/// The named bounds of the runtime. Reaching one is always visible: as a rejection, a log line or
/// an entry in the ledger.
public enum Limits {
  /// The number of updates that one drain of the push queue may process.
  ///
  /// Source: LegacySDK §8.4; TAGDataLayer, exception `TAGListenerPushLoop` at the 501st update.
  public static let updatesPerDrain = 500
  /// The number of levels that a pushed value may nest.
  public static let pushDepth = 64
  /// The number of leaves (scalars and empty lists or maps) that one push may carry.
  public static let leavesPerPush = 10_000
  /// The maximum size of a key of a push in bytes.
  public static let keyBytes = 256
  /// The maximum size of a string of a push in bytes.
  public static let stringBytes = 1 << 20
  /// The maximum number of elements of a list in the data layer.
  public static let listElements = 10_000
  /// The bytes of keys and values that the data layer may hold in total.
  ///
  /// Each key and each value counts 16 for its slot, a list 32 and a map 128 more, and keys and
  /// texts their size in UTF-8.
  public static let dataLayerBytes = 64 << 20
  /// The number of macros that may refer to each other in a chain.
  public static let macroDepth = 32
  /// The number of macros and conditions that one event may evaluate in one container.
  public static let evaluationSteps = 100_000
  /// The bytes that the templates, lists and maps with references may build for one event in one
  /// container.
  public static let builtBytes = 1 << 22
  /// The number of log lines that the evaluation of one event in one container may write.
  public static let logLinesPerEvaluation = 200
  /// The number of updates that may wait in the queue of a drain.
  public static let waitingUpdates = 10_000
  /// The number of containers that may be open at once (LegacySDK §2.1).
  public static let openContainers = 32
  /// The number of data layer values that outlast the process; the oldest is dropped beyond it
  /// (LegacySDK §8.5).
  public static let lastingKeys = 2000
  /// Their size in bytes, counted as in the data layer; the oldest is dropped beyond it.
  public static let lastingBytes = 64 << 20
  /// The number of conversion ids with a stored click referrer; the oldest is dropped beyond it.
  public static let clickReferrers = 200
  /// The number of unrepeatable ids of pixels that are stored; the oldest is dropped beyond it.
  public static let unrepeatableIDs = 2000
  /// The number of hits that the phone stores; the oldest is dropped beyond it (Dispatch §9.2).
  public static let storedHits = 2000
  /// The number of hits up to which a scenario may raise a phone's hit store.
  public static let largestHitStore = 100_000
  /// The maximum payload of one hit in bytes (Dispatch §5.2, maxHitSize).
  public static let hitBytes = 8192
  /// The number of hits that one fetch of the dispatcher reads (Dispatch §6.2, maxHitsPerDispatch).
  public static let hitsPerFetch = 20
  /// The number of hits that one request of Analytics carries (Dispatch §5.2).
  public static let hitsPerRequest = 20
  /// The maximum payload of one request of Analytics in bytes (Dispatch §5.2).
  public static let requestBytes = 8192
  /// The size in bytes from which a hit travels by POST (Dispatch §5.2).
  public static let getBytes = 2000
  /// The number of requests that one dispatch of pixels makes (Dispatch §7).
  public static let pixelsPerDispatch = 40
  /// The number of hits that may be made at once; one more is allowed every two seconds (Dispatch
  /// §3.3).
  public static let hitCredits = 60
  /// The number of Firebase events that the phone stores; the oldest is dropped beyond it (Firebase
  /// §6.2, like the next two).
  public static let storedEvents = 100_000
  /// The number of Firebase events that one request carries.
  public static let eventsPerRequest = 1000
  /// The maximum payload of one request of Firebase in bytes.
  public static let uploadBytes = 65_536
  /// The number of screens whose ids one process remembers; any more get a new one each time
  /// (Firebase §4.4).
  public static let numberedScreens = 1000
  /// The number of events that may wait for the container of a v5 app; any more skip it (Firebase
  /// §5.2).
  public static let heldEvents = 500
  /// The maximum length of the name of an event or of its parameter (Firebase §1.1).
  public static let eventNameLength = 40
  /// The number of parameters of an event (Firebase §2.1, like the limits that follow).
  public static let eventParameters = 25
  /// The maximum length of the text of a parameter.
  public static let parameterTextLength = 100
  /// The number of different event names that one installation of an app may log.
  public static let eventNames = 500
  /// The number of user properties that one installation of an app may set.
  public static let userProperties = 25
  /// The maximum length of the name of a user property (Firebase §1.1).
  public static let userPropertyNameLength = 24
  /// The maximum length of the value of a user property.
  public static let userPropertyLength = 36
  /// The maximum length of the id of a user.
  public static let userIDLength = 256
  /// The number of calls between two hits that leave a usage letter; calls beyond it leave none
  /// (Wire §3).
  public static let usageLetters = 1000
  /// The number of trackers that an app may make (Dispatch §9.2).
  public static let trackers = 100
  /// The number of fields that a tracker holds (Dispatch §9.2).
  public static let trackerFields = 1000
}
