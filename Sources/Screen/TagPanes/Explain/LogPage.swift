import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A line of the log: its meaning, and whether it requires action.
struct LogPage: ExplainPage {
  let context: ScreenContext
  let line: Timeline.Line

  func write(_ page: inout PageText) {
    let record = line.line.record
    let meaning = LogMeaning.meaning(of: record.code)
    page.headline(meaning.verdict.sentence)
    page.say(meaning.text, meaning.verdict == .act ? .attention : .plain)
    page.part("The line")
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
    if let row {
      let at = "\(view.time(of: line.line.wall)), #\(row.number) \(row.event.name)"
      page.fact("logged at", at, width: 11, indent: 0, to: .row(row.number))
    }
    page.fact("code", record.code.rawValue, width: 11, indent: 0, .dim)
  }

  private func speaker(_ record: LogRecord) -> String {
    switch record.source {
    case .sdk: "the SDK"
    case .app: "the app's own code"
    case .tagsim: "tagsim: the SDK logs nothing here"
    }
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

  private static func harmless(_ text: String) -> LogMeaning {
    LogMeaning(verdict: .harmless, text: text)
  }
  private static func know(_ text: String) -> LogMeaning { LogMeaning(verdict: .know, text: text) }
  private static func act(_ text: String) -> LogMeaning { LogMeaning(verdict: .act, text: text) }

  /// Looks up the meaning of a code.
  static func meaning(of code: LogCode) -> LogMeaning {
    guard let meaning = meanings[code] else { preconditionFailure("\(code) has no meaning") }
    return meaning
  }

  private static let meanings = rows.reduce(into: [LogCode: LogMeaning]()) { all, row in
    for code in row.key { all[code] = row.value }
  }

  private static let rows: KeyValuePairs<[LogCode], LogMeaning> = [
    // Opening.
    [.alreadyOpened]: .act("The app opens a container twice. It should keep the first one."),
    [.excessiveTimeout]: .act(
      "The timeout is in seconds, but this looks like milliseconds: divide it by 1000."),
    [.openerWithoutTimer]: .act(
      "Open the container on the main thread, or its timeout never fires."),
    [.tooManyContainers]: .act(
      "The app opens more containers than tagsim simulates: close unused ones."),
    [.openersDropped]: .act(
      "The app closes a container while openers wait for it: they wait forever."),
    [.noBinaryDefault, .noDefaultFile]: .know(
      "The SDK looks for the default container in several places. This one is empty."),
    [.loadingDefault]: .harmless(
      "The app's default container was found and is used until another arrives."),
    [.unreadableDefault]: .act("Download the container again and add it to the app unchanged."),
    [.similarDefault]: .act(
      "Rename the file, or the phone has no default container at its first launch."),
    [.renamedDefault]: .act(
      "tagsim uses it anyway. Rename the file in the project to the expected name."),
    [.compiledDefault]: .know(
      "tagsim compiled the export. A phone needs the downloaded container."),
    [.defaultNotInTarget]: .act("Add the file to the app's target, or the phone never gets it."),
    [.defaultAtRoot]: .know("It is found anyway. In the folder container, it is found faster."),
    [.extraDefault]: .know("Only one default container is used: remove the other."),
    [.noFolderContainer, .noDefaultContainer]: .act(
      "Until the network answers, no tag fires and every value is the zero of its type: put a "
        + "default container into the app."),
    [.defaultContainerMode]: .know(
      "The app uses only the default container. Published versions never reach it."),
    [.nilHandler]: .act("The app must not register nil: remove the line."),
    [.notAPreviewURL]: .know("The link is not a preview link. The app may handle it itself."),
    [.previewOfUnopened]: .act(
      "The link is for a container that the app has not opened: open that one."),
    [.noLoadEvent]: .harmless(
      "The SDK checks whether the container reacts to being loaded. This one does not."),
    [.androidPlayed, .androidPlayedAsIOS]: .know(
      "It shows how well the simulation covers this platform."),
    [.foreignContainer]: .act(
      "Export the container for the app's platform, or set the platform here."),
    // Refreshing.
    [.refreshInDefaultMode]: .know("In default-container mode, a refresh does nothing."),
    [.refreshRequested]: .harmless("The app asked for a newer container."),
    [.refreshTooOften, .refreshExcessive]: .act(
      "The app asks too often, and the SDK silently ignores it: ask less often."),
    [.refreshOfClosed]: .act("The app refreshes a container that it has closed."),
    [.readOfClosed]: .act("The app reads from a container that it has closed and gets zeros."),
    [.noChange]: .harmless("The phone has the published version."),
    [.noDataRetrieved]: .act("Check the container id, and whether a version was ever published."),
    [.loadStatus]: .know(
      "The server's answer was wrong. The SDK asks again by itself, and the current container "
        + "stays."),
    [.loadUnparsable]: .know(
      "Something else answered, often a hotel's login page. The current container stays."),
    [.brokenContainer]: .act("Publish the version again: the downloaded one is broken."),
    [.saveFailed]: .act("The next launch starts with an older container, because the disk failed."),
    [.ignoredAnswer]: .harmless("It came too late to matter."),
    // Evaluating.
    [.pushLoop, .drainCut]: .act(
      "A tag or the app's code pushes an event that triggers itself: break the loop."),
    [.pushRefused]: .act("A limit of tagsim refused it; a phone would not: push less."),
    [.invalidMacro]: .act(
      "The app or a rule uses a name that this version does not have: check it."),
    [.macroCycle]: .act("A macro refers to itself: change one of the references."),
    [.multipleMacros]: .act(
      "Two definitions apply at once, and either may win: make their rules exclusive."),
    [.noFunctionID, .noImplementation, .valueNotKnown]: .act(
      "This release of the SDK cannot do it: use another type, or a newer release."),
    [.incorrectKeys]: .act("Fill in what is missing in the web interface."),
    [.escapingOfNoText, .unknownEscaping]: .know("The value is used without being escaped."),
    [.unknownObjectType]: .act(
      "The app passed something that a container cannot use: pass text, a number, a boolean, a "
        + "list or a map."),
    [.notANumber, .notABoolean]: .act(
      "The app reads the value as the wrong type and gets zero or false."),
    [.tagsFired]: .harmless("The container evaluated this event."),
    [.evaluationEnded]: .act(
      "One tag raised an exception, so the tags after it did not run: fix it."),
    [.limitReached]: .act("The container exceeds a limit: make it simpler."),
    [.moreLines]: .know("There were more lines than fit."),
    // Calling.
    [.appCalled, .classRan]: .harmless("The app's code ran for a tag or a macro."),
    [.handlerThrew]: .act("The app's code failed: its developer must fix it."),
    [.noHandler]: .act(
      "Register a handler with this name in the app, or correct the name in the web. The SDK "
        + "itself logs nothing."),
    [.parametersNoMap, .writeOfNoList, .pixelParameters]: .act(
      "The parameters in the web interface have the wrong form: fill them in again."),
    [.fieldOfMap]: .act("Reports show this text: push a single value of the map instead."),
    [.unknownAnalyticsTag, .pixelWithoutURL]: .act(
      "The tag does not say what to send: complete it in the web interface."),
    [.wrongParameter, .wrongInput, .badPattern]: .act(
      "A macro got input it cannot use: correct it in the web interface."),
    [.noTransactionID, .transactionProducts, .productWithoutName]: .act(
      "A purchase was not sent, because the app pushed it incompletely."),
    [.noEcommerce, .noShopEvent, .ecommerceLeftOut, .ecommerceActions]: .know(
      "The hit was sent without some of its shop data: check that this is intended."),
    [.classPathHint]: .act("Write the class path exactly as in the app."),
    [.brazeNoAction, .brazeInvalidAction, .brazeIdle]: .act(
      "Use an actionType that the provider supports, or Braze receives nothing."),
    [.brazeRefused]: .act("Braze does not accept this: change what the tag passes."),
    [.brazeChanged]: .know("Braze accepted it, but changed it."),
    // Firebase.
    [.unknownFunction, .runtimeFunction, .functionFailed]: .act(
      "A function of the container had no result: check its input."),
    [.noEventParameter]: .know(
      "The event has no such parameter. Give the variable a default value if it may be missing."),
    [.noParameterName, .secondParameterName, .unknownHitField]: .act(
      "Complete the variable or the tag in the web interface."),
    [.badEventName, .badParameterName, .setAndDropped]: .act(
      "Use another name: nothing is logged under this one."),
    [.noClass, .classFailed, .classAnswer]: .act(
      "The app's developer must write or fix the class."),
    [.noFirebase, .noDataLayer, .oneContainer]: .know(
      "This generation of the SDK works differently."),
    [.noUploadOnDemand]: .know("Firebase uploads at its own times; debug mode uploads at once."),
    [.firebaseError]: .act("Firebase dropped what the app logged: change the name or the value."),
    [.firebaseWarning, .parameterDropped]: .act(
      "A part of the event does not arrive: change the name or the value."),
    [.collectionOff]: .know("The app has switched collection off, perhaps for lack of consent."),
    [.eventHeld]: .harmless("Events wait for the container, so none is missed."),
    [.heldEventPassedBy]: .act("Too many events came before the container: log fewer at launch."),
    [.userPropertyUndefined]: .know("The two sources differ here: do not rely on either."),
    // Sending.
    [.hitsSent, .dispatchFinished]: .harmless("Waiting hits were sent, or there were none."),
    [.hitTooLarge]: .act("Send less with one hit: this one cannot leave the phone."),
    [.hitLost]: .act("The hit is gone for good. Its own page says which setting helps."),
    [.throttled]: .act("Too many hits at once: send fewer, or spread them."),
    [.badHitType]: .act("Choose a hit type for the tag, or the collector ignores its hits."),
    [.emptyTrackerName, .noTracker]: .act("The app uses a tracker that it has not created."),
    [.backgroundTaskOverdue]: .act(
      "The app must end its task in time, or the system ends the app."),
    [.lifetimeRefused, .lifetimeFlat]: .act(
      "The value is not kept: correct the lifetime of the push."),
    [.keysEvicted, .referrerEvicted, .unrepeatableEvicted]: .know(
      "The limit was reached: the oldest was removed."),
    [.heldPushDropped]: .act("The app pushed too much before it was ready."),
    [.referrerKept]: .harmless("An ad click is remembered."),
    [.referrerWithoutConversion]: .know("The link belongs to no conversion."),
    [.pushedNoMap]: .act("A macro's push must be a map of keys and values."),
    [.experimentIgnored, .experimentRange]: .know(
      "The experiment has no effect on phones in this form."),
    // The world.
    [.networkChanged, .diskChanged]: .know("The world around the app changed."),
    [.lastingNotKept]: .act("The disk failed: values to keep are gone when the process ends."),
    [.containerHandedOut]: .know(
      "The app has its container. Screens must be updated on the main thread."),
    [.openingFailed]: .know(
      "The disk and the network had nothing, and the app has no default container. Without one, "
        + "an Android app has no container to use and must check the status."),
    [.askingNetwork, .refreshed]: .harmless("Normal: the container was requested and downloaded."),
    [.refreshFailed]: .know(
      "No newer container arrived. The current one stays, and the SDK asks again."),
    [.unknownScheme]: .act(
      "The link is for another app: check the scheme of the app's preview links."),
    [.noSuchPreview]: .act("Create a new preview link: this version is not on the server."),
    [.waitedInVain]: .know("It waited too long for the main thread."),
    // Phone lines, which phones log for every step at the most verbose level.
    [.noAdvertisingClass]: .know(
      "The app is built without the advertising id library. No hit has an id, whatever a tracker "
        + "collects."),
    [.nameLength, .nameSigns, .nameReserved]: .act(
      "Firebase does not accept the name. Choose another one."),
    [
      .hitSaved, .hitDelivery, .hitsLeaving, .hitsAnswered, .containerLoading, .eventLogging,
      .eventLogged, .eventProcessing, .analyticsSending,
    ]: .harmless("A phone logs this for every step when its log level is verbose."),
  ]
}
