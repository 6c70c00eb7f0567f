extension GuideName {
  /// Firebase, on which the second generation of the SDK is built.
  static let firebase: [GuideName] = [
    GuideName(
      "FIRApp configure", "FirebaseApp configure",
      does: "Starts Firebase. With the second generation the SDK opens its container itself, from "
        + "the folder container of the app.",
      .scenario("sdk v5"), .device, "the container that Firebase found",
      .line(
        "var settings = Settings()\nsettings.generation = .firebase\n"
          + "var firebase = Runtime(settings: settings)")),
    GuideName(
      "FIRAnalytics logEventWithName:parameters:", "Analytics logEvent", "logEvent:parameters:",
      "FirebaseAnalytics logEvent",
      does: "Logs an event with Firebase. Its tags fire by the triggers of the container.",
      .scenario(#"log-event played_song genre="pop""#), .tags,
      "which tags the event fired, and why the others did not",
      .call(#"firebase(.logEvent("played_song", ["genre": "pop"]))"#)),
    GuideName(
      "FIRAnalytics setUserPropertyString:forName:", "Analytics setUserProperty",
      does: "Sets a property of the user, which goes with every event.",
      .scenario(#"user-property tier="gold""#), .data, "the user properties",
      .call(#"firebase(.setUserProperty("tier", "gold"))"#)),
    GuideName(
      "FIRAnalytics setUserID:", "Analytics setUserID",
      does: "Sets the id of the user.",
      .scenario(#"user-id "u-1""#), .data, "the user id", .call(#"firebase(.setUserID("u-1"))"#)),
    GuideName(
      "FIRAnalytics setDefaultEventParameters:", "Analytics setDefaultEventParameters",
      does: "Sets parameters that go with every event.",
      .scenario(#"default-parameters shop="Madrid""#), .data, "the default parameters",
      .call(#"firebase(.setDefaultParameters(["shop": "Madrid"]))"#)),
    GuideName(
      "FIRAnalytics setAnalyticsCollectionEnabled:", "FIREBASE_ANALYTICS_COLLECTION_ENABLED",
      does: "Lets Firebase collect events, or not.",
      .scenario("collection off"), .events, "the events that were not logged",
      .call("firebase(.setCollection(false))")),
    GuideName(
      "FIRAnalytics resetAnalyticsData",
      does: "Has Firebase forget what it knows of this installation.",
      .scenario("reset-analytics-data"), .data, "what is left",
      .call("firebase(.resetAnalytics)")),
    GuideName(
      "-FIRAnalyticsDebugEnabled", "-FIRDebugEnabled", "-FIRAnalyticsDebugDisabled",
      "-FIRDebugDisabled",
      does: "The launch argument that uploads events at once, for DebugView; the other one takes "
        + "it back.",
      .scenario("debug-mode on"), .queue, "that events do not wait",
      .call("firebase(.setDebugMode(true))")),
    GuideName(
      "FirebaseAutomaticScreenReportingEnabled",
      does: "The key of the information file by which Firebase logs no screen by itself.",
      .app("automatic-screens off"), .events, "the screen views that Firebase logs",
      .input(#"screenSeen("Home")"#)),
    GuideName(
      "TAGCustomFunction", "TAGCustomFunction executeWithParameters:",
      "execute(withParameters:)",
      does: "A class of the app that a container calls by its class path, as a tag or a variable. "
        + "Every call makes an instance; only texts and numbers are values.",
      .app("class \"PriceList\"\n  returns 19.90 when sku=\"S-77\"\nend"), .explain,
      "the call with its arguments and its value",
      .line(
        "let prices = AppClass(\n"
          + "  path: \"PriceList\", .gives([AppMacro.Case(outcome: .value(19.9))]))")),
  ]

  /// Braze's guide for Google Tag Manager.
  static let braze: [GuideName] = [
    GuideName(
      "BrazeGTMTagManager", "AppboyGTMTagManager",
      does: "The provider of Braze's guide: a class that tags call, which hands their parameters "
        + "to Braze.",
      .app(#"class "BrazeGTMTagManager" braze swift"#), .braze,
      "what Braze received, and what the other language would have sent",
      .line(#"let provider = AppClass(path: "BrazeGTMTagManager", .acts([.braze(.swift)]))"#)),
    GuideName(
      "actionType",
      does: "The parameter that says what the provider does: logEvent, customAttribute or "
        + "changeUser. Without it the call does nothing but print a line.",
      .scenario("expect log app ~ /Doing nothing/"), .braze, "calls that did nothing, and why",
      .line("print(BrazeProvider.swift.name)")),
    GuideName(
      "eventName", "logCustomEvent:withProperties:", "logCustomEvent",
      does: "The name of the event that an actionType of logEvent logs; the other parameters are "
        + "its properties.",
      .scenario(#"expect braze event "played song""#), .braze, "the event with its properties",
      .line(#"let logged = BrazeCall.logEvent(name: "played song", properties: [:])"#)),
    GuideName(
      "customAttribute", "customAttributeKey", "customAttributeValue",
      "setCustomAttributeWithKey:andStringValue:", "setCustomAttribute",
      does: "Sets an attribute of the user. For Swift every number is a double; Objective-C logs "
        + "an event where the value is a text.",
      .scenario(#"expect braze attribute "vip" == 1.0 as double"#), .braze,
      "the attribute and its type",
      .line(#"let attribute = BrazeCall.setAttribute(key: "vip", .double(1))"#)),
    GuideName(
      "changeUser", "changeUser:", "externalUserId",
      does: "Makes the calls that follow belong to another user.",
      .scenario(#"expect braze user "u-7""#), .braze, "the current user",
      .line(#"let changed = BrazeCall.changeUser(id: "u-7")"#)),
  ]

  /// The names of the same things in the guides for Android.
  static let android: [GuideName] = [
    GuideName(
      "TagManager.getInstance", "com.google.android.gms.tagmanager",
      does: "The tag manager of an app for Android.",
      .app("platform android"), .device, "the platform and what of it is played",
      .line("var android = Runtime(settings: Settings(platform: .android))")),
    GuideName(
      "loadContainerPreferNonDefault", "loadContainerPreferFresh", "loadContainerDefaultOnly",
      "ContainerHolder", "ContainerHolder getContainer",
      does: "Opens a container. On Android the app sets the timeout, and a newer version waits "
        + "until the app asks for the container again.",
      .scenario("open prefer-non-default timeout=2s"), .device,
      "the race between the disk, the network and the timeout",
      .call(#"open(container: "GTM-AB12", kind: .preferNonDefault, timeout: .seconds(2))"#)),
    GuideName(
      "ContainerAvailableListener", "onContainerAvailable",
      does: "Tells the app that a version of the container is available.",
      .app(#"on container push event="ready""#), .events,
      "the row that says which container the app has",
      .notice("containerAvailable(container: let heard, _, _)")),
    GuideName(
      "DataLayer.mapOf", "DataLayer.listOf", "DataLayer.pushEvent", "DataLayer push",
      does: "Pushes to the data layer; pushEvent sets the key event.",
      .scenario(#"push event="openScreen" screenName="Home""#), .tags,
      "which tags the event fired",
      .call(#"push(["event": "openScreen", "screenName": "Home"])"#)),
    GuideName(
      "DataLayer.OBJECT_NOT_PRESENT",
      does: "In a list, leaves what is at that place alone.",
      .scenario(#"push {"items": [absent, "second"]}"#), .data, "the list after the push",
      .call(#"push(["items": [.absent, "second"]])"#)),
    GuideName(
      "FunctionCallMacroCallback", "registerFunctionCallMacroCallback",
      does: "Answers a function-call macro. On Android it belongs to one version: the app "
        + "registers it again for each.",
      .app("macro-function discount\n  returns 0.10\nend"), .values, "the value",
      .act(#"register(.macro, "discount", container: nil, isOn: true)"#)),
    GuideName(
      "FunctionCallTagCallback", "registerFunctionCallTagCallback",
      does: "Runs the code of a function-call tag.",
      .app("tag-function logReceipt notes"), .tags, "the tag that called it",
      .act(#"register(.tag, "logReceipt", container: nil, isOn: true)"#)),
    GuideName(
      "setLocalDispatchPeriod", "ga_dispatchPeriod", "dispatchLocalHits",
      does: "How often waiting hits are sent, 1800 seconds on Android, and sending them now.",
      .scenario("dispatch-interval 1800s"), .queue, "when hits are sent next",
      .call("setDispatchInterval(.seconds(1800))")),
    GuideName(
      "setVerboseLoggingEnabled",
      does: "Prints every line of the log; otherwise warnings and errors.",
      .scenario("set log-level verbose"), .log, "the lines that are printed",
      .call("setLogger(Logger(level: .verbose))")),
    GuideName(
      "PreviewActivity", "TagManagerPreviewActivity",
      does: "The activity of the manifest that takes preview links and starts the app.",
      .app("scheme preview"), .phone, "the link and what the app did with it",
      .act("openURL(url)")),
    GuideName(
      "CustomTagProvider", "CustomVariableProvider",
      does: "A class of the app that a container of the second generation calls by its path. On "
        + "Android one instance is kept, and a variable gives a text.",
      .app("class \"PriceList\"\n  returns \"19.90\" when sku=\"S-77\"\nend"), .explain,
      "the call with its arguments and its value",
      .line(
        "let provided = AppClass(\n"
          + "  path: \"PriceList\", .gives([AppMacro.Case(outcome: .value(\"19.90\"))]))")),
  ]
}
