import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// A situation for every line of the log: it gives what the log says then.
enum LogSituation {
  static func records(of code: LogCode) throws -> [LogRecord] {
    switch code {
    case .noFirebase, .noDataLayer, .noUploadOnDemand, .firebaseError, .firebaseWarning,
      .parameterDropped, .collectionOff, .eventHeld, .heldEventPassedBy, .userPropertyUndefined,
      .oneContainer, .defaultAtRoot, .extraDefault, .noFolderContainer:
      firebase(code)
    case .alreadyOpened, .excessiveTimeout, .openerWithoutTimer, .tooManyContainers,
      .openersDropped, .noBinaryDefault, .noDefaultFile, .loadingDefault, .unreadableDefault,
      .similarDefault, .compiledDefault, .renamedDefault, .defaultNotInTarget, .noDefaultContainer,
      .defaultContainerMode, .notAPreviewURL, .previewOfUnopened:
      opening(code)
    case .refreshInDefaultMode, .refreshRequested, .refreshTooOften, .refreshExcessive,
      .refreshOfClosed,
      .readOfClosed, .noChange, .noDataRetrieved, .loadStatus, .loadUnparsable,
      .brokenContainer, .ignoredAnswer, .foreignContainer, .noLoadEvent:
      refreshing(code)
    case .pushLoop, .drainCut, .pushRefused, .tagsFired, .evaluationEnded, .limitReached,
      .moreLines:
      evaluating(code)
    case .invalidMacro, .macroCycle, .multipleMacros, .noFunctionID, .noImplementation,
      .valueNotKnown,
      .incorrectKeys, .escapingOfNoText, .unknownEscaping, .unknownObjectType, .notANumber,
      .notABoolean, .pushedNoMap:
      resolving(code)
    case .appCalled, .handlerThrew, .noHandler, .parametersNoMap, .writeOfNoList,
      .unknownAnalyticsTag, .fieldOfMap,
      .pixelWithoutURL, .pixelParameters, .wrongParameter, .wrongInput, .badPattern:
      calling(code)
    case .noTransactionID, .transactionProducts, .productWithoutName, .noEcommerce,
      .ecommerceLeftOut, .ecommerceActions:
      selling(code)
    case .classPathHint, .classRan: try instantiating(code)
    case .brazeNoAction, .brazeInvalidAction, .brazeIdle, .brazeRefused, .brazeChanged:
      try brazing(code)
    case .unknownFunction, .runtimeFunction, .functionFailed, .noEventParameter,
      .noParameterName, .secondParameterName, .badEventName, .badParameterName, .setAndDropped,
      .noShopEvent, .unknownHitField, .noClass, .classFailed, .classAnswer:
      callingFirebase(code)
    case .lifetimeRefused, .lifetimeFlat, .keysEvicted, .heldPushDropped, .referrerKept,
      .referrerWithoutConversion, .referrerEvicted, .unrepeatableEvicted, .experimentIgnored,
      .experimentRange:
      lasting(code)
    case .throttled, .badHitType, .emptyTrackerName, .noTracker, .backgroundTaskOverdue:
      try tracking(code)
    case .hitsSent, .hitTooLarge, .hitLost, .dispatchFinished, .saveFailed, .nilHandler,
      .networkChanged, .diskChanged, .lastingNotKept, .containerHandedOut, .openingFailed,
      .askingNetwork,
      .refreshed, .refreshFailed, .unknownScheme, .noSuchPreview, .waitedInVain, .androidPlayed,
      .androidPlayedAsIOS:
      try living(code)
    case .hitSaved, .hitDelivery, .hitsLeaving, .hitsAnswered, .noAdvertisingClass,
      .containerLoading, .eventLogging, .eventLogged, .eventProcessing, .analyticsSending,
      .nameLength, .nameSigns, .nameReserved:
      phone(code)
    }
  }

  /// What the log says while the runtime goes through something.
  static func log(
    of settings: Settings = Settings(), _ drive: (inout RuntimeHarness) -> Void
  ) -> [LogRecord] {
    var harness = RuntimeHarness(settings: settings)
    drive(&harness)
    return harness.effects.logs
  }

  /// What the log says when the event `go` comes to a container.
  static func log(
    of settings: Settings = Settings(), pushing update: Value = [:],
    _ build: (inout ContainerBuilder) -> Void
  ) -> [LogRecord] {
    log(of: settings) { harness in
      harness.bundle = ContainerBuilder { build(&$0) }.compiled
      harness.open()
      harness.push(update)
      harness.event("go")
    }
  }

  /// What the log says when the tag of a function fires.
  static func log(
    firing function: String, _ parameters: OrderedDictionary<String, Expression>,
    pushing update: Value = [:]
  ) -> [LogRecord] {
    log(pushing: update) { container in
      container.tag("T", function, parameters)
      container.rule(when: [.event("go")], fires: ["T"])
    }
  }

  /// What the log says when the app reads the macro of a function.
  static func log(
    reading function: String, _ parameters: OrderedDictionary<String, Expression>,
    as kind: ValueKind = .string, pushes: Expression? = nil
  ) -> [LogRecord] {
    log { harness in
      harness.bundle =
        ContainerBuilder { container in
          container.macro("m", function, parameters, pushes: pushes)
        }.compiled
      harness.open()
      harness.send(.call(.read("m", kind, container: RuntimeHarness.containerID)))
    }
  }
}
