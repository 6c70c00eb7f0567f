/// All messages of the log. The raw value is the code by which you can look a line up.
///
/// `LogCode+Words.swift` holds the words.
public enum LogCode: String, Sendable, Hashable, CaseIterable {
  // MARK: Opening and refreshing
  case alreadyOpened = "already-opened"
  case excessiveTimeout = "excessive-timeout"
  case openerWithoutTimer = "opener-without-timer"
  case tooManyContainers = "too-many-containers"
  case openersDropped = "openers-dropped"
  case noBinaryDefault = "no-binary-default"
  case noDefaultFile = "no-default-file"
  case loadingDefault = "loading-default"
  case unreadableDefault = "unreadable-default"
  case similarDefault = "similar-default"
  case compiledDefault = "compiled-default"
  case renamedDefault = "renamed-default"
  case defaultNotInTarget = "default-not-in-target"
  case defaultAtRoot = "default-at-root"
  case extraDefault = "extra-default"
  case noFolderContainer = "no-folder-container"
  case noDefaultContainer = "no-default-container"
  case defaultContainerMode = "default-container-mode"
  case refreshInDefaultMode = "refresh-in-default-mode"
  case refreshRequested = "refresh-requested"
  case refreshTooOften = "refresh-too-often"
  case refreshExcessive = "refresh-excessive"
  case refreshOfClosed = "refresh-of-closed"
  case readOfClosed = "read-of-closed"
  case noChange = "no-change"
  case noDataRetrieved = "no-data-retrieved"
  case loadStatus = "load-status"
  case loadUnparsable = "load-unparsable"
  case brokenContainer = "broken-container"
  case saveFailed = "save-failed"
  case nilHandler = "nil-handler"
  case notAPreviewURL = "not-a-preview-url"
  case previewOfUnopened = "preview-of-unopened"
  case ignoredAnswer = "ignored-answer"
  case androidPlayed = "android-played"
  case androidPlayedAsIOS = "android-played-as-ios"
  case foreignContainer = "foreign-container"
  case noLoadEvent = "no-load-event"

  // MARK: Data layer
  case pushLoop = "push-loop"
  case drainCut = "drain-cut"
  case pushRefused = "push-refused"

  // MARK: Evaluation
  case invalidMacro = "invalid-macro"
  case macroCycle = "macro-cycle"
  case multipleMacros = "multiple-macros"
  case noFunctionID = "no-function-id"
  case noImplementation = "no-implementation"
  case valueNotKnown = "value-not-known"
  case incorrectKeys = "incorrect-keys"
  case escapingOfNoText = "escaping-of-no-text"
  case unknownEscaping = "unknown-escaping"
  case unknownObjectType = "unknown-object-type"
  case notANumber = "not-a-number"
  case notABoolean = "not-a-boolean"
  case tagsFired = "tags-fired"
  case evaluationEnded = "evaluation-ended"
  case limitReached = "limit-reached"
  case moreLines = "more-lines"

  // MARK: Functions
  case appCalled = "app-called"
  case handlerThrew = "handler-threw"
  case noHandler = "no-handler"
  case parametersNoMap = "parameters-no-map"
  case writeOfNoList = "write-of-no-list"
  case unknownAnalyticsTag = "unknown-analytics-tag"
  case fieldOfMap = "field-of-map"
  case pixelWithoutURL = "pixel-without-url"
  case pixelParameters = "pixel-parameters"
  case wrongParameter = "wrong-parameter"
  case wrongInput = "wrong-input"
  case badPattern = "bad-pattern"
  case noTransactionID = "no-transaction-id"
  case transactionProducts = "transaction-products"
  case productWithoutName = "product-without-name"
  case noEcommerce = "no-ecommerce"
  case noShopEvent = "no-shop-event"
  case ecommerceLeftOut = "ecommerce-left-out"
  case ecommerceActions = "ecommerce-actions"

  // MARK: Classes of the app, and Braze
  case classPathHint = "class-path-hint"
  case classRan = "class-ran"
  case brazeNoAction = "braze-no-action"
  case brazeInvalidAction = "braze-invalid-action"
  case brazeIdle = "braze-idle"
  case brazeRefused = "braze-refused"
  case brazeChanged = "braze-changed"
  // MARK: Functions of the second generation
  case unknownFunction = "unknown-function"
  case runtimeFunction = "runtime-function"
  case functionFailed = "function-failed"
  case noEventParameter = "no-event-parameter"
  case noParameterName = "no-parameter-name"
  case secondParameterName = "second-parameter-name"
  case badEventName = "bad-event-name"
  case badParameterName = "bad-parameter-name"
  case setAndDropped = "set-and-dropped"
  case unknownHitField = "unknown-hit-field"
  case noClass = "no-class"
  case classFailed = "class-failed"
  case classAnswer = "class-answer"

  // MARK: Hits
  case hitsSent = "hits-sent"
  case hitTooLarge = "hit-too-large"
  case hitLost = "hit-lost"
  case throttled
  case badHitType = "bad-hit-type"
  case emptyTrackerName = "empty-tracker-name"
  case noTracker = "no-tracker"
  case backgroundTaskOverdue = "background-task-overdue"
  case dispatchFinished = "dispatch-finished"

  // MARK: Data that lasts
  case lifetimeRefused = "lifetime-refused"
  case lifetimeFlat = "lifetime-flat"
  case keysEvicted = "keys-evicted"
  case heldPushDropped = "held-push-dropped"
  case referrerKept = "referrer-kept"
  case referrerWithoutConversion = "referrer-without-conversion"
  case referrerEvicted = "referrer-evicted"
  case unrepeatableEvicted = "unrepeatable-evicted"
  case pushedNoMap = "pushed-no-map"
  case experimentIgnored = "experiment-ignored"
  case experimentRange = "experiment-range"

  // MARK: Firebase
  case noFirebase = "no-firebase"
  case noDataLayer = "no-data-layer"
  case noUploadOnDemand = "no-upload-on-demand"
  case firebaseError = "firebase-error"
  case firebaseWarning = "firebase-warning"
  case parameterDropped = "parameter-dropped"
  case collectionOff = "collection-off"
  case eventHeld = "event-held"
  case heldEventPassedBy = "held-event-passed-by"
  case userPropertyUndefined = "user-property-undefined"
  case oneContainer = "one-container"

  // MARK: Phone lines
  case hitSaved = "hit-saved"
  case hitDelivery = "hit-delivery"
  case hitsLeaving = "hits-leaving"
  case hitsAnswered = "hits-answered"
  case noAdvertisingClass = "no-advertising-class"
  case containerLoading = "container-loading"
  case eventLogging = "event-logging"
  case eventLogged = "event-logged"
  case eventProcessing = "event-processing"
  case analyticsSending = "analytics-sending"
  case nameLength = "name-length"
  case nameSigns = "name-signs"
  case nameReserved = "name-reserved"

  // MARK: The app and the world around it
  case networkChanged = "network-changed"
  case diskChanged = "disk-changed"
  case lastingNotKept = "lasting-not-kept"
  case containerHandedOut = "container-handed-out"
  case openingFailed = "opening-failed"
  case askingNetwork = "asking-network"
  case refreshed = "refreshed"
  case refreshFailed = "refresh-failed"
  case unknownScheme = "unknown-scheme"
  case noSuchPreview = "no-such-preview"
  case waitedInVain = "waited-in-vain"

  /// Whether it says that a bound of this program kept a push out of the data layer.
  package var refusesPush: Bool { self == .pushRefused || self == .heldPushDropped }

  // MARK: Lasting

  /// The words about values that outlast the process, and about experiments.
  static let lastingEntries: [LogCode: LogEntry] = [
    .lifetimeRefused: .sdk(.info, nil, "the gtm.lifetime '◊' ◊: the push is not kept"),
    .lifetimeFlat: .hint(
      .warning,
      "gtm.lifetime is one flat key here, which has no effect: write "
        + "{\"gtm\": {\"lifetime\": \"2d\"}}"),
    .keysEvicted: .hint(
      .warning,
      "the oldest kept values (◊) were removed: at most ◊ are kept"),
    .heldPushDropped: .hint(
      .error, "a push was dropped: ◊ already wait for the kept values to load"),
    .referrerKept: .hint(.verbose, "the click referrer of conversion ◊ is kept"),
    .referrerWithoutConversion: .hint(
      .info, "the click referrer '◊' has no conv=ID, so it belongs to no conversion"),
    .referrerEvicted: .hint(
      .warning, "the click referrer of conversion ◊ was removed: at most ◊ are kept"),
    .unrepeatableEvicted: .hint(
      .warning,
      "the unrepeatable ID ◊ is forgotten: at most ◊ are remembered, so its pixel "
        + "may be sent again"),
    .pushedNoMap: .hint(
      .warning, "◊: its push after evaluation is not a map, so nothing is pushed"),
    .experimentIgnored: .hint(
      .info, "◊ is ignored: phones only support supplementals whose names start with ◊"),
    .experimentRange: .hint(
      .warning, "experiment ◊: the range of the random ◊ is empty (◊ to ◊): it is not set"),
  ]

  // MARK: Firebase

  /// The words about Firebase. The SDK's own words are not known.
  static let firebaseEntries: [LogCode: LogEntry] = [
    .noFirebase: .hint(
      .warning,
      "the app is built with the legacy SDK, which has no Firebase: write sdk v5 to build it "
        + "with Firebase"),
    .noDataLayer: .hint(
      .warning,
      "the SDK on Firebase (v5) has no data layer, so nothing is pushed: log an event instead"),
    .noUploadOnDemand: .hint(
      .info,
      "a dispatch does not send Firebase events: they are sent soon after the first launch, then "
        + "about an hour after the first, in the background, or at once with debug-mode on"),
    .firebaseError: .sdk(.error, nil, "firebase_error ◊: \"◊\" ◊: ◊"),
    .firebaseWarning: .hint(
      .warning, "Firebase would reject this (firebase_error ◊): \"◊\" ◊: ◊"),
    .parameterDropped: .sdk(.warning, nil, "\"◊\" ◊: ◊"),
    .collectionOff: .sdk(.info, nil, "collection is off: \"◊\" is not logged"),
    .eventHeld: .sdk(.verbose, nil, "\"◊\" waits until the container is loaded"),
    .heldEventPassedBy: .hint(
      .warning,
      "\"◊\" goes to Firebase without the container: ◊ events already wait for it"),
    .userPropertyUndefined: .hint(
      .info,
      "the user property \"◊\" is empty: the reference says it is removed, but users report that "
        + "the text undefined is sent"),
    .oneContainer: .hint(.warning, "◊ is ignored: v5 loads only one container, and ◊ is the first"),
  ]

  // MARK: Firebase functions

  /// The words about the functions of v5 containers. Messages of their runtime are not quoted.
  static let firebaseFunctionEntries: [LogCode: LogEntry] = [
    .unknownFunction: .sdk(
      .error, nil, "no function ◊ is defined: calls to it have no effect and no value"),
    .runtimeFunction: .hint(
      .warning,
      "the function ◊ is in the container's own runtime, which does not run here: calls to it "
        + "have no effect and no value"),
    .functionFailed: .sdk(.error, nil, "◊ (◊) failed: ◊"),
    .noEventParameter: .sdk(
      .warning, nil,
      "◊: the event has no parameter ◊ and there is no default value, so it is undefined"),
    .noParameterName: .sdk(.error, nil, "◊: it names no event parameter, so it is undefined"),
    .secondParameterName: .sdk(
      .error, nil, "◊: it names a second event parameter in ◊, which is ignored"),
    .badEventName: .sdk(
      .warning, nil,
      "◊: '◊' is not an event name, so no event is logged: use letters, digits and '_', with no "
        + "'_' first"),
    .badParameterName: .sdk(
      .warning, nil,
      "◊: '◊' is not a parameter name, so no event is logged: use letters, digits and '_', "
        + "with no '_' first"),
    .setAndDropped: .sdk(
      .warning, nil, "◊: the parameter ◊ is both set and dropped: it is dropped"),
    .unknownHitField: .sdk(.warning, nil, "◊: a hit has no field ◊: it is left out"),
    .noClass: .sdk(
      .error, nil, "◊: the app has no class '◊' that it can run: nothing runs"),
    .classFailed: .sdk(.error, nil, "◊: the app's class ◊ failed: ◊"),
    .classAnswer: .sdk(
      .warning, nil,
      "◊: the app's class ◊ returned a ◊, but only text and numbers are allowed: it is undefined"),
  ]
}
