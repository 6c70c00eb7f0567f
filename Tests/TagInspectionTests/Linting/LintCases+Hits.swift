import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  static let hits: [LintCase] = analytics + firebase

  private static func hit(
    _ fields: KeyValuePairs<String, Expression>
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    let entries = Array(fields)
    return { container in
      container.variable("v")
      container.constant("property", "UA-12345-1")
      let map = Expression.map(
        entries.map { Expression.Entry(key: .constant(.string($0.key)), value: $0.value) })
      container.tag("t", "_ua", ["analytics_pass_through": true, "analytics_fields": map])
    }
  }

  private static func settings(
    _ parameters: KeyValuePairs<String, Expression>
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    let entries = Array(parameters)
    return { container in
      container.isFirebase()
      container.macro("settings", "__gas", ["trackingId": "UA-12345-1"])
      container.tag("t", "__ua")
      for (key, value) in entries { container.version.tags[0].parameters[key] = value }
    }
  }

  /// Fields to set, by their names.
  private static func fields(_ names: String...) -> Expression {
    .list(names.map { .members(["fieldName": .constant(.string($0)), "value": "x"]) })
  }

  /// A field that is set to a parameter of the event, with or without a default value.
  private static func set(
    _ parameters: KeyValuePairs<String, Expression>
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    let entries = Array(parameters)
    return { container in
      container.isFirebase()
      let place = container.macro(
        "member", "__md", ["eventType": "CUSTOM", "key": "member_id"])
      for (key, value) in entries { container.version.macros[place].parameters[key] = value }
      container.tag(
        "t", "__ua",
        [
          "trackingId": "UA-12345-1",
          "fieldsToSet": .list([.members(["fieldName": "&cd6", "value": .macro("member")])]),
        ])
    }
  }

  private static func property(_ id: String) -> @Sendable (inout ContainerBuilder) -> Void {
    hit(["&tid": .constant(.string(id))])
  }

  private static let analytics: [LintCase] =
    [
      .found(.noProperty, "none", hit(["&t": "appview"])),
      .found(.noProperty, "an empty one", property("")),
      .absent(.noProperty, "a macro", hit(["&tid": .macro("v")])),
      .absent(.noProperty, "v5 settings", settings(["gaSettings": .macro("settings")])),
      .found(.noProperty, "v5 without settings", settings(["trackType": "TRACK_SCREENVIEW"])),
    ]
    + [
      "userId", "campaignSource", "dimension1", "metric1", "nonsense", "customTask", "cd1",
      "language", "clientId", "contentGroup1",
    ].map { .found(.unsentField, $0, hit([$0: "x"])) }
    + ["nonsense", "customTask", "language", "clientId", "dimension1"].map {
      .found(.unsentField, "v5 " + $0, settings(["fieldsToSet": fields($0)]))
    }
    + ["UA-XXXX-Y", "G-AB12CD", "UA-12345", "12345"].map {
      .found(.badProperty, $0, property($0))
    } + [
      .absent(.badProperty, "an id", property("UA-12345-1")),
      .absent(.badProperty, "a constant that has a name", hit(["&tid": .macro("property")])),
      .found(.unsetField, "no default", set(["setDefaultValue": false])),
      .absent(
        .unsetField, "a default", set(["setDefaultValue": true, "defaultValue": "none"])),
      .found(.retiredProperty, "a tag", property("UA-12345-1")),
      .absent(.retiredProperty, "no tag of Analytics") { $0.functionTag("t") },
      .found(.incompleteEvent, "no action", hit(["&t": "event", "&ec": "shop"])),
      .found(.incompleteEvent, "an empty category", hit(["&t": "event", "&ec": "", "&ea": "x"])),
      .found(
        .incompleteEvent, "v5",
        settings(["trackType": "TRACK_EVENT", "eventCategory": "shop"])),
      .absent(
        .incompleteEvent, "both", hit(["&t": "event", "&ec": "shop", "&ea": .macro("v")])),
      .absent(.incompleteEvent, "a screen view", hit(["&t": "appview"])),
      .found(
        .valueNotInteger, "19.90", hit(["&t": "event", "&ec": "a", "&ea": "b", "&ev": "19.90"])),
      .found(.valueNotInteger, "-1", hit(["&t": "event", "&ec": "a", "&ea": "b", "&ev": -1])),
      .absent(.valueNotInteger, "19", hit(["&t": "event", "&ec": "a", "&ea": "b", "&ev": "19"])),
      .found(.indexOutOfRange, "&cd201", hit(["&cd201": "x"])),
      .found(.indexOutOfRange, "&cm0", hit(["&cm0": "1"])),
      .absent(
        .indexOutOfRange, "&cd200, &cd and &cm", hit(["&cd200": "x", "&cd": "x", "&cm": "x"])),
      .found(
        .hitTooLarge, "a long label",
        hit(["&el": .constant(.string(String(repeating: "ä", count: 1_400)))])),
      .absent(
        .hitTooLarge, "a shorter label",
        hit(["&el": .constant(.string(String(repeating: "ä", count: 1_300)))])),
      .found(.unknownHitType, "click", hit(["&t": "click"])),
      .absent(.unknownHitType, "pageview", hit(["&t": "pageview"])),
      .found(.unknownHitType, "none", hit(["&tid": "UA-12345-1"])),
      .absent(.unknownHitType, "data", hit(["&t": "data"])),
      .absent(.unknownHitType, "a macro", hit(["&t": .macro("v")])),
      .absent(.unsentField, "codes", hit(["&uid": "x", "&cd1": "y", "useSecure": "1"])),
      .absent(
        .unsentField, "a name that v5 knows",
        settings(["fieldsToSet": fields("userId", "screenName", "&cd1")])),
      .found(.tagDoesNothing, "nothing is passed through") { $0.tag("t", "_ua") },
      .absent(.tagDoesNothing, "a transaction") { $0.tag("t", "_ua", ["track_transaction": true]) },
    ]

  private static func logging(
    _ name: String, parameters: [(String, String)] = []
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    { container in
      container.isFirebase()
      let rows = parameters.map { key, value in
        Expression.members([
          "editParamKey": .constant(.string(key)), "editParamValue": .constant(.string(value)),
        ])
      }
      container.tag(
        "t", "__fm",
        [
          "action": "measure", "eventName": .constant(.string(name)),
          "editParamTable": .list(rows),
        ])
    }
  }

  private static let long = String(repeating: "a", count: 41)

  private static let firebase: [LintCase] =
    ["played song", "1st", "_f", "a-b", "é", "", long].map {
      .found(.eventName, $0, logging($0))
    }
    + ["played_song", "A1", String(long.dropLast())].map { .absent(.eventName, $0, logging($0)) }
    + ["firebase_x", "google_x", "ga_x", "first_open"].map {
      .found(.reservedName, $0, logging($0))
    } + [
      .absent(.reservedName, "gallery", logging("gallery")),
      .found(.reservedName, "a parameter", logging("e", parameters: [("ga_id", "x")])),
      .found(.parameterName, "a space", logging("e", parameters: [("a b", "x")])),
      .absent(.parameterName, "a name", logging("e", parameters: [("a_b", "x")])),
      .found(
        .longParameterValue, "101 letters",
        logging("e", parameters: [("a", String(repeating: "é", count: 101))])),
      .absent(
        .longParameterValue, "100 letters",
        logging("e", parameters: [("a", String(repeating: "é", count: 100))])),
      .found(
        .tooManyParameters, "26", logging("e", parameters: (0..<26).map { ("p\($0)", "x") })),
      .absent(
        .tooManyParameters, "25", logging("e", parameters: (0..<25).map { ("p\($0)", "x") })),
    ]
}
