import ContainerFormats
import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Exports of v5 containers, which are compiled as Google does it.
@Suite struct FirebaseExportTests {
  typealias Make = ExportBuilder

  private static func read(
    _ members: String..., usage: String = "IOS_SDK_5"
  ) throws -> ContainerVersion {
    let bytes = Make.bytes(members.joined(separator: ", "), usage: "[\"\(usage)\"]")
    return try ContainerReader.read(bytes, name: "test")
  }

  /// Part by part and in the order of the compiler.
  @Test func compilesTheShop() throws {
    let export = try ContainerReader.read(FirebaseShop.export, name: "export")
    let compiled = try ContainerReader.read(FirebaseShop.compiled, name: "compiled")
    #expect(export.remarks.isEmpty)
    #expect(export.leftOut.isEmpty)
    #expect(export.format == .export)
    #expect(export.generation == .firebase)
    #expect(export.usageContexts == ["ios_sdk_5"])
    #expect(
      export.tags.map(\.name) == ["Everything to Analytics", "Order to Analytics", "Bonus"])
    #expect(export.rules.map(\.name) == ["All Events", "Ordered", "From a campaign", "Staff"])
    let back = try ContainerReader.read(FirebaseWriter.write(export).bytes, name: "ours")
    #expect(back == compiled)
  }

  @Test(arguments: ["IOS_SDK_5", "ANDROID_SDK_5", "iosSdk5", "androidSdk5"])
  func knowsItsPlatforms(usage: String) throws {
    #expect(try Self.read(usage: usage).generation == .firebase)
  }

  @Test(arguments: [
    ("APP_EXCEPTION", "app_exception"), ("APP_UPDATE", "app_update"),
    ("CAMPAIGN", "firebase_campaign"), ("FIRST_OPEN", "first_open"),
    ("IN_APP_PURCHASE", "in_app_purchase"), ("NOTIFICATION_DISMISS", "notification_dismiss"),
    ("NOTIFICATION_FOREGROUND", "notification_foreground"),
    ("NOTIFICATION_OPEN", "notification_open"),
    ("NOTIFICATION_RECEIVE", "notification_receive"), ("OS_UPDATE", "os_update"),
    ("SESSION_START", "session_start"), ("USER_ENGAGEMENT", "user_engagement"),
  ])
  func waitsForEventsOfFirebase(type: String, event: String) throws {
    let container = try Self.read(
      Make.list("tag", Make.tag(1, "T", "fm", [], ", \"firingTriggerId\": [\"1\"]")),
      Make.list("trigger", Make.trigger(1, "Now", [], type: "FIREBASE_" + type)))
    #expect(container.macros == [FunctionCall(function: "__e", name: "_event")])
    #expect(
      container.predicates == [
        FunctionCall(
          function: "_eq",
          parameters: ["arg0": .macro("_event"), "arg1": .constant(.string(event))])
      ])
    #expect(container.rules.map(\.positivePredicates) == [[0]])
  }

  @Test(
    arguments: [
      ("EVENT_NAME", "__e", [:]), ("CONTAINER_ID", "__cid", [:]), ("DEVICE_NAME", "__dn", [:]),
      (
        "FIREBASE_EVENT_PARAMETER_CAMPAIGN_GCLID", "__md",
        [
          "eventType": "SUGGESTED", "suggestedEvent": "firebase_campaign",
          "firebaseCampaignParam": "gclid",
        ]
      ),
      (
        "FIREBASE_EVENT_PARAMETER_PRODUCT_ID", "__md",
        [
          "eventType": "SUGGESTED", "suggestedEvent": "in_app_purchase",
          "inAppPurchaseParam": "product_id",
        ]
      ),
    ] as [(String, String, OrderedDictionary<String, Expression>)])
  func knowsBuiltInVariables(
    type: String, function: String, parameters: OrderedDictionary<String, Expression>
  ) throws {
    let container = try Self.read(Make.list("builtInVariable", Make.builtIn(type, "Name")))
    #expect(
      container.macros == [FunctionCall(function: function, name: "Name", parameters: parameters)])
    #expect(container.leftOut.isEmpty)
  }

  @Test(arguments: [
    "aid", "ai", "an", "ate", "av", "avn", "c", "cid", "ctv", "dn", "e", "fup", "func", "funct",
    "gas", "l", "md", "ov", "p", "r", "rs", "smm", "sv", "v",
  ])
  func hasVariables(type: String) throws {
    let container = try Self.read(
      Make.list("variable", Make.variable(1, "V", type, [Make.text("given", "{{V}} x")])))
    #expect(container.leftOut.isEmpty)
    #expect(container.macros.map(\.function) == ["__" + type])
    let given = Expression.template([.macro("V"), .constant(" x")])
    #expect(container.macros.first?.parameters["given"] == given)
  }

  /// Two names that are the same could mean either macro, which v5 references by number never do.
  @Test func givesEachVariableItsOwnName() throws {
    let container = try Self.read(
      Make.list("tag", Make.tag(1, "T", "fm", [], ", \"firingTriggerId\": [\"2147479556\"]")),
      Make.list(
        "variable", Make.variable(1, "_event", "c", [Make.text("value", "mine")]),
        Make.variable(2, "_event", "p", [])))
    #expect(container.macros.map(\.name) == ["_event'", "_event", "_event (macro 1)"])
    #expect(container.macros.map(\.function) == ["__e", "__c", "__p"])
    #expect(container.predicates.first?.parameters["arg0"] == .macro("_event'"))
    #expect(
      container.remarks == [
        "Several macros are named '_event'; one of them is read as '_event (macro 1)'."
      ])
  }

  /// A chain and a circle of variables, longer than any stack is deep.
  @Test func ordersVariablesThatNeedEachOther() throws {
    let count = 4_000
    let variables = (1...count).map { number in
      Make.variable(
        number, "v\(number)", "c", [Make.text("value", "{{v\(number % count + 1)}}")])
    }
    let container = try Self.read(
      Make.list(
        "tag",
        Make.tag(
          1, "T", "fm", [Make.text("eventName", "{{v1}}")], ", \"firingTriggerId\": [\"1\"]")),
      Make.list("trigger", Make.trigger(1, "Always", [])),
      "\"variable\": [\(variables.joined(separator: ", "))]")
    #expect(container.macros.map(\.name) == (1...count).reversed().map { "v\($0)" })
  }
}
