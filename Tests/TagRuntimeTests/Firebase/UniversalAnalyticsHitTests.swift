import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Hits of v5 containers for Universal Analytics: what the tag, its settings and the event say.
@Suite struct UniversalAnalyticsHitTests {
  typealias Parameters = OrderedDictionary<String, Expression>
  typealias Fields = OrderedDictionary<String, String>

  /// The fields of the hits of a tag; the variable `settings` takes them from `settings`.
  static func hits(
    _ parameters: Parameters, settings: Parameters? = nil, at event: String = "go",
    _ eventParameters: OrderedDictionary<String, Value> = [:], facts: DeviceFacts = DeviceFacts()
  ) -> (fields: [Fields], logs: [LogCode]) {
    var trial = FirebaseTrial { container in
      container.macro(
        "none", "__md", ["eventType": "CUSTOM", "key": "none", "defaultValue": .constant(.absent)])
      container.macro("null", "__md", ["eventType": "CUSTOM", "key": "gone"])
      container.macro("settings", "__gas", settings ?? [:])
      var parameters = parameters
      if settings != nil { parameters["gaSettings"] = .macro("settings") }
      container.tag("T", "__ua", parameters)
      container.rule(fires: ["T"])
    }.at(event, eventParameters.merging(["gone": .null]) { own, _ in own })
    trial.facts = facts
    let (tags, logs) = trial.fired()
    guard case .hits(let hits)? = tags.first?.result else {
      return ([], logs.map(\.code))
    }
    let fields = hits.compactMap { hit -> Fields? in
      if case .analytics(let fields) = hit.kind { fields } else { nil }
    }
    return (fields, logs.map(\.code).filter { $0 != .noEventParameter })
  }

  // MARK: Types

  private static let types: [(parameters: Parameters, fields: Fields)] = [
    (
      ["trackType": "TRACK_SCREENVIEW", "trackingId": "UA-1"], ["&tid": "UA-1", "&t": "screenview"]
    ),
    ([:], ["&t": "screenview"]), (["trackType": "TRACK_OTHER"], ["&t": "screenview"]),
    (
      [
        "trackType": "TRACK_EVENT", "eventCategory": "c", "eventAction": .macro("event"),
        "eventLabel": .macro("none"), "eventValue": 5, "nonInteraction": false,
      ], ["&ec": "c", "&ea": "go", "&ev": "5", "&ni": "false", "&t": "event"]
    ),
    (
      ["trackType": "TRACK_EVENT", "eventLabel": .macro("null"), "eventAction": ""],
      ["&ea": "", "&t": "event"]
    ),
    (
      ["trackType": "TRACK_EXCEPTION", "exceptionDescription": "d", "exceptionFatal": true],
      ["&exd": "d", "&exf": "true", "&t": "exception"]
    ),
    (
      [
        "trackType": "TRACK_SOCIAL", "socialNetwork": "n", "socialAction": "a",
        "socialActionTarget": "t", "eventAction": "not of this type",
      ], ["&sn": "n", "&sa": "a", "&st": "t", "&t": "social"]
    ),
    (
      [
        "trackType": "TRACK_TIMING", "timingVar": "v", "timingCategory": "c",
        "timingValue": .constant(12.5), "timingLabel": "l",
      ], ["&utv": "v", "&utc": "c", "&utt": "12.5", "&utl": "l", "&t": "timing"]
    ),
  ]

  @Test(arguments: types.indices)
  func typeOfHit(_ index: Int) {
    let (parameters, fields) = Self.types[index]
    let found = Self.hits(parameters)
    #expect(found.fields == [fields])
    #expect(found.logs == [])
  }

  // MARK: Fields

  private static func rows(_ rows: KeyValuePairs<String, Expression>) -> Expression {
    .list(rows.map { .members(["fieldName": .constant(.string($0.key)), "value": $0.value]) })
  }

  private static let fields: [(parameters: Parameters, fields: Fields, logs: [LogCode])] = [
    (
      ["fieldsToSet": rows(["screenName": "Home", "userId": 7, "&cd5": "x", "page": ""])],
      ["&cd": "Home", "&uid": "7", "&cd5": "x", "&dp": "", "&t": "screenview"], []
    ),
    (
      ["fieldsToSet": rows(["colour": "red", "title": "T"])],
      ["&dt": "T", "&t": "screenview"], [.unknownHitField]
    ),
    (["fieldsToSet": rows(["title": .macro("none")])], ["&t": "screenview"], []),
    (
      ["fieldsToSet": rows(["anonymizeIp": "false"])], ["&t": "screenview"], []
    ),
    (["fieldsToSet": rows(["anonymizeIp": true])], ["&aip": "true", "&t": "screenview"], []),
    // The property of the tag counts, also where it has none.
    (["fieldsToSet": rows(["&tid": "UA-9"])], ["&t": "screenview"], []),
    (
      [
        "dimension": .table(
          ["index": "1", "dimension": "a"], ["index": 2, "dimension": .macro("none")],
          ["index": .macro("event"), "dimension": 3], ["index": "4", "dimension": .macro("null")]),
        "metric": .table(["index": "1", "metric": 9]),
        "contentGroup": .table(["index": 1, "group": "g"]),
      ],
      ["&cd1": "a", "&cdgo": "3", "&cm1": "9", "&cg1": "g", "&t": "screenview"], []
    ),
    (["fieldsToSet": "text", "dimension": "text"], ["&t": "screenview"], []),
    // A row in which a value is null is null, and has no name.
    (["fieldsToSet": rows(["title": .macro("null")])], [:], [.functionFailed]),
    (["fieldsToSet": .table(["fieldName": 5, "value": 1])], [:], [.functionFailed]),
  ]

  @Test(arguments: fields.indices)
  func fieldsToSet(_ index: Int) {
    let (parameters, fields, logs) = Self.fields[index]
    let found = Self.hits(parameters)
    #expect(found.fields == (fields.isEmpty ? [] : [fields]))
    #expect(found.logs == logs)
  }

  @Test func theTagHasItsWayOverItsSettings() {
    let settings: Parameters = [
      "trackingId": "UA-1", "collectAdid": true,
      "fieldsToSet": Self.rows(["screenName": "Settings", "userId": "u"]),
      "dimension": .table(["index": "1", "dimension": "a"], ["index": "2", "dimension": "b"]),
    ]
    let tag: Parameters = [
      "fieldsToSet": Self.rows(["screenName": "Tag", "title": "T"]),
      "dimension": .table(["index": "2", "dimension": "c"]),
    ]
    let fields: Fields = [
      "&cd": "Tag", "&uid": "u", "&cd1": "a", "&cd2": "c", "&dt": "T", "&tid": "UA-1",
      "&t": "screenview",
    ]
    #expect(Self.hits(tag, settings: settings).fields == [fields])
    let own = Self.hits(tag.merging(["trackingId": "UA-2"]) { $1 }, settings: settings)
    #expect(own.fields.first?["&tid"] == "UA-2")
    let other = Self.hits(["gaSettings": "text"])
    #expect(other.fields == [] && other.logs == [.functionFailed])
    #expect(
      Self.hits(["gaSettings": .macro("none"), "trackingId": "UA-3"]).fields == [
        ["&tid": "UA-3", "&t": "screenview"]
      ])
  }

  @Test func theAdvertisingIDIsCollectedWhereTheTagAsksForIt() {
    var facts = DeviceFacts()
    facts.advertisingID = "ABC"
    facts.isAdvertisingTrackingEnabled = true
    let asking = Self.hits(["collectAdid": true], facts: facts).fields
    #expect(asking == [["&t": "screenview", "&idfa": "ABC", "&ate": "1"]])
    #expect(Self.hits(["collectAdid": true]).fields == [["&t": "screenview"]])
    #expect(Self.hits([:], facts: facts).fields == [["&t": "screenview"]])
  }

  // MARK: Campaigns

  private static let campaign: OrderedDictionary<String, Value> = [
    "source": "s", "medium": "m", "campaign": "c", "term": "t", "content": "x", "gclid": "g",
    "aclid": "a", "anid": "",
  ]

  @Test(
    arguments: [
      (
        "_cmp", "TRACK_EVENT", true, true,
        [
          "&cc": "x", "&cm": "m", "&cn": "c", "&cs": "own", "&ck": "t", "&gclid": "g",
          "&aclid": "a",
        ]
      ),
      ("_cmp", "TRACK_EVENT", true, false, ["&cs": "own", "&gclid": "g", "&aclid": "a"]),
      ("_cmp", "TRACK_EVENT", false, true, ["&cs": "own"]),
      ("_cmp", "TRACK_SCREENVIEW", true, true, ["&cs": "own"]),
      ("_vs", "TRACK_EVENT", true, true, ["&cs": "own"]),
    ] as [(String, String, Bool, Bool, [String: String])])
  func aCampaignComesAlong(
    _ event: String, _ type: String, _ isEnabled: Bool, _ sendsAll: Bool,
    _ fields: [String: String]
  ) {
    let hits = Self.hits(
      [
        "trackType": .constant(.string(type)),
        "enableFirebaseCampaignData": .constant(.bool(isEnabled)),
        "sendFirebaseCampaignData": .constant(.bool(sendsAll)),
        "fieldsToSet": Self.rows(["&cs": "own"]),
      ], at: event, Self.campaign)
    var found = hits.fields.first ?? [:]
    found["&t"] = nil
    #expect(Dictionary(uniqueKeysWithValues: found.elements.map { ($0.key, $0.value) }) == fields)
  }

  // MARK: Transactions

  @Test func aTransactionIsReadFromTheEvent() {
    let sale: OrderedDictionary<String, Value> = [
      "transactionId": "7", "transactionTotal": 12.5,
      "transactionProducts": [["name": "Song", "sku": "p1"]],
    ]
    let parameters: Parameters = ["trackType": "TRACK_TRANSACTION", "trackingId": "UA-1"]
    #expect(
      Self.hits(parameters, at: "sale", sale).fields == [
        ["&tid": "UA-1", "&t": "transaction", "&ti": "7", "&tr": "12.5"],
        ["&tid": "UA-1", "&t": "item", "&ti": "7", "&in": "Song", "&ic": "p1"],
      ])
    let none = Self.hits(parameters)
    #expect(none.fields == [] && none.logs == [.noTransactionID])
  }
}
