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
      "tag NAME fired [2x]", "The tag fired at the events of the last act that caused any.",
      "tag \"GA screen view\" fired 1x"),
    Self(
      "tag NAME not fired [because TEXT]",
      "It did not fire, and the text is part of the explanation.",
      "tag \"Ads conversion\" not fired because \"Purchase done\""),
    Self(
      "event NAME logged|dropped|suppressed|passed [2x] [because CODE] [with MAP]",
      "What became of the events of the last act that caused any (v5). passed counts "
        + "those of tags, too.",
      "event purchase passed 1x with {\"value\": 9.9}"),
    Self(
      "user-property NAME == TEXT|null",
      "A user property of Firebase; != differs, ~ takes a pattern (v5).",
      "user-property tier == \"gold\""),
    Self(
      "firebase error CODE|none",
      "The error that Firebase reports for the events of the last act (v5).",
      "firebase error none"),
    Self(
      "firebase debug|collection on|off",
      "Whether Firebase sends at once, and whether it collects at all (v5).", "firebase debug on"),
    Self(
      "firebase user-id TEXT|null", "The user that Firebase knows (v5).",
      "firebase user-id \"u-1\""),
    Self("firebase session NUMBER", "The number of the session (v5).", "firebase session == 2"),
    Self(
      "value KEY == VALUE [as TYPE] [from SOURCE]",
      "What the app reads, and where it comes from; ~ takes a pattern.",
      "value title_string == \"Home\" from network"),
    Self(
      "container source=SOURCE version=V age<DURATION",
      "Which container is in use; one of these is enough.",
      "container source=saved version=7 age<12h"),
    Self("container closed", "The container is not open.", "container closed"),
    Self(
      "callback NAME [KIND] [FAILURE] [2x]",
      "What the SDK called back in the last act in which it did: available, refresh- "
        + "begin, refresh-success or refresh-failure. 0x means that it did not.",
      "callback refresh-failure network no-network"),
    Self(
      "call NAME [MAP] [2x]",
      "The calls of a handler or a class of the app, with at least these arguments.",
      "call logReceipt {\"total\": 9} 2x"),
    Self("call NAME not called", "It was not called.", "call discount not called"),
    Self(
      "screen text == TEXT",
      "A line on the screen of the phone; ~ takes a pattern, != and !~ are for no line.",
      "screen text ~ /Hola/"),
    Self("tokens NUMBER", "How many refreshes are left.", "tokens 29"),
    Self(
      "log ~ /PATTERN/", "What anything logged in the last act, at any level.", "log ~ /handler/"),
    Self(
      "log LEVEL|app|tagsim ~ /PATTERN/",
      "What the SDK logged at this level, what the code of the app printed, or a hint of tagsim.",
      "log warning ~ /handler/"),
    Self(
      "queue size == NUMBER [of QUEUE]",
      "How many hits wait: of analytics, pixels or firebase, or of all.",
      "queue size == 3 of analytics"),
    Self("sent NUMBER [of QUEUE]", "How many hits the servers got.", "sent >= 3"),
    Self("lost NUMBER [because REASON]", "How many hits nobody will get.", "lost 0"),
    Self("late NUMBER", "How many hits came too late to be counted.", "late 1"),
    Self(
      "unreported NUMBER", "How many hits the servers took that are in no report.",
      "unreported 0"),
    Self("duplicates NUMBER", "How many hits the servers got twice.", "duplicates 1"),
    Self("requests NUMBER", "How many requests were made.", "requests 3"),
    Self(
      "hit last|NUMBER|of tag NAME FIELD == TEXT",
      "A field of a hit, its own or added by the SDK; url is the address of a pixel, "
        + "parameter.NAME and user_property.NAME are parts of an event of Firebase.",
      "hit last &cd == \"Cart\""),
    Self("hit last|NUMBER|of tag NAME no FIELD", "The hit has no such field.", "hit 3 no &uid"),
    Self(
      "hit last|NUMBER|of tag NAME sent|waiting|late|lost", "What became of the hit.",
      "hit 3 sent"),
    Self(
      "hit last|NUMBER|of tag NAME [not] reported [because TEXT]",
      "Whether a hit that was sent is in a report, and part of the reason why it is not.",
      "hit last not reported because \"tracking id\""),
    Self(
      "dispatch periodic on|off", "Whether hits are sent periodically.", "dispatch periodic off"),
    Self(
      "completion good|error|no-data", "The last result that a completion handler got.",
      "completion good"),
    Self(
      "data [exactly] MAP", "What the data layer holds: at least this, or exactly this.",
      "data {\"screenName\": \"Home\"}"),
    Self(
      "braze event NAME [MAP] [2x]", "Braze got such an event, with at least these properties.",
      "braze event \"played song\" {\"genre\": \"pop\"}"),
    Self(
      "braze attribute KEY == VALUE [as TYPE]", "An attribute of the current user of Braze.",
      "braze attribute \"vip\" == 1.0 as double"),
    Self("braze user ID|anonymous", "The current user of Braze.", "braze user anonymous"),
    Self("braze events NUMBER", "How many events Braze got.", "braze events 3"),
  ]
}
