import TagRuntime
import Testing

@testable import ContainerFormats

/// Exports that are compiled to a binary mean what a binary means that was put together by hand,
/// dictionary by dictionary, as Google's compiler does it.
@Suite struct CompiledExportTests {
  private func compiled(_ export: [UInt8]) throws -> ContainerMeaning {
    let version = try ContainerReader.read(export, name: "export")
    #expect(version.remarks.isEmpty)
    let bytes = try BinaryWriter.write(version).bytes
    return ContainerMeaning(of: try ContainerReader.read(bytes, name: "ours"))
  }

  private func meaning(of builder: ContainerBuilder) throws -> ContainerMeaning {
    ContainerMeaning(of: try ContainerReader.read(builder.bytes(), name: "by hand"))
  }

  /// Screens and taps: two analytics tags, each with a trigger of its own.
  private static let screens = ExportBuilder.bytes(
    [
      ExportBuilder.list(
        "tag",
        ExportBuilder.tag(
          2, "Tap", "ua",
          [
            ExportBuilder.flag("nonInteraction", false),
            ExportBuilder.text("eventCategory", "{{category}}"),
            ExportBuilder.flag("collectAdid", false),
            ExportBuilder.text("trackType", "TRACK_EVENT"),
            ExportBuilder.text("eventAction", "tap"),
            ExportBuilder.text("trackingId", "UA-12345-1"),
          ], ", \"firingTriggerId\": [\"2\"]"),
        ExportBuilder.tag(
          1, "Screen", "ua",
          [
            ExportBuilder.table(
              "fieldsToSet",
              [
                [
                  ExportBuilder.text("fieldName", "screenName"),
                  ExportBuilder.text("value", "Shop {{screen}}"),
                ]
              ]), ExportBuilder.text("trackType", "TRACK_APPVIEW"),
            ExportBuilder.flag("enableEcommerce", false),
            ExportBuilder.text("trackingId", "UA-12345-1"),
          ], ", \"firingTriggerId\": [\"1\"]")),
      ExportBuilder.list(
        "trigger", trigger(2, "Tapped", event: "tap"), trigger(1, "Opened", event: "openScreen")),
      ExportBuilder.list(
        "variable",
        ExportBuilder.variable(
          2, "category", "v",
          [
            ExportBuilder.flag("setDefaultValue", true),
            ExportBuilder.text("defaultValue", "unknown"), ExportBuilder.text("name", "cat"),
          ]),
        ExportBuilder.variable(
          1, "screen", "v",
          [
            ExportBuilder.flag("setDefaultValue", false),
            ExportBuilder.text("defaultValue", "unused"), ExportBuilder.text("name", "screenName"),
          ])),
    ].joined(separator: ", "), usage: "[\"ANDROID\"]", format: "1.3",
    container: ", \"enabledBuiltInVariable\": [\"EVENT\"]")

  private static func trigger(_ id: Int, _ name: String, event: String) -> String {
    ExportBuilder.trigger(
      id, name,
      [("EQUALS", [ExportBuilder.text("arg0", "{{Event}}"), ExportBuilder.text("arg1", event)])])
  }

  @Test func screensAndTaps() throws {
    var builder = ContainerBuilder(version: "3")
    builder.resource.usageContext = ["android"]
    builder.resource.macro = [
      builder.call("_v", named: "screen", [("name", builder.text("screenName"))]),
      builder.call("_e", named: "Event"),
      builder.call(
        "_v", named: "category",
        [("name", builder.text("cat")), ("default_value", builder.text("unknown"))]),
    ]
    let title = builder.template([builder.text("Shop "), builder.macro("screen")])
    let account = builder.text("UA-12345-1")
    let yes = builder.boolean(true)
    let no = builder.boolean(false)
    let screen = builder.map(
      [builder.text("&tid"), builder.text("&t"), builder.text("&cd")],
      [account, builder.text("appview"), title])
    let tap = builder.map(
      ["&tid", "&t", "&ec", "&ea", "&ni"].map { builder.text($0) },
      [account, builder.text("event"), builder.macro("category"), builder.text("tap"), no])
    builder.resource.tag = [
      builder.call(
        "_ua", named: "Screen",
        [
          ("account", account), ("enable_ecommerce", no), ("ecommerce_use_data_layer", no),
          ("track_appview", yes), ("analytics_pass_through", yes),
          ("fields_to_set", builder.map([builder.text("&cd")], [title])),
          ("analytics_fields", screen), ("tag_id", builder.integer(1)),
        ]),
      builder.call(
        "_ua", named: "Tap",
        [
          ("account", account), ("track_event", yes), ("analytics_pass_through", yes),
          ("event_category", builder.macro("category")), ("event_action", builder.text("tap")),
          ("noninteraction", no), ("analytics_fields", tap), ("tag_id", builder.integer(2)),
        ]),
    ]
    builder.resource.predicate = ["tap", "openScreen"].map { event in
      builder.call("_eq", [("arg0", builder.macro("Event")), ("arg1", builder.text(event))])
    }
    for (condition, tag, name, id) in [(1, 0, "Opened", "4711_1"), (0, 1, "Tapped", "4711_2")] {
      var rule = ProtoRule()
      rule.positivePredicate = [Int32(condition)]
      rule.addTag = [Int32(tag)]
      rule.addTagRuleName = [builder.text(name)]
      rule.addTagRuleTriggerID = [builder.text(id)]
      builder.resource.rule.append(rule)
    }
    let difference = try compiled(Self.screens).difference(from: meaning(of: builder))
    #expect(difference == [])
  }

  /// Values: a collection for all and one for staff, which a trigger with a negated condition
  /// switches off, and a pixel that is blocked.
  private static let values = ExportBuilder.bytes(
    [
      ExportBuilder.list(
        "tag",
        ExportBuilder.tag(
          7, "Pixel", "img", [ExportBuilder.text("url", "https://p.example.com/?t={{tier}}")],
          ", \"firingTriggerId\": [\"2147479554\"], \"blockingTriggerId\": [\"5\"]")),
      ExportBuilder.list(
        "trigger",
        ExportBuilder.trigger(
          5, "No staff",
          [
            (
              "MATCH_REGEX",
              [
                ExportBuilder.text("arg0", "{{tier}}"), ExportBuilder.text("arg1", "^staff"),
                ExportBuilder.flag("negate", true), ExportBuilder.flag("ignore_case", true),
              ]
            )
          ])),
      ExportBuilder.list(
        "variable",
        ExportBuilder.variable(1, "tier", "v", [ExportBuilder.text("name", "user.tier")]),
        ExportBuilder.variable(
          2, "Settings", "vc", [ExportBuilder.text("collection", "{'size': 50, 'on': true}")],
          ", \"enablingTriggerId\": [\"2147479555\"], \"disablingTriggerId\": [\"5\"]")),
    ].joined(separator: ", "))

  @Test func valuesAndBlockedTags() throws {
    var builder = ContainerBuilder(version: "3")
    let event = builder.call("_e", named: "_event")
    let label = builder.text("Settings")
    let yes = builder.boolean(true)
    let settings = [("size", builder.integer(50)), ("on", yes)].map { name, value in
      builder.call(
        "_c", named: name,
        [("not_default_macro", yes), ("value", value), ("instance_label", label)])
    }
    let tier = builder.call("_v", named: "tier", [("name", builder.text("user.tier"))])
    builder.resource.macro = [event] + settings + [tier]
    let url = builder.template([builder.text("https://p.example.com/?t="), builder.macro("tier")])
    builder.resource.tag = [
      builder.call("_img", named: "Pixel", [("url", url), ("tag_id", builder.integer(7))])
    ]
    builder.resource.predicate = [
      builder.call("_re", [("arg0", builder.macro("_event")), ("arg1", builder.text(".*"))]),
      builder.call(
        "_re",
        [("arg0", builder.macro("tier")), ("arg1", builder.text("^staff")), ("ignore_case", yes)]),
    ]
    let always = (builder.text("Always"), builder.text("4711_2147479555"))
    let any = (builder.text("Any Event"), builder.text("4711_2147479554"))
    let staff = (builder.text("No staff"), builder.text("4711_5"))
    builder.resource.rule = [
      ProtoRule.with {
        $0.addMacro = [1, 2]
        $0.addMacroRuleName = [always.0, always.0]
        $0.addMacroRuleTriggerID = [always.1, always.1]
      },
      ProtoRule.with {
        $0.positivePredicate = [0]
        $0.addTag = [0]
        $0.addTagRuleName = [any.0]
        $0.addTagRuleTriggerID = [any.1]
      },
      ProtoRule.with {
        $0.negativePredicate = [1]
        $0.removeTag = [0]
        $0.removeTagRuleName = [staff.0]
        $0.removeTagRuleTriggerID = [staff.1]
        $0.removeMacro = [1, 2]
        $0.removeMacroRuleName = [staff.0, staff.0]
        $0.removeMacroRuleTriggerID = [staff.1, staff.1]
      },
    ]
    let difference = try compiled(Self.values).difference(from: meaning(of: builder))
    #expect(difference == [])
  }

  /// The comparison itself sees what differs, and only that.
  @Test func tellsMeaningsApart() throws {
    let version = try ContainerReader.read(Self.values, name: "export")
    var other = version
    other.macros.swapAt(0, 3)
    other.rules = []
    other.macros[0].name = "other"
    let difference = ContainerMeaning(of: other).difference(from: ContainerMeaning(of: version))
    #expect(difference.count == 5)
    #expect(difference.count { $0.hasPrefix("- rule") } == 3)
    #expect(difference.first?.hasPrefix("+ macro") == true)
  }
}
