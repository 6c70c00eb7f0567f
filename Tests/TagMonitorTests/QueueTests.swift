import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing
import TextKit

@testable import TagMonitor
@testable import TagPanes

/// The queue pane: what waits, what became of the rest, and one hit in full.
@Suite struct QueueTests {
  private static let huge = Size(columns: 200, rows: 60)

  @Test func enterDecodesTheSelectedHit() throws {
    let monitor = try Worlds.queue(Worlds.offline).walk(["5j<enter>": []])
    guard case .hit(let hit)? = monitor.topSubject else {
      Issue.record("no hit is explained")
      return
    }
    #expect(hit.id == 2)
    monitor.walk(["<esc>": [.closed, .focus(.queue)]])
  }

  @Test func theSelectedHitIsFollowedToTheCollector() throws {
    var monitor = try Worlds.queue(Worlds.offline)
    monitor.press("5j")
    let id = try #require(monitor.view.hits[monitor.selection.hit.index].id)
    monitor.type("network online")
    monitor.type("wait 130s")
    let followed = monitor.view.hits[monitor.selection.hit.index]
    #expect(followed.id == id)
    #expect(followed.state == .sent)
  }

  @Test func lookingBackShowsTheHitsOfThen() throws {
    var monitor = try Worlds.queue(Worlds.late)
    #expect(monitor.view.hits.allSatisfy { $0.state == .sent })
    let made = try #require(
      monitor.run.timeline.firstRow { $0.event.name == "<send event>" })
    monitor.look(at: made.number)
    #expect(monitor.view.hits.map(\.state) == [.waiting, .waiting])
    monitor.look(at: made.number - 1)
    #expect(monitor.view.hits.count == 1)
  }

  /// Selection ends at the first and the last hit, and nothing is selected where there is none.
  @Test(arguments: [("", 0), ("kkk", 0), ("j", 1), ("G", 2), ("Gg", 0)])
  func keysMoveWithinTheHits(_ keys: String, _ index: Int) throws {
    try Worlds.queue(Worlds.offline).walk(["5" + keys: [.is(\.selection.hit.index, index)]])
  }

  @Test(arguments: [
    (["reachability offline"], "the phone believes it is offline"),
    (["network offline", "reachability online"], "which the phone does not know"),
    (["dispatch-interval off"], "periodic dispatch turned OFF"),
    (["background"], "the app is suspended"), (["kill"], "the app is not running"),
  ])
  func whyNothingIsSent(_ then: [String], _ words: String) throws {
    let lines = Worlds.start + ["send screen name=\"Home\""] + then
    try Worlds.queue(lines, Self.huge).walk(["5+": [.sees(words)]])
  }

  /// Pixels wait in a queue of their own, whose timer begins with its first hit.
  @Test func bothQueuesTellTheirTimers() throws {
    let container = ContainerBuilder { container in
      container.tag("Pixel", "_img", ["url": "https://p.example/seen"])
      container.rule(when: [.event("buy")], fires: ["Pixel"])
    }
    try Worlds.queue(
      Worlds.start + ["send screen name=\"Home\"", "wait 30s", "push event=\"buy\""], Self.huge,
      of: container.compiled
    ).walk([
      "": [
        .sees("analytics: dispatch in 1m30s, every 2m00s"),
        .sees("pixels: dispatch in 2m00s, every 2m00s"),
        .sees("2  pixel   https://p"),
      ],
      "5j<enter>": [.sees("The requested URL"), .hides("Its parameters")],
    ])
  }

  @Test func aWrongBeliefIsSaid() throws {
    let monitor = try Worlds.queue(Worlds.offline + ["reachability online"])
    let lines = DevicePane(monitor.context).lines(columns: 116).map(\.text)
    #expect(lines.contains { $0.contains("the phone wrongly believes it has a network") })
  }

  /// The parameters of the address of a pixel.
  private static func address(of url: String, columns: Int) throws -> [Line] {
    let monitor = try Worlds.queue(Worlds.start)
    return AddressTable(context: monitor.context).lines(
      QueryParameter.all(inURL: url), columns: columns)
  }

  /// A pixel has no fields: its address is taken apart.
  @Test(arguments: [
    (
      78,
      [
        "label  Tea & cup                          label=Tea%20%26%20cup",
        "empty  (empty)                            empty",
      ]
    ),
    (40, ["label  Tea & cup", "empty  (empty)"]),
  ])
  func theAddressOfAPixelIsTakenApart(_ columns: Int, _ expected: [String]) throws {
    let url = "https://p.example/seen?label=Tea%20%26%20cup&empty#label=x"
    let lines = try Self.address(of: url, columns: columns).map(\.text)
    let start = try #require(lines.firstIndex { $0.hasPrefix("Its parameters, decoded") })
    #expect(lines[(start + 1)...].prefix(2).map(\.trimmed) == expected)
    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
  }

  @Test func manyParametersAreCounted() throws {
    let url = "https://p.example/?" + (1...205).map { "a\($0)=1" }.joined(separator: "&")
    let lines = try Self.address(of: url, columns: 80).map(\.text)
    #expect(lines.contains("and 5 more"))
    #expect(lines.contains { $0.hasPrefix("a200") })
    #expect(!lines.contains { $0.hasPrefix("a201") })
  }

  /// What goes first where there is little room; a wide pane has all of it.
  @Test(arguments: [
    (100, true, ["id", "type", "name", "tries", "age", "state", "left"]),
    (58, true, ["id", "type", "name", "tries", "age", "state"]),
    (44, false, ["id", "type", "name", "state"]),
    (38, false, ["id", "type", "name", "state"]),
    (24, false, ["id", "name", "state"]),
  ])
  func columnsGoByImportance(_ columns: Int, _ isWide: Bool, _ names: [String]) {
    let cells: [HitColumn: String] = [
      .id: "12", .type: "screen", .name: "Confirmation", .tries: "0", .state: "till 04:00",
      .age: "1m30s", .left: "in 4h01m",
    ]
    let shown = HitColumn.fitting([cells], columns: columns, isWide: isWide)
    #expect(shown.map(\.column.rawValue) == names)
    #expect(shown.reduce(-1) { $0 + $1.width + 1 } <= columns)
  }
}

/// A tag that makes several hits at once, and the tags after it.
@Suite struct SeveralHitsTests {
  private static let order =
    #"push event="buy" transactionId="T" transactionProducts=[{"name": "a"}, {"name": "b"}]"#

  @Test(arguments: [
    ("", ["3 hits, 3 wait", "hit 4 waits"]),
    ("0", ["hit 1     transaction T", "hit 2     item a", "hit 3     item b"]),
    (
      ":network online<enter>:wait 3m<enter>4",
      ["3 hits, 3 in NO report", "hit 4 in NO report"]
    ),
  ])
  func everyHitIsAccountedFor(_ keys: String, _ words: [String]) throws {
    let container = ContainerBuilder { container in
      container.tag("Order", "_ua", ["track_transaction": true])
      container.analyticsTag("After", ["&t": "event"])
      container.rule(when: [.event("buy")], fires: ["Order", "After"])
    }
    let lines = ["network offline"] + Worlds.start.prefix(2) + [Self.order]
    let size = Size(columns: 119, rows: 29)
    try Worlds.queue(lines, size, of: container.compiled).walk([keys: words.map { .sees($0) }])
  }
}

extension String {
  /// Without the blanks at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
