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
    switch self {
    case .alreadyOpened, .excessiveTimeout, .openerWithoutTimer, .tooManyContainers,
      .openersDropped, .defaultContainerMode, .nilHandler, .notAPreviewURL, .previewOfUnopened:
      openingEntry
    case .noBinaryDefault, .noDefaultFile, .loadingDefault, .unreadableDefault, .similarDefault,
      .compiledDefault, .renamedDefault, .defaultNotInTarget, .defaultAtRoot, .extraDefault,
      .noDefaultContainer,
      .noFolderContainer:
      defaultEntry
    case .refreshInDefaultMode, .refreshRequested, .refreshTooOften, .refreshExcessive,
      .refreshOfClosed,
      .readOfClosed, .noChange, .noDataRetrieved, .loadStatus, .loadUnparsable,
      .brokenContainer, .saveFailed, .ignoredAnswer:
      refreshEntry
    case .androidPlayed, .androidPlayedAsIOS, .foreignContainer, .noLoadEvent: platformEntry
    case .pushLoop, .drainCut, .pushRefused: dataLayerEntry
    case .invalidMacro, .macroCycle, .multipleMacros, .noFunctionID, .noImplementation,
      .valueNotKnown,
      .incorrectKeys, .escapingOfNoText, .unknownEscaping, .unknownObjectType, .notANumber,
      .notABoolean, .tagsFired, .evaluationEnded, .limitReached, .moreLines:
      evaluationEntry
    case .appCalled, .handlerThrew, .noHandler, .parametersNoMap, .writeOfNoList,
      .unknownAnalyticsTag, .fieldOfMap,
      .pixelWithoutURL, .pixelParameters:
      functionEntry
    case .wrongParameter, .wrongInput, .badPattern: macroEntry
    case .noTransactionID, .transactionProducts, .productWithoutName, .noEcommerce,
      .noShopEvent, .ecommerceLeftOut, .ecommerceActions:
      ecommerceEntry
    case .classPathHint, .classRan, .brazeNoAction, .brazeInvalidAction, .brazeIdle,
      .brazeRefused, .brazeChanged:
      classEntry
    case .unknownFunction, .runtimeFunction, .functionFailed, .noEventParameter,
      .noParameterName, .secondParameterName, .badEventName, .badParameterName, .setAndDropped,
      .unknownHitField, .noClass, .classFailed, .classAnswer:
      firebaseFunctionEntry
    case .hitsSent, .hitTooLarge, .hitLost, .throttled, .badHitType, .emptyTrackerName,
      .noTracker, .backgroundTaskOverdue, .dispatchFinished:
      hitEntry
    case .lifetimeRefused, .lifetimeFlat, .keysEvicted, .heldPushDropped, .referrerKept,
      .referrerWithoutConversion, .referrerEvicted, .unrepeatableEvicted, .pushedNoMap,
      .experimentIgnored, .experimentRange:
      lastingEntry
    case .noFirebase, .noDataLayer, .noUploadOnDemand, .firebaseError, .firebaseWarning,
      .parameterDropped, .collectionOff, .eventHeld, .heldEventPassedBy, .userPropertyUndefined,
      .oneContainer:
      firebaseEntry
    case .hitSaved, .hitDelivery, .hitsLeaving, .hitsAnswered, .noAdvertisingClass,
      .containerLoading, .eventLogging, .eventLogged, .eventProcessing, .analyticsSending,
      .nameLength, .nameSigns, .nameReserved:
      phoneEntry
    case .networkChanged, .diskChanged, .lastingNotKept, .containerHandedOut, .openingFailed,
      .askingNetwork, .refreshed, .refreshFailed, .unknownScheme, .noSuchPreview, .waitedInVain:
      worldEntry
    }
  }

  private var defaultEntry: LogEntry {
    switch self {
    case .noBinaryDefault:
      .sdk(
        .info, "Cannot find binary resource file '◊'", "the app's bundle has no file named ◊")
    case .noDefaultFile:
      .sdk(.info, "Cannot find resource file '◊'", "the app's bundle has no file named ◊")
    case .loadingDefault:
      .sdk(
        .info, "loading default container from ◊", "the default container is the file ◊")
    case .unreadableDefault:
      .sdk(.error, nil, "the file ◊ in the app's bundle is not a default container: ◊")
    case .similarDefault:
      .hint(
        .warning, "the bundle has ◊, which the SDK does not look for: its name must be ◊ exactly")
    case .compiledDefault:
      .hint(.info, "compiled from the export ◊: a phone would reject the export itself")
    case .renamedDefault:
      .hint(.warning, "the project calls it ◊, but a phone only finds it under the name ◊")
    case .defaultNotInTarget:
      .hint(
        .warning,
        "the project has ◊, but not in the app's target, so the bundle lacks it: add it there")
    case .defaultAtRoot:
      .sdk(
        .warning,
        "◊ found at root of application bundle. Containers can be loaded more efficiently using "
          + "the container subdirectory",
        "the container ◊ is at the root of the bundle but belongs in the folder container")
    case .noDefaultContainer:
      .sdk(
        .error, "No default container found; creating an empty container.",
        "the app's bundle has no default container: an empty one is used")
    case .extraDefault:
      .sdk(
        .warning, "Extra container found, will not be loaded: ◊",
        "the bundle has another container, ◊, which is ignored")
    default:
      .sdk(
        .error,
        "No default container found. Container needs to be added to a container folder and added "
          + "to the target.",
        "the folder container in the app's bundle has no container: an empty one is used")
    }
  }

  private var openingEntry: LogEntry {
    switch self {
    case .alreadyOpened:
      .sdk(
        .error, "Container id: ◊ has already been opened",
        "container ◊ is already open; an id can be opened again only after it is closed")
    case .excessiveTimeout:
      .sdk(
        .warning, "Excessive timeout detected (◊). Timeout should be in seconds.",
        "the opener waits ◊ seconds; that looks like milliseconds, but it really waits that long")
    case .openerWithoutTimer:
      .hint(
        .warning, "◊ is opened on a thread without a run loop: the opener's timeout never fires")
    case .tooManyContainers: .hint(.error, "◊ was not opened: ◊ containers are open already")
    case .openersDropped:
      .hint(.warning, "◊ is closed while ◊ of its openers still wait: they are never notified")
    case .defaultContainerMode:
      .sdk(
        .info, "Container is in DEFAULT_CONTAINER mode. Use default container.",
        "the refresh mode is default-container: nothing is loaded, and there is no callback")
    case .nilHandler:
      .sdk(
        .error, nil,
        "NSInvalidArgumentException: a nil handler was registered for ◊ (SDK 3.09; by its header "
          + "nil unregisters)")
    case .notAPreviewURL:
      .sdk(.info, "Not a tag manager Preview Url = ◊", "◊ is not a preview link: ◊")
    default:
      .hint(.info, "the app has not opened ◊: its preview changes nothing until it does")
    }
  }

  private var refreshEntry: LogEntry {
    switch self {
    case .refreshInDefaultMode:
      .sdk(
        .warning, "Container is in DEFAULT_CONTAINER mode. Refresh request is ignored.",
        "the refresh mode is default-container: the refresh is ignored")
    case .refreshRequested:
      .sdk(.verbose, "Container refresh requested.", "the app asked for a refresh")
    case .refreshTooOften:
      .sdk(
        .verbose, "Container refresh was called too often. Ignored.",
        "the app asked for a refresh too often: it is silently ignored")
    case .refreshExcessive:
      .sdk(
        .warning, "Excessive refreshing detected; call ignored.",
        "the app asked for a refresh too often: it is silently ignored")
    case .refreshOfClosed:
      .sdk(
        .warning, "refresh called for closed container.", "a closed container is not refreshed")
    case .readOfClosed:
      .sdk(
        .error, "◊ForKey called for closed container.",
        "a closed container gives the zero of every type (◊ was requested)")
    case .noChange:
      .sdk(
        .verbose, "No change for container: ◊", "the server has nothing newer for ◊")
    case .noDataRetrieved:
      .sdk(
        .warning,
        "No data was retrieved from the given url:◊. Make sure container_id:◊ is correct.",
        "the server has nothing at ◊: was ◊ published, and is the id right?")
    case .loadStatus:
      .sdk(
        .warning, "Error when loading resources from url: ◊ status code = ◊",
        "◊ answered with HTTP status ◊")
    case .loadUnparsable:
      .sdk(
        .warning, "Error when parsing downloaded resources from url: ◊",
        "the answer of ◊ is not a container")
    case .brokenContainer:
      .sdk(
        .error, nil,
        "container ◊ from ◊ is broken and not used (◊); the previous one stays in use")
    case .saveFailed: .sdk(.error, nil, "container ◊ could not be saved: the disk fails")
    default: .hint(.debug, "an answer that is no longer expected was ignored: ◊")
    }
  }

  private var platformEntry: LogEntry {
    switch self {
    case .androidPlayed:
      .hint(
        .info,
        "the app is played as one for Android, with the known behaviour of SDK release 4.00; not "
          + "modelled: ◊")
    case .androidPlayedAsIOS:
      .hint(
        .info,
        "this Android app is built with v5, which is played as on iOS; not modelled: ◊")
    case .noLoadEvent:
      .sdk(
        .verbose, "Invalid macro: ◊",
        "nothing to do: the container has no rule for gtm.load")
    default:
      .hint(
        .warning,
        "◊ was made for Android, but this is an iOS app: Android-only parts do not run; "
          + "write 'platform android' in the app to play it as on Android")
    }
  }

  private var dataLayerEntry: LogEntry {
    switch self {
    case .pushLoop:
      .sdk(
        .error,
        "TAGListenerPushLoop: Seems like an infinite loop of pushing to the data layer?",
        "one push caused more than \(Limits.updatesPerDrain) others: the pushes form a loop")
    case .drainCut: .hint(.error, "the drain was cut after ◊ updates; ◊")
    default: .hint(.error, "push refused: ◊; the data layer is unchanged")
    }
  }

  private var evaluationEntry: LogEntry {
    switch self {
    case .invalidMacro:
      .sdk(.error, "Invalid macro: ◊", "the container has no macro named ◊")
    case .macroCycle:
      .sdk(
        .error, "Macro cycle detected.  Current macro reference: ◊.",
        "the macro ◊ refers to itself, directly or through others: it has no value")
    case .multipleMacros:
      .sdk(
        .warning, "Multiple macros active for macroName ◊",
        "several rules give ◊ a value: the first in the container counts")
    case .noFunctionID:
      .sdk(
        .error, "No function id in properties", "a macro, tag or condition names no function")
    case .noImplementation:
      .sdk(
        .error, "◊ has no backing implementation.", "this release of the SDK does not have ◊")
    case .valueNotKnown:
      .hint(
        .warning,
        "◊: the iOS SDK has a function ◊, but its result is not known: it has no value here")
    case .incorrectKeys:
      .sdk(
        .error, "Incorrect keys for function ◊ required ◊ had ◊",
        "◊ needs the parameters ◊ but has ◊: it is not called")
    case .escapingOfNoText:
      .sdk(
        .error, "Escaping can only be applied to strings.",
        "a value that is not text cannot be escaped and stays unchanged")
    case .unknownEscaping:
      .sdk(
        .error, "Unsupported Value Escaping: ◊",
        "escaping number ◊ does not exist on phones: the value stays unchanged")
    case .unknownObjectType:
      .sdk(
        .error, "Converting to Value from unknown object type: ◊",
        "a container cannot use ◊: it counts as no value")
    case .notANumber:
      .sdk(
        .error, "Failed to convert ◊ to a number.", "◊ is not a number: the app reads 0")
    case .notABoolean:
      .sdk(
        .error, "Failed to parse an invalid boolean: ◊",
        "◊ is neither true nor false: the app reads false")
    case .tagsFired: .hint(.verbose, "◊: ◊ of ◊ tags fired on ◊")
    case .evaluationEnded:
      .hint(.warning, "the tags of ◊ after \"◊\" did not fire: its exception ended the evaluation")
    case .limitReached:
      .hint(
        .error,
        "limit reached: ◊; anything beyond it has no value or is false")
    default: .hint(.warning, "… and ◊ more lines for this event")
    }
  }

  private var functionEntry: LogEntry {
    switch self {
    case .appCalled: .hint(.verbose, "◊ called ◊: ◊")
    case .handlerThrew:
      .sdk(
        .warning, "Custom macro/tag ◊ threw exception ◊", "the app's handler ◊ failed: ◊")
    case .noHandler: .hint(.info, "◊: no handler is registered for ◊ (the SDK says nothing)")
    case .parametersNoMap:
      .sdk(
        .warning, "◊: expected additional_params to be a map.",
        "◊: its parameters are not a map, so it is not called")
    case .writeOfNoList:
      .sdk(
        .warning, nil, "◊: it has no list of maps, so nothing is written to the data layer")
    case .unknownAnalyticsTag:
      .sdk(
        .warning, "Ignoring unknown tag.",
        "◊: it neither passes its fields on nor tracks a transaction")
    case .fieldOfMap:
      .hint(.warning, "◊: the field ◊ is a ◊, so its text is sent: ◊")
    case .pixelWithoutURL: .sdk(.error, nil, "◊: it has no URL, so nothing is sent")
    default:
      .sdk(
        .error,
        "ArbitraryPixel: additional params contains an invalid key or value; "
          + "not sending partial hit: ◊",
        "the additional parameters of the pixel are not a list of maps, so nothing is sent to ◊")
    }
  }

  private var classEntry: LogEntry {
    switch self {
    case .classPathHint:
      .hint(
        .error,
        "◊: the class path ◊ is case-sensitive, and a Swift class needs @objc(Name)◊")
    case .classRan:
      .hint(
        .verbose,
        "◊: a ◊ was created for this call (instance ◊ since the launch)")
    case .brazeNoAction:
      .app(
        "There is no Braze action type key in this call. Doing nothing.",
        "the app's Braze provider got no actionType, so it does nothing")
    case .brazeInvalidAction:
      .app(
        "Invalid action type. Doing nothing.",
        "the app's Braze provider got an unknown actionType, so it does nothing")
    case .brazeIdle: .hint(.warning, "◊: the Braze provider (◊) does nothing: ◊")
    case .brazeRefused: .hint(.warning, "◊: Braze rejects ◊: ◊")
    default: .hint(.warning, "◊: Braze changes ◊: ◊")
    }
  }

  private var macroEntry: LogEntry {
    switch self {
    case .wrongParameter:
      .sdk(.error, nil, "◊ (◊): its ◊ cannot be \"◊\", so it has no value")
    case .wrongInput: .sdk(.error, nil, "◊ (◊): \"◊\" is not ◊, so it has no value")
    default: .sdk(.error, nil, "◊ (◊): bad pattern: ◊, so it has no value")
    }
  }

  private var ecommerceEntry: LogEntry {
    switch self {
    case .noTransactionID:
      .sdk(.error, nil, "◊: ◊ has no transactionId, so nothing is sent")
    case .transactionProducts:
      .sdk(.error, nil, "◊: transactionProducts is not a list of maps, so nothing is sent")
    case .productWithoutName:
      .sdk(.error, nil, "◊: product ◊ of the transaction has no name, so nothing is sent")
    case .noEcommerce: .hint(.info, "◊: ◊ is not a map, so the hit is sent without e-commerce")
    case .noShopEvent:
      .hint(
        .info,
        "◊: ◊ is not an e-commerce event, so the hit is sent without e-commerce (one container's "
          + "runtime of 2017 then sends nothing: set shop-events-only on)")
    case .ecommerceLeftOut: .hint(.warning, "◊: ◊ of the e-commerce data is left out: ◊")
    default: .hint(.warning, "◊: the e-commerce data has the actions ◊; only ◊ is sent")
    }
  }

  private var hitEntry: LogEntry {
    switch self {
    case .hitsSent: .sdk(.info, "◊ hit(s) sent", "◊ hit(s) left the phone")
    case .hitTooLarge:
      .sdk(
        .error, "Failed to generate request for hit(s).", "a hit is too large to be sent")
    case .hitLost: .hint(.warning, "◊ is lost: ◊")
    case .throttled:
      .sdk(
        .info, "Excessive tracking detected and throttled.",
        "a hit is dropped: too many were made at once")
    case .badHitType:
      .sdk(.warning, "Bad or missing hit type.", "a hit has no type (&t); it is sent anyway")
    case .emptyTrackerName:
      .sdk(
        .error, "Nil or empty name supplied. Cannot create tracker.",
        "a tracker without a name is not created")
    case .backgroundTaskOverdue:
      .hint(.warning, "the background task has expired and was not ended: the system ends the app")
    case .noTracker: .hint(.error, "there is no tracker '◊', so nothing is done")
    default: .hint(.verbose, "dispatch finished: ◊")
    }
  }

  private var worldEntry: LogEntry {
    switch self {
    case .networkChanged: .hint(.info, "the network is ◊")
    case .diskChanged: .hint(.info, "the phone's disk is ◊")
    case .lastingNotKept:
      .sdk(
        .error, nil, "values to keep after the process ends could not be written: the disk fails")
    case .containerHandedOut: .hint(.info, "the app gets container ◊ (◊)◊")
    case .openingFailed: .hint(.warning, "the app gets a failed status and no container ◊◊")
    case .askingNetwork: .hint(.verbose, "asking the network for ◊")
    case .refreshed: .hint(.info, "◊ was refreshed from the network: v◊")
    case .refreshFailed: .hint(.info, "refreshing ◊ from ◊ failed: ◊")
    case .noSuchPreview:
      .hint(.warning, "the server has neither a draft nor a published version ◊ of ◊")
    case .waitedInVain:
      .hint(.warning, "an action that waited for the main thread is no longer possible: ◊")
    default: .hint(.warning, "no app on this phone opens the link ◊: ◊")
    }
  }
}
