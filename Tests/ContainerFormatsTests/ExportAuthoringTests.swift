import ContainerFormats
import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What an export tells beyond what runs.
@Suite struct ExportAuthoringTests {
  typealias Make = ExportBuilder

  private static func read(
    _ members: String, usage: String = "[\"IOS\"]", container: String = ""
  ) throws -> ContainerVersion {
    try ContainerReader.read(
      Make.bytes(members, usage: usage, container: container), name: "test")
  }

  @Test func keepsNamesAndNotes() throws {
    let version = try Self.read(
      "\"name\": \"Fall\", \"description\": \"With bonus\"",
      container: ", \"name\": \"Shop\", \"notes\": \"Ask Ada\"")
    #expect(
      version.authoring
        == ContainerAuthoring(
          containerName: "Shop", versionName: "Fall: With bonus", notes: "Ask Ada"))
  }

  @Test func keepsFolders() throws {
    let inside = ", \"parentFolderId\": \"3\""
    let version = try Self.read(
      [
        Make.list(
          "folder", "{\"folderId\": \"3\", \"name\": \"Ads\"}",
          "{\"folderId\": \"2\", \"name\": \"Empty\"}"),
        Make.list(
          "tag", Make.tag(9, "Late", "img", [], inside), Make.tag(1, "Web", "html", [], inside),
          Make.tag(2, "Free", "img", [])),
        Make.list("variable", Make.variable(1, "V", "c", [], inside)),
      ].joined(separator: ", "))
    #expect(
      version.authoring?.folders == [
        ContainerAuthoring.Folder(name: "Ads", tags: ["Late", "Web"], variables: ["V"]),
        ContainerAuthoring.Folder(name: "Empty"),
      ])
  }

  /// Settings stay with their tags, and what mobile SDKs do not obey is said once for all of them.
  @Test(arguments: ["[\"IOS\"]", "[\"ANDROID_SDK_5\"]"])
  func keepsSettings(usage: String) throws {
    let settings = """
      , "tagFiringOption": "ONCE_PER_LOAD", "priority": {"type": "INTEGER", "value": "5"},
      "scheduleStartMs": "1500", "scheduleEndMs": 2500, "setupTag": [{"tagName": "A"}],
      "teardownTag": [{"tagName": "B"}], "liveOnly": true, "notes": "Why?",
      "consentSettings": {"consentStatus": "NEEDED"}
      """
    let version = try Self.read(
      Make.list(
        "tag", Make.tag(3, "C", "img", [], settings),
        Make.tag(1, "A", "img", [], ", \"tagFiringOption\": \"UNLIMITED\", \"priority\": \"0\""),
        Make.tag(2, "B", "img", [], ", \"priority\": \"{{p}}\", \"paused\": true"),
        Make.tag(4, "D", "img", [], ", \"priority\": {\"type\": \"INTEGER\", \"value\": \"7\"}")),
      usage: usage)
    var expected = ContainerAuthoring.TagSettings()
    expected.firingOption = .oncePerLoad
    expected.priority = "5"
    expected.scheduleStartMs = 1_500
    expected.scheduleEndMs = 2_500
    expected.setupTags = ["A"]
    expected.teardownTags = ["B"]
    expected.isLiveOnly = true
    expected.notes = "Why?"
    let kept = try #require(version.authoring?.tagSettings)
    #expect(version.tags.map(\.name) == ["A", "C", "D"])
    #expect(kept.map(\.firingOption) == [.unlimited, .oncePerLoad, nil])
    #expect(kept.map(\.priority) == ["0", "5", "7"])
    #expect(kept[1] == expected)
    #expect(
      version.remarks == [
        "Mobile SDKs ignore the priority of 'C', 'D'.",
        "Mobile SDKs ignore the schedule of 'C'.",
        "Mobile SDKs ignore the setup and cleanup tags of 'C'.",
        "Mobile SDKs ignore the firing option 'once per load' of 'C'.",
        "Mobile SDKs ignore the consent settings of 'C'.",
      ])
  }

  @Test func namesTenAtMost() throws {
    let tags = (10...29).map { Make.tag($0, "T\($0)", "img", [], ", \"priority\": \"1\"") }
    let version = try Self.read("\"tag\": [\(tags.joined(separator: ", "))]")
    let names = (10...19).map { "'T\($0)'" }.joined(separator: ", ")
    #expect(version.remarks == ["Mobile SDKs ignore the priority of \(names) and 10 more."])
  }

  /// The first interface called triggers rules and variables macros.
  @Test func readsTheFirstModel() throws {
    let condition = """
      {"type": "equals", "parameter": [
        {"type": "template", "key": "arg0", "value": "{{event}}"},
        {"type": "template", "key": "arg1", "value": "tap"},
        {"type": "boolean", "key": "negate", "value": "true"}]}
      """
    let older = """
      "macro": [
        {"macroId": "1", "name": "event", "type": "e"},
        {"macroId": "2", "name": "Texts", "type": "vc", "enablingRuleId": ["7"],
          "parameter": [{"type": "template", "key": "collection", "value": "{'a': 1}"}]}],
      "rule": [{"ruleId": "7", "name": "No tap", "condition": [\(condition)]}],
      "tag": [{"tagId": "1", "name": "T", "type": "img", "firingRuleId": ["7"],
        "blockingRuleId": ["2147479555"]}]
      """
    let newer = [
      Make.list(
        "variable", Make.variable(1, "event", "e", []),
        Make.variable(
          2, "Texts", "vc", [Make.text("collection", "{'a': 1}")],
          ", \"enablingTriggerId\": [\"7\"]")),
      Make.list(
        "trigger",
        Make.trigger(7, "No tap", [Make.filter("EQUALS", "{{event}}", "tap", "negate")])),
      Make.list(
        "tag",
        Make.tag(
          1, "T", "img", [],
          ", \"firingTriggerId\": [\"7\"], \"blockingTriggerId\": [\"2147479555\"]")),
    ]
    let read = try ContainerReader.read(Make.bytes(older, format: "1.1"), name: "older")
    #expect(read == (try Self.read(newer.joined(separator: ", "))))
    #expect(read.rules.map(\.negativePredicates) == [[0], []])
    let mistake = try #require(throws: ContainerError.self) { try Self.read("\"rule\": [{}]") }
    #expect(
      mistake.code
        == .exportMember(place: "containerVersion.rule[0].triggerId", expected: "a string"))
  }

  /// Settings of Google Analytics go into the tags that use them.
  @Test func mergesAnalyticsSettings() throws {
    func row(_ name: String, _ value: String) -> [String] {
      [Make.text("fieldName", name), Make.text("value", value)]
    }
    let version = try Self.read(
      [
        Make.list(
          "variable",
          Make.variable(
            1, "GA", "gas",
            [
              Make.text("trackingId", "UA-12345-1"), Make.flag("collectAdid", true),
              Make.table("fieldsToSet", [row("appName", "Shop"), row("page", "first")]),
            ])),
        Make.list(
          "tag",
          Make.tag(
            1, "T", "ua",
            [
              Make.text("gaSettings", "{{GA}}"), Make.flag("overrideGaSettings", true),
              Make.text("trackType", "TRACK_SCREENVIEW"),
              Make.table("fieldsToSet", [row("page", "second")]),
            ])),
      ].joined(separator: ", "))
    #expect(version.macros.isEmpty)
    #expect(version.remarks.isEmpty)
    let fields: [(Expression, Expression)] = [
      ("&tid", "UA-12345-1"), ("&t", "appview"), ("&an", "Shop"), ("&dp", "second"),
    ]
    let tag = try #require(version.tags.first)
    #expect(
      tag.parameters["analytics_fields"]
        == .map(fields.map { Expression.Entry(key: $0.0, value: $0.1) }))
    #expect(tag.parameters["collect_adid"] == .constant(true))
    #expect(tag.parameters["ga_settings"] == nil)
  }
}
