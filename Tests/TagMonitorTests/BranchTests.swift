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
    monitor.press("s1s2<")
    return monitor
  }

  // MARK: - Acting in the past

  private static let acts: [(keys: String, said: String)] = [
    ("w", "<network offline>"), ("K", "<kill>"), ("b", "<background>"), ("r", "refresh"),
    ("d", "dispatch"), ("s2", "screen"), (":jump 13h<enter>", "<jump"),
  ]

  @Test(arguments: acts)
  func anActInThePastKeepsTheFuture(_ keys: String, _ said: String) throws {
    var monitor = try Self.lookingBack()
    let before = monitor.run
    let rows = before.timeline.rows.count
    monitor.press(keys)
    #expect(monitor.branches.names == ["as written", "b1"])
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.cursor == nil)
    #expect(monitor.run(named: "as written")?.timeline.rows.count == rows)
    #expect(monitor.message?.kind == .ok)
    #expect(monitor.message?.remark?.hasPrefix("branch \"b1\" from #") == true)
    #expect(monitor.message?.remark?.hasSuffix("\"as written\" is kept; z undoes") == true)
    // The old future is where it was.
    monitor.press(":branches<enter>k<enter>")
    #expect(monitor.branches.currentName == "as written")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.cursor == 1, "where it was left")
    monitor.press("L")
    #expect(monitor.run.timeline.live.now == before.timeline.live.now)
  }

  @Test func aBranchIsAsThePastWas() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]L")
    let whole = monitor.run
    for row in [5, 12, 20] {
      monitor.look(at: row)
      let data = monitor.view.dataLayer
      let hits = monitor.view.hits.map(\.id)
      monitor.press("B")
      #expect(monitor.view.dataLayer == data, "row \(row)")
      #expect(monitor.view.hits.map(\.id) == hits)
      #expect(monitor.run.timeline.rows.count >= row)
      #expect(monitor.run.next != nil, "the story continues from there")
      monitor.press(":branches<enter>g<enter>")
      #expect(monitor.run.timeline.rows.count == whole.timeline.rows.count)
    }
    #expect(monitor.branches.names.suffix(3) == ["b1", "b2", "b3"])
  }

  @Test func whatCannotBeDoneInThePastBeginsNoBranch() throws {
    var monitor = try Self.lookingBack()
    monitor.type("tap \"No such button\"")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.branches.names == ["as written"])
    #expect(monitor.cursor == 1)
  }

  @Test func whatIsAskedInThePastIsAskedOfIt() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1w<")
    let rows = monitor.run.timeline.rows.count
    monitor.type("expect queue size == 99")
    #expect(monitor.message?.kind == .failure)
    monitor.type("expect sent 0")
    #expect(monitor.message?.text == "expect sent 0   true at #1")
    #expect(monitor.cursor == 1)
    #expect(monitor.branches.names == ["as written"])
    #expect(monitor.run.timeline.rows.count == rows)
  }

  @Test func theStoryGoesOnOnABranch() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]]]]L")
    let whole = monitor.run
    let row = try #require(
      whole.timeline.rows.first { $0.event.name.contains("network offline") })
    monitor.look(at: row.number)
    monitor.press("w")
    monitor.runToEnd()
    #expect(monitor.run.next == nil)
    let names = [monitor.run, whole].map { $0.timeline.rows.map(\.event.name) }
    #expect(names[0].prefix(row.number) == names[1].prefix(row.number))
    #expect(names[0] != names[1])
  }

  @Test func aPhoneInAFileHasOneWorld() throws {
    var monitor = try Self.lookingBack()
    monitor.isOneWorld = true
    let rows = monitor.run.timeline.rows.count
    for keys in ["w", "B", "z", ":jump 1h<enter>"] {
      monitor.press(keys)
      #expect(monitor.branches.names == ["as written"], "\(keys)")
      #expect(monitor.run.timeline.rows.count == rows, "\(keys)")
      #expect(monitor.message != nil)
    }
  }

  // MARK: - Undo

  @Test func whatOneDidIsTakenBackAndDoneAgain() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    var screens = [monitor.run.timeline.rows.count]
    for keys in ["w", "s2", "K"] {
      monitor.press(keys)
      screens.append(monitor.run.timeline.rows.count)
    }
    #expect(monitor.message?.text == "<kill>   z undoes")
    for (rows, words) in zip(screens.dropLast().reversed(), ["kill", "screen", "network"]) {
      monitor.press("z")
      #expect(monitor.run.timeline.rows.count == rows)
      #expect(monitor.message?.text.hasPrefix("undone: \(words)") == true)
    }
    for rows in screens.dropFirst() {
      monitor.press("Z")
      #expect(monitor.run.timeline.rows.count == rows)
      #expect(monitor.message?.text.hasPrefix("redone: ") == true)
    }
    monitor.press("Z")
    #expect(monitor.message?.text == "nothing to redo: z undoes your last action")
    #expect(monitor.branches.names == ["as written"])
  }

  @Test func actsOfTheScenarioAreNotUndone() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]")
    let rows = monitor.run.timeline.rows.count
    monitor.press("z")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.message?.text.hasPrefix("nothing of yours left to undo") == true)
  }

  @Test func theFirstScreenOfTheDemoIsNoActOfTheUser() throws {
    var monitor = try Shown.shipped("demo")
    monitor.standAfterFirstScreen()
    let rows = monitor.run.timeline.rows.count
    monitor.press("z")
    #expect(monitor.run.timeline.rows.count == rows)
    monitor.press("wz")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.message?.text == "undone: network offline   Z: redo")
  }

  @Test func undoTakesABranchBackThatAnActBegan() throws {
    var monitor = try Self.lookingBack()
    let rows = monitor.run.timeline.rows.count
    monitor.press("wz")
    #expect(monitor.branches.names == ["as written"])
    #expect(monitor.cursor == 1, "back where it was done")
    #expect(monitor.run.timeline.rows.count == rows)
    monitor.press("Z")
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.run.timeline.rows.last?.event.name == "<network offline>")
    monitor.press("Bz")
    #expect(monitor.branches.names == ["as written", "b1"], "a branch that was asked for, too")
  }

  @Test func anActAfterAnUndoKeepsWhatWasUndone() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2w")
    let rows = monitor.run.timeline.rows.count
    monitor.press("zz")
    monitor.press("K")
    #expect(monitor.branches.names == ["as written", "b1"])
    #expect(monitor.branches.currentName == "as written")
    #expect(
      monitor.message?.text == "<kill>   the undone future is kept as \"b1\"; z undoes")
    #expect(monitor.run(named: "b1")?.timeline.rows.count == rows)
    monitor.press("Z")
    #expect(monitor.message?.text.hasPrefix("nothing to redo") == true)
  }

  @Test func playingOnAfterAnUndoKeepsWhatWasUndone() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]w.z")
    #expect(monitor.branches.names == ["as written"])
    monitor.press(".")
    #expect(monitor.branches.names == ["as written", "b1"])
  }

  @Test func whatWasUndoneOnSeveralBranchesIsKept() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1w")
    let rows = monitor.run.timeline.rows.count
    monitor.look(at: 6)
    monitor.press("Kzz")
    #expect(monitor.branches.names == ["as written"])
    monitor.press("b")
    #expect(monitor.branches.names == ["as written", "b1", "b2"])
    #expect(monitor.run(named: "b1")?.timeline.rows.last?.event.name == "<kill>")
    #expect(monitor.run(named: "b2")?.timeline.rows.count == rows)
    #expect(monitor.message?.text.contains("is kept as \"b1\", \"b2\"") == true)
  }

  @Test func whatWasUndoneStaysWithItsRun() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1Bw:branches<enter>g<enter>")
    monitor.press("Kz:branches<enter>j<enter>")
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.branches.names == ["as written", "b1", "b2"])
    #expect(monitor.branches.parentName(of: "b2") == "as written")
    #expect(monitor.run(named: "b2")?.timeline.rows.last?.event.name == "<kill>")
    monitor.press("Z")
    #expect(monitor.message?.text.hasPrefix("nothing to redo") == true)
  }

  @Test func aBranchThatOthersGoOnFromIsNotLeft() throws {
    var monitor = try Self.lookingBack()
    monitor.press("wB:branches<enter>k<enter>z")
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.branches.names == ["as written", "b1", "b2"])
    #expect(monitor.branches.tree.count == 3)
    #expect(monitor.message?.text == "undone: network offline   Z: redo")
    #expect(monitor.run.timeline.rows.last?.event.name != "<network offline>")
  }

  @Test func whatCouldNotBeDoneIsNoActToUndo() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1w:tap \"Nope\"<enter>z")
    #expect(monitor.message?.text == "undone: network offline   Z: redo")
    monitor.press(":tap \"Nope\"<enter>")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.branches.names == ["as written"])
    monitor.press("Z")
    #expect(monitor.run.timeline.live.world.isOnline == false)
  }

  @Test func marksBelongToTheirRun() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2m")
    let mark = try #require(monitor.view.row).number
    #expect(monitor.finding.marks == [mark])
    monitor.look(at: 6)
    monitor.press("w")
    #expect(monitor.finding.marks.isEmpty, "what came later is not there")
    monitor.press("z")
    #expect(monitor.finding.marks == [mark])
  }

  @Test func aNameThatWasGivenAwayIsNotTakenAgain() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("B:branches<enter>g<enter>B:branches<enter>")
    #expect(monitor.branches.names == ["as written", "b1", "b2"])
    monitor.press("gj<del>jn<bs><bs>b1<enter>z<esc>")
    #expect(Set(monitor.branches.names).count == monitor.branches.names.count)
    #expect(monitor.branches.names.count == 3)
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
    var monitor = try Shown.shipped("demo")
    monitor.press("s1B:branches<enter>g<enter>wbzz:branches<enter>" + keys)
    #expect(monitor.branches.names == names)
    #expect(monitor.branches.currentName == names[0])
    monitor.press(keys.hasSuffix("Zz") ? "ZZ" : "Z")
    #expect(monitor.branches.names == names)
    #expect(monitor.run.timeline.live.isInBackground)
  }

  @Test func theNameOfWhatWasTakenBackIsNotGivenAway() throws {
    var monitor = try Self.lookingBack()
    monitor.press("wz:branches<enter>n" + String(repeating: "<bs>", count: 10) + "b1<enter>")
    #expect(
      monitor.message?.text == "\"b1\" was undone, and Z brings it back: choose another name")
    monitor.press("<esc><esc>Z")
    #expect(monitor.branches.names == ["as written", "b1"])
  }

  // MARK: - The tree

  @Test func theTreeShowsEveryRun() throws {
    var monitor = try Self.lookingBack()
    monitor.press("w:branch \"fix it\"<enter>s1:branches<enter>g<enter>KB")
    monitor.press(":branches<enter>")
    let shown = monitor.screen
    for words in [
      "Branches", "as written", "├─ from #", "│  └─ ", "fix it", "└─ from #5  b3",
      "└─ ● from #6  b4", "you are here",
      "5 runs",
      "network offline",
    ] {
      #expect(shown.contains(words), "\(words) in\n\(shown)")
    }
  }

  @Test func aBranchIsNamedAndDropped() throws {
    var monitor = try Self.lookingBack()
    monitor.press("w:branches<enter>n<bs><bs>tunnel<enter>")
    #expect(monitor.branches.names == ["as written", "tunnel"])
    monitor.press("n<bs><bs><bs><bs><bs><bs>as written<enter>")
    #expect(monitor.message?.text == "branch \"as written\" already exists")
    monitor.press("<esc>:branches<enter><del>")
    #expect(monitor.message?.text.hasPrefix("you are on this branch") == true)
    monitor.press("g<del>")
    #expect(monitor.message?.text.hasPrefix("the first run cannot be dropped") == true)
    monitor.press("<enter>:branches<enter>j<del>")
    #expect(monitor.branches.names == ["as written"])
    monitor.press("<esc>z")
    #expect(monitor.branches.names == ["as written", "tunnel"])
    #expect(monitor.message?.text == "\"tunnel\" is back")
  }

  @Test func thereAreSoManyBranchesAndNoMore() throws {
    var monitor = try Shown.shipped("demo")
    for _ in 1..<Branches.limit { monitor.press("B") }
    #expect(monitor.branches.names.count == Branches.limit)
    monitor.press("B")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.message?.text.contains("\(Branches.limit) branches") == true)
    monitor.press("<w")
    #expect(monitor.branches.names.count == Branches.limit)
    #expect(monitor.cursor == 1)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func theTreeFitsASmallScreen(_ size: Size) throws {
    var monitor = try Self.lookingBack()
    monitor.resize(to: size)
    monitor.press("w:branches<enter>")
    #expect(monitor.screen.contains("from #"))
    #expect(monitor.screen.contains("b1"))
    #expect(monitor.screen.contains("as written"))
  }
}

/// What is nearest to firing a tag is tried on a branch.
@Suite struct NearestMissTests {
  @Test func theNearestMissIsTriedBeforeTheEvent() throws {
    var monitor = try Shown.over("offline")
    let whole = monitor.run.timeline.rows.count
    let row = try #require(
      monitor.run.timeline.rows.first {
        $0.event.update?.update["screenName"] == "Confirmation"
      })
    monitor.look(at: row.number)
    monitor.press("4")
    monitor.selection.tag = try #require(
      monitor.view.tags.firstIndex { $0.name == "Ads conversion" })
    #expect(monitor.keyLine.pane.contains { $0.words == "try it" })
    monitor.press("B")
    #expect(
      monitor.message?.text
        == "Ads conversion fires with screenName = \"ConfirmationScreen\"   branch \"b1\" from "
        + "#\(row.number - 1); z: undo")
    let fired = monitor.view.tags.first { $0.name == "Ads conversion" }?.didFire
    #expect(fired == true)
    let screens = monitor.run.timeline.rows.filter { $0.event.update?.event == "openScreen" }
    #expect(screens.last?.event.update?.update["screenName"] == "ConfirmationScreen")
    #expect(screens.count { $0.number >= row.number } == 1, "the event happens once")
    #expect(monitor.run(named: "as written")?.timeline.rows.count == whole)
  }

  @Test func itIsTriedFromItsExplanation() throws {
    var monitor = try Shown.over("offline", size: Size(columns: 80, rows: 24))
    let row = try #require(
      monitor.run.timeline.rows.first {
        $0.event.update?.update["screenName"] == "Confirmation"
      })
    monitor.look(at: row.number)
    monitor.explain(.tag(name: "Ads conversion", container: "GTM-AB12"))
    #expect(monitor.screen.contains("B try it"))
    monitor.press("B")
    #expect(monitor.overlay == nil)
    #expect(monitor.branches.currentName == "b1")
    #expect(monitor.message?.text.contains("Ads conversion fires") == true)
  }

  @Test func aTagThatFiredIsNotTried() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s14")
    monitor.selection.tag = try #require(monitor.view.tags.firstIndex { $0.didFire })
    #expect(!monitor.keyLine.pane.contains { $0.words == "try it" })
    let rows = monitor.run.timeline.rows.count
    monitor.press("B")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.branches.currentName == "b1")
  }

  /// In the second generation the event is logged once more.
  @Test func anEventOfFirebaseIsLogged() throws {
    var monitor = try RadioShown.played([])
    monitor.press("7x14")
    let missed = monitor.view.tags.indices.filter { place in
      monitor.view.update.map { TrialPush(of: monitor.view.tags[place], at: $0) != nil } ?? false
    }
    let place: Int = try #require(missed.first)
    let name = monitor.view.tags[place].name
    monitor.selection.tag = place
    monitor.press("B")
    #expect(monitor.message?.kind == .ok)
    #expect(monitor.message?.text.contains("\(name) fires") == true)
  }
}
