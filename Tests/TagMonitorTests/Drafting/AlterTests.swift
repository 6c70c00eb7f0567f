import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// `a`: a rule or a value altered in a draft, and tried on a branch.
struct AlterTests {
  private static let start = [
    "container saved v8.json age=1h", "launch", "screen \"Home Screen\"", "screen \"Confirmation\"",
    "wait 5s",
  ]
  /// Keys that have the condition contain less, and try that.
  private static let trial = "ac<down><bs><bs><bs><bs><bs><bs><enter>"

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

  private static func form(_ monitor: Monitor) throws -> AlterForm {
    guard let form = monitor.overlay as? AlterForm else {
      throw Absent(message: monitor.message?.text ?? "")
    }
    return form
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

  // MARK: The form

  /// The condition that failed is the one that somebody wants to be otherwise.
  @Test(arguments: ["a", "<enter>a"])
  func theFormIsThatOfTheConditionThatFailed(_ keys: String) throws {
    var monitor = try Self.monitor()
    monitor.press(keys)
    let form = try Self.form(monitor)
    #expect(form.outcome.before == "screen name equals ConfirmationScreen")
    #expect(form.field.text == "ConfirmationScreen")
    #expect(form.outcome.edit == nil)
    monitor.press("<esc>")
    #expect(monitor.isExplaining == (keys != "a"))
  }

  @Test func theFormTellsWhatWouldBe() throws {
    var monitor = try Self.monitor()
    monitor.press("ac")
    var form = try Self.form(monitor)
    #expect(form.outcome.after == "screen name contains ConfirmationScreen")
    #expect(form.outcome.here == "At #5 openScreen: the same tags fire.")
    monitor.press("<down><bs><bs><bs><bs><bs><bs>")
    form = try Self.form(monitor)
    #expect(form.outcome.after == "screen name contains Confirmation")
    #expect(form.outcome.here == "At #5 openScreen: Ads conversion would fire.")
    #expect(
      form.outcome.others
        == [#"It is in rule "Purchase done", which decides on Ads conversion."#])
    #expect(
      monitor.actions(of: form) == [
        "draft GTM-AB12-v9-edited", "container used GTM-AB12-v9-edited",
        "screen \"Confirmation\"",
      ])
  }

  @Test func aLineOfExplainIsWhatIsAltered() throws {
    let monitor = try Self.monitor(size: Size(columns: 80, rows: 24)).walk(["<enter><up>a": []])
    #expect(try Self.form(monitor).outcome.before == "Event equals openScreen")
  }

  /// A rule of several tags says which others change with it.
  @Test func sharedRulesAreTold() throws {
    var monitor = try Self.monitor()
    monitor.selection.tag = try #require(
      monitor.view.tags.firstIndex { $0.name == "GA screen view" })
    monitor.press("a")
    #expect(
      try Self.form(monitor).outcome.others
        == [#"It is in rule "Screen opened", which decides on GA screen view, Bonus."#])
  }

  @Test(arguments: [
    ("5a", "a changes rules and values"), ("a<enter>", "nothing changed yet"),
  ])
  func whatCannotBeAlteredSaysSo(_ keys: String, _ words: String) throws {
    try Self.monitor().walk([keys: [.says(words)]])
  }

  @Test func anOpenQuestionIsNotGivenAway() throws {
    var monitor = try Self.monitor()
    monitor.telling.playback.isAsking = true
    monitor.walk(["4a": [.says("the question is still open")]])
  }

  // MARK: Trying

  /// One `z` takes all of it back, and one `Z` does it again.
  @Test func theSameActIsDoneAgainUnderTheEditedContainer() throws {
    let start = try Self.monitor()
    let monitor = start.walk([
      Self.trial: [
        .tag("Ads conversion"),
        .says("what if screen name contains Confirmation: Ads conversion fires   branch "),
      ]
    ])
    #expect(monitor.view.simulation.container("GTM-AB12")?.version == "9")
    #expect(monitor.view.tags[monitor.selection.tag].didFire)
    let done = monitor.run.record.map(\.statement.text)
    #expect(
      done.suffix(3) == [
        "draft GTM-AB12-v9-edited", "container used GTM-AB12-v9-edited",
        "screen \"Confirmation\"",
      ])
    #expect(monitor.rowCount <= start.rowCount + 1)
    let before = start.run.record.map(\.statement.text)
    let undone = monitor.walk([
      "z": [.is(\.view.row?.number, start.view.row?.number), .is(\.branches.names.count, 1)]
    ])
    #expect(undone.run.record.map(\.statement.text) == before)
    #expect(undone.walk(["Z": []]).run.record.map(\.statement.text) == done)
  }

  /// What fails leaves everything as it was, and says why.
  @Test func whatCannotBeTriedLeavesNoBranch() throws {
    let start = try Self.monitor()
    var monitor = start.walk(["ac": []])
    // The name of the copy is taken by what the app cannot use.
    var other = try Self.form(monitor).base.version
    other.generation = .firebase
    monitor.run.inputs.containers["GTM-AB12-v9-edited"] = CompiledContainer(other)
    monitor = monitor.walk(["<enter>": [.is(\.branches.names.count, 1), .same(\.view.row?.number)]])
    #expect(monitor.message.map { $0.kind != .ok && !$0.text.isEmpty } == true)
    #expect(monitor.run.record.map(\.statement.text) == start.run.record.map(\.statement.text))
    #expect(monitor.saving.editedCopies.all.isEmpty && monitor.comparing.undone.isEmpty)
  }

  /// The scenario goes on from what it did itself.
  @Test func aStoryGoesOnAfterTheActThatWasDoneAgain() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]")
    let row = try #require(
      monitor.run.timeline.rows.last { $0.event.update?.event == "openScreen" })
    monitor.look(at: row.number)
    let position = try #require(
      monitor.run.record.last { $0.rows.contains(row.number - 1) }?.origin.position)
    monitor.walk([
      "4a": [],
      "c<enter>": [
        .says("what if"), .is(\.run.position, position + 1), .is(\.hidesAnswers, false),
      ],
    ])
  }

  @Test func whatIsAlteredTwiceIsToldAsTwoChanges() throws {
    let monitor = try Self.monitor().walk([Self.trial: [], "asd<enter>": []])
    let copies = monitor.saving.editedCopies.all
    #expect(copies.map(\.base) == ["v8", "v8"])
    #expect(copies.map(\.container.version.version) == ["9", "10"])
    #expect(copies.last?.changes.count == 2)
    #expect(monitor.versionChoices.contains { $0.title.contains("edited from v8") })
  }

  @Test func aValueIsAlteredWhereItIsRead() throws {
    let monitor = try Self.monitor().walk(["3a": []])
    guard case .definition = try Self.form(monitor).part else {
      Issue.record("a value is a definition")
      return
    }
    let altered = monitor.walk([
      "<bs><bs>X<enter>": [.same(\.context.explained), .says("what if ")]
    ])
    #expect(altered.run.record.last?.statement.text == "container used GTM-AB12-v9-edited")
  }

  @Test func aLaunchIsDoneAgainWithTheEditedCopySaved() throws {
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
    monitor.press("a")
    #expect(
      monitor.actions(of: try Self.form(monitor)) == [
        "draft GTM-AB12-v9-edited", "container saved GTM-AB12-v9-edited", "launch",
      ])
    monitor.walk([
      "c<down>" + String(repeating: "<bs>", count: 18) + "Hello<enter>": [
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
    // What everybody gets is no draft any more.
    for line in ["publish GTM-AB12-v9-edited", "refresh", "wait 5s"] { monitor.type(line) }
    #expect(monitor.withoutColours.status(columns: 120).text.contains("GTM-AB12 v9"))
    #expect(page(monitor).first?.hasSuffix("fresh from the network.") == true)
    monitor.press("z")
    monitor.look(at: 4)
    #expect(!monitor.status(columns: 120).text.contains("EDITED"))
  }

  // MARK: Saving

  @Test func anEditedCopyIsHandedOutWithItsChanges() throws {
    let monitor = try Self.monitor().walk([
      ":save-draft mine<enter>": [.leads(), .says("nothing was changed yet")], "ac<enter>": [],
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
      "ac<enter>": [],
      keys: [
        .leads(),
        .says("GTM-AB12-v9-edited is not saved: :save-draft FILE saves it   q again leaves"),
      ],
      "j": [], keys: [.leads(to: .quit)],
    ])
  }

  @Test func leavingAtOnceAsksNothing() throws {
    try Self.monitor().walk(["ac<enter>": [], "<ctrl-c>": [.leads(to: .interrupt)]])
  }

  /// A copy that was saved holds the changes of those that it was made of.
  @Test(arguments: [["save-draft mine version=9", "save-draft mine"], ["save-draft mine"]])
  func whatIsSavedIsNotLost(_ lines: [String]) throws {
    var monitor = try Self.monitor().walk([
      "": [.is(\.unsaved, nil)], Self.trial: [],
      "asd<enter>": [
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
    var monitor = try Self.monitor().walk(["ac<enter>": [], "zad<enter>": []])
    monitor.saved(try Self.draft("save-draft mine", of: monitor), "written: mine")
    #expect(
      monitor.unsaved
        == "GTM-AB12-v9-edited is not saved: :save-draft FILE version=9 saves it")
  }
}

extension RecordedStatement.Origin {
  /// The place in the scenario of what it did.
  fileprivate var position: Int? {
    if case .scenario(let position) = self { position } else { nil }
  }
}
