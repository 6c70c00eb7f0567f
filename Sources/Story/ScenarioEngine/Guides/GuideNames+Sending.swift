import TagWords

extension GuideName {
  /// The logs of the two SDKs.
  static let logging: [GuideName] = [
    GuideName(
      "TAGManager logger", "TAGLogger", "TAGLogger setLogLevel:", "TAGLogger logLevel",
      does: "Sets which log lines of the SDK the app prints. The default logger prints warnings "
        + "and errors; an app's own logger gets every line and does the filtering.",
      .scenario("set log-level verbose"), .log, "the printed lines, with all others dimmed",
      .call("setLogger(Logger(level: .verbose))")),
    GuideName(
      "kTAGLoggerLogLevelVerbose", "kTAGLoggerLogLevelDebug", "kTAGLoggerLogLevelInfo",
      "kTAGLoggerLogLevelWarning", "kTAGLoggerLogLevelError", "kTAGLoggerLogLevelNone",
      "TAGLoggerLogLevelType",
      does: "The least serious level that is printed.",
      .scenario("set log-level info"), .log, "the level of each line",
      .line("print(LogLevel.verbose < LogLevel.warning)")),
    GuideName(
      "GAI logger", "GAILogger", "GAILogger logLevel", "kGAILogLevelVerbose", "kGAILogLevelInfo",
      "kGAILogLevelWarning", "kGAILogLevelError", "kGAILogLevelNone",
      does: "Sets which log lines of Google Analytics the app prints; it has its own logger "
        + "and no debug level.",
      .scenario("set analytics-log-level verbose"), .log, "the lines about hits and dispatch",
      .call("setAnalyticsLogger(Logger(level: .verbose))")),
  ]

  /// Dispatch, and the life cycle of the app.
  static let dispatch: [GuideName] = [
    GuideName(
      "TAGManager dispatchInterval", "GAI dispatchInterval",
      does: "How often waiting hits are sent: every 120 seconds by default. Less than 1 second "
        + "turns it off.",
      .scenario("dispatch-interval 60s"), .queue, "when hits are sent next",
      .call("setDispatchInterval(.seconds(60))")),
    GuideName(
      "TAGManager dispatch", "GAI dispatch",
      does: "Sends waiting hits now, without changing the interval.",
      .scenario("dispatch"), .queue, "the hits that leave",
      .call("dispatch")),
    GuideName(
      "TAGManager dispatchWithCompletionHandler:", "GAI dispatchWithCompletionHandler:",
      does: "Sends one request and reports its result. It turns periodic dispatch off: an app "
        + "must set the interval again when it returns to the foreground.",
      .scenario("dispatch completion"), .queue, "that periodic dispatch is off",
      .call("dispatchWithCompletion")),
    GuideName(
      "TAGDispatchResult", "GAIDispatchResult", "kTAGDispatchNoData", "kTAGDispatchGood",
      "kTAGDispatchError", "kGAIDispatchNoData", "kGAIDispatchGood", "kGAIDispatchError",
      does: "What a dispatch with a completion handler reports: good, error, or no data if there "
        + "is nothing to send or no network.",
      .scenario("expect completion good"), .events, "the row with the result",
      .notice("dispatchCompleted(let heard)")),
    GuideName(
      "sendHitsInBackground", "beginBackgroundTaskWithExpirationHandler:", "endBackgroundTask:",
      "applicationDidEnterBackground:",
      does: "The guide's pattern for leaving the app: in a background task, it dispatches until "
        + "the result is not good any more. Without it, waiting hits stay until the next launch.",
      .app("on background send-hits"), .queue, "what is sent after background",
      .act("background(sendsHits: true)")),
    GuideName(
      "UIBackgroundTaskInvalid",
      does: "The system's answer when it grants no background time: what the app starts "
        + "to send there waits until it returns.",
      .scenario("background-task refused"), .queue, "the hits that wait after background",
      .act("background(sendsHits: true)")),
    GuideName(
      "applicationWillEnterForeground:", "applicationDidBecomeActive:",
      does: "The app returns. The guide sets the dispatch interval again here, because a dispatch "
        + "with a completion handler has turned it off; many apps forget this.",
      .app("on foreground dispatch-interval 120s"), .queue,
      "whether hits are sent periodically after foreground", .act("foreground")),
    GuideName(
      "applicationWillTerminate:",
      does: "The process ends. Stored hits are kept and sent after the next launch.",
      .scenario("kill"), .queue, "the hits that wait on the disk", .act("kill")),
  ]

  /// Google Analytics.
  static let analytics: [GuideName] = [
    GuideName(
      "GAI", "GAI sharedInstance", "GAI trackers",
      does: "Google Analytics in the app, with its trackers.",
      .app("tracker UA-1-1"), .queue, "the tracker of each hit",
      .line("print(runtime.analytics.trackers.keys)")),
    GuideName(
      "GAI trackerWithTrackingId:", "GAI trackerWithName:trackingId:",
      does: "Creates a tracker, or returns the one with that name. The tracking id is not checked.",
      .scenario("tracker UA-1-2 name=orders"), .queue, "the tracker of each hit",
      .call(#"makeTracker(name: "orders", trackingID: "UA-1-2")"#)),
    GuideName(
      "GAI defaultTracker",
      does: "The tracker used when none is named: the first one, unless the app chooses another.",
      .scenario("tracker default orders"), .queue, "the tracker of each hit",
      .call(#"chooseTracker("orders")"#)),
    GuideName(
      "GAI removeTrackerByName:",
      does: "Removes a tracker.",
      .scenario("tracker remove orders"), .log, "what a hit of the removed tracker contains",
      .call(#"removeTracker("orders")"#)),
    GuideName(
      "GAI optOut",
      does: "Stops all tracking and drops waiting hits.",
      .scenario("opt-out on"), .queue, "the hits that were lost, and why",
      .call("setOptOut(true)")),
    GuideName(
      "GAI dryRun",
      does: "Treats hits as sent, but none reaches the collector.",
      .scenario("dry-run on"), .queue, "the hits taken by a dry run", .call("setDryRun(true)")),
    GuideName(
      "GAI trackUncaughtExceptions",
      does: "Would send an exception hit for each crash. It is not simulated: send the hit "
        + "yourself.",
      .scenario(#"send exception description="NSRangeException" fatal=true"#), .queue,
      "the exception hit",
      .line(
        "let crash = HitBuilder.exception(description: \"NSRangeException\", isFatal: true)\n"
          + "effects += runtime.handle(.call(.send(crash.fields)), at: now, host: host)")),
    GuideName(
      "GAITracker", "GAITracker send:",
      does: "Sends a hit with the fields of the tracker and its own.",
      .scenario(#"send screen "Home""#), .queue, "the hit and its fields",
      .line(
        "let home = HitBuilder.screenView(name: \"Home\")\n"
          + "effects += runtime.handle(.call(.send(home.fields)), at: now, host: host)")),
    GuideName(
      "GAITracker set:value:",
      does: "Sets a field for all later hits of the tracker; nil removes it.",
      .scenario(#"set-field "screen name" "Home""#), .queue, "the field in the next hit",
      .call(##"setField("&cd", "Home")"##)),
    GuideName(
      "GAITracker get:",
      does: "Returns the value set for a field.",
      .scenario(#"expect hit last &cd == "Home""#), .queue, "the fields of a hit",
      .line(##"print(runtime.analytics.trackers["orders"]?.value(of: "&cd") ?? "not set")"##)),
    GuideName(
      "GAITracker allowIDFACollection",
      does: "Lets hits carry the advertising id, if the app has the library for it and the phone "
        + "allows it.",
      .scenario("collect-idfa on"), .queue, "the fields &idfa and &ate of a hit",
      .call("collectAdvertisingID(true)")),
    GuideName(
      "GAITrackedViewController", "GAITrackedViewController screenName", "viewDidAppear:",
      does: "Sends a screen view when a screen appears. With a container the guide pushes an "
        + "event there instead.",
      .app("screen \"Home\"\n  on view push event=\"openScreen\" screenName=\"Home\"\nend"),
      .events, "the row of the screen, and the push below it", .act(#"screen("Home")"#)),
  ]
}
