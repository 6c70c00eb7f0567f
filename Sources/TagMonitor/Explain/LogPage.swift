import ScenarioEngine
import TagRuntime
import TagSimulation
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
    page.fact("said by", speaker(record), width: 11, indent: 0)
    page.fact("level", record.level.name, width: 11, indent: 0)
    page.fact(
      "printed",
      line.line.isPrinted
        ? "yes: the developer saw it" : "no: the logger of the app \(view.logger.words)",
      width: 11, indent: 0)
    if let row { page.fact("said at", rowText(row), width: 11, indent: 0, to: .row(row.number)) }
    page.fact("code", record.code.rawValue, width: 11, indent: 0, .dim)
  }

  private func speaker(_ record: LogRecord) -> String {
    switch record.source {
    case .sdk: "the SDK"
    case .app: "the app's own code"
    case .tagsim: "tagsim: the SDK says nothing here"
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

    /// The verdict as a sentence.
    var sentence: String {
      switch self {
      case .harmless: "Harmless: this is how it always goes."
      case .know: "Good to know: nothing is wrong by itself."
      case .act: "To act on: something does not do what it is there for."
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
      .init(.act, "The app opens a container twice. It should keep the one that it was given.")
    case .excessiveTimeout:
      .init(.act, "The timeout is in seconds, and this one looks like milliseconds: divide it.")
    case .openerWithoutTimer:
      .init(.act, "Open the container on the main thread, or its timeout never comes.")
    case .tooManyContainers:
      .init(.act, "The app opens more containers than are simulated: close those not needed.")
    case .openersDropped:
      .init(.act, "The app closes a container that others still wait for: they wait for ever.")
    case .noBinaryDefault, .noDefaultFile:
      .init(.know, "The SDK looks for the default container in several places. This one was empty.")
    case .loadingDefault:
      .init(
        .harmless, "The default container of the app was found, and is used until another comes.")
    case .unreadableDefault:
      .init(.act, "Download the container again, and put it into the app as it is.")
    case .similarDefault:
      .init(.act, "Rename the file, or the phone has no default container at its first launch.")
    case .renamedDefault:
      .init(
        .act, "It is played for you. Rename the file in the project to what the phone looks for.")
    case .compiledDefault:
      .init(
        .know, "The export is played for you. On a phone it has to be the downloaded container.")
    case .defaultNotInTarget:
      .init(.act, "Add the file to the target of the app, or the phone never gets it.")
    case .defaultAtRoot:
      .init(.know, "It is found all the same. In the folder container it is found faster.")
    case .extraDefault: .init(.know, "Only one default container counts: remove the other one.")
    case .noFolderContainer, .noDefaultContainer:
      .init(
        .act,
        "Until the network answers, no tag fires and every value is the zero of its type: put a "
          + "default container into the app.")
    case .defaultContainerMode:
      .init(
        .know, "The app wants the default container only. Nothing that is published reaches it.")
    case .nilHandler: .init(.act, "The app must not register nil: leave the line out.")
    case .notAPreviewURL:
      .init(.know, "A link came by that is no preview. The app may handle it itself.")
    case .previewOfUnopened:
      .init(.act, "The link is of a container that the app has not opened: open that one.")
    case .noLoadEvent:
      .init(
        .harmless,
        "The SDK asks whether the container wants to hear that it is loaded. This one does not.")
    case .androidPlayed, .androidPlayedAsIOS:
      .init(.know, "It says how far the simulation knows this platform.")
    default:
      .init(.act, "Export the container for the platform of the app, or set the platform here.")
    }
  }

  // MARK: Refreshing

  private static func refreshing(_ code: LogCode) -> LogMeaning {
    switch code {
    case .refreshInDefaultMode:
      .init(.know, "In the default-container mode no refresh does anything.")
    case .refreshRequested: .init(.harmless, "The app asked for a newer container.")
    case .refreshTooOften, .refreshExcessive:
      .init(.act, "The app asks too often and is not told that nothing happens: ask less often.")
    case .refreshOfClosed: .init(.act, "The app refreshes a container that it has closed.")
    case .readOfClosed:
      .init(.act, "The app reads from a container that it has closed, and gets zeros.")
    case .noChange: .init(.harmless, "The phone has what is published.")
    case .noDataRetrieved:
      .init(.act, "Check the id of the container, and whether a version of it was ever published.")
    case .loadStatus:
      .init(
        .know,
        "The server did not answer as it should. The SDK asks again by itself, and the "
          + "container in use stays.")
    case .loadUnparsable:
      .init(
        .know, "Something else answered, often a portal of a hotel. The container in use stays.")
    case .brokenContainer: .init(.act, "Publish the version once more: what came is broken.")
    case .saveFailed:
      .init(.act, "The next launch begins with an older container, for the disk failed.")
    default: .init(.harmless, "It came too late to matter.")
    }
  }

  // MARK: Evaluating

  private static func evaluating(_ code: LogCode) -> LogMeaning {
    switch code {
    case .pushLoop, .drainCut:
      .init(.act, "A tag or the app's code pushes an event that sets off itself: break the circle.")
    case .pushRefused:
      .init(.act, "A bound of ours refused it, where no phone would: push less.")
    case .invalidMacro:
      .init(.act, "The app or a rule asks for a name that this version does not have: check it.")
    case .macroCycle: .init(.act, "A macro is made of itself: let one of them be something else.")
    case .multipleMacros:
      .init(
        .act, "Two definitions apply at once, and it is left open which counts: part the rules.")
    case .noFunctionID, .noImplementation, .valueNotKnown:
      .init(.act, "This release of the SDK cannot do it: use another type, or a newer release.")
    case .incorrectKeys: .init(.act, "Fill in what is missing in the web interface.")
    case .escapingOfNoText, .unknownEscaping:
      .init(.know, "The value is used without being escaped.")
    case .unknownObjectType:
      .init(
        .act,
        "The app handed over something that a container cannot hold: give a text, a "
          + "number, a truth value, a list or a map.")
    case .notANumber, .notABoolean:
      .init(.act, "The app reads the value as a type that it is not: zero or false is read.")
    case .tagsFired: .init(.harmless, "The container was asked at this event.")
    case .evaluationEnded:
      .init(
        .act, "One tag raised an exception, and those behind it did not get their turn: mend it.")
    case .limitReached: .init(.act, "The container asks for more than can be: make it simpler.")
    default: .init(.know, "There was more to say than there is room for.")
    }
  }

  // MARK: Calling

  private static func calling(_ code: LogCode) -> LogMeaning {
    switch code {
    case .appCalled, .classRan: .init(.harmless, "Code of the app ran for a tag or a macro.")
    case .handlerThrew: .init(.act, "The app's code failed: its developer has to mend it.")
    case .noHandler:
      .init(
        .act,
        "Register a handler of this name in the app, or correct the name in the web. The SDK "
          + "itself is silent here.")
    case .parametersNoMap, .writeOfNoList, .pixelParameters:
      .init(.act, "The parameters in the web interface have the wrong form: fill them in anew.")
    case .fieldOfMap:
      .init(.act, "Whoever reads the report sees this text: push one value of the map instead.")
    case .unknownAnalyticsTag, .pixelWithoutURL:
      .init(.act, "The tag does not say what to send: complete it in the web interface.")
    case .wrongParameter, .wrongInput, .badPattern:
      .init(.act, "A macro cannot work with what it was given: correct it in the web interface.")
    case .noTransactionID, .transactionProducts, .productWithoutName:
      .init(.act, "A purchase was not sent, for the app pushed it incompletely.")
    case .noEcommerce, .noShopEvent, .ecommerceLeftOut, .ecommerceActions:
      .init(.know, "The hit was sent, and not all of its shop data: look whether that is meant.")
    case .classPathHint: .init(.act, "Write the path of the class as the app has it.")
    case .brazeNoAction, .brazeInvalidAction, .brazeIdle:
      .init(.act, "Give the tag an actionType that the provider knows, or Braze hears nothing.")
    case .brazeRefused: .init(.act, "Braze does not take this: change what the tag hands over.")
    default: .init(.know, "Braze took it, and not as it was given.")
    }
  }

  // MARK: Firebase

  private static func firebase(_ code: LogCode) -> LogMeaning {
    switch code {
    case .unknownFunction, .runtimeFunction, .functionFailed:
      .init(.act, "A function of the container came to nothing: look at what it was given.")
    case .noEventParameter:
      .init(
        .know,
        "The event has no such parameter. Give the variable a default value if it may "
          + "be missing.")
    case .noParameterName, .secondParameterName, .unknownHitField:
      .init(.act, "Complete the variable or the tag in the web interface.")
    case .badEventName, .badParameterName, .setAndDropped:
      .init(.act, "Use another name: nothing is logged under this one.")
    case .noClass, .classFailed, .classAnswer:
      .init(.act, "The developer of the app has to write or mend the class.")
    case .noFirebase, .noDataLayer, .oneContainer:
      .init(.know, "This generation of the SDK works differently.")
    case .noUploadOnDemand:
      .init(.know, "Firebase uploads when it likes; debug mode uploads at once.")
    case .firebaseError:
      .init(.act, "Firebase dropped what the app logged: change the name or the value.")
    case .firebaseWarning, .parameterDropped:
      .init(.act, "A part of the event does not arrive: change the name or the value.")
    case .collectionOff:
      .init(.know, "The app has switched collection off, perhaps for lack of consent.")
    case .eventHeld:
      .init(.harmless, "Events wait until the container is there, so that none is missed.")
    case .heldEventPassedBy:
      .init(.act, "Too many events came before the container: log fewer at launch.")
    default: .init(.know, "The two sources differ here: do not rest anything on it.")
    }
  }

  // MARK: Sending

  private static func sending(_ code: LogCode) -> LogMeaning {
    switch code {
    case .hitsSent, .dispatchFinished:
      .init(.harmless, "What waited was sent, or there was nothing.")
    case .hitTooLarge: .init(.act, "Send less with one hit: this one cannot leave the phone.")
    case .hitLost: .init(.act, "The hit is gone for good. Its own page says which setting helps.")
    case .throttled: .init(.act, "Too many hits at once: send fewer, or spread them.")
    case .badHitType: .init(.act, "Give the tag a type of hit, or the collector ignores it.")
    case .emptyTrackerName, .noTracker: .init(.act, "The app names a tracker that it has not made.")
    case .backgroundTaskOverdue:
      .init(.act, "The app must end its task in time, or the system ends the app.")
    case .lifetimeRefused, .lifetimeFlat:
      .init(.act, "What should last is not kept: correct the lifetime of the push.")
    case .keysEvicted, .referrerEvicted, .unrepeatableEvicted:
      .init(.know, "There is room for so many only: the oldest went.")
    case .heldPushDropped: .init(.act, "The app pushed too much before it was ready.")
    case .referrerKept: .init(.harmless, "A click on an advertisement is remembered.")
    case .referrerWithoutConversion: .init(.know, "The link belongs to no conversion.")
    case .pushedNoMap: .init(.act, "What a macro pushes has to be a map of keys and values.")
    default: .init(.know, "The experiment does not concern phones as it is.")
    }
  }

  // MARK: The world

  private static func world(_ code: LogCode) -> LogMeaning {
    switch code {
    case .networkChanged, .diskChanged: .init(.know, "The world around the app changed.")
    case .lastingNotKept: .init(.act, "The disk failed: what should last is gone with the process.")
    case .containerHandedOut:
      .init(
        .know,
        "The app has its container. Off the main thread, its screens must wait for the main one.")
    case .openingFailed:
      .init(
        .know,
        "Disk and network had nothing, and the app brings no default container. Without one, an "
          + "app on Android has no container to ask, and must look at the status.")
    case .askingNetwork, .refreshed:
      .init(.harmless, "The container goes its way: asked for, and fetched.")
    case .refreshFailed:
      .init(.know, "No newer container came. The one in use stays, and the SDK asks again.")
    case .unknownScheme:
      .init(.act, "The link is for another app: check the scheme of the app's preview links.")
    case .noSuchPreview: .init(.act, "Make a new preview link: this version is not on the server.")
    default: .init(.know, "It waited for the main thread, and its time was over.")
    }
  }

  /// Returns the meaning of a code that phones log for every step at the most verbose level.
  private static func phone(_ code: LogCode) -> LogMeaning {
    switch code {
    case .noAdvertisingClass:
      .init(
        .know,
        "The app is built without the library of the advertising id. No hit has one, whatever a "
          + "tracker collects.")
    case .nameLength, .nameSigns, .nameReserved:
      .init(.act, "Firebase does not take the name. Choose another one.")
    default:
      .init(
        .harmless, "A phone writes this of every step once it is asked for every line.")
    }
  }
}
