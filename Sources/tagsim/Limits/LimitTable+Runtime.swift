import TagRuntime
import TagSimulation

extension LimitTable {
  static let runtime: [Group] = [
    Group(
      title: "Pushes and the data layer",
      rows: [
        Row(
          "Limits.updatesPerDrain", Limits.updatesPerDrain, "updates of one drain",
          "the drain stops with the SDK's own error, and drops what waits"),
        Row(
          "Limits.waitingUpdates", Limits.waitingUpdates, "updates that wait in a drain",
          "the drain stops, or a held push is dropped, with a log line"),
        Row(
          "Limits.pushDepth", Limits.pushDepth, "levels of a pushed value",
          "the push is refused, with a code"),
        Row(
          "Limits.leavesPerPush", Limits.leavesPerPush, "leaves of one push",
          "the push is refused, with a code"),
        Row(
          "Limits.keyBytes", Limits.keyBytes, "bytes of a key", "the push is refused, with a code"),
        Row(
          "Limits.stringBytes", Limits.stringBytes, "bytes of a text in a push",
          "the push is refused, with a code"),
        Row(
          "Limits.listElements", Limits.listElements, "elements of a list",
          "the push is refused, with a code"),
        Row(
          "Limits.dataLayerBytes", Limits.dataLayerBytes, "bytes of the data layer",
          "the push is refused, with a code"),
        Row(
          "Limits.lastingBytes", Limits.lastingBytes, "bytes of values that outlast the process",
          "the oldest is removed, with a log line"),
        Row(
          "Limits.lastingKeys", Limits.lastingKeys, "values that outlast the process",
          "the oldest is removed"),
        Row(
          "JSONReader.depthLimit", JSONReader.depthLimit, "levels of JSON",
          "the text is no JSON, with the place"),
        Row(
          "Suggestion.lengthLimit", 64, "characters of a mistyped word",
          "no other word is suggested"),
      ]),
    Group(
      title: "Evaluation",
      rows: [
        Row(
          "Limits.macroDepth", Limits.macroDepth, "variables in a chain",
          "the value fails, with a log line"),
        Row(
          "Limits.evaluationSteps", Limits.evaluationSteps,
          "conditions and variables of an event in a container",
          "what is left fails, with a log line"),
        Row(
          "Limits.builtBytes", Limits.builtBytes, "bytes built for an event in a container",
          "the value fails, with a log line"),
        Row(
          "Limits.logLinesPerEvaluation", Limits.logLinesPerEvaluation,
          "log lines of an event in a container", "the last one counts those that are left out"),
        Row(
          "Limits.openContainers", Limits.openContainers, "open containers",
          "a further one is not opened, with a log line"),
        Row(
          "Pattern.lengthLimit", Pattern.lengthLimit, "bytes of a pattern",
          "it is refused, and counts as false"),
        Row(
          "Pattern.stepLimit", Pattern.stepLimit,
          "steps of all pattern matching for an event",
          "further ones count as false, and the explanation, the log and lint say so"),
        Row(
          "PatternBudget.runLimit", PatternBudget.runLimit,
          "steps in a run of pattern matching that gives up",
          "such patterns are refused and count as false; the log and the end of the run say so"),
        Row(
          "PatternBudget.restLimit", PatternBudget.restLimit,
          "steps of pattern matching for an event after that", "further ones count as false"),
        Row(
          "PatternBudget.memoryLimit", PatternBudget.memoryLimit,
          "searches that gave up and are remembered", "the steps of the run count as used up"),
        Row(
          "Pattern.memoryLimit", Pattern.memoryLimit, "bytes used to match a pattern",
          "it counts as false, and the explanation, the log and lint say so"),
        Row(
          "Pattern.depthLimit", Pattern.depthLimit, "groups in each other in a pattern",
          "it is refused, and counts as false"),
        Row(
          "ECMAScriptPattern.depthLimit", 48, "groups in each other in a pattern of v5",
          "it is refused, and counts as false"),
        Row(
          "ECMAScriptPattern.lookBehindLimit", 255,
          "units of text for unlimited look-behind in a v5 pattern",
          "text further away is ignored"),
        Row(
          "ECMAScriptPattern.countLimit", 16_000_000, "repetitions by count in a pattern of v5",
          "a larger count is taken for this one, which no text reaches"),
        Row(
          "CompiledContainer.clashLimit", 30, "conditions of a rule that are compared",
          "the others are not checked for a contradiction"),
        Row(
          "ContainerCompiler.depthLimit", Limits.macroDepth, "variables in a chain of constants",
          "each event resolves the rest"),
      ]),
    Group(
      title: "Hits",
      rows: [
        Row(
          "Limits.storedHits", Limits.storedHits, "hits of a queue on the phone",
          "the oldest is dropped, and counted"),
        Row(
          "Limits.largestHitStore", Limits.largestHitStore, "hits that `queue-limit` may ask for",
          "the statement is refused"),
        Row(
          "Limits.hitBytes", Limits.hitBytes, "bytes of the payload of a hit",
          "the hit is dropped, with a reason"),
        Row(
          "Limits.hitsPerFetch", Limits.hitsPerFetch, "hits of one fetch",
          "the others wait for the next one"),
        Row(
          "Limits.hitsPerRequest", Limits.hitsPerRequest, "hits of one request",
          "the others go with the next one"),
        Row(
          "Limits.requestBytes", Limits.requestBytes, "bytes of a request of Analytics",
          "the others go with the next one"),
        Row(
          "Limits.getBytes", Limits.getBytes, "bytes of a hit", "from here on it travels by POST"),
        Row(
          "Limits.pixelsPerDispatch", Limits.pixelsPerDispatch,
          "requests of one dispatch of pixels", "the others wait for the next one"),
        Row(
          "Limits.hitCredits", Limits.hitCredits, "hits made at once",
          "a further one is dropped, with a reason"),
        Row(
          "HitLimiter.creditPeriod", 2, "seconds until one hit more may be made",
          "it is dropped before"),
        Row(
          "Limits.clickReferrers", Limits.clickReferrers, "referrers of clicks that are kept",
          "the oldest is removed"),
        Row(
          "Limits.unrepeatableIDs", Limits.unrepeatableIDs, "ids of pixels that are remembered",
          "the oldest is removed"),
        Row(
          "Limits.usageLetters", Limits.usageLetters, "letters that calls leave between two hits",
          "further calls leave none"),
        Row(
          "Limits.trackers", Limits.trackers, "trackers of an app",
          "a further one is not made, with a log line"),
        Row(
          "Limits.trackerFields", Limits.trackerFields, "fields of a tracker",
          "a further one is not set, with a log line"),
        Row(
          "RetryBackoff.first", 2, "seconds after a first failure, of the strict profile",
          "the next wait is longer"),
        Row(
          "RetryBackoff.longest", 30, "minutes between two tries, of the strict profile",
          "the wait stays as long"),
        Row(
          "Settings.shortestDispatchInterval", 1, "seconds between two dispatches", "less is off"),
      ]),
    Group(
      title: "Firebase and Braze",
      rows: [
        Row(
          "Limits.storedEvents", Limits.storedEvents, "events on the phone",
          "the oldest is dropped, and counted"),
        Row(
          "Limits.eventsPerRequest", Limits.eventsPerRequest, "events of one request",
          "the others go with the next one"),
        Row(
          "Limits.uploadBytes", Limits.uploadBytes, "bytes of one request of Firebase",
          "the others go with the next one"),
        Row(
          "Limits.numberedScreens", Limits.numberedScreens, "screens whose numbers are remembered",
          "a further one gets a new number each time"),
        Row(
          "Limits.heldEvents", Limits.heldEvents, "events that wait for the container",
          "a further one passes it by, with a log line"),
        Row(
          "Limits.eventNameLength", Limits.eventNameLength, "characters of a name",
          "the event, or parameter, is dropped, with a firebase_error"),
        Row(
          "Limits.eventParameters", Limits.eventParameters, "parameters of an event",
          "the others are dropped, with a firebase_error"),
        Row(
          "Limits.parameterTextLength", Limits.parameterTextLength,
          "characters of a parameter's text", "it is dropped, with a firebase_error"),
        Row(
          "Limits.eventNames", Limits.eventNames, "names of events of an installation",
          "a further one is dropped, with a firebase_error"),
        Row(
          "Limits.userProperties", Limits.userProperties, "user properties of an installation",
          "a further one is not set, with a firebase_error"),
        Row(
          "Limits.userPropertyNameLength", Limits.userPropertyNameLength,
          "characters of a user property's name", "it is not set, with a firebase_error"),
        Row(
          "Limits.userPropertyLength", Limits.userPropertyLength, "characters of a user property",
          "it is not set, with a firebase_error"),
        Row(
          "Limits.userIDLength", Limits.userIDLength, "characters of a user's id",
          "it is not set, with a firebase_error"),
        Row(
          "ReportCutoff.eventLateness", 72, "hours that an event may be late",
          "it is in no report and reported as late"),
        Row(
          "BrazeLimits.characters", BrazeLimits.characters, "characters of a name, key or text",
          "it is cut, with a message"),
        Row(
          "BrazeLimits.userIDBytes", BrazeLimits.userIDBytes, "bytes of a user's id",
          "it is refused, with a message"),
        Row(
          "BrazeLimits.arrayElements", BrazeLimits.arrayElements, "elements of an array attribute",
          "the rest is cut, with a message"),
        Row(
          "BrazeLimits.propertyBytes", BrazeLimits.propertyBytes,
          "bytes of the properties of an event", "the event is refused, with a message"),
        Row(
          "BrazeLimits.calls", BrazeLimits.calls, "calls that a phone keeps",
          "a further one is refused, with a message"),
      ]),
  ]
}
