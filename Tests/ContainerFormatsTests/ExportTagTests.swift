import ContainerFormats
import OrderedCollections
import TagRuntime
import Testing

@Suite struct ExportTagTests {
  typealias Make = ExportBuilder
  typealias Parameters = OrderedDictionary<String, Expression>

  private static func tag(
    _ type: String, _ parameters: [String], _ more: String = ""
  ) throws -> FunctionCall {
    let bytes = Make.bytes(Make.list("tag", Make.tag(7, "T", type, parameters, more)))
    return try #require(try ContainerReader.read(bytes, name: "test").tags.first)
  }

  private static func map(_ entries: (Expression, Expression)...) -> Expression {
    .map(entries.map { Expression.Entry(key: $0.0, value: $0.1) })
  }

  @Test func fillsAnalyticsTags() throws {
    let tag = try Self.tag(
      "ua",
      [
        Make.flag("nonInteraction", false),
        Make.table(
          "fieldsToSet",
          [
            [Make.text("fieldName", "screenName"), Make.text("value", "Home")],
            [Make.text("fieldName", "userId"), Make.text("value", "7")],
          ]),
        Make.table("dimension", [[Make.text("index", "2"), Make.text("dimension", "gold")]]),
        Make.table("metric", [[Make.text("index", "{{n}}"), Make.text("metric", "5")]]),
        Make.text("eventCategory", "shop"), Make.flag("collectAdid", true),
        Make.text("trackType", "TRACK_EVENT"), Make.flag("enableEcommerce", false),
        Make.text("trackingId", "UA-12345-1"), Make.text("sendHitsToGoogle", "x"),
      ], ", \"tagFiringOption\": \"ONCE_PER_EVENT\"")
    #expect(tag.function == "_ua")
    #expect(tag.name == "T")
    let fieldsToSet: [(Expression, Expression)] = [
      (.constant("&cd"), .constant("Home")), (.constant("userId"), .constant("7")),
    ]
    let expected: Parameters = [
      "once_per_event": .constant(true),
      "account": .constant("UA-12345-1"),
      "enable_ecommerce": .constant(false),
      "ecommerce_use_data_layer": .constant(false),
      "track_event": .constant(true),
      "analytics_pass_through": .constant(true),
      "event_category": .constant("shop"),
      "noninteraction": .constant(false),
      "dimension": Self.map((.constant("2"), .constant("gold"))),
      "metric": Self.map((.macro("n"), .constant("5"))),
      "fields_to_set": Self.map(fieldsToSet[0], fieldsToSet[1]),
      "analytics_fields": Self.map(
        (.constant("&tid"), .constant("UA-12345-1")), (.constant("&t"), .constant("event")),
        (.constant("&ec"), .constant("shop")), (.constant("&ni"), .constant(false)),
        (.constant("&cd2"), .constant("gold")),
        (.template([.constant("&cm"), .macro("n")]), .constant("5")), fieldsToSet[0],
        fieldsToSet[1]),
      "collect_adid": .constant(true),
      "send_hits_to_google": .constant("x"),
      "tag_id": .constant(7),
    ]
    #expect(tag.parameters == expected)
  }

  @Test(arguments: [
    ("TRACK_APPVIEW", "appview"), ("TRACK_SCREENVIEW", "appview"), ("TRACK_EVENT", "event"),
    ("TRACK_EXCEPTION", "exception"), ("TRACK_DATA", "data"), ("TRACK_SOCIAL", "social"),
    ("TRACK_TIMING", "timing"), ("TRACK_TRANSACTION", "transaction"),
  ])
  func knowsHitTypes(type: String, hit: String) throws {
    let tag = try Self.tag("ua", [Make.text("trackType", type)])
    #expect(tag.parameters["track_" + hit] == .constant(true))
    let fields = Self.map((.constant("&t"), .constant(.string(hit))))
    #expect(tag.parameters["analytics_fields"] == fields)
    let passes: Expression? = hit == "transaction" ? nil : .constant(true)
    #expect(tag.parameters["analytics_pass_through"] == passes)
  }

  @Test(arguments: [
    ["functionName", "functionParameters"], ["functionCallMacroName", "additionalParams"],
  ])
  func fillsFunctionCalls(names: [String]) throws {
    let row = [Make.text("key", "screen"), Make.text("value", "Home")]
    let tag = try Self.tag(
      "func", [Make.text(names[0], "addBonus"), Make.table(names[1], [row])])
    #expect(tag.function == "_func")
    #expect(
      tag.parameters == [
        "function_call_macro_name": .constant("addBonus"),
        "additional_params": Self.map((.constant("screen"), .constant("Home"))),
        "tag_id": .constant(7),
      ])
  }

  @Test func fillsPixels() throws {
    let tag = try Self.tag(
      "img", [Make.text("url", "https://a.example.com"), Make.flag("useCacheBuster", true)])
    #expect(
      tag.parameters == [
        "url": .constant("https://a.example.com"),
        "additional_params": .list([Self.map((.constant("gtmcb"), .macro("_random")))]),
        "tag_id": .constant(7),
      ])
  }

  @Test func fillsDataLayerWrites() throws {
    let row = [Make.text("key", "seen"), Make.text("value", "{{v}}")]
    let tag = try Self.tag(
      "dlw", [Make.table("value", [row]), Make.text("clearDataLayerPrefix", "old")])
    #expect(tag.function == "_dlw")
    #expect(
      tag.parameters == [
        "value": .list([Self.map((.constant("seen"), .macro("v")))]),
        "clear_data_layer_prefix": .constant("old"), "tag_id": .constant(7),
      ])
  }

  @Test(
    arguments: [
      ("plain", .constant("plain")), ("", .constant("")), ("{{a}}", .macro("a")),
      ("{{a}}{{b c}}", .template([.macro("a"), .macro("b c")])),
      ("x {{a}} y", .template([.constant("x "), .macro("a"), .constant(" y")])),
      ("{{a", .constant("{{a")), ("a}}", .constant("a}}")),
      ("{ {{a}} }", .template([.constant("{ "), .macro("a"), .constant(" }")])),
      ("é{{ü}}", .template([.constant("é"), .macro("ü")])),
    ] as [(String, Expression)])
  func resolvesReferences(text: String, expression: Expression) throws {
    let tag = try Self.tag("img", [Make.text("url", text)])
    #expect(tag.parameters["url"] == expression)
  }

  /// The conversion tracking of Google Ads is the pixel that its fields describe.
  @Test func makesAPixelOfAConversion() throws {
    let tag = try Self.tag(
      "awct",
      [
        Make.text("conversionId", "987654"), Make.text("conversionLabel", "abc-DEF"),
        Make.text("conversionValue", "{{total}}"), Make.text("currencyCode", "EUR"),
        Make.text("orderId", ""),
      ])
    #expect(tag.function == "_img")
    #expect(
      tag.parameters["url"]
        == .constant("https://www.googleadservices.com/pagead/conversion/987654/"))
    #expect(
      tag.parameters["additional_params"]
        == .list([
          Self.map((.constant("label"), .constant("abc-DEF"))),
          Self.map((.constant("value"), .macro("total"))),
          Self.map((.constant("currency_code"), .constant("EUR"))),
        ]))
    let dynamic = try Self.tag(
      "awct", [Make.text("conversionId", "{{id}}"), Make.text("conversionLabel", "x")])
    #expect(
      dynamic.parameters["url"]
        == .template([
          .constant("https://www.googleadservices.com/pagead/conversion/"), .macro("id"),
          .constant("/"),
        ]))
  }
}
