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
    var monitor = try Worlds.queue(Worlds.offline)
    monitor.press("5j<enter>")
    guard case .explain(let state)? = monitor.overlay, case .hit(let hit) = state.top.subject else {
      Issue.record("no hit is explained")
      return
    }
    #expect(hit.id == 2)
    #expect(monitor.screen.contains("ui press"))
    monitor.press("<esc>")
    #expect(monitor.overlay == nil)
    #expect(monitor.focus == .queue)
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
      monitor.run.timeline.rows.first { $0.event.name == "<send event>" })
    monitor.look(at: made.number)
    #expect(monitor.view.hits.map(\.state) == [.waiting, .waiting])
    monitor.look(at: made.number - 1)
    #expect(monitor.view.hits.count == 1)
  }

  /// Selection ends at the first and the last hit, and nothing is selected where there is none.
  @Test(arguments: [("", 0), ("kkk", 0), ("j", 1), ("G", 2), ("Gg", 0)])
  func keysMoveWithinTheHits(_ keys: String, _ index: Int) throws {
    var monitor = try Worlds.queue(Worlds.offline)
    monitor.press("5" + keys)
    #expect(monitor.selection.hit.index == index)
  }

  @Test(arguments: [
    (["reachability offline"], "the phone believes it is offline"),
    (["network offline", "reachability online"], "which the phone does not know"),
    (["dispatch-interval off"], "periodic dispatch turned OFF by the app"),
    (["background"], "the app is suspended: nothing is sent"),
    (["kill"], "the app is not running"),
  ])
  func whyNothingIsSent(_ then: [String], _ words: String) throws {
    let lines = Worlds.start + ["send screen name=\"Home\""] + then
    var monitor = try Worlds.queue(lines, Self.huge)
    monitor.press("5+")
    #expect(monitor.screen.contains(words))
  }

  /// Pixels wait in a queue of their own, whose timer begins with its first hit.
  @Test func bothQueuesTellTheirTimers() throws {
    let container = ContainerBuilder { container in
      container.tag("Pixel", "_img", ["url": "https://p.example/seen"])
      container.rule(when: [.event("buy")], fires: ["Pixel"])
    }
    let scenario = try ScenarioParser.parse(
      "tagsim 1\ntitle: A test\nstart: 2014-03-01T10:00:00+01:00\n---\n"
        + "container saved c age=1h\nlaunch\ntracker UA-1-1\nwait 10s\n"
        + "send screen name=\"Home\"\nwait 30s\npush event=\"buy\"\n",
      file: "test.scenario")
    let app = App(
      name: "Shop", package: "com.example.shop", containers: [AppContainer(id: "GTM-SHOP")])
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["c": container.compiled]))
    while run.executeNext() != nil {}
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(Self.huge))
    for words in [
      "analytics: next dispatch in 1m30s, interval 2m00s",
      "pixels: next dispatch in 2m00s, interval 2m00s", "2  pixel   https://p.example/seen",
    ] {
      #expect(monitor.screen.contains(words))
    }
    monitor.press("5j<enter>")
    #expect(monitor.screen.contains("The requested URL"))
    #expect(!monitor.screen.contains("Its parameters"))
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

  @Test func theDeviceTellsTheTrackersAndTheirCredits() throws {
    let monitor = try Worlds.queue(Worlds.offline + ["opt-out on", "reachability online"])
    let lines = DevicePane(monitor.context).lines(columns: 116).map(\.text)
    for words in ["UA-1-1, the default one: 60 of 60 credits", "ON: nothing is tracked", "wrongly"]
    {
      #expect(lines.contains { $0.contains(words) }, "\(words)")
    }
  }

  /// What goes first where there is little room; a wide pane has all of it.
  @Test(arguments: [
    (100, true, ["id", "type", "name", "tries", "age", "state", "left"]),
    (58, true, ["id", "type", "name", "tries", "age", "state", "left"]),
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
  private func monitor(_ lines: String) throws -> Monitor {
    let scenario = try ScenarioParser.parse(
      "tagsim 1\ntitle: A test\nstart: 2014-03-01T10:00:00+01:00\n---\nnetwork offline\n"
        + "container saved c age=1h\nlaunch\n" + lines, file: "test.scenario")
    let container = ContainerBuilder { container in
      container.tag("Order", "_ua", ["track_transaction": true])
      container.analyticsTag("After", ["&t": "event"])
      container.rule(when: [.event("buy")], fires: ["Order", "After"])
    }
    let app = App(
      name: "Shop", package: "com.example.shop", containers: [AppContainer(id: "GTM-SHOP")])
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["c": container.compiled]))
    while run.executeNext() != nil {}
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(Size(columns: 120, rows: 40)))
    return monitor
  }

  private static let order =
    #"push event="buy" transactionId="T" transactionProducts=[{"name": "a"}, {"name": "b"}]"#

  @Test(
    arguments: [
      ("", ["3 hits, 3 wait", "hit 4 waits"]),
      (
        "\nnetwork online\nwait 3m\nfocus tags",
        ["Order                                          3 hits", "hit 4 in NO report"]
      ),
    ])
  func everyHitIsAccountedFor(_ then: String, _ words: [String]) throws {
    let monitor = try monitor(Self.order + then)
    for text in words { #expect(monitor.screen.contains(text)) }
  }

  @Test func theExplanationShowsEveryHit() throws {
    var monitor = try monitor(Self.order)
    monitor.press("0")
    for text in [
      "hit 1     transaction T", "hit 2     item a", "hit 3     item b",
    ] {
      #expect(monitor.screen.contains(text))
    }
  }
}

extension String {
  /// Without the blanks at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
