extension LogCode {
  /// The placeholder for an argument.
  static let place: Character = "◊"

  /// Whether Analytics logs it, and not the tag manager.
  package var isOfAnalytics: Bool {
    switch self {
    case .hitsSent, .hitTooLarge, .throttled, .badHitType, .emptyTrackerName, .hitSaved,
      .hitDelivery, .hitsLeaving, .hitsAnswered, .noAdvertisingClass:
      true
    default: false
    }
  }

  /// Its words. The SDK's words are those that releases 3.0 to 3.17 log (LegacySDK §14.2); each
  /// placeholder is where their format has one.
  var entry: LogEntry {
    guard let entry = Self.entries[self] else { preconditionFailure("\(rawValue) has no words") }
    return entry
  }

  private static let entries: [LogCode: LogEntry] = [
    openingEntries, defaultEntries, refreshEntries, platformEntries, dataLayerEntries,
    evaluationEntries, functionEntries, macroEntries, ecommerceEntries, classEntries,
    firebaseFunctionEntries, hitEntries, lastingEntries, firebaseEntries, phoneEntries,
    worldEntries,
  ].reduce(into: [:]) { all, group in all.merge(group) { $1 } }

  private static let defaultEntries: [LogCode: LogEntry] = [
    .noBinaryDefault: .sdk(
      .info, "Cannot find binary resource file '◊'", "the app's bundle has no file named ◊"),
    .noDefaultFile: .sdk(
      .info, "Cannot find resource file '◊'", "the app's bundle has no file named ◊"),
    .loadingDefault: .sdk(
      .info, "loading default container from ◊", "the default container is the file ◊"),
    .unreadableDefault: .sdk(
      .error, nil, "the file ◊ in the app's bundle is not a default container: ◊"),
    .similarDefault: .hint(
      .warning, "the bundle has ◊, which the SDK does not look for: its name must be ◊ exactly"),
    .compiledDefault: .hint(
      .info, "compiled from the export ◊: a phone would reject the export itself"),
    .renamedDefault: .hint(
      .warning, "the project calls it ◊, but a phone only finds it under the name ◊"),
    .defaultNotInTarget: .hint(
      .warning,
      "the project has ◊, but not in the app's target, so the bundle lacks it: add it there"),
    .defaultAtRoot: .sdk(
      .warning,
      "◊ found at root of application bundle. Containers can be loaded more efficiently using "
        + "the container subdirectory",
      "the container ◊ is at the root of the bundle but belongs in the folder container"),
    .noDefaultContainer: .sdk(
      .error, "No default container found; creating an empty container.",
      "the app's bundle has no default container: an empty one is used"),
    .extraDefault: .sdk(
      .warning, "Extra container found, will not be loaded: ◊",
      "the bundle has another container, ◊, which is ignored"),
    .noFolderContainer: .sdk(
      .error,
      "No default container found. Container needs to be added to a container folder and added "
        + "to the target.",
      "the folder container in the app's bundle has no container: an empty one is used"),
  ]

  private static let openingEntries: [LogCode: LogEntry] = [
    .alreadyOpened: .sdk(
      .error, "Container id: ◊ has already been opened",
      "container ◊ is already open; an id can be opened again only after it is closed"),
    .excessiveTimeout: .sdk(
      .warning, "Excessive timeout detected (◊). Timeout should be in seconds.",
      "the opener waits ◊ seconds; that looks like milliseconds, but it really waits that long"),
    .openerWithoutTimer: .hint(
      .warning, "◊ is opened on a thread without a run loop: the opener's timeout never fires"),
    .tooManyContainers: .hint(.error, "◊ was not opened: ◊ containers are open already"),
    .openersDropped: .hint(
      .warning, "◊ is closed while ◊ of its openers still wait: they are never notified"),
    .defaultContainerMode: .sdk(
      .info, "Container is in DEFAULT_CONTAINER mode. Use default container.",
      "the refresh mode is default-container: nothing is loaded, and there is no callback"),
    .nilHandler: .sdk(
      .error, nil,
      "NSInvalidArgumentException: a nil handler was registered for ◊ (SDK 3.09; by its header "
        + "nil unregisters)"),
    .notAPreviewURL: .sdk(.info, "Not a tag manager Preview Url = ◊", "◊ is not a preview link: ◊"),
    .previewOfUnopened: .hint(
      .info, "the app has not opened ◊: its preview changes nothing until it does"),
  ]

  private static let refreshEntries: [LogCode: LogEntry] = [
    .refreshInDefaultMode: .sdk(
      .warning, "Container is in DEFAULT_CONTAINER mode. Refresh request is ignored.",
      "the refresh mode is default-container: the refresh is ignored"),
    .refreshRequested: .sdk(
      .verbose, "Container refresh requested.", "the app asked for a refresh"),
    .refreshTooOften: .sdk(
      .verbose, "Container refresh was called too often. Ignored.",
      "the app asked for a refresh too often: it is silently ignored"),
    .refreshExcessive: .sdk(
      .warning, "Excessive refreshing detected; call ignored.",
      "the app asked for a refresh too often: it is silently ignored"),
    .refreshOfClosed: .sdk(
      .warning, "refresh called for closed container.", "a closed container is not refreshed"),
    .readOfClosed: .sdk(
      .error, "◊ForKey called for closed container.",
      "a closed container gives the zero of every type (◊ was requested)"),
    .noChange: .sdk(
      .verbose, "No change for container: ◊", "the server has nothing newer for ◊"),
    .noDataRetrieved: .sdk(
      .warning,
      "No data was retrieved from the given url:◊. Make sure container_id:◊ is correct.",
      "the server has nothing at ◊: was ◊ published, and is the id right?"),
    .loadStatus: .sdk(
      .warning, "Error when loading resources from url: ◊ status code = ◊",
      "◊ answered with HTTP status ◊"),
    .loadUnparsable: .sdk(
      .warning, "Error when parsing downloaded resources from url: ◊",
      "the answer of ◊ is not a container"),
    .brokenContainer: .sdk(
      .error, nil,
      "container ◊ from ◊ is broken and not used (◊); the previous one stays in use"),
    .saveFailed: .sdk(.error, nil, "container ◊ could not be saved: the disk fails"),
    .ignoredAnswer: .hint(.debug, "an answer that is no longer expected was ignored: ◊"),
  ]

  private static let platformEntries: [LogCode: LogEntry] = [
    .androidPlayed: .hint(
      .info,
      "the app is played as one for Android, with the known behaviour of SDK release 4.00; not "
        + "modelled: ◊"),
    .androidPlayedAsIOS: .hint(
      .info,
      "this Android app is built with v5, which is played as on iOS; not modelled: ◊"),
    .noLoadEvent: .sdk(
      .verbose, "Invalid macro: ◊",
      "nothing to do: the container has no rule for gtm.load"),
    .foreignContainer: .hint(
      .warning,
      "◊ was made for Android, but this is an iOS app: Android-only parts do not run; "
        + "write 'platform android' in the app to play it as on Android"),
  ]

  private static let dataLayerEntries: [LogCode: LogEntry] = [
    .pushLoop: .sdk(
      .error,
      "TAGListenerPushLoop: Seems like an infinite loop of pushing to the data layer?",
      "one push caused more than \(Limits.updatesPerDrain) others: the pushes form a loop"),
    .drainCut: .hint(.error, "the drain was cut after ◊ updates; ◊"),
    .pushRefused: .hint(.error, "push refused: ◊; the data layer is unchanged"),
  ]

  private static let evaluationEntries: [LogCode: LogEntry] = [
    .invalidMacro: .sdk(.error, "Invalid macro: ◊", "the container has no macro named ◊"),
    .macroCycle: .sdk(
      .error, "Macro cycle detected.  Current macro reference: ◊.",
      "the macro ◊ refers to itself, directly or through others: it has no value"),
    .multipleMacros: .sdk(
      .warning, "Multiple macros active for macroName ◊",
      "several rules give ◊ a value: the first in the container counts"),
    .noFunctionID: .sdk(
      .error, "No function id in properties", "a macro, tag or condition names no function"),
    .noImplementation: .sdk(
      .error, "◊ has no backing implementation.", "this release of the SDK does not have ◊"),
    .valueNotKnown: .hint(
      .warning,
      "◊: the iOS SDK has a function ◊, but its result is not known: it has no value here"),
    .incorrectKeys: .sdk(
      .error, "Incorrect keys for function ◊ required ◊ had ◊",
      "◊ needs the parameters ◊ but has ◊: it is not called"),
    .escapingOfNoText: .sdk(
      .error, "Escaping can only be applied to strings.",
      "a value that is not text cannot be escaped and stays unchanged"),
    .unknownEscaping: .sdk(
      .error, "Unsupported Value Escaping: ◊",
      "escaping number ◊ does not exist on phones: the value stays unchanged"),
    .unknownObjectType: .sdk(
      .error, "Converting to Value from unknown object type: ◊",
      "a container cannot use ◊: it counts as no value"),
    .notANumber: .sdk(
      .error, "Failed to convert ◊ to a number.", "◊ is not a number: the app reads 0"),
    .notABoolean: .sdk(
      .error, "Failed to parse an invalid boolean: ◊",
      "◊ is neither true nor false: the app reads false"),
    .tagsFired: .hint(.verbose, "◊: ◊ of ◊ tags fired on ◊"),
    .evaluationEnded: .hint(
      .warning, "the tags of ◊ after \"◊\" did not fire: its exception ended the evaluation"),
    .limitReached: .hint(
      .error,
      "limit reached: ◊; anything beyond it has no value or is false"),
    .moreLines: .hint(.warning, "… and ◊ more lines for this event"),
  ]

  private static let functionEntries: [LogCode: LogEntry] = [
    .appCalled: .hint(.verbose, "◊ called ◊: ◊"),
    .handlerThrew: .sdk(
      .warning, "Custom macro/tag ◊ threw exception ◊", "the app's handler ◊ failed: ◊"),
    .noHandler: .hint(.info, "◊: no handler is registered for ◊ (the SDK says nothing)"),
    .parametersNoMap: .sdk(
      .warning, "◊: expected additional_params to be a map.",
      "◊: its parameters are not a map, so it is not called"),
    .writeOfNoList: .sdk(
      .warning, nil, "◊: it has no list of maps, so nothing is written to the data layer"),
    .unknownAnalyticsTag: .sdk(
      .warning, "Ignoring unknown tag.",
      "◊: it neither passes its fields on nor tracks a transaction"),
    .fieldOfMap: .hint(.warning, "◊: the field ◊ is a ◊, so its text is sent: ◊"),
    .pixelWithoutURL: .sdk(.error, nil, "◊: it has no URL, so nothing is sent"),
    .pixelParameters: .sdk(
      .error,
      "ArbitraryPixel: additional params contains an invalid key or value; "
        + "not sending partial hit: ◊",
      "the additional parameters of the pixel are not a list of maps, so nothing is sent to ◊"),
  ]

  private static let classEntries: [LogCode: LogEntry] = [
    .classPathHint: .hint(
      .error,
      "◊: the class path ◊ is case-sensitive, and a Swift class needs @objc(Name)◊"),
    .classRan: .hint(
      .verbose,
      "◊: a ◊ was created for this call (instance ◊ since the launch)"),
    .brazeNoAction: .app(
      "There is no Braze action type key in this call. Doing nothing.",
      "the app's Braze provider got no actionType, so it does nothing"),
    .brazeInvalidAction: .app(
      "Invalid action type. Doing nothing.",
      "the app's Braze provider got an unknown actionType, so it does nothing"),
    .brazeIdle: .hint(.warning, "◊: the Braze provider (◊) does nothing: ◊"),
    .brazeRefused: .hint(.warning, "◊: Braze rejects ◊: ◊"),
    .brazeChanged: .hint(.warning, "◊: Braze changes ◊: ◊"),
  ]

  private static let macroEntries: [LogCode: LogEntry] = [
    .wrongParameter: .sdk(.error, nil, "◊ (◊): its ◊ cannot be \"◊\", so it has no value"),
    .wrongInput: .sdk(.error, nil, "◊ (◊): \"◊\" is not ◊, so it has no value"),
    .badPattern: .sdk(.error, nil, "◊ (◊): bad pattern: ◊, so it has no value"),
  ]

  private static let ecommerceEntries: [LogCode: LogEntry] = [
    .noTransactionID: .sdk(.error, nil, "◊: ◊ has no transactionId, so nothing is sent"),
    .transactionProducts: .sdk(
      .error, nil, "◊: transactionProducts is not a list of maps, so nothing is sent"),
    .productWithoutName: .sdk(
      .error, nil, "◊: product ◊ of the transaction has no name, so nothing is sent"),
    .noEcommerce: .hint(.info, "◊: ◊ is not a map, so the hit is sent without e-commerce"),
    .noShopEvent: .hint(
      .info,
      "◊: ◊ is not an e-commerce event, so the hit is sent without e-commerce (one container's "
        + "runtime of 2017 then sends nothing: set shop-events-only on)"),
    .ecommerceLeftOut: .hint(.warning, "◊: ◊ of the e-commerce data is left out: ◊"),
    .ecommerceActions: .hint(.warning, "◊: the e-commerce data has the actions ◊; only ◊ is sent"),
  ]

  private static let hitEntries: [LogCode: LogEntry] = [
    .hitsSent: .sdk(.info, "◊ hit(s) sent", "◊ hit(s) left the phone"),
    .hitTooLarge: .sdk(
      .error, "Failed to generate request for hit(s).", "a hit is too large to be sent"),
    .hitLost: .hint(.warning, "◊ is lost: ◊"),
    .throttled: .sdk(
      .info, "Excessive tracking detected and throttled.",
      "a hit is dropped: too many were made at once"),
    .badHitType: .sdk(
      .warning, "Bad or missing hit type.", "a hit has no type (&t); it is sent anyway"),
    .emptyTrackerName: .sdk(
      .error, "Nil or empty name supplied. Cannot create tracker.",
      "a tracker without a name is not created"),
    .backgroundTaskOverdue: .hint(
      .warning, "the background task has expired and was not ended: the system ends the app"),
    .noTracker: .hint(.error, "there is no tracker '◊', so nothing is done"),
    .dispatchFinished: .hint(.verbose, "dispatch finished: ◊"),
  ]

  private static let worldEntries: [LogCode: LogEntry] = [
    .networkChanged: .hint(.info, "the network is ◊"),
    .diskChanged: .hint(.info, "the phone's disk is ◊"),
    .lastingNotKept: .sdk(
      .error, nil, "values to keep after the process ends could not be written: the disk fails"),
    .containerHandedOut: .hint(.info, "the app gets container ◊ (◊)◊"),
    .openingFailed: .hint(.warning, "the app gets a failed status and no container ◊◊"),
    .askingNetwork: .hint(.verbose, "asking the network for ◊"),
    .refreshed: .hint(.info, "◊ was refreshed from the network: v◊"),
    .refreshFailed: .hint(.info, "refreshing ◊ from ◊ failed: ◊"),
    .noSuchPreview: .hint(
      .warning, "the server has neither a draft nor a published version ◊ of ◊"),
    .waitedInVain: .hint(
      .warning, "an action that waited for the main thread is no longer possible: ◊"),
    .unknownScheme: .hint(.warning, "no app on this phone opens the link ◊: ◊"),
  ]
}
