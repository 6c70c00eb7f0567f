/// Everything that the log can say. The raw value is the code by which a line can be looked up.
///
/// `LogCode+Words.swift` holds the words.
public enum LogCode: String, Sendable, Hashable, CaseIterable {
  // MARK: Opening and refreshing
  case alreadyOpened = "already-opened"
  case excessiveTimeout = "excessive-timeout"
  case openerWithoutTimer = "opener-without-timer"
  case tooManyContainers = "too-many-containers"
  case noBinaryDefault = "no-binary-default"
  case noDefaultFile = "no-default-file"
  case loadingDefault = "loading-default"
  case unreadableDefault = "unreadable-default"
  case similarDefault = "similar-default"
  case noDefaultContainer = "no-default-container"
  case defaultContainerMode = "default-container-mode"
  case refreshInDefaultMode = "refresh-in-default-mode"
  case refreshRequested = "refresh-requested"
  case refreshTooOften = "refresh-too-often"
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
  case handlerThrew = "handler-threw"
  case noHandler = "no-handler"
  case parametersNoMap = "parameters-no-map"
  case writeOfNoList = "write-of-no-list"
  case unknownAnalyticsTag = "unknown-analytics-tag"
  case pixelWithoutURL = "pixel-without-url"
  case pixelParameters = "pixel-parameters"
  case wrongParameter = "wrong-parameter"
  case wrongInput = "wrong-input"
  case badPattern = "bad-pattern"

  // MARK: Hits
  case hitsSent = "hits-sent"
  case hitTooLarge = "hit-too-large"
  case hitLost = "hit-lost"
  case dispatchFinished = "dispatch-finished"

  // MARK: The app and the world around it
  case networkChanged = "network-changed"
  case diskChanged = "disk-changed"
  case containerHandedOut = "container-handed-out"
  case askingNetwork = "asking-network"
  case refreshed = "refreshed"
  case refreshFailed = "refresh-failed"
  case unknownScheme = "unknown-scheme"
  case waitedInVain = "waited-in-vain"
}
