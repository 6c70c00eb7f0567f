import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Acting in the past begins a branch, and nothing is lost by a wrong key.
@Suite struct BranchTests {
  /// The demo with two screens seen, looked back at from its first event.
  private static func lookingBack() throws -> Monitor {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2<home>,")
    return monitor
  }

  // MARK: - Acting in the past

  private static let acts = [
    "w", "K", "b", ":refresh<enter>", ":dispatch<enter>", "s2", ":jump 13h<enter>",
  ]

  @Test(arguments: acts)
  func anActInThePastKeepsTheFuture(_ keys: String) throws {
    let before = try Self.lookingBack()
    let monitor = before.walk([
      keys: [
        .branches("as written", "b1"), .on("b1"), .at(nil), .kind(.ok),
        .says("branch \"b1\" from #"), .says("\"as written\" is kept; z undoes"),
      ]
    ])
    #expect(monitor.run(named: "as written")?.timeline.rowCount == before.rowCount)
    // The old future is where it was, and so is where it was left.
    let old = monitor.walk([
      ":branches<enter>k<enter>": [
        .on("as written"), .is(\.rowCount, before.rowCount), .at(1),
      ],
      "L": [],
    ])
    #expect(old.run.timeline.live.now == before.run.timeline.live.now)
  }

  @Test func aBranchIsAsThePastWas() throws {
    let whole = try Shown.shipped("offline").walk(["]]]]L": []])
    var monitor = whole
    for row in [5, 12, 20] {
      monitor.look(at: row)
      let (data, hits) = (monitor.view.dataLayer, monitor.view.hits.map(\.id))
      monitor.press("B")
      #expect(monitor.view.dataLayer == data, "row \(row)")
      #expect(monitor.view.hits.map(\.id) == hits)
      #expect(monitor.rowCount >= row)
      #expect(monitor.run.next != nil, "the story continues from there")
      monitor = monitor.walk([":branches<enter>g<enter>": [.is(\.rowCount, whole.rowCount)]])
    }
    #expect(monitor.comparing.branches.names.suffix(3) == ["b1", "b2", "b3"])
  }

  @Test func whatCannotBeDoneInThePastBeginsNoBranch() throws {
    try Self.lookingBack().walk([
      ":tap \"No such button\"<enter>": [.kind(.failure), .branches("as written"), .at(1)]
    ])
  }

  @Test func whatIsAskedInThePastIsAskedOfIt() throws {
    try Shown.shipped("demo").walk(["s1w<home>,": []]).walk([
      ":expect queue size == 99<enter>": [.kind(.failure)],
      ":expect sent 0<enter>": [
        .says("expect sent 0   true at #1"), .at(1), .branches("as written"), .nothingDone,
      ],
    ])
  }

  @Test func theStoryGoesOnOnABranch() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]]]]L")
    let whole = monitor.run
    let row = try #require(
      whole.timeline.firstRow { $0.event.name.contains("network offline") })
    monitor.look(at: row.number)
    monitor.press("w")
    monitor.runToEnd()
    #expect(monitor.run.next == nil)
    let names = [monitor.run, whole].map { $0.timeline.rows(in: 1...).map(\.event.name) }
    #expect(names[0].prefix(row.number) == names[1].prefix(row.number))
    #expect(names[0] != names[1])
  }

  @Test(arguments: ["w", "B", "z", ":jump 1h<enter>"])
  func aPhoneInAFileHasOneWorld(_ keys: String) throws {
    var monitor = try Self.lookingBack()
    monitor.comparing.isOneWorld = true
    monitor = monitor.walk([keys: [.branches("as written"), .nothingDone]])
    #expect(monitor.message != nil)
  }

  // MARK: - Undo

  @Test func whatOneDidIsTakenBackAndDoneAgain() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    var counts = [monitor.rowCount]
    for keys in ["w", "s2", "K"] {
      monitor.press(keys)
      counts.append(monitor.rowCount)
    }
    monitor.walk([
      "z": [.is(\.rowCount, counts[2]), .says("undone: kill")],
      "z": [.is(\.rowCount, counts[1]), .says("undone: screen")],
      "z": [.is(\.rowCount, counts[0]), .says("undone: network")],
      "Z": [.is(\.rowCount, counts[1]), .says("redone: ")], "Z": [.is(\.rowCount, counts[2])],
      "Z": [.nothingDone], "Z": [.says("nothing to redo: z undoes"), .branches("as written")],
    ])
  }

  @Test func actsOfTheScenarioAreNotUndone() throws {
    try Shown.shipped("offline").walk(["]]": []]).walk([
      "z": [.nothingDone, .says("nothing of yours left to undo")]
    ])
  }

  @Test func theFirstScreenOfTheDemoIsNoActOfTheUser() throws {
    let monitor = try Shown.demo()
    monitor.walk([
      "z": [.nothingDone], "wz": [.nothingDone, .says("undone: network offline   Z: redo")],
    ])
  }

  /// Whether an act began it or whether it was asked for.
  @Test func undoTakesABranchBackThatAnActBegan() throws {
    try Self.lookingBack().walk([
      "wz": [.branches("as written"), .at(1), .nothingDone],
      "Z": [.on("b1"), .is(\.run.timeline.lastRow?.event.name, "<network offline>")],
      "Bz": [.branches("as written", "b1")],
    ])
  }

  @Test func anActAfterAnUndoKeepsWhatWasUndone() throws {
    let monitor = try Shown.shipped("demo").walk(["s1s2w": []])
    let after = monitor.walk([
      "zzK": [
        .branches("as written", "b1"), .on("as written"),
        .says("App killed   the undone future is kept as \"b1\"; z undoes"),
      ],
      "Z": [.says("nothing to redo")],
    ])
    #expect(after.run(named: "b1")?.timeline.rowCount == monitor.rowCount)
  }

  @Test func playingOnAfterAnUndoKeepsWhatWasUndone() throws {
    try Shown.shipped("offline").walk([
      "]w.z": [.branches("as written")], ".": [.branches("as written", "b1")],
    ])
  }

  @Test func whatWasUndoneOnSeveralBranchesIsKept() throws {
    let monitor = try Shown.shipped("demo").walk(["s1w": []])
    let after = monitor.walk([
      "#6Kzz": [.branches("as written")],
      "b": [.branches("as written", "b1", "b2"), .says("is kept as \"b1\", \"b2\"")],
    ])
    #expect(after.run(named: "b1")?.timeline.lastRow?.event.name == "<kill>")
    #expect(after.run(named: "b2")?.timeline.rowCount == monitor.rowCount)
  }

  @Test func whatWasUndoneStaysWithItsRun() throws {
    let monitor = try Shown.shipped("demo").walk([
      "s1Bw:branches<enter>g<enter>Kz:branches<enter>j<enter>": [
        .on("b1"), .branches("as written", "b1", "b2"),
      ],
      "Z": [.says("nothing to redo")],
    ])
    #expect(monitor.comparing.branches.parentName(of: "b2") == "as written")
    #expect(monitor.run(named: "b2")?.timeline.lastRow?.event.name == "<kill>")
  }

  @Test func aBranchThatOthersGoOnFromIsNotLeft() throws {
    let monitor = try Self.lookingBack().walk([
      "wB:branches<enter>k<enter>z": [
        .on("b1"), .branches("as written", "b1", "b2"), .is(\.comparing.branches.tree.count, 3),
        .says("undone: network offline   Z: redo"),
      ]
    ])
    #expect(monitor.run.timeline.lastRow?.event.name != "<network offline>")
  }

  @Test func whatCouldNotBeDoneIsNoActToUndo() throws {
    try Shown.shipped("demo").walk([
      "s1w:tap \"Nope\"<enter>z": [.says("undone: network offline   Z: redo")],
      ":tap \"Nope\"<enter>": [.kind(.failure), .branches("as written")],
      "Z": [.is(\.isOnline, false)],
    ])
  }

  @Test func marksBelongToTheirRun() throws {
    let monitor = try Shown.shipped("demo").walk(["s1s2:bookmark<enter>": []])
    let mark = try #require(monitor.view.row).number
    monitor.walk([
      "": [.is(\.finding.marks, [mark])], "#6w": [.is(\.finding.marks, [])],
      "z": [.is(\.finding.marks, [mark])],
    ])
  }

  @Test func aNameThatWasGivenAwayIsNotTakenAgain() throws {
    let monitor = try Shown.shipped("demo").walk([
      "B:branches<enter>g<enter>B:branches<enter>": [.branches("as written", "b1", "b2")],
      "gj<del>jn<bs><bs>b1<enter>z<esc>": [.is(\.comparing.branches.names.count, 3)],
    ])
    #expect(Set(monitor.comparing.branches.names).count == 3)
  }

  /// What became of the other branches between `z` and `Z`, and which there are after both.
  private static let changes: [(keys: String, names: [String])] = [
    ("jn<bs><bs>tunnel<enter><esc>Z", ["as written", "tunnel"]),
    ("gn" + String(repeating: "<bs>", count: 10) + "day<enter><esc>Z", ["day", "b1"]),
    ("j<del><esc>Z", ["as written"]), ("j<del>z<esc>Z", ["as written", "b1"]),
    ("jn<bs><bs>tunnel<enter><del>z<esc>Z", ["as written", "tunnel"]),
    // What was dropped before is not brought back in the place of what was done again.
    ("j<del><esc>Zz", ["as written"]),
  ]

  @Test(arguments: changes)
  func doingAgainLeavesOtherBranchesAsTheyAre(_ keys: String, _ names: [String]) throws {
    try Shown.shipped("demo").walk([
      "s1B:branches<enter>g<enter>wbzz:branches<enter>" + keys: [
        .is(\.comparing.branches.names, names), .on(names[0]),
      ],
      keys.hasSuffix("Zz") ? "ZZ" : "Z": [
        .is(\.comparing.branches.names, names), .is(\.run.timeline.live.isInBackground, true),
      ],
    ])
  }

  @Test func theNameOfWhatWasTakenBackIsNotGivenAway() throws {
    try Self.lookingBack().walk([
      "wz:branches<enter>n" + String(repeating: "<bs>", count: 10) + "b1<enter>": [
        .says("\"b1\" was undone, and Z brings it back")
      ],
      "<esc><esc>Z": [.branches("as written", "b1")],
    ])
  }

  // MARK: - The tree

  @Test func theTreeShowsEveryRun() throws {
    let words = [
      "Branches", "as written", "├─ from #", "│  └─ ", "fix it", "└─ from #5  b3",
      "└─ ● from #6  b4", "you are here", "5 runs", "network offline",
    ]
    try Self.lookingBack().walk([
      "w:branch \"fix it\"<enter>s1:branches<enter>g<enter>KB:branches<enter>": words.map {
        .sees($0)
      }
    ])
  }

  @Test func aBranchIsNamedAndDropped() throws {
    try Self.lookingBack().walk([
      "w:branches<enter>n<bs><bs>tunnel<enter>": [.branches("as written", "tunnel")],
      "n<bs><bs><bs><bs><bs><bs>as written<enter>": [.says("\"as written\" already exists")],
      "<esc>:branches<enter><del>": [.says("you are on this branch")],
      "g<del>": [.says("the first run cannot be dropped")],
      "<enter>:branches<enter>j<del>": [.branches("as written")],
      "<esc>z": [.branches("as written", "tunnel"), .says("\"tunnel\" is back")],
    ])
  }

  @Test func thereAreSoManyBranchesAndNoMore() throws {
    try Shown.shipped("demo").walk([
      String(repeating: "B", count: Branches.limit - 1): [
        .is(\.comparing.branches.names.count, Branches.limit)
      ],
      "B": [.kind(.failure), .says("\(Branches.limit) branches")],
      "<home>,w": [.is(\.comparing.branches.names.count, Branches.limit), .at(1)],
    ])
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func theTreeFitsASmallScreen(_ size: Size) throws {
    var monitor = try Self.lookingBack()
    monitor.resize(to: size)
    monitor.walk(["w:branches<enter>": [.sees("from #"), .sees("b1"), .sees("as written")]])
  }
}

/// What is nearest to firing a tag is tried on a branch.
@Suite struct NearestMissTests {
  @Test func theNearestMissIsTriedBeforeTheEvent() throws {
    let start = try Self.missed("offline")
    #expect(start.keyLine.pane.contains { $0.words == "try it" })
    let row = try #require(start.cursor)
    let monitor = start.walk([
      "B": [
        .says("Ads conversion fires with screenName = \"ConfirmationScreen\""),
        .says("branch \"b1\" from #\(row - 1); z: undo"),
      ]
    ])
    #expect(monitor.view.tags.first { $0.name == "Ads conversion" }?.didFire == true)
    let screens = monitor.run.timeline.rows(in: 1...).filter {
      $0.event.update?.event == "openScreen"
    }
    #expect(screens.last?.event.update?.update["screenName"] == "ConfirmationScreen")
    #expect(screens.count { $0.number >= row } == 1, "the event happens once")
    #expect(monitor.run(named: "as written")?.timeline.rowCount == start.rowCount)
  }

  /// The tag that a screen of another name kept from firing, selected.
  private static func missed(
    _ name: String, size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    var monitor = try Shown.over(name, size: size)
    let row = try #require(
      monitor.run.timeline.firstRow { $0.event.update?.update["screenName"] == "Confirmation" })
    monitor.look(at: row.number)
    monitor.press("4")
    monitor.selection.tag = try #require(
      monitor.view.tags.firstIndex { $0.name == "Ads conversion" })
    return monitor
  }

  @Test func itIsTriedFromItsExplanation() throws {
    var monitor = try Self.missed("offline", size: Size(columns: 80, rows: 24))
    monitor.explain(.tag(name: "Ads conversion", container: "GTM-AB12"))
    monitor.walk([
      "": [.sees("B try it")], "B": [.closed, .on("b1"), .says("Ads conversion fires")],
    ])
  }

  @Test func aTagThatFiredIsNotTried() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s14")
    monitor.selection.tag = try #require(monitor.view.tags.firstIndex { $0.didFire })
    #expect(!monitor.keyLine.pane.contains { $0.words == "try it" })
    monitor.walk(["B": [.nothingDone, .on("b1")]])
  }

  /// In the second generation the event is logged once more.
  @Test func anEventOfFirebaseIsLogged() throws {
    var monitor = try RadioShown.played([]).walk(["7x14": []])
    let update = try #require(monitor.view.update)
    let place = try #require(
      monitor.view.tags.firstIndex { TrialPush(of: $0, at: update) != nil })
    monitor.selection.tag = place
    monitor.walk(["B": [.kind(.ok), .says("\(monitor.view.tags[place].name) fires")]])
  }
}
