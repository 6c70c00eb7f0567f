import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor
@testable import TagPanes

/// Links, provenance and countdowns of an app of the second generation.
@Suite struct FirebaseTests {
  private static let play = ["wait 5s", "tap \"Play\""]

  // MARK: What became of parameters

  private static let changes:
    [(
      old: OrderedDictionary<String, Value>, new: OrderedDictionary<String, Value>,
      names: [String], kinds: [ParameterChange.Kind]
    )] = [
      ([:], [:], [], []),
      (["a": 1], ["a": 1], ["a"], [.kept]),
      (["a": 1], ["a": 2], ["a"], [.changed(from: 1)]),
      // Another type is another value.
      (["a": 1], ["a": 1.0], ["a"], [.changed(from: 1)]),
      (["a": 1], [:], ["a"], [.dropped]),
      ([:], ["a": 1], ["a"], [.added]),
      (
        ["a": 1, "b": 2], ["c": 3, "b": 4], ["c", "b", "a"],
        [.added, .changed(from: 2), .dropped]
      ),
    ]

  @Test(arguments: changes)
  func differencesOfEvents(
    _ change: (
      old: OrderedDictionary<String, Value>, new: OrderedDictionary<String, Value>,
      names: [String], kinds: [ParameterChange.Kind]
    )
  ) {
    let found = ParameterChange.between(change.old, change.new)
    #expect(found.map(\.name) == change.names)
    #expect(found.map(\.kind) == change.kinds)
  }

  // MARK: What became of the event

  /// What is passed and what is dropped is in the goldens of Explain.
  @Test(arguments: [
    (
      "Subscribe",
      [
        "event subscription_started in place of subscribe", "changed, was gold",
        "4111-1111  dropped", "subscribe, blocked by Rename and clean",
      ]
    ), ("Whisper", ["event whisper blocked", "whisper, blocked by Keep whispers back"]),
  ])
  func threePartsOfTheWay(_ button: String, _ words: [String]) throws {
    let monitor = try RadioShown.played(["tap \"\(button)\""])
    let lines = EventJourney(monitor.context).lines(columns: 100, isWhole: true).map(\.text)
    for word in words { #expect(lines.contains { $0.contains(word) }, "\(word): \(lines)") }
  }

  /// An error of Firebase passes the open container by.
  @Test func whyNoContainerJudgedAnEvent() throws {
    var monitor = try RadioShown.played(["user-property \"user tier\"=\"gold\""])
    let lines = EventJourney(monitor.context).lines(columns: 100, isWhole: true).map(\.text)
    #expect(lines.contains { $0.contains("nothing: no tag saw it") })
    monitor.press("0")
    #expect(monitor.screen.contains("It is Firebase's own note, which no tag sees."))
  }

  /// A tag edits the event "paid" and one logs another for "played"; a second one fires after each.
  private static let twoTags = CompiledContainer(
    ContainerBuilder.firebase {
      $0.version.containerID = "GTM-RADIO"
      let edits = Expression.table(["editParamKey": "plan", "editParamValue": "plan gold"])
      $0.tag("Mark payment", "__fm", ["action": "filter", "editParamTable": edits])
      $0.tag("Another", "__fm", ["action": "measure", "eventName": "other"])
      $0.tag("Pixel", "__img", ["url": "https://p.example/seen"])
      $0.rule(when: [.event("paid")], fires: ["Mark payment", "Pixel"])
      $0.rule(when: [.event("played")], fires: ["Another", "Pixel"])
      $0.rule(when: [.event("left")], fires: ["Mark payment"])
    })

  /// What later tags see of an edit is not established: where it matters the reader is told.
  @Test(arguments: [("paid", true), ("played", false), ("left", false)])
  func anAssumptionIsSaidWhereItMatters(_ event: String, _ isSaid: Bool) throws {
    let monitor = try RadioShown.played(
      ["log-event \(event) plan=\"gold\""], container: Self.twoTags)
    let lines = EventJourney(monitor.context).lines(columns: 100, isWhole: true).map(\.text)
    let assumed = lines.filter { $0.contains("assumption") }
    #expect(assumed.count == (isSaid ? 1 : 0))
    #expect(assumed.allSatisfy { $0.contains("after Mark payment saw the event as it was logged") })
  }

  // MARK: Where it comes from

  /// The rest is in the golden of the pane.
  @Test func dataTellsWhichEventWroteIt() throws {
    var monitor = try RadioShown.played(["tap \"Play\"", "user-property tier=\"vip\""])
    func tier() -> String? {
      DataPane(monitor.context).allLines(columns: 80).map(\.text)
        .first { $0.dropFirst().hasPrefix("tier ") }
    }
    let told = try #require(monitor.run.timeline.lastRow?.number)
    #expect(tier()?.hasPrefix("*") == true && tier()?.contains("#\(told)") == true)
    monitor.look(at: told - 1)
    #expect(tier()?.contains("gold") == true && tier()?.contains("*") == false)
  }

  // MARK: When events travel

  @Test(arguments: [
    (
      ["wait 20s", "tap \"Play\""],
      ", an hour after the last upload, or in the background; debug mode off"
    ),
    (["tap \"Play\""], ", as nothing was uploaded yet, or in the background; debug mode off"),
    (
      ["wait 2h", "tap \"Play\""],
      "in 15 s, as the last upload was over an hour ago, or in the background"
    ),
    (["debug-mode on", "wait 10s"], "no event waits; each is uploaded at once; debug mode ON"),
    (["background", "wait 10s"], "the app is suspended: nothing is sent"),
    (["network offline"], "the phone is offline: events stay on disk"),
    (["network timeout", "debug-mode on", "wait 2m"], ", after 1 failure, or in the background"),
    (["network status 503", "wait 20s"], ", as the server asked for a rest; debug mode off"),
    (["kill"], "the app is not running: nothing is sent"),
    (["background", "wait 10s", "foreground"], "no event waits; a new one is uploaded in 59m"),
  ])
  func theQueueTellsTheNextUpload(_ lines: [String], _ words: String) throws {
    let monitor = try RadioShown.played(lines)
    let text = DispatchWords(monitor.view.simulation).text(of: .firebase)
    #expect(text.contains(words), "\(text)")
  }

  // MARK: Links

  @Test func fromTheHitToItsEventAndTag() throws {
    var monitor = try RadioShown.played(["tap \"Play\"", "tap \"Share\""])
    monitor.press("5")
    let index = try #require(monitor.view.hits.firstIndex { $0.hit.tag == "Measure listening" })
    monitor.selection.hit.select(index, of: monitor.view.hits)
    let id = try #require(monitor.view.hits[index].id)
    monitor = monitor.walk([
      "<enter><enter>": [
        .is(\.view.row?.event.update?.event, "play_station"), .tag("Measure listening"),
      ]
    ])
    let tags = TagsPane(monitor.context).allLines(columns: 80).map(\.text)
    for words in ["listening, hit \(id) waits", "+ listening: hit \(id) waits"] {
      #expect(tags.contains { $0.contains(words) }, "\(tags)")
    }
  }

  /// At the tag that fired stands what it made of the event; at another one, why it did not.
  @Test(arguments: [
    ("4", "~ plan plan gold changed, was gold"), ("4j", "event equals play_station"),
    ("4jj", "event equals whisper"),
  ])
  func theSelectedTagIsSeenWithItsReason(_ keys: String, _ words: String) throws {
    var monitor = try RadioShown.played(
      ["tap \"Subscribe\""], size: Size(columns: 80, rows: 24))
    monitor.press(keys)
    let screen = monitor.screen.split(separator: " ").joined(separator: " ")
    #expect(screen.contains(words))
  }

  // MARK: Keys

  /// An event that is dropped has no tags, and can be explained.
  @Test func buttonsThatLogWorkByKey() throws {
    let monitor = try RadioShown.played([]).walk([
      "7x1": [.says("logged play_station: station=\"Radio Uno\" bitrate=192: 1 of 4 tags")],
      "x3": [.says("logged share station: DROPPED, firebase_error 2: name it share_station")],
      "0": [.sees("do: name it share_station")],
    ])
    #expect(monitor.view.tags.isEmpty)
  }

  @Test func thePromptCompletesTheNamesOfEvents() throws {
    try RadioShown.played([]).walk([
      "ppl<tab><enter>": [.is(\.view.row?.event.name, "play_station")],
      "p<enter>": [.says("type an event name")],
    ])
  }

  @Test(arguments: [
    ([], [" GTM-RADIO v8"], ["first open", "done", "number 1, id 1715704200", "off"]),
    (["debug-mode on"], [" DEBUG "], ["ON, also after the next launch"]),
    (["collection off"], ["COLLECTION OFF"], ["OFF: nothing is logged"]),
  ])
  func theStatusAndTheDeviceTellOfFirebase(
    _ lines: [String], _ status: [String], _ words: [String]
  ) throws {
    let monitor = try RadioShown.played(lines)
    let text = DevicePane(monitor.context).lines(columns: 116).map(\.text)
    for word in words { #expect(text.contains { $0.contains(word) }, "\(word)") }
    for word in status { #expect(monitor.status(columns: 200).text.contains(word)) }
  }

  @Test func aVariableOfAnEventHasNoValueOutsideOfOne() throws {
    var monitor = try RadioShown.played(["tap \"Play\""])
    let row = try #require(
      monitor.run.timeline.firstRow { $0.event.name.hasPrefix("<container") })
    monitor = monitor.walk(["#\(row.number) 3j": []])
    let before = ValuesPane(monitor.context).allLines(columns: 80).map(\.text)
    #expect(before.contains { $0.hasPrefix(" no event yet") }, "\(before)")
    #expect(before.contains { $0.contains("no current event") }, "\(before)")
  }

  // MARK: Words and signs

  /// Users of v5 know variables and triggers, and have no data layer.
  @Test(arguments: ["", "0", "<enter>", "40", "2", "3", "5", "5jj<enter>", "7"])
  func theWordsAreThoseOfTheGeneration(_ keys: String) throws {
    var monitor = try RadioShown.played(Self.play)
    monitor.press(keys)
    let texts =
      Pane.allCases.filter { $0 != .log && $0 != .events }
      .flatMap { $0.view(in: monitor.context).allLines(columns: 100) }.map(\.text)
      + ExplainPane(monitor.context).lines(columns: 100).map(\.text) + [
        monitor.status(columns: 200).text
      ]
    for text in texts {
      for word in ["macro", " rule", "data layer", "v3"] {
        #expect(!text.lowercased().contains(word), "\(text)")
      }
    }
  }

  @Test func asciiIsEnough() throws {
    var monitor = try RadioShown.played(Self.play + ["tap \"Share\"", "tap \"Whisper\""])
    monitor.display.borders = .ascii
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }
}
