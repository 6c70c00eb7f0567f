import TagRuntime
import Testing

/// What keeps a hit that the collector took out of every report.
///
/// Source: Dispatch §5.4.
struct CollectorRulesTests {
  private static let whole = [
    "&v": "1", "&tid": "UA-12345-1", "&cid": "c", "&t": "event", "&ec": "video", "&ea": "play",
  ]

  private static func reasons(_ change: [String: String?]) -> [String] {
    var fields = whole
    for (code, value) in change { fields[code] = value }
    return CollectorRules.faults { fields[$0] }.map(\.words)
  }

  @Test(
    arguments: [
      ([:], nil),
      (["&v": nil], "it has no protocol version (&v) 1"),
      (["&tid": nil], "it has no tracking id (&tid)"),
      (["&tid": ""], "it has no tracking id (&tid)"),
      (["&tid": "UA-1-1 "], "its tracking id \"UA-1-1 \" is not an id such as UA-12345-1"),
      (["&tid": "UA-XXXX-Y"], "its tracking id \"UA-XXXX-Y\" is not an id such as UA-12345-1"),
      (
        ["&tid": "G-ABC123DEF4"],
        "its tracking id \"G-ABC123DEF4\" belongs to Google Analytics 4, which does not accept "
          + "such hits"
      ),
      (["&tid": "MO-1-1"], nil),
      (["&cid": nil], "it has neither a client id (&cid) nor a user id (&uid)"),
      (["&cid": nil, "&uid": "u"], nil),
      (["&t": nil], "it has no type (&t)"),
      (["&t": "click"], "its type \"click\" is unknown to Analytics"),
      (["&ea": ""], "a hit of type event needs event action (&ea)"),
      (["&t": "screenview"], "a hit of type screenview needs screen name (&cd)"),
      (["&t": "timing"], "a hit of type timing needs"),
      (["&ev": "5.99"], "its event value (&ev) \"5.99\" is not a whole number, 0 or more"),
      (["&ev": "-1"], "its event value (&ev) \"-1\" is not a whole number, 0 or more"),
      (["&ev": "12"], nil), (["&ev": ""], nil),
      (["&tr": "a lot"], "\"a lot\" is not a number"), (["&tr": "5.99"], nil),
    ] as [([String: String?], String?)])
  func whatTheCollectorRequires(_ change: [String: String?], _ reason: String?) {
    let reasons = Self.reasons(change)
    if let reason {
      #expect(reasons.count == 1)
      #expect(reasons.first?.contains(reason) == true, "\(reasons)")
    } else {
      #expect(reasons.isEmpty)
    }
  }

  private static func fields(_ more: [String: String] = [:]) -> (String) -> String? {
    let fields = whole.merging(more) { $1 }
    return { fields[$0] }
  }

  @Test func aSessionHasFiveHundredHits() {
    var sessions = CollectorSessions()
    var wall = WallTime(milliseconds: 0)
    for _ in 1...500 { #expect(sessions.count(Self.fields(), made: wall, day: 0) == nil) }
    #expect(sessions.count(Self.fields(), made: wall, day: 0) == .fullSession)
    #expect(sessions.count(Self.fields(["&cid": "d"]), made: wall, day: 0) == nil)
    wall = wall + .minutes(30)
    #expect(sessions.count(Self.fields(), made: wall, day: 0) == .fullSession)
    wall = wall + .minutes(31)
    #expect(sessions.count(Self.fields(), made: wall, day: 0) == nil)
  }

  @Test(arguments: ["start", "end", "midnight"])
  func aSessionEndsBy(_ event: String) {
    var sessions = CollectorSessions()
    let wall = WallTime(milliseconds: 0)
    for _ in 1...499 { _ = sessions.count(Self.fields(), made: wall, day: 0) }
    let last = event == "end" ? ["&sc": "end"] : [:]
    #expect(sessions.count(Self.fields(last), made: wall, day: 0) == nil)
    let next = event == "start" ? ["&sc": "start"] : [:]
    let day = event == "midnight" ? 1 : 0
    #expect(sessions.count(Self.fields(next), made: wall, day: day) == nil)
  }

  @Test func aUserHasTwoHundredThousandHitsADay() {
    var sessions = CollectorSessions()
    let fields = Self.fields(["&sc": "start"])
    let wall = WallTime(milliseconds: 0)
    for _ in 1...CollectorRules.dayHits { _ = sessions.count(fields, made: wall, day: 0) }
    #expect(sessions.count(fields, made: wall, day: 0) == .fullDay)
    #expect(sessions.count(fields, made: wall, day: 1) == nil)
  }
}
