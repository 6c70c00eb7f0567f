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

  /// The tags of the screen view, Ads conversion selected.
  private static func monitor(_ lines: [String] = start) throws -> Monitor {
    var monitor = try Shown.played(lines)
    monitor.press("4")
    let ads = monitor.view.tags.firstIndex { $0.name == "Ads conversion" }
    monitor.selection.tag = try #require(ads)
    return monitor
  }

  private static func form(_ monitor: Monitor) throws -> AlterForm {
    guard case .alter(let form)? = monitor.overlay else {
      throw Absent(message: monitor.message?.text ?? "")
    }
    return form
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
    var monitor = try Self.monitor()
    monitor.press("<enter><up>a")
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
    ("5a", "a changes rules and values of a container: select a tag or a value first"),
    ("a<enter>", "nothing changed yet: choose another operator, or type"),
  ])
  func whatCannotBeAlteredSaysSo(_ keys: String, _ sentence: String) throws {
    var monitor = try Self.monitor()
    monitor.press(keys)
    #expect(monitor.message?.text == sentence)
  }

  @Test func anOpenQuestionIsNotGivenAway() throws {
    var monitor = try Self.monitor()
    monitor.playback.isAsking = true
    monitor.press("4a")
    #expect(monitor.message?.text.hasPrefix("the question is still open") == true)
  }

  // MARK: Trying

  @Test func theSameActIsDoneAgainUnderTheEditedContainer() throws {
    var monitor = try Self.monitor()
    let rows = monitor.run.timeline.rows.count
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>")
    let status = monitor.view.simulation.container("GTM-AB12")
    #expect(status?.version == "9")
    let ads = try #require(monitor.view.tags.first { $0.name == "Ads conversion" })
    #expect(ads.didFire)
    #expect(monitor.view.tags[monitor.selection.tag].name == "Ads conversion")
    #expect(
      monitor.message?.text.hasPrefix(
        "what if screen name contains Confirmation: Ads conversion fires   branch ") == true)
    let done = monitor.run.record.suffix(3).map(\.statement.text)
    #expect(
      done == [
        "draft GTM-AB12-v9-edited", "container used GTM-AB12-v9-edited",
        "screen \"Confirmation\"",
      ])
    #expect(monitor.run.timeline.rows.count <= rows + 1)
  }

  /// One `z` takes all of it back, and one `Z` does it again.
  @Test func whatWasTriedIsTakenBackAsOne() throws {
    var monitor = try Self.monitor()
    let before = (monitor.run.record.map(\.statement.text), monitor.view.row?.number)
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>")
    let tried = monitor.run.record.map(\.statement.text)
    monitor.press("z")
    #expect(monitor.run.record.map(\.statement.text) == before.0)
    #expect(monitor.view.row?.number == before.1)
    #expect(monitor.branches.names.count == 1)
    monitor.press("Z")
    #expect(monitor.run.record.map(\.statement.text) == tried)
  }

  /// What fails leaves everything as it was, and says why.
  @Test func whatCannotBeTriedLeavesNoBranch() throws {
    var monitor = try Self.monitor()
    let before = (monitor.run.record.map(\.statement.text), monitor.view.row?.number)
    monitor.press("ac")
    // The name of the copy is taken by what the app cannot use.
    var other = try Self.form(monitor).base.version
    other.generation = .firebase
    monitor.run.inputs.containers["GTM-AB12-v9-edited"] = CompiledContainer(other)
    monitor.press("<enter>")
    #expect(monitor.message?.kind != .ok)
    #expect(monitor.message?.text.isEmpty == false)
    #expect(monitor.branches.names.count == 1)
    #expect(monitor.run.record.map(\.statement.text) == before.0)
    #expect(monitor.view.row?.number == before.1)
    #expect(monitor.editedCopies.all.isEmpty)
    #expect(monitor.undone.isEmpty)
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
    monitor.press("4a")
    monitor.press("c<enter>")
    #expect(monitor.message?.text.hasPrefix("what if") == true)
    #expect(monitor.run.position == position + 1)
    #expect(!monitor.hidesAnswers)
  }

  @Test func whatIsAlteredTwiceIsToldAsTwoChanges() throws {
    var monitor = try Self.monitor()
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>")
    monitor.press("asd<enter>")
    let copies = monitor.editedCopies.all
    #expect(copies.map(\.base) == ["v8", "v8"])
    #expect(copies.map(\.container.version.version) == ["9", "10"])
    #expect(copies.last?.changes.count == 2)
    #expect(monitor.versionChoices.contains { $0.title.contains("edited from v8") })
  }

  @Test func aValueIsAlteredWhereItIsRead() throws {
    var monitor = try Self.monitor()
    monitor.press("3a")
    let form = try Self.form(monitor)
    guard case .definition = form.part else {
      Issue.record("a value is a definition")
      return
    }
    let name = monitor.context.explained
    monitor.press("<bs><bs>X<enter>")
    #expect(monitor.context.explained == name)
    #expect(monitor.message?.text.hasPrefix("what if ") == true)
    #expect(monitor.run.record.last?.statement.text == "container used GTM-AB12-v9-edited")
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
    let form = try Self.form(monitor)
    #expect(
      monitor.actions(of: form) == [
        "draft GTM-AB12-v9-edited", "container saved GTM-AB12-v9-edited", "launch",
      ])
    monitor.press("c<down>" + String(repeating: "<bs>", count: 18) + "Hello<enter>")
    #expect(
      monitor.message?.text.hasPrefix("what if screen name contains Hello: Ads conversion fires")
        == true)
  }

  /// It came from nowhere, whatever the app takes it for.
  @Test func whatIsTriedSaysThatItIsADraft() throws {
    var monitor = try Self.monitor()
    let page = { (monitor: Monitor) in
      monitor.context.page(of: .container("GTM-AB12"), columns: 100).lines.map(\.line.text)
    }
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>")
    #expect(monitor.withoutColours.status(columns: 120).text.contains("GTM-AB12 v9 ‹EDITED DRAFT›"))
    #expect(monitor.withoutColours.status(columns: 60).text.contains("v9 ‹EDITED›"))
    #expect(
      page(monitor).starts(with: [
        "The app uses version 9 of GTM-AB12, a draft edited here from v8.",
        "It exists only here and did not come from the network.",
      ]), "\(page(monitor).prefix(3))")
    // What everybody gets is no draft any more.
    monitor.type("publish GTM-AB12-v9-edited")
    monitor.type("refresh")
    monitor.type("wait 5s")
    #expect(monitor.withoutColours.status(columns: 120).text.contains("GTM-AB12 v9 ‹NETWORK"))
    #expect(page(monitor).first?.hasSuffix("fresh from the network.") == true)
    monitor.press("z")
    monitor.look(at: 4)
    #expect(!monitor.status(columns: 120).text.contains("EDITED"))
  }

  // MARK: Saving

  @Test func anEditedCopyIsHandedOutWithItsChanges() throws {
    var monitor = try Self.monitor()
    #expect(monitor.type("save-draft mine").isEmpty)
    #expect(
      monitor.message?.text == "nothing was changed yet: press a in Explain to change a rule or a "
        + "value")
    monitor.press("ac<enter>")
    guard case .saveDraft(let draft)? = monitor.type("save-draft mine").first else {
      Issue.record("the edge is asked")
      return
    }
    #expect(draft.path == "mine")
    #expect(draft.version.version == "9")
    #expect(
      draft.changes == [
        "Changes by hand: v9 of GTM-AB12, made of v8", "Repeat them in the web interface:", "",
        "1. In rule \"Purchase done\": change \"screen name equals ConfirmationScreen\" to "
          + "\"screen name contains ConfirmationScreen\"",
      ])
    #expect(monitor.type("save-draft mine version=10").isEmpty)
    #expect(
      monitor.message?.text == "there is no such edited copy; there are v9 of GTM-AB12")
  }

  // MARK: Leaving

  private static let unsaved = "GTM-AB12-v9-edited is not saved: :save-draft FILE saves it"

  /// Whoever would lose an edited copy is told, once.
  @Test(arguments: ["q", ":q<enter>", ":quit<enter>"])
  func leavingAnEditedCopyIsAsked(_ keys: String) throws {
    var monitor = try Self.monitor()
    monitor.press("ac<enter>")
    let keys = Monitor.keys(keys)
    var effects = keys.flatMap { monitor.handle(.key($0)) }
    #expect(effects.isEmpty)
    #expect(monitor.message?.text == Self.unsaved + "   q again leaves")
    monitor.press("j")
    effects = keys.flatMap { monitor.handle(.key($0)) }
    #expect(effects == [.quit])
  }

  @Test(arguments: [("Q", MonitorEffect.quit), ("<ctrl-c>", .interrupt)])
  func leavingAtOnceAsksNothing(_ key: String, _ effect: MonitorEffect) throws {
    var monitor = try Self.monitor()
    monitor.press("ac<enter>")
    #expect(Monitor.keys(key).flatMap { monitor.handle(.key($0)) } == [effect])
  }

  /// A copy that was saved holds the changes of those that it was made of.
  @Test func whatIsSavedIsNotLost() throws {
    var monitor = try Self.monitor()
    #expect(monitor.unsaved == nil)
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>")
    monitor.press("asd<enter>")
    #expect(
      monitor.unsaved
        == "GTM-AB12-v10-edited is not saved, nor is 1 other: :save-draft FILE saves it")
    for (line, left) in [
      ("save-draft mine version=9", "GTM-AB12-v10-edited is not saved: :save-draft FILE saves it"),
      ("save-draft mine", nil),
    ] {
      guard case .saveDraft(let draft)? = monitor.type(line).first else {
        Issue.record("the edge is asked")
        return
      }
      monitor.saved(draft, "written: mine")
      #expect(monitor.unsaved == left)
      #expect(monitor.message?.text == "written: mine")
    }
    monitor = try Self.monitor()
    monitor.press("ac<down><bs><bs><bs><bs><bs><bs><enter>asd<enter>")
    guard case .saveDraft(let draft)? = monitor.type("save-draft mine").first else {
      Issue.record("the edge is asked")
      return
    }
    monitor.saved(draft, "written: mine")
    #expect(monitor.unsaved == nil)
    #expect(monitor.handle(.key(.character("q"))) == [.quit])
  }

  /// Of several the newest one that is not saved is named, with what tells it from the newest.
  @Test func anOlderOneIsNamedWithItsVersion() throws {
    var monitor = try Self.monitor()
    monitor.press("ac<enter>zad<enter>")
    guard case .saveDraft(let draft)? = monitor.type("save-draft mine").first else {
      Issue.record("the edge is asked")
      return
    }
    monitor.saved(draft, "written: mine")
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
