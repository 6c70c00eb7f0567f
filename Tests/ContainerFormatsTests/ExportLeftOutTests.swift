import ContainerFormats
import TagRuntime
import Testing

/// What of an export does not run in the app is kept by name with the reason, and said.
@Suite struct ExportLeftOutTests {
  typealias Make = ExportBuilder

  private static func read(_ members: String, _ usage: String) throws -> ContainerVersion {
    try ContainerReader.read(Make.bytes(members, usage: "[\"\(usage)\"]"), name: "test")
  }

  private static func tag(_ type: String, _ more: String = "") -> String {
    Make.list("tag", Make.tag(1, "T", type, [], more))
  }

  private static func variable(_ type: String) -> String {
    Make.list("variable", Make.variable(1, "V", type, []))
  }

  private static func builtIn(_ type: String) -> String {
    Make.list("builtInVariable", Make.builtIn(type, "B"))
  }

  private static let parts: [(String, String, LeftOutPart)] = [
    (tag("img", ", \"paused\": true"), "IOS", part(.tag, "T", "img", .paused)),
    (tag("html", ", \"paused\": true"), "IOS", part(.tag, "T", "html", .paused)),
    (tag("html"), "IOS", part(.tag, "T", "html", .webOnly)),
    (tag("gaawe"), "ANDROID_SDK_5", part(.tag, "T", "gaawe", .webOnly)),
    (tag("cvt_47_1"), "IOS_SDK_5", part(.tag, "T", "cvt_47_1", .customTemplate)),
    (tag("fm"), "IOS", part(.tag, "T", "fm", .otherGeneration(.firebase))),
    (tag("dlw"), "IOS_SDK_5", part(.tag, "T", "dlw", .otherGeneration(.legacy))),
    (tag("sp"), "ANDROID", part(.tag, "T", "sp", .madeByServer)),
    (
      tag("awct"), "ANDROID",
      part(.tag, "T", "awct", .incomplete(missing: "conversion ID and no conversion label"))
    ),
    (tag("adm"), "IOS_SDK_5", part(.tag, "T", "adm", .retired)),
    (tag("zzz"), "IOS", part(.tag, "T", "zzz", .unknownType)),
    (variable("jsm"), "IOS", part(.variable, "V", "jsm", .webOnly)),
    (variable("md"), "IOS", part(.variable, "V", "md", .otherGeneration(.firebase))),
    (variable("vc"), "IOS_SDK_5", part(.variable, "V", "vc", .otherGeneration(.legacy))),
    (variable("cvt_1"), "IOS_SDK_5", part(.variable, "V", "cvt_1", .customTemplate)),
    (builtIn("PAGE_URL"), "IOS_SDK_5", part(.builtInVariable, "B", "PAGE_URL", .webOnly)),
    (builtIn("REQUEST_PATH"), "IOS", part(.builtInVariable, "B", "REQUEST_PATH", .serverOnly)),
    (
      builtIn("CONTAINER_ID"), "IOS",
      part(.builtInVariable, "B", "CONTAINER_ID", .otherGeneration(.firebase))
    ),
    (builtIn("MOON_PHASE"), "IOS", part(.builtInVariable, "B", "MOON_PHASE", .unknownType)),
    (
      Make.list("trigger", Make.trigger(1, "Loaded", [], type: "WINDOW_LOADED")), "IOS_SDK_5",
      part(.trigger, "Loaded", "WINDOW_LOADED", .webOnly)
    ),
    (
      Make.list("trigger", Make.trigger(1, "Opened", [], type: "FIREBASE_FIRST_OPEN")), "IOS",
      part(.trigger, "Opened", "FIREBASE_FIRST_OPEN", .otherGeneration(.firebase))
    ),
    (
      Make.list(
        "trigger",
        Make.trigger(1, "Button", [("CSS_SELECTOR", []), ("EQUALS", []), ("URL_MATCHES", [])])),
      "IOS",
      part(.trigger, "Button", "ALWAYS", .unknownCondition(type: "CSS_SELECTOR, URL_MATCHES"))
    ),
    (
      Make.list("trigger", Make.trigger(1, "Idle", [])), "IOS_SDK_5",
      part(.trigger, "Idle", "ALWAYS", .unused)
    ),
    (
      tag("img", ", \"firingTriggerId\": [\"2147479553\"]"), "IOS_SDK_5",
      part(.trigger, "All Pages", "", .webOnly)
    ),
    (
      Make.list("customTemplate", "{\"name\": \"Pixel maker\"}"), "IOS",
      part(.customTemplate, "Pixel maker", "", .customTemplate)
    ),
    (
      Make.list("client", "{\"name\": \"GA4\", \"type\": \"gaaw_client\"}"), "IOS_SDK_5",
      part(.client, "GA4", "gaaw_client", .serverOnly)
    ),
    (Make.list("zone", "{}"), "IOS", part(.zone, "zone", "", .webOnly)),
    (
      Make.list("gtagConfig", "{\"type\": \"googtag\"}"), "IOS",
      part(.googleTagConfiguration, "googtag", "googtag", .webOnly)
    ),
    (Make.list("wonder", "1", "2"), "IOS", part(.unknown, "wonder", "", .unknownType)),
  ]

  private static func part(
    _ kind: LeftOutPart.Kind, _ name: String, _ type: String, _ reason: LeftOutPart.Reason
  ) -> LeftOutPart {
    LeftOutPart(kind: kind, name: name, type: type, reason: reason)
  }

  @Test(arguments: parts)
  func keepsThemByName(members: String, usage: String, part: LeftOutPart) throws {
    let container = try Self.read(members, usage)
    #expect(container.leftOut == [part])
    #expect(container.remarks.isEmpty)
    #expect(container.macros.isEmpty)
    #expect(container.rules.isEmpty)
  }

  @Test func namesThemKindByKind() throws {
    let members = [
      Make.list("zone", "{}"), Self.builtIn("PAGE_URL"), Self.variable("jsm"), Self.tag("html"),
    ]
    let container = try Self.read(members.joined(separator: ", "), "IOS")
    #expect(container.leftOut.map(\.kind) == [.tag, .variable, .builtInVariable, .zone])
  }

  @Test(
    arguments: [
      (part(.tag, "T", "html", .paused), ["Tag 'T' (html)", "paused"]),
      (part(.tag, "T", "html", .webOnly), ["Tag 'T' (html)", "web pages"]),
      (part(.client, "C", "", .serverOnly), ["Client 'C' is", "server containers"]),
      (part(.customTemplate, "P", "", .customTemplate), ["Custom template 'P' is"]),
      (
        part(.variable, "V", "md", .otherGeneration(.firebase)),
        ["Variable 'V' (md)", "the legacy SDK does not", "(v5) does"]
      ),
      (
        part(.variable, "V", "vc", .otherGeneration(.legacy)),
        ["Variable 'V' (vc)", "(v5) does not", "the legacy SDK does"]
      ),
      (part(.tag, "T", "adm", .retired), ["Tag 'T' (adm)", "retired"]),
      (
        part(.tag, "T", "awct", .incomplete(missing: "conversion label")),
        ["Tag 'T' (awct)", "no conversion label"]
      ),
      (part(.tag, "T", "sp", .madeByServer), ["Tag 'T' (sp)", "tag server"]),
      (
        part(.trigger, "Button", "ALWAYS", .unknownCondition(type: "CSS_SELECTOR")),
        ["Trigger 'Button' (ALWAYS)", "CSS_SELECTOR"]
      ),
      (part(.trigger, "Idle", "ALWAYS", .unused), ["Trigger 'Idle' (ALWAYS)", "uses it"]),
      (part(.unknown, "wonder", "", .unknownType), ["Part 'wonder' is"]),
      (
        part(.builtInVariable, "PAGE_URL", "PAGE_URL", .webOnly),
        ["Built-in variable 'PAGE_URL' is"]
      ),
    ] as [(LeftOutPart, [String])])
  func saysThem(part: LeftOutPart, facts: [String]) {
    for fact in facts + [" is left out: "] { #expect(part.sentence.contains(fact)) }
  }

  /// Advertising tags are one function of the v5 runtime, and pixels of the server before.
  @Test(arguments: ["awct", "sp", "flc", "fls"])
  func runsAdvertisingInTheSecondGeneration(type: String) throws {
    let container = try Self.read(Self.tag(type), "IOS_SDK_5")
    #expect(container.tags.map(\.function) == ["__" + type])
    #expect(container.leftOut.isEmpty)
  }
}
