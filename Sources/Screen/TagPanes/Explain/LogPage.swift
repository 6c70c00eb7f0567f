import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A line of the log: its meaning, and whether it requires action.
struct LogPage: ExplainPage {
  let context: ScreenContext
  private let line: Timeline.Line

  init(_ context: ScreenContext, _ line: Timeline.Line) {
    self.context = context
    self.line = line
  }

  func write(_ page: inout PageText) {
    let record = line.line.record
    let meaning = LogMeaning(record.code)
    page.headline(meaning.verdict.sentence)
    page.say(meaning.text, meaning.verdict == .act ? .attention : .plain)
    page.blank()
    page.head("The line")
    page.say(record.text(in: .sdk), indent: 2)
    let plain = record.text(in: .plain)
    if plain != record.text(in: .sdk) {
      page.head("In plain words")
      page.say(plain, indent: 2)
    }
    page.blank()
    page.fact("logged by", speaker(record), width: 11, indent: 0)
    page.fact("level", record.level.name, width: 11, indent: 0)
    page.fact(
      "printed",
      line.line.isPrinted
        ? "yes: the developer sees it" : "no: the app's logger \(view.logger.words)",
      width: 11, indent: 0)
    if let row { page.fact("logged at", rowText(row), width: 11, indent: 0, to: .row(row.number)) }
    page.fact("code", record.code.rawValue, width: 11, indent: 0, .dim)
  }

  private func speaker(_ record: LogRecord) -> String {
    switch record.source {
    case .sdk: "the SDK"
    case .app: "the app's own code"
    case .tagsim: "tagsim: the SDK logs nothing here"
    }
  }

  private func rowText(_ row: Timeline.Row) -> String {
    "\(view.time(of: line.line.wall)), #\(row.number) \(row.event.name)"
  }

  /// The row of the step that logged it; otherwise the last row before it.
  private var row: Timeline.Row? {
    let rows = timeline.rows
    let after = rows.partitioningIndex { $0.step > line.step }
    return after > 0 ? rows[after - 1] : nil
  }
}

/// The meaning of a kind of log line: whether it requires action, and which.
struct LogMeaning: Sendable, Hashable {
  /// The need for action.
  enum Verdict: Sendable, Hashable {
    case harmless
    case know
    case act

    var sentence: String {
      switch self {
      case .harmless: "Nothing to do: this is normal."
      case .know: "Good to know: not a problem in itself."
      case .act: "Fix this: something does not work as intended."
      }
    }
  }

  var verdict: Verdict
  /// The meaning and, if action is required, the remedy.
  var text: String

  private init(_ verdict: Verdict, _ text: String) {
    self.verdict = verdict
    self.text = text
  }

  /// Looks up the meaning of a code.
  init(_ code: LogCode) { self = Self.meaning(of: code) }

  private static func meaning(of code: LogCode) -> LogMeaning {
    switch code {
    case .alreadyOpened, .excessiveTimeout, .openerWithoutTimer, .tooManyContainers,
      .openersDropped, .noBinaryDefault, .noDefaultFile, .loadingDefault, .unreadableDefault,
      .similarDefault, .compiledDefault, .renamedDefault, .defaultNotInTarget, .defaultAtRoot,
      .extraDefault,
      .noFolderContainer, .noDefaultContainer, .defaultContainerMode, .nilHandler,
      .notAPreviewURL, .previewOfUnopened, .androidPlayed, .androidPlayedAsIOS,
      .foreignContainer, .noLoadEvent:
      opening(code)
    case .refreshInDefaultMode, .refreshRequested, .refreshTooOften, .refreshExcessive,
      .refreshOfClosed, .readOfClosed, .noChange, .noDataRetrieved, .loadStatus,
      .loadUnparsable, .brokenContainer, .saveFailed, .ignoredAnswer:
      refreshing(code)
    case .pushLoop, .drainCut, .pushRefused, .invalidMacro, .macroCycle, .multipleMacros,
      .noFunctionID, .noImplementation, .valueNotKnown, .incorrectKeys, .escapingOfNoText,
      .unknownEscaping, .unknownObjectType, .notANumber, .notABoolean, .tagsFired,
      .evaluationEnded, .limitReached, .moreLines:
      evaluating(code)
    case .appCalled, .handlerThrew, .noHandler, .parametersNoMap, .writeOfNoList,
      .unknownAnalyticsTag, .fieldOfMap, .pixelWithoutURL, .pixelParameters, .wrongParameter,
      .wrongInput,
      .badPattern, .noTransactionID, .transactionProducts, .productWithoutName, .noEcommerce,
      .noShopEvent, .ecommerceLeftOut, .ecommerceActions, .classPathHint, .classRan,
      .brazeNoAction, .brazeInvalidAction, .brazeIdle, .brazeRefused, .brazeChanged:
      calling(code)
    case .unknownFunction, .runtimeFunction, .functionFailed, .noEventParameter,
      .noParameterName, .secondParameterName, .badEventName, .badParameterName, .setAndDropped,
      .unknownHitField, .noClass, .classFailed, .classAnswer, .noFirebase, .noDataLayer,
      .noUploadOnDemand, .firebaseError, .firebaseWarning, .parameterDropped, .collectionOff,
      .eventHeld, .heldEventPassedBy, .userPropertyUndefined, .oneContainer:
      firebase(code)
    case .hitsSent, .hitTooLarge, .hitLost, .throttled, .badHitType, .emptyTrackerName,
      .noTracker, .backgroundTaskOverdue, .dispatchFinished, .lifetimeRefused, .lifetimeFlat,
      .keysEvicted, .heldPushDropped, .referrerKept, .referrerWithoutConversion,
      .referrerEvicted, .unrepeatableEvicted, .pushedNoMap, .experimentIgnored,
      .experimentRange:
      sending(code)
    case .hitSaved, .hitDelivery, .hitsLeaving, .hitsAnswered, .noAdvertisingClass,
      .containerLoading, .eventLogging, .eventLogged, .eventProcessing, .analyticsSending,
      .nameLength, .nameSigns, .nameReserved:
      phone(code)
    case .networkChanged, .diskChanged, .lastingNotKept, .containerHandedOut, .openingFailed,
      .askingNetwork, .refreshed, .refreshFailed, .unknownScheme, .noSuchPreview, .waitedInVain:
      world(code)
    }
  }

  // MARK: Opening

  private static func opening(_ code: LogCode) -> LogMeaning {
    switch code {
    case .alreadyOpened:
      .init(.act, "The app opens a container twice. It should keep the first one.")
    case .excessiveTimeout:
      .init(.act, "The timeout is in seconds, but this looks like milliseconds: divide it by 1000.")
    case .openerWithoutTimer:
      .init(.act, "Open the container on the main thread, or its timeout never fires.")
    case .tooManyContainers:
      .init(.act, "The app opens more containers than tagsim simulates: close unused ones.")
    case .openersDropped:
      .init(.act, "The app closes a container while openers wait for it: they wait forever.")
    case .noBinaryDefault, .noDefaultFile:
      .init(.know, "The SDK looks for the default container in several places. This one is empty.")
    case .loadingDefault:
      .init(
        .harmless, "The app's default container was found and is used until another arrives.")
    case .unreadableDefault:
      .init(.act, "Download the container again and add it to the app unchanged.")
    case .similarDefault:
      .init(.act, "Rename the file, or the phone has no default container at its first launch.")
    case .renamedDefault:
      .init(
        .act, "tagsim uses it anyway. Rename the file in the project to the expected name.")
    case .compiledDefault:
      .init(
        .know, "tagsim compiled the export. A phone needs the downloaded container.")
    case .defaultNotInTarget:
      .init(.act, "Add the file to the app's target, or the phone never gets it.")
    case .defaultAtRoot:
      .init(.know, "It is found anyway. In the folder container, it is found faster.")
    case .extraDefault: .init(.know, "Only one default container is used: remove the other.")
    case .noFolderContainer, .noDefaultContainer:
      .init(
        .act,
        "Until the network answers, no tag fires and every value is the zero of its type: put a "
          + "default container into the app.")
    case .defaultContainerMode:
      .init(
        .know, "The app uses only the default container. Published versions never reach it.")
    case .nilHandler: .init(.act, "The app must not register nil: remove the line.")
    case .notAPreviewURL:
      .init(.know, "The link is not a preview link. The app may handle it itself.")
    case .previewOfUnopened:
      .init(.act, "The link is for a container that the app has not opened: open that one.")
    case .noLoadEvent:
      .init(
        .harmless,
        "The SDK checks whether the container reacts to being loaded. This one does not.")
    case .androidPlayed, .androidPlayedAsIOS:
      .init(.know, "It shows how well the simulation covers this platform.")
    default:
      .init(.act, "Export the container for the app's platform, or set the platform here.")
    }
  }

  // MARK: Refreshing

  private static func refreshing(_ code: LogCode) -> LogMeaning {
    switch code {
    case .refreshInDefaultMode:
      .init(.know, "In default-container mode, a refresh does nothing.")
    case .refreshRequested: .init(.harmless, "The app asked for a newer container.")
    case .refreshTooOften, .refreshExcessive:
      .init(.act, "The app asks too often, and the SDK silently ignores it: ask less often.")
    case .refreshOfClosed: .init(.act, "The app refreshes a container that it has closed.")
    case .readOfClosed:
      .init(.act, "The app reads from a container that it has closed and gets zeros.")
    case .noChange: .init(.harmless, "The phone has the published version.")
    case .noDataRetrieved:
      .init(.act, "Check the container id, and whether a version was ever published.")
    case .loadStatus:
      .init(
        .know,
        "The server's answer was wrong. The SDK asks again by itself, and the "
          + "current container stays.")
    case .loadUnparsable:
      .init(
        .know, "Something else answered, often a hotel's login page. The current container stays.")
    case .brokenContainer: .init(.act, "Publish the version again: the downloaded one is broken.")
    case .saveFailed:
      .init(.act, "The next launch starts with an older container, because the disk failed.")
    default: .init(.harmless, "It came too late to matter.")
    }
  }

  // MARK: Evaluating

  private static func evaluating(_ code: LogCode) -> LogMeaning {
    switch code {
    case .pushLoop, .drainCut:
      .init(.act, "A tag or the app's code pushes an event that triggers itself: break the loop.")
    case .pushRefused:
      .init(.act, "A limit of tagsim refused it; a phone would not: push less.")
    case .invalidMacro:
      .init(.act, "The app or a rule uses a name that this version does not have: check it.")
    case .macroCycle: .init(.act, "A macro refers to itself: change one of the references.")
    case .multipleMacros:
      .init(
        .act, "Two definitions apply at once, and either may win: make their rules exclusive.")
    case .noFunctionID, .noImplementation, .valueNotKnown:
      .init(.act, "This release of the SDK cannot do it: use another type, or a newer release.")
    case .incorrectKeys: .init(.act, "Fill in what is missing in the web interface.")
    case .escapingOfNoText, .unknownEscaping:
      .init(.know, "The value is used without being escaped.")
    case .unknownObjectType:
      .init(
        .act,
        "The app passed something that a container cannot use: pass text, a "
          + "number, a boolean, a list or a map.")
    case .notANumber, .notABoolean:
      .init(.act, "The app reads the value as the wrong type and gets zero or false.")
    case .tagsFired: .init(.harmless, "The container evaluated this event.")
    case .evaluationEnded:
      .init(
        .act, "One tag raised an exception, so the tags after it did not run: fix it.")
    case .limitReached: .init(.act, "The container exceeds a limit: make it simpler.")
    default: .init(.know, "There were more lines than fit.")
    }
  }

  // MARK: Calling

  private static func calling(_ code: LogCode) -> LogMeaning {
    switch code {
    case .appCalled, .classRan: .init(.harmless, "The app's code ran for a tag or a macro.")
    case .handlerThrew: .init(.act, "The app's code failed: its developer must fix it.")
    case .noHandler:
      .init(
        .act,
        "Register a handler with this name in the app, or correct the name in the web. The SDK "
          + "itself logs nothing.")
    case .parametersNoMap, .writeOfNoList, .pixelParameters:
      .init(.act, "The parameters in the web interface have the wrong form: fill them in again.")
    case .fieldOfMap:
      .init(.act, "Reports show this text: push a single value of the map instead.")
    case .unknownAnalyticsTag, .pixelWithoutURL:
      .init(.act, "The tag does not say what to send: complete it in the web interface.")
    case .wrongParameter, .wrongInput, .badPattern:
      .init(.act, "A macro got input it cannot use: correct it in the web interface.")
    case .noTransactionID, .transactionProducts, .productWithoutName:
      .init(.act, "A purchase was not sent, because the app pushed it incompletely.")
    case .noEcommerce, .noShopEvent, .ecommerceLeftOut, .ecommerceActions:
      .init(.know, "The hit was sent without some of its shop data: check that this is intended.")
    case .classPathHint: .init(.act, "Write the class path exactly as in the app.")
    case .brazeNoAction, .brazeInvalidAction, .brazeIdle:
      .init(.act, "Use an actionType that the provider supports, or Braze receives nothing.")
    case .brazeRefused: .init(.act, "Braze does not accept this: change what the tag passes.")
    default: .init(.know, "Braze accepted it, but changed it.")
    }
  }

  // MARK: Firebase

  private static func firebase(_ code: LogCode) -> LogMeaning {
    switch code {
    case .unknownFunction, .runtimeFunction, .functionFailed:
      .init(.act, "A function of the container had no result: check its input.")
    case .noEventParameter:
      .init(
        .know,
        "The event has no such parameter. Give the variable a default value if it may be missing.")
    case .noParameterName, .secondParameterName, .unknownHitField:
      .init(.act, "Complete the variable or the tag in the web interface.")
    case .badEventName, .badParameterName, .setAndDropped:
      .init(.act, "Use another name: nothing is logged under this one.")
    case .noClass, .classFailed, .classAnswer:
      .init(.act, "The app's developer must write or fix the class.")
    case .noFirebase, .noDataLayer, .oneContainer:
      .init(.know, "This generation of the SDK works differently.")
    case .noUploadOnDemand:
      .init(.know, "Firebase uploads at its own times; debug mode uploads at once.")
    case .firebaseError:
      .init(.act, "Firebase dropped what the app logged: change the name or the value.")
    case .firebaseWarning, .parameterDropped:
      .init(.act, "A part of the event does not arrive: change the name or the value.")
    case .collectionOff:
      .init(.know, "The app has switched collection off, perhaps for lack of consent.")
    case .eventHeld:
      .init(.harmless, "Events wait for the container, so none is missed.")
    case .heldEventPassedBy:
      .init(.act, "Too many events came before the container: log fewer at launch.")
    default: .init(.know, "The two sources differ here: do not rely on either.")
    }
  }

  // MARK: Sending

  private static func sending(_ code: LogCode) -> LogMeaning {
    switch code {
    case .hitsSent, .dispatchFinished:
      .init(.harmless, "Waiting hits were sent, or there were none.")
    case .hitTooLarge: .init(.act, "Send less with one hit: this one cannot leave the phone.")
    case .hitLost: .init(.act, "The hit is gone for good. Its own page says which setting helps.")
    case .throttled: .init(.act, "Too many hits at once: send fewer, or spread them.")
    case .badHitType:
      .init(
        .act,
        "Choose a hit type for the tag, or the collector ignores its hits.")
    case .emptyTrackerName, .noTracker:
      .init(
        .act,
        "The app uses a tracker that it has not created.")
    case .backgroundTaskOverdue:
      .init(.act, "The app must end its task in time, or the system ends the app.")
    case .lifetimeRefused, .lifetimeFlat:
      .init(.act, "The value is not kept: correct the lifetime of the push.")
    case .keysEvicted, .referrerEvicted, .unrepeatableEvicted:
      .init(.know, "The limit was reached: the oldest was removed.")
    case .heldPushDropped: .init(.act, "The app pushed too much before it was ready.")
    case .referrerKept: .init(.harmless, "An ad click is remembered.")
    case .referrerWithoutConversion: .init(.know, "The link belongs to no conversion.")
    case .pushedNoMap: .init(.act, "A macro's push must be a map of keys and values.")
    default: .init(.know, "The experiment has no effect on phones in this form.")
    }
  }

  // MARK: The world

  private static func world(_ code: LogCode) -> LogMeaning {
    switch code {
    case .networkChanged, .diskChanged: .init(.know, "The world around the app changed.")
    case .lastingNotKept:
      .init(
        .act,
        "The disk failed: values to keep are gone when the process ends.")
    case .containerHandedOut:
      .init(
        .know,
        "The app has its container. Screens must be updated on the main thread.")
    case .openingFailed:
      .init(
        .know,
        "The disk and the network had nothing, and the app has no default container. Without one, "
          + "an Android app has no container to use and must check the status.")
    case .askingNetwork, .refreshed:
      .init(.harmless, "Normal: the container was requested and downloaded.")
    case .refreshFailed:
      .init(.know, "No newer container arrived. The current one stays, and the SDK asks again.")
    case .unknownScheme:
      .init(.act, "The link is for another app: check the scheme of the app's preview links.")
    case .noSuchPreview:
      .init(
        .act,
        "Create a new preview link: this version is not on the server.")
    default: .init(.know, "It waited too long for the main thread.")
    }
  }

  /// Returns the meaning of a code that phones log for every step at the most verbose level.
  private static func phone(_ code: LogCode) -> LogMeaning {
    switch code {
    case .noAdvertisingClass:
      .init(
        .know,
        "The app is built without the advertising id library. No hit has an id, whatever a "
          + "tracker collects.")
    case .nameLength, .nameSigns, .nameReserved:
      .init(.act, "Firebase does not accept the name. Choose another one.")
    default:
      .init(
        .harmless, "A phone logs this for every step when its log level is verbose.")
    }
  }
}
