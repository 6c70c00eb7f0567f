/// One form of an expectation, as help shows it.
package struct ExpectationForm: Sendable, Hashable {
  /// The form without `expect`: words literally, placeholders in capitals, optional parts in
  /// brackets.
  package let usage: String
  /// The meaning of the form, in a sentence or two.
  package let meaning: String
  /// A complete line as an example.
  package let example: String

  private init(_ usage: String, _ meaning: String, _ example: String) {
    (self.usage, self.meaning) = (usage, meaning)
    self.example = "expect " + example
  }

  /// The subject of the expectation: its first word.
  package var subject: String { usage.split(separator: " ").first.map(String.init) ?? "" }
}

extension ExpectationForm {
  /// All forms, in the order of the manual.
  package static let all: [ExpectationForm] = [
    Self(
      "tag NAME fired [2x]", "The tag fired for the last action that caused events.",
      "tag \"GA screen view\" fired 1x"),
    Self(
      "tag NAME not fired [because TEXT]",
      "The tag did not fire, and the explanation contains the text.",
      "tag \"Ads conversion\" not fired because \"Purchase done\""),
    Self(
      "event NAME logged|dropped|suppressed|passed [2x] [because CODE] [with MAP]",
      "What happened to the events of the last action that caused any (v5). passed also "
        + "counts events from tags.",
      "event purchase passed 1x with {\"value\": 9.9}"),
    Self(
      "user-property NAME == TEXT|null",
      "A Firebase user property; != means different, ~ takes a pattern (v5).",
      "user-property tier == \"gold\""),
    Self(
      "firebase error CODE|none",
      "The error that Firebase reports for the events of the last action (v5).",
      "firebase error none"),
    Self(
      "firebase debug|collection on|off",
      "Whether Firebase sends at once (debug), and whether it collects events "
        + "(v5).", "firebase debug on"),
    Self(
      "firebase user-id TEXT|null", "The user that Firebase knows (v5).",
      "firebase user-id \"u-1\""),
    Self("firebase session NUMBER", "The number of the session (v5).", "firebase session == 2"),
    Self(
      "value KEY == VALUE [as TYPE] [from SOURCE]",
      "The value that the app reads, and its source; ~ takes a pattern.",
      "value title_string == \"Home\" from network"),
    Self(
      "container source=SOURCE version=V age<DURATION",
      "The current container; one of these is enough.",
      "container source=saved version=7 age<12h"),
    Self("container closed", "The container is not open.", "container closed"),
    Self(
      "callback NAME [KIND] [FAILURE] [2x]",
      "The SDK's callbacks in the last action that had any: available, refresh- "
        + "begin, refresh-success or refresh-failure. 0x means none.",
      "callback refresh-failure network no-network"),
    Self(
      "call NAME [MAP] [2x]",
      "The calls of a handler or a class in the app, with at least these arguments.",
      "call logReceipt {\"total\": 9} 2x"),
    Self("call NAME not called", "It was not called.", "call discount not called"),
    Self(
      "screen text == TEXT",
      "A line on the phone's screen; ~ takes a pattern, != and !~ mean no such line.",
      "screen text ~ /Hola/"),
    Self("tokens NUMBER", "How many refreshes are left.", "tokens 29"),
    Self(
      "log ~ /PATTERN/", "Any line logged in the last action, at any level.", "log ~ /handler/"),
    Self(
      "log LEVEL|app|tagsim ~ /PATTERN/",
      "A line the SDK logged at this level, the app printed, or tagsim added as a hint.",
      "log warning ~ /handler/"),
    Self(
      "queue size == NUMBER [of QUEUE]",
      "How many hits wait: for analytics, pixels or firebase, or in total.",
      "queue size == 3 of analytics"),
    Self("sent NUMBER [of QUEUE]", "How many hits the servers received.", "sent >= 3"),
    Self("lost NUMBER [because REASON]", "How many hits were lost for good.", "lost 0"),
    Self("late NUMBER", "How many hits arrived too late for the report of their day.", "late 1"),
    Self(
      "unreported NUMBER", "How many hits the servers received that are in no report.",
      "unreported 0"),
    Self("duplicates NUMBER", "How many hits the servers received twice.", "duplicates 1"),
    Self("requests NUMBER", "How many requests the phone made.", "requests 3"),
    Self(
      "hit last|NUMBER|of tag NAME FIELD == TEXT",
      "A field of a hit, its own or added by the SDK; url is the URL of a pixel, "
        + "parameter.NAME and user_property.NAME are parts of a Firebase event.",
      "hit last &cd == \"Cart\""),
    Self("hit last|NUMBER|of tag NAME no FIELD", "The hit has no such field.", "hit 3 no &uid"),
    Self(
      "hit last|NUMBER|of tag NAME sent|waiting|late|lost", "What happened to the hit.",
      "hit 3 sent"),
    Self(
      "hit last|NUMBER|of tag NAME [not] reported [because TEXT]",
      "Whether a sent hit is in a report, and part of the reason if not.",
      "hit last not reported because \"tracking id\""),
    Self(
      "dispatch periodic on|off", "Whether hits are sent periodically.", "dispatch periodic off"),
    Self(
      "completion good|error|no-data", "The last result passed to a completion handler.",
      "completion good"),
    Self(
      "data [exactly] MAP", "The contents of the data layer: at least this, or exactly this.",
      "data {\"screenName\": \"Home\"}"),
    Self(
      "braze event NAME [MAP] [2x]", "Braze received this event, with at least these properties.",
      "braze event \"played song\" {\"genre\": \"pop\"}"),
    Self(
      "braze attribute KEY == VALUE [as TYPE]", "An attribute of the current Braze user.",
      "braze attribute \"vip\" == 1.0 as double"),
    Self("braze user ID|anonymous", "The current Braze user.", "braze user anonymous"),
    Self("braze events NUMBER", "How many events Braze received.", "braze events 3"),
  ]
}
