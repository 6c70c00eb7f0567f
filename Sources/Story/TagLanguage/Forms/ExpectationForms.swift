import TagRuntime

/// What can be expected.
extension Form {
  /// Every form after `expect`, in the order of the manual.
  static let expectations: [Form] = expected + ofFirebase + ofBraze

  private static let expected: [Form] = [
    .expect(
      "tag TAG fired [2x]", "The tag fired for the last action that caused events.",
      "tag \"GA screen view\" fired 1x"
    ) { reader throws(ScenarioError) in
      let name = try reader.cursor.string("the name of a tag")
      let outcome = try reader.tagOutcome()
      return .tag(name: name, outcome, id: try reader.optionalID())
    },
    Form(
      .expectation, "tag TAG not fired [because TEXT]",
      "The tag did not fire, and the explanation contains the text.",
      "tag \"Ads conversion\" not fired because \"Purchase done\""),
    .expect(
      "event EVENT logged|dropped|suppressed|passed [2x] [because CODE] [with MAP]",
      "What happened to the events of the last action that caused any (v5). passed also "
        + "counts events from tags.",
      "event purchase passed 1x with {\"value\": 9.9}"
    ) { reader throws(ScenarioError) in .event(try reader.eventState()) },
    .expect(
      "user-property PROPERTY == TEXT|null",
      "A Firebase user property; != means different, ~ takes a pattern (v5).",
      "user-property tier == \"gold\""
    ) { reader throws(ScenarioError) in try reader.userPropertyState() },
    Form(.expectation, "firebase", "", "", .room(.firebase)),
    .expect(
      "value KEY == VALUE [as TYPE] [from SOURCE]",
      "The value that the app reads, and its source; ~ takes a pattern.",
      "value title_string == \"Home\" from network"
    ) { reader throws(ScenarioError) in .value(try reader.valueState()) },
    .expect(
      "container [source=SOURCE] [version=V] [age < DURATION] [id=ID]",
      "The current container; one of these is enough.",
      "container source=saved version=7 age<12h"
    ) { reader throws(ScenarioError) in .container(try reader.containerState()) },
    Form(.expectation, "container closed", "The container is not open.", "container closed"),
    .expect(
      "callback available [returned|found|timed-out] [2x] | "
        + "callback refresh-begin|refresh-success [saved|network] [2x] | "
        + "callback refresh-failure [saved|network FAILURE] [2x]",
      "The SDK's callbacks in the last action that had any. 0x means none.",
      "callback refresh-failure network no-network"
    ) { reader throws(ScenarioError) in try reader.callback() },
    .expect(
      "call NAME [MAP] [2x]",
      "The calls of a handler or a class in the app, with at least these arguments.",
      "call logReceipt {\"total\": 9} 2x"
    ) { reader throws(ScenarioError) in .call(try reader.call()) },
    Form(.expectation, "call NAME not called", "It was not called.", "call discount not called"),
    .expect(
      "screen text == TEXT",
      "A line on the phone's screen; ~ takes a pattern, != and !~ mean no such line.",
      "screen text ~ /Hola/"
    ) { reader throws(ScenarioError) in
      try reader.cursor.require("text")
      return .screen(try reader.cursor.textComparison())
    },
    .expect("tokens NUMBER", "How many refreshes are left.", "tokens 29") {
      reader throws(ScenarioError) in
      let comparison = try reader.cursor.countComparison("a number of tokens")
      return .tokens(comparison, id: try reader.optionalID())
    },
    .expect(
      "log ~ /PATTERN/", "Any line logged in the last action, at any level.", "log ~ /handler/"
    ) { reader throws(ScenarioError) in try reader.logExpectation() },
    Form(
      .expectation, "log LEVEL|app|tagsim ~ /PATTERN/",
      "A line the SDK logged at this level, the app printed, or tagsim added as a hint.",
      "log warning ~ /handler/"),
    .expect(
      "queue size == NUMBER [of QUEUE]",
      "How many hits wait: for analytics, pixels or firebase, or in total.",
      "queue size == 3 of analytics"
    ) { reader throws(ScenarioError) in
      try reader.cursor.require("size")
      return .queue(size: try reader.cursor.countComparison(), of: try reader.queue())
    },
    .expect("sent NUMBER [of QUEUE]", "How many hits the servers received.", "sent >= 3") {
      reader throws(ScenarioError) in
      .sent(try reader.cursor.countComparison(), of: try reader.queue())
    },
    .expect(
      "lost NUMBER [because REASON] [of QUEUE]", "How many hits were lost for good.", "lost 0"
    ) { reader throws(ScenarioError) in try reader.lost() },
    .expect("late NUMBER", "How many hits arrived too late for the report of their day.", "late 1")
    {
      reader throws(ScenarioError) in .late(try reader.cursor.countComparison())
    },
    .expect(
      "unreported NUMBER", "How many hits the servers received that are in no report.",
      "unreported 0"
    ) { reader throws(ScenarioError) in .unreported(try reader.cursor.countComparison()) },
    .expect("duplicates NUMBER", "How many hits the servers received twice.", "duplicates 1") {
      reader throws(ScenarioError) in .duplicates(try reader.cursor.countComparison())
    },
    .expect("requests NUMBER", "How many requests the phone made.", "requests 3") {
      reader throws(ScenarioError) in
      .requests(try reader.cursor.countComparison("a number of requests"))
    },
    .expect(
      "hit (last|NUMBER|of tag TAG) FIELD == TEXT",
      "A field of a hit, its own or added by the SDK; url is the URL of a pixel, "
        + "parameter.NAME and user_property.NAME are parts of a Firebase event.",
      "hit last &cd == \"Cart\""
    ) { reader throws(ScenarioError) in try reader.hit() },
    Form(
      .expectation, "hit (last|NUMBER|of tag TAG) no FIELD", "The hit has no such field.",
      "hit 3 no &uid"),
    Form(
      .expectation, "hit (last|NUMBER|of tag TAG) sent|waiting|late|lost",
      "What happened to the hit.", "hit 3 sent"),
    Form(
      .expectation,
      "hit (last|NUMBER|of tag TAG) reported | "
        + "hit (last|NUMBER|of tag TAG) not reported [because TEXT]",
      "Whether a sent hit is in a report, and part of the reason if not.",
      "hit last not reported because \"tracking id\""),
    .expect(
      "dispatch periodic on|off", "Whether hits are sent periodically.", "dispatch periodic off"
    ) { reader throws(ScenarioError) in
      try reader.cursor.require("periodic")
      return .periodic(try reader.cursor.isOn())
    },
    .expect(
      "completion good|error|no-data", "The last result passed to a completion handler.",
      "completion good"
    ) { reader throws(ScenarioError) in
      .completion(
        try reader.cursor.choice("result", ["no-data": .noData, "good": .good, "error": .error]))
    },
    .expect(
      "data MAP | data exactly MAP",
      "The contents of the data layer: at least this, or exactly this.",
      "data {\"screenName\": \"Home\"}"
    ) { reader throws(ScenarioError) in
      let isExact = reader.cursor.take("exactly")
      return .data(try reader.map(), exactly: isExact)
    },
    .expect(
      "plan [deviates TEXT]",
      "All events so far are as the plan in the header says; or those of the last action deviate, "
        + "as the text says, which then fails nothing.",
      "plan"
    ) { reader throws(ScenarioError) in
      guard reader.cursor.take("deviates") else { return .plan(deviates: nil) }
      return .plan(deviates: try reader.cursor.string("a part of the deviation, such as P14"))
    },
    Form(.expectation, "braze", "", "", .room(.braze)),
  ]

  private static let ofFirebase: [Form] = [
    .expect(
      "error CODE|none", "The error that Firebase reports for the events of the last action (v5).",
      "error none", in: .firebase
    ) { reader throws(ScenarioError) in
      let isNone = reader.cursor.take("none")
      return .firebase(.error(isNone ? nil : try reader.cursor.count("none or a code such as 2")))
    },
    .expect("debug on|off", "Whether Firebase sends at once (v5).", "debug on", in: .firebase) {
      reader throws(ScenarioError) in .firebase(.debug(try reader.cursor.isOn()))
    },
    .expect(
      "collection on|off", "Whether Firebase logs events (v5).", "collection on", in: .firebase
    ) { reader throws(ScenarioError) in .firebase(.collection(try reader.cursor.isOn())) },
    .expect(
      "session NUMBER", "The number of the session (v5).", "session == 2", in: .firebase
    ) { reader throws(ScenarioError) in
      .firebase(.session(try reader.cursor.countComparison("the number of a session")))
    },
    .expect(
      "user-id TEXT|null", "The user that Firebase knows (v5).", "user-id \"u-1\"", in: .firebase
    ) { reader throws(ScenarioError) in
      .firebase(.userID(try reader.cursor.textOrNull("the id of a user")))
    },
  ]

  private static let ofBraze: [Form] = [
    .expect(
      "event NAME [MAP] [2x]", "Braze received this event, with at least these properties.",
      "event \"played song\" {\"genre\": \"pop\"}", in: .braze
    ) { reader throws(ScenarioError) in
      let name = try reader.cursor.string("the name of an event")
      let properties = try reader.properties()
      return .braze(.event(name: name, properties: properties, times: try reader.times()))
    },
    .expect(
      "attribute ATTRIBUTE == VALUE [as TYPE]", "An attribute of the current Braze user.",
      "attribute \"vip\" == 1.0 as double", in: .braze
    ) { reader throws(ScenarioError) in .braze(try reader.brazeAttribute()) },
    .expect(
      "user ID|anonymous", "The current Braze user.", "user anonymous", in: .braze
    ) { reader throws(ScenarioError) in
      let isAnonymous = reader.cursor.take("anonymous")
      return .braze(.user(id: isAnonymous ? nil : try reader.cursor.string("anonymous or an id")))
    },
    .expect("events NUMBER", "How many events Braze received.", "events 3", in: .braze) {
      reader throws(ScenarioError) in
      .braze(.events(try reader.cursor.countComparison("a number of events")))
    },
  ]
}
