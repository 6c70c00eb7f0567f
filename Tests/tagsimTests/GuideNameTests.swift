import ScenarioEngine
import TagGlossary
import Testing

/// The names of the SDKs' guides lead to what does the same here.
@Suite struct GuideNameTests {
  /// Every line is one of the language.
  @Test func linesAreOfTheLanguage() throws {
    for name in GuideName.all {
      let app =
        "app \"A\"\n  package com.example.a\n  container GTM-CD34\n" + name.line + "\nend\n"
      #expect(throws: Never.self, "\(name.title): \(name.line)") {
        switch name.file {
        case .scenario: _ = try #require(try StatementParser.parse(line: name.line))
        case .app: _ = try AppParser.parse(app, file: "a.app")
        }
      }
    }
  }

  @Test func eachSaysWhatItDoesAndWhereToLook() {
    for name in GuideName.all {
      #expect(name.meaning.hasSuffix("."), "\(name.title)")
      #expect(name.whereToLook.last != ".", "\(name.title)")
      // What an app contains, and not what a playground prints.
      #expect(!name.swift.isEmpty && !name.swift.joined().contains("print("), "\(name.title)")
    }
  }

  @Test func eachNameIsFoundAndNoneIsThereTwice() {
    let names = GuideName.all.flatMap(\.names)
    #expect(names.count == 386)
    for entry in GuideName.all {
      for name in entry.names { #expect(GuideName.named(name).contains(entry), "\(name)") }
    }
    let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  /// Those of the listings and lists of the guides, in their order, but for Foundation and Swift.
  private static let ofTheGuides = """
    libGoogleAnalyticsServices.a CoreData.framework SystemConfiguration.framework libz.dylib
    libsqlite3.dylib libAdIdAccess.a AdSupport.framework TAGManager TAGContainer
    UIApplicationDelegate UIResponder UIApplication MyAppDelegate AppDelegate sharedApplication
    instance logger setLogLevel kTAGLoggerLogLevelVerbose kTAGLoggerLogLevelInfo
    didFinishLaunchingWithOptions launchOptions valueForKey UIApplicationLaunchOptionsURLKey
    previewWithUrl openURL sourceApplication annotation openContainerWithId openType timeout
    notifier kTAGOpenTypePreferFresh kTAGOpenTypePreferNonDefault containerId TAGContainerOpener
    TAGContainerOpenerNotifier containerAvailable dispatch_async dispatch_get_main_queue
    TAGContainerFuture future get stringForKey TAGDataLayer dataLayer push event openScreen
    screenName ViewController viewDidAppear openContainerById:callback: ContainerCallback
    TAGContainerCallback containerRefreshBegin containerRefreshSuccess containerRefreshFailure
    refreshType failure TAGContainerCallbackRefreshType TAGContainerCallbackRefreshFailure
    kTAGContainerCallbackRefreshTypeSaved kTAGContainerCallbackRefreshTypeNetwork
    kTAGContainerCallbackRefreshFailureNoSavedContainer
    kTAGContainerCallbackRefreshFailureIoError kTAGContainerCallbackRefreshFailureNoNetwork
    kTAGContainerCallbackRefreshFailureNetworkError
    kTAGContainerCallbackRefreshFailureServerError
    kTAGContainerCallbackRefreshFailureUnknownError TAGContainer::refresh
    TAGFunctionCallMacroHandler MyFunctionCallMacroHandler MacroHandler kMyMacroFunctionName
    myConfiguredFunctionName valueForMacro functionName parameters macro_value
    TAGContainer::registerFunctionCallMacroHandler:forMacro: forMacro TAGFunctionCallTagHandler
    MyFunctionCallTagHandler kMyTagFunctionName execute registerFunctionCallTagHandler forTag
    NSTimer scheduledTimerWithTimeInterval refreshTimer refresh_interval refreshContainer
    refresh TAGLogger MyLogger error: warning: info: debug: verbose: NSLog
    TagManager::logger::setLogLevel GAI sharedInstance dispatchInterval dispatch dispatchHandler
    GAIDispatchResult sendHitsInBackground taskExpired UIBackgroundTaskIdentifier taskId
    beginBackgroundTaskWithExpirationHandler UIBackgroundTaskInvalid kGAIDispatchGood
    dispatchWithCompletionHandler endBackgroundTask applicationDidEnterBackground
    applicationWillEnterForeground actionType logEvent eventName FIRAnalytics
    FIRAnalytics.logEvent Analytics.logEvent logEventWithName:parameters:
    logEvent(withName:parameters:) FirebaseAnalytics Firebase GoogleTagManager BrazeKit
    ActionTypeKey LogEventAction LogEventName LogEventEventName CustomAttributeAction
    customAttribute CustomAttributeKey customAttributeValue CustomAttributeValueKey
    ChangeUserAction ChangeUserExternalUserId externalUserId BrazeGTMTagManager
    TAGCustomFunction execute(withParameters:) executeWithParameters logCustomAttribute
    changeUser changeUser(userId:) userId AppDelegate.braze logCustomEvent
    logCustomEvent:properties: logCustomEvent(name:properties:) setCustomAttribute
    setCustomAttribute(key:value:) setCustomAttributeArray setCustomAttributeArray(key:array:)
    setCustomAttributeArrayWithKey:array: setCustomAttributeWithKey:dateValue:
    setCustomAttributeWithKey:boolValue: setCustomAttributeWithKey:intValue:
    setCustomAttributeWithKey:doubleValue: objCType
    """.split { $0.isWhitespace }.map { String($0) }

  @Test func theNamesOfTheGuidesAreFound() {
    #expect(Self.ofTheGuides.filter { GuideName.named($0).isEmpty } == [])
  }

  private static let spellings: [(typed: String, title: String)] = [
    ("TAGManager previewWithUrl:", "TAGManager previewWithUrl:"),
    ("previewWithUrl:", "TAGManager previewWithUrl:"),
    ("previewwithurl", "TAGManager previewWithUrl:"),
    ("[TAGManager previewWithUrl:]", "TAGManager previewWithUrl:"),
    ("openContainerWithIdTagManagerOpenTypeTimeoutNotifier", "TAGContainerOpener"),
    ("openContainerWithId", "TAGContainerOpener"),
    ("containerAvailable", "TAGContainerOpenerNotifier"),
    ("KTAGOPENTYPEPREFERFRESH", "kTAGOpenTypePreferFresh"),
    ("sendHitsInBackground", "sendHitsInBackground"),
    ("beginBackgroundTaskWithExpirationHandler", "sendHitsInBackground"),
    ("applicationWillEnterForeground", "applicationWillEnterForeground:"),
    ("launchOptions", "launchOptions"),
    ("logEventWithName:parameters:", "FIRAnalytics logEventWithName:parameters:"),
    ("executeWithParameters", "TAGCustomFunction"), ("changeUser", "changeUser"),
    ("customAttributeKey", "customAttribute"), ("BrazeGTMTagManager", "BrazeGTMTagManager"),
    ("kGAIScreenName", "kGAIScreenName"),
  ]

  @Test(arguments: spellings)
  func isFoundHoweverItIsWritten(_ typed: String, _ title: String) {
    #expect(GuideName.named(typed).map(\.title).contains(title))
  }

  @Test(arguments: ["", ":", "container", "dispatchh"])
  func anythingElseIsNoName(_ typed: String) { #expect(GuideName.named(typed) == []) }

  @Test func aPaneHasItsKey() throws {
    let preview = try #require(GuideName.named("previewWithUrl:").first)
    #expect(preview.whereToLook == "Phone (7): the link and what the app did with it")
  }
}
