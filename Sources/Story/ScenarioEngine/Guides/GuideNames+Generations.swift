import TagWords

extension GuideName {
  /// Firebase, on which the second generation of the SDK is built.
  static let firebase: [GuideName] = [
    GuideName(
      "FIRApp configure", "FirebaseApp configure",
      does: "Starts Firebase. In the second generation, the SDK opens its container itself, from "
        + "the app's folder container.",
      .scenario("sdk v5"), .device, "the container that Firebase found",
      .line(
        "var settings = Settings()\nsettings.generation = .firebase\n"
          + "var firebase = Runtime(settings: settings)")),
    GuideName(
      "FIRAnalytics logEventWithName:parameters:", "Analytics logEvent", "logEvent:parameters:",
      "FirebaseAnalytics logEvent",
      does: "Logs an event with Firebase. The container's triggers decide which tags fire.",
      .scenario(#"log-event played_song genre="pop""#), .tags,
      "which tags the event fired, and why the others did not",
      .call(#"firebase(.logEvent("played_song", ["genre": "pop"]))"#)),
    GuideName(
      "FIRAnalytics setUserPropertyString:forName:", "Analytics setUserProperty",
      does: "Sets a user property, which is sent with every event.",
      .scenario(#"user-property tier="gold""#), .data, "the user properties",
      .call(#"firebase(.setUserProperty("tier", "gold"))"#)),
    GuideName(
      "FIRAnalytics setUserID:", "Analytics setUserID",
      does: "Sets the id of the user.",
      .scenario(#"user-id "u-1""#), .data, "the user id", .call(#"firebase(.setUserID("u-1"))"#)),
    GuideName(
      "FIRAnalytics setDefaultEventParameters:", "Analytics setDefaultEventParameters",
      does: "Sets parameters that are sent with every event.",
      .scenario(#"default-parameters shop="Madrid""#), .data, "the default parameters",
      .call(#"firebase(.setDefaultParameters(["shop": "Madrid"]))"#)),
    GuideName(
      "FIRAnalytics setAnalyticsCollectionEnabled:", "FIREBASE_ANALYTICS_COLLECTION_ENABLED",
      does: "Turns event collection on or off.",
      .scenario("collection off"), .events, "the events that were not logged",
      .call("firebase(.setCollection(false))")),
    GuideName(
      "FIRAnalytics resetAnalyticsData",
      does: "Makes Firebase forget everything about this installation.",
      .scenario("reset-analytics-data"), .data, "what remains",
      .call("firebase(.resetAnalytics)")),
    GuideName(
      "-FIRAnalyticsDebugEnabled", "-FIRDebugEnabled", "-FIRAnalyticsDebugDisabled",
      "-FIRDebugDisabled",
      does: "The launch argument that uploads events at once, for DebugView; the other one turns "
        + "it off.",
      .scenario("debug-mode on"), .queue, "events without waiting",
      .call("firebase(.setDebugMode(true))")),
    GuideName(
      "FirebaseAutomaticScreenReportingEnabled",
      does: "The Info.plist key that stops Firebase from logging screens by itself.",
      .app("automatic-screens off"), .events, "the screen views that Firebase logs",
      .input(#"screenSeen("Home")"#)),
    GuideName(
      "TAGCustomFunction", "TAGCustomFunction executeWithParameters:",
      "execute(withParameters:)",
      does: "A class of the app that a container calls by its class path, as a tag or a variable. "
        + "Every call creates an instance; values are only text and numbers.",
      .app("class \"PriceList\"\n  returns 19.90 when sku=\"S-77\"\nend"), .explain,
      "the call with its arguments and its value",
      .line(
        "let prices = AppClass(\n  path: \"PriceList\", .gives([AppMacro.Case(outcome: "
          + ".value(19.9))]))")),
  ]

  /// Braze's guide for Google Tag Manager.
  static let braze: [GuideName] = [
    GuideName(
      "BrazeGTMTagManager", "AppboyGTMTagManager",
      does: "The provider in Braze's guide: a class that tags call, which passes their parameters "
        + "to Braze.",
      .app(#"class "BrazeGTMTagManager" braze swift"#), .braze,
      "what Braze received, and what the other language would have sent",
      .line(#"let provider = AppClass(path: "BrazeGTMTagManager", .acts([.braze(.swift)]))"#)),
    GuideName(
      "actionType",
      does: "The parameter that selects what the provider does: logEvent, customAttribute or "
        + "changeUser. Without it, the call only prints a line.",
      .scenario("expect log app ~ /Doing nothing/"), .braze, "calls that did nothing, and why",
      .line("print(BrazeProvider.swift.name)")),
    GuideName(
      "eventName", "logCustomEvent:withProperties:", "logCustomEvent",
      does: "The name of the event that actionType logEvent logs; the other parameters become "
        + "its properties.",
      .scenario(#"expect braze event "played song""#), .braze, "the event with its properties",
      .line(#"let logged = BrazeCall.logEvent(name: "played song", properties: [:])"#)),
    GuideName(
      "customAttribute", "customAttributeKey", "customAttributeValue",
      "setCustomAttributeWithKey:andStringValue:", "setCustomAttribute",
      does: "Sets a user attribute. In Swift, every number is a double; Objective-C logs "
        + "an event if the value is text.",
      .scenario(#"expect braze attribute "vip" == 1.0 as double"#), .braze,
      "the attribute and its type",
      .line(#"let attribute = BrazeCall.setAttribute(key: "vip", .double(1))"#)),
    GuideName(
      "changeUser", "changeUser:", "externalUserId",
      does: "Assigns the following calls to another user.",
      .scenario(#"expect braze user "u-7""#), .braze, "the current user",
      .line(#"let changed = BrazeCall.changeUser(id: "u-7")"#)),
  ]

  /// The names of the same things in the guides for Android.
  static let android: [GuideName] = [
    GuideName(
      "TagManager.getInstance", "com.google.android.gms.tagmanager",
      does: "The tag manager of an Android app.",
      .app("platform android"), .device, "the platform, and how much of it is simulated",
      .line("var android = Runtime(settings: Settings(platform: .android))")),
    GuideName(
      "loadContainerPreferNonDefault", "loadContainerPreferFresh", "loadContainerDefaultOnly",
      "ContainerHolder", "ContainerHolder getContainer",
      does: "Opens a container. On Android, the app sets the timeout, and a newer version waits "
        + "until the app asks for the container again.",
      .scenario("open prefer-non-default timeout=2s"), .device,
      "the race between the disk, the network and the timeout",
      .call(#"open(container: "GTM-AB12", kind: .preferNonDefault, timeout: .seconds(2))"#)),
    GuideName(
      "ContainerAvailableListener", "onContainerAvailable",
      does: "Notifies the app that a version of the container is available.",
      .app(#"on container push event="ready""#), .events,
      "the row that shows which container the app has",
      .notice("containerAvailable(container: let heard, _, _)")),
    GuideName(
      "DataLayer.mapOf", "DataLayer.listOf", "DataLayer.pushEvent", "DataLayer push",
      does: "Pushes to the data layer; pushEvent also sets the key event.",
      .scenario(#"push event="openScreen" screenName="Home""#), .tags,
      "which tags the event fired",
      .call(#"push(["event": "openScreen", "screenName": "Home"])"#)),
    GuideName(
      "DataLayer.OBJECT_NOT_PRESENT",
      does: "In a list, leaves the element at that position unchanged.",
      .scenario(#"push {"items": [absent, "second"]}"#), .data, "the list after the push",
      .call(#"push(["items": [.absent, "second"]])"#)),
    GuideName(
      "FunctionCallMacroCallback", "registerFunctionCallMacroCallback",
      does: "Supplies the value of a function-call macro. On Android it belongs to one version: "
        + "the app must register it again for each.",
      .app("macro-function discount\n  returns 0.10\nend"), .values, "the value",
      .act(#"register(.macro, "discount", container: nil, isOn: true)"#)),
    GuideName(
      "FunctionCallTagCallback", "registerFunctionCallTagCallback",
      does: "Runs the code of a function-call tag.",
      .app("tag-function logReceipt notes"), .tags, "the tag that called it",
      .act(#"register(.tag, "logReceipt", container: nil, isOn: true)"#)),
    GuideName(
      "setLocalDispatchPeriod", "ga_dispatchPeriod", "dispatchLocalHits",
      does: "How often waiting hits are sent (every 1800 seconds on Android), and sending them "
        + "now.",
      .scenario("dispatch-interval 1800s"), .queue, "when hits are sent next",
      .call("setDispatchInterval(.seconds(1800))")),
    GuideName(
      "setVerboseLoggingEnabled",
      does: "Prints every log line; by default, only warnings and errors.",
      .scenario("set log-level verbose"), .log, "the lines that are printed",
      .call("setLogger(Logger(level: .verbose))")),
    GuideName(
      "PreviewActivity", "TagManagerPreviewActivity",
      does: "The activity in the manifest that receives preview links and starts the app.",
      .app("scheme preview"), .phone, "the link and what the app did with it",
      .act("openURL(url)")),
    GuideName(
      "CustomTagProvider", "CustomVariableProvider",
      does: "A class of the app that a container of the second generation calls by its path. On "
        + "Android, one instance is kept, and a variable returns text.",
      .app("class \"PriceList\"\n  returns \"19.90\" when sku=\"S-77\"\nend"), .explain,
      "the call with its arguments and its value",
      .line(
        "let provided = AppClass(\n  path: \"PriceList\", .gives([AppMacro.Case(outcome: "
          + ".value(\"19.90\"))]))")),
  ]
}
