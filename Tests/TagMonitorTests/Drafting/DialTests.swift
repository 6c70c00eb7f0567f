import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// `a`: a condition or a value turned in the dial, and tried on a branch.
struct DialTests {
  private static let start = [
    "container saved v8.json age=1h", "launch", "screen \"Home Screen\"", "screen \"Confirmation\"",
    "wait 5s",
  ]
  /// Keys that have the condition contain less.
  private static let turned = "a<right><right><bs><bs><bs><bs><bs><bs>"
  private static let trial = turned + "<enter>"

  /// The tags of the screen view, Ads conversion selected.
  private static func monitor(
    _ lines: [String] = start, size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    var monitor = try Shown.played(lines, size: size)
    monitor.press("4")
    let ads = monitor.view.tags.firstIndex { $0.name == "Ads conversion" }
    monitor.selection.tag = try #require(ads)
    return monitor
  }

  private static func dial(_ monitor: Monitor) throws -> Dial {
    guard let dial = monitor.overlay as? Dial else {
      throw Absent(message: monitor.message?.text ?? "")
    }
    return dial
  }

  /// The draft that is saved by a line.
  private static func draft(_ line: String, of monitor: Monitor) throws -> SavedDraft {
    var monitor = monitor
    guard case .saveDraft(let draft)? = monitor.type(line).first else {
      throw Absent(message: monitor.message?.text ?? "")
    }
    return draft
  }

  private struct Absent: Error {
    var message: String
  }

  /// The demo at its third step, the tag that did not fire selected.
  private static func demo(_ columns: Int, _ rows: Int) throws -> Monitor {
    var monitor = try Shown.demo(size: Size(columns: columns, rows: rows))
    monitor.press("   4")
    monitor.selection.tag = try #require(
      monitor.view.tags.firstIndex { $0.name == "Ads conversion" })
    return monitor
  }

  /// Everything that an act or a branch would change.
  private static func world(_ monitor: Monitor) -> [String] {
    monitor.run.record.map(\.statement.text) + monitor.branches.names
      + monitor.run.inputs.containers.keys + [
        "\(monitor.run.timeline.stepCount)", "\(monitor.run.timeline.live.world.ledger)",
        "\(monitor.saving.editedCopies.all.count)", monitor.screen,
      ]
  }

  // MARK: The dial

  /// The condition that failed is the one that somebody wants to be different.
  @Test(arguments: ["a", "<enter>a"])
  func theDialIsThatOfTheConditionThatFailed(_ keys: String) throws {
    var monitor = try Self.monitor()
    monitor.press(keys)
    let dial = try Self.dial(monitor)
    #expect(dial.subject == "screen name" && dial.comparison.words == "equals")
    #expect(dial.field.text == "ConfirmationScreen")
    #expect(dial.outcome.edit == nil)
    monitor.press("<esc>")
    #expect(monitor.isExplaining == (keys != "a"))
  }

  /// The run is read once, when the dial opens, and every key judges all of its events.
  @Test func everyEventIsJudgedAtAKey() throws {
    var monitor = try Self.monitor()
    monitor.press("a")
    let steps = monitor.run.timeline.stepCount
    var dial = try Self.dial(monitor)
    #expect(dial.reading.steps == steps)
    #expect(dial.condition?.now.contains(true) == false)
    monitor.press("<right><right>")
    dial = try Self.dial(monitor)
    #expect(dial.outcome.answers?.after == dial.condition?.now)
    monitor.press("<bs><bs><bs><bs><bs><bs>")
    dial = try Self.dial(monitor)
    let condition = try #require(dial.condition)
    let turned = condition.groups(try #require(dial.outcome.answers)).turned
    #expect(turned.map { condition.events[$0].name } == ["Confirmation"])
    #expect(dial.reading.steps == steps)
    monitor.walk(["": [.sees("At least 1 more request to ads.example.com.")]])
  }

  @Test(arguments: ["a<esc>", turned + "<esc>", "a<up>x{{<left><left><esc>", "3axy<esc>4"])
  func escLeavesNoTrace(_ keys: String) throws {
    let monitor = try Self.monitor().walk(["<esc>": []])
    #expect(Self.world(monitor.walk([keys: [.closed]])) == Self.world(monitor))
  }

  @Test func aLineOfExplainIsWhatIsTurned() throws {
    let monitor = try Self.monitor(size: Size(columns: 80, rows: 24)).walk(["<enter><up>a": []])
    #expect(try Self.dial(monitor).subject == "Event")
  }

  /// One dial leads to all conditions of the tag.
  @Test func arrowsLeadToTheOtherConditions() throws {
    let monitor = try Self.monitor().walk(["a<down>": [.sees("Event   ‹ equals ›")]])
    monitor.walk(["<down>": [.sees("screen name   ‹ equals ›")]])
  }

  @Test(arguments: [
    ("5a", "a turns rules and values"), ("a<enter>", "nothing changed yet"),
  ])
  func whatCannotBeTurnedSaysSo(_ keys: String, _ words: String) throws {
    try Self.monitor().walk([keys: [.says(words)]])
  }

  @Test(arguments: [
    ("<left><left><left><left><left><left><left><left><left><left><left>((", "bad pattern"),
    ("<left>", "its left side is not a number: always false"),
    ("{{nothing}}", "the container has no variable {{nothing}}"),
  ])
  func whatIsWrongIsSaidInTheFrame(_ keys: String, _ words: String) throws {
    try Self.monitor().walk(["a" + keys: [.sees(words)]])
  }

  /// A variable that is typed is read at each event.
  @Test func variablesInTheArgumentAreRead() throws {
    let cleared = String(repeating: "<bs>", count: 18)
    var monitor = try Self.monitor()
    monitor.press("a" + cleared + "{{screen name}}")
    let dial = try Self.dial(monitor)
    let event = try #require(dial.condition?.events.firstIndex { $0.name == "Confirmation" })
    #expect(dial.outcome.answers?.after[event] == true)
  }

  @Test func anOpenQuestionIsNotGivenAway() throws {
    var monitor = try Self.monitor()
    monitor.telling.playback.isAsking = true
    monitor.walk(["4a": [.says("the question is still open")]])
  }

  /// A long run is read in parts, and says how far.
  @Test func aLongRunIsReadInParts() throws {
    var monitor = try Shown.long("push event=\"openScreen\"", Dial.Reading.stride + 10)
    monitor.press("4a")
    #expect(monitor.wantsTime)
    monitor.walk(["": [.sees("Reading the run: \(Dial.Reading.stride) of ")]])
    monitor.playOn()
    #expect(!monitor.wantsTime)
    let dial = try Self.dial(monitor)
    #expect(dial.reading.events.count == Dial.Reading.limit && dial.reading.left > 0)
    monitor.walk(["<right>": [.sees("not judged: the limit is 5000")]])
  }

  // MARK: Screens

  @Test(arguments: [(80, 24), (120, 40)])
  func theFrame(_ columns: Int, _ rows: Int) throws {
    let monitor = try Self.demo(columns, rows).walk(["a" + "<right><right><right><right>": []])
      .walk([String(repeating: "<bs>", count: 6): []])
    try Golden.compare(monitor.screen, "dial-\(columns)x\(rows)")
  }

  /// A v5 container: tags have no names, and rules are triggers.
  @Test func aTriggerIsTurned() throws {
    let monitor = try RadioShown.played(["tap \"Play\"", "tap \"Subscribe\""])
    monitor.walk([
      "4a": [.sees("Rename and clean: what if")],
      "<right>": [.sees("does not equal"), .sees("with this change")],
    ])
  }

  // MARK: Trying

  /// The run is played with the changed container from its beginning. One `z` takes all of it back,
  /// and one `Z` does it again.
  @Test func theRunIsPlayedWithTheChangedContainer() throws {
    let start = try Self.monitor()
    let monitor = start.walk([
      Self.trial: [
        .tag("Ads conversion"),
        .says("what if screen name contains Confirmation: Ads conversion fires   branch "),
      ]
    ])
    #expect(monitor.view.simulation.container("GTM-AB12")?.version == "9")
    #expect(monitor.view.tags[monitor.selection.tag].didFire)
    let before = start.run.record.map(\.statement.text)
    #expect(monitor.run.record.map(\.statement.text) == before)
    let undone = monitor.walk([
      "z": [.is(\.view.row?.number, start.view.row?.number), .is(\.branches.names.count, 1)]
    ])
    #expect(Self.world(undone).dropLast(3) == Self.world(start).dropLast(3))
    undone.walk(["Z": [.is(\.branches.names.count, 2)]])
  }

  /// A recording of the branch reads the edited container, and so does a trace.
  @Test func whatIsKeptOfTheBranchReadsTheCopy() throws {
    let run = try Self.monitor().walk([Self.trial: []]).run
    #expect(run.inputs.instead["v8.json"] == "GTM-AB12-v9-edited")
    let recording = Recording(of: run)
    #expect(recording.text.contains("container saved GTM-AB12-v9-edited age=1h"))
    #expect(recording.departure == nil)
    let lines = TraceJournal.lines(
      of: run, playing: Trace.Play(scenario: "test.scenario").of(run), files: [], zones: [],
      build: "1 (a)")
    let trace = try Trace(Array(lines.map { $0 + "\n" }.joined().utf8), file: "a.trace")
    #expect(trace.play.instead == run.inputs.instead)
    let replay = TraceReplay(
      of: trace, from: ScenarioRun(run.scenario, inputs: run.inputs)
    ) { _ in nil }
    #expect(replay.departure == nil)
  }

  /// What fails leaves everything as it was, and says why.
  @Test func whatCannotBeTriedLeavesNoBranch() throws {
    var monitor = try Self.monitor()
    monitor.comparing.isOneWorld = true
    monitor = monitor.walk([
      Self.trial: [.is(\.branches.names.count, 1), .kind(.failure), .same(\.view.row?.number)]
    ])
    #expect(monitor.saving.editedCopies.all.isEmpty && monitor.comparing.undone.isEmpty)
  }

  /// The story goes on in the branch.
  @Test func aStoryGoesOnInTheBranch() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]")
    let row = try #require(
      monitor.run.timeline.rows(in: 1...).last { $0.event.update?.event == "openScreen" })
    monitor.look(at: row.number)
    monitor.walk([
      "4a": [],
      "<right><right><enter>": [
        .says("what if"), .is(\.run.position, monitor.run.position), .is(\.hidesAnswers, false),
      ],
    ])
  }

  @Test func whatIsAlteredTwiceIsToldAsTwoChanges() throws {
    let monitor = try Self.monitor().walk([Self.trial: [], "a<bs><bs><enter>": []])
    let copies = monitor.saving.editedCopies.all
    #expect(copies.map(\.base) == ["v8", "v8"])
    #expect(copies.map(\.container.version.version) == ["9", "10"])
    #expect(copies.last?.changes.count == 2)
    #expect(monitor.versionChoices.contains { $0.title.contains("edited from v8") })
  }

  @Test func aValueIsTurnedWhereItIsRead() throws {
    let monitor = try Self.monitor().walk(["3a": []])
    #expect(try !Self.dial(monitor).isOfCondition)
    monitor.walk([
      "<bs><bs>X": [.sees("with this change"), .sees("The app reads it")],
      "<enter>": [.same(\.context.explained), .says("what if ")],
    ])
  }

  /// An event of the launch is turned like any other.
  @Test func aLaunchIsPlayedAgain() throws {
    let app = """
      app "Greeter"
        package com.example.greeter
        container GTM-AB12
        on container push event="openScreen" screenName="Hello"
      end
      """
    var monitor = try Shown.played(["container saved v8.json age=1h", "launch"], appText: app)
    monitor.press("4")
    monitor.selection.tag = try #require(
      monitor.view.tags.firstIndex { $0.name == "Ads conversion" })
    monitor.walk([
      "a<right><right>" + String(repeating: "<bs>", count: 18) + "Hello<enter>": [
        .says("what if screen name contains Hello: Ads conversion fires")
      ]
    ])
  }

  /// It came from nowhere, whatever the app takes it for.
  @Test func whatIsTriedSaysThatItIsADraft() throws {
    var monitor = try Self.monitor().walk([Self.trial: []])
    let page = { (monitor: Monitor) in
      monitor.context.page(of: .container("GTM-AB12"), columns: 100).lines.map(\.line.text)
    }
    #expect(monitor.withoutColours.status(columns: 120).text.contains("GTM-AB12 v9 ‹EDITED DRAFT›"))
    #expect(monitor.withoutColours.status(columns: 60).text.contains("v9 ‹EDITED›"))
    #expect(page(monitor).first?.contains("a draft edited here from v8") == true)
    monitor.press("z")
    monitor.look(at: 4)
    #expect(!monitor.status(columns: 120).text.contains("EDITED"))
  }

  // MARK: Saving

  @Test func anEditedCopyIsHandedOutWithItsChanges() throws {
    let monitor = try Self.monitor().walk([
      ":save-draft mine<enter>": [.leads(), .says("nothing was changed yet")],
      "a<right><right><enter>": [],
    ])
    let draft = try Self.draft("save-draft mine", of: monitor)
    #expect(draft.path == "mine")
    #expect(draft.version.version == "9")
    #expect(
      draft.changes == [
        "Changes by hand: v9 of GTM-AB12, made of v8", "Repeat them in the web interface:", "",
        "1. In rule \"Purchase done\": change \"screen name equals ConfirmationScreen\" to "
          + "\"screen name contains ConfirmationScreen\"",
      ])
    monitor.walk([
      ":save-draft mine version=10<enter>": [.leads(), .says("there are v9 of GTM-AB12")]
    ])
  }

  // MARK: Leaving

  /// Whoever would lose an edited copy is told, once.
  @Test(arguments: ["q", ":q<enter>", ":quit<enter>"])
  func leavingAnEditedCopyIsAsked(_ keys: String) throws {
    try Self.monitor().walk([
      "a<right><right><enter>": [],
      keys: [
        .leads(),
        .says("GTM-AB12-v9-edited is not saved: :save-draft FILE saves it   q again leaves"),
      ],
      "j": [], keys: [.leads(to: .quit)],
    ])
  }

  @Test func leavingAtOnceAsksNothing() throws {
    try Self.monitor().walk(["a<right><right><enter>": [], "<ctrl-c>": [.leads(to: .interrupt)]])
  }

  /// A copy that was saved holds the changes of those that it was made of.
  @Test(arguments: [["save-draft mine version=9", "save-draft mine"], ["save-draft mine"]])
  func whatIsSavedIsNotLost(_ lines: [String]) throws {
    var monitor = try Self.monitor().walk([
      "": [.is(\.unsaved, nil)], Self.trial: [],
      "a<bs><bs><enter>": [
        .is(
          \.unsaved,
          "GTM-AB12-v10-edited is not saved, nor is 1 other: :save-draft FILE saves it")
      ],
    ])
    for line in lines {
      monitor.saved(try Self.draft(line, of: monitor), "written: mine")
      #expect((monitor.unsaved == nil) == (line == lines.last))
      #expect(monitor.message?.text == "written: mine")
    }
    monitor.walk(["q": [.leads(to: .quit)]])
  }

  /// Of several the newest one that is not saved is named, with what tells it from the newest.
  @Test func anOlderOneIsNamedWithItsVersion() throws {
    var monitor = try Self.monitor().walk(["a<right><right><enter>": [], "za<right><enter>": []])
    monitor.saved(try Self.draft("save-draft mine", of: monitor), "written: mine")
    #expect(
      monitor.unsaved
        == "GTM-AB12-v9-edited is not saved: :save-draft FILE version=9 saves it")
  }
}
