import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
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

  @Test(arguments: [
    (
      "Play",
      [
        "As the app logged it", "play_station at event 10", "bitrate  192        int64",
        "event listening added",
        "genre    news       added", "bitrate  192        dropped",
        "play_station, as it was logged",
      ]
    ),
    (
      "Subscribe",
      [
        "event subscription_started in place of subscribe", "changed, was gold",
        "4111-1111  dropped", "subscribe, blocked by Rename and clean",
      ]
    ),
    (
      "Share",
      [
        "firebase_error 2: the event is DROPPED", "has a space", "do: name it share_station",
        "nothing: no tag saw it", "error, which reports the error",
      ]
    ),
    ("Whisper", ["event whisper blocked", "whisper, blocked by Keep whispers back"]),
  ])
  func threePartsOfTheWay(_ button: String, _ words: [String]) throws {
    let monitor = try RadioShown.played(["tap \"\(button)\""])
    let lines = EventJourney(monitor.context).lines(columns: 100, isWhole: true).map(\.text)
    for word in words { #expect(lines.contains { $0.contains(word) }, "\(word): \(lines)") }
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

  @Test func dataTellsWhereEverythingComesFrom() throws {
    var monitor = try RadioShown.played([
      "default-parameters shop=\"A\"", "tap \"Play\"", "user-property tier=\"vip\"",
    ])
    func line(_ key: String) -> String {
      DataPane(monitor.context).allLines(columns: 80).map(\.text)
        .first { $0.dropFirst().hasPrefix(key + " ") }
        ?? ""
    }
    #expect(line("station").hasSuffix("event"))
    #expect(line("shop").contains("default"))
    let told = try #require(monitor.run.timeline.rows.last?.number)
    #expect(line("tier").contains("vip"))
    #expect(line("tier").hasPrefix("*"))
    #expect(line("tier").contains("#\(told)"))
    monitor.look(at: told - 1)
    #expect(line("tier").contains("gold"))
    #expect(!line("tier").contains("*"))
  }

  // MARK: When events travel

  @Test(arguments: [
    (
      ["wait 20s", "tap \"Play\""],
      "(an hour after the first event), or in the background; debug mode off"
    ),
    (["tap \"Play\""], "(soon after the first launch), or in the background; debug mode off"),
    (["debug-mode on", "wait 10s"], "no event waits; each is uploaded at once; debug mode ON"),
    (["background", "wait 10s"], "the app is suspended: nothing is sent until it returns"),
    (["network offline"], "net off: events stay on disk"),
    (["network timeout", "debug-mode on", "wait 2m"], "(half an hour after a failure)"),
    (["kill"], "the app is not running: nothing is sent"),
    (["background", "wait 10s", "foreground"], "no event waits; the next starts an hour's wait"),
  ])
  func theQueueTellsTheNextUpload(_ lines: [String], _ words: String) throws {
    let monitor = try RadioShown.played(lines)
    let text = DispatchForecast(monitor.context).uploadText
    #expect(text.contains(words), "\(text)")
  }

  @Test func theLedgerIsBalancedQueueByQueue() throws {
    let monitor = try RadioShown.played(["log-event paid", "tap \"Play\""])
    let lines = DispatchForecast(monitor.context).ledgerLines(columns: 60).map(\.text)
    #expect(lines.first?.hasSuffix("balanced") == true)
    #expect(lines.contains("  pixels 1 = waiting 1 + sent 0 + lost 0"))
    #expect(lines.contains { $0.hasPrefix("  firebase ") && $0.hasSuffix(" + sent 0 + lost 0") })
  }

  // MARK: Links

  @Test func fromTheHitToItsEventAndTag() throws {
    var monitor = try RadioShown.played(["tap \"Play\"", "tap \"Share\""])
    monitor.press("5")
    let index = try #require(monitor.view.hits.firstIndex { $0.hit.tag == "Measure listening" })
    monitor.selection.hit.select(index, of: monitor.view.hits)
    let id = try #require(monitor.view.hits[index].id)
    monitor.press("<enter><enter>")
    #expect(monitor.view.row?.event.update?.event == "play_station")
    #expect(monitor.view.tags[monitor.selection.tag].name == "Measure listening")
    let tags = TagsPane(monitor.context).allLines(columns: 80).map(\.text)
    #expect(tags.contains { $0.contains("listening, hit \(id) waits") }, "\(tags)")
    #expect(tags.contains { $0.contains("+ listening: hit \(id) waits") }, "\(tags)")
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

  @Test func aDroppedEventHasNoTagsAndCanBeExplained() throws {
    var monitor = try RadioShown.played(["tap \"Share\""])
    #expect(monitor.view.tags.isEmpty)
    monitor.press("0")
    #expect(monitor.screen.contains("do: name it share_station"))
  }

  // MARK: Keys

  @Test func buttonsThatLogWorkByKey() throws {
    var monitor = try RadioShown.played([])
    monitor.press("7x1")
    let said = try #require(monitor.message?.text)
    #expect(said.hasPrefix("logged play_station: station=\"Radio Uno\" bitrate=192: 1 of 4 tags"))
    monitor.press("x3")
    #expect(
      monitor.message?.said
        == "logged share station: DROPPED, firebase_error 2: name it share_station")
  }

  @Test func thePromptCompletesTheNamesOfEvents() throws {
    var monitor = try RadioShown.played([])
    monitor.press("ppl<tab><enter>")
    #expect(monitor.view.row?.event.name == "play_station")
    monitor.press("p<enter>")
    #expect(monitor.message?.text.contains("type an event name") == true)
  }

  @Test(arguments: [
    ([], ["first open", "done", "number 1, id 1715704200", "off"]),
    (["debug-mode on"], ["ON, also after the next launch"]),
    (["collection off"], ["OFF: nothing is logged"]),
  ])
  func theDeviceTellsOfFirebase(_ lines: [String], _ words: [String]) throws {
    let monitor = try RadioShown.played(lines)
    let text = DevicePane(monitor.context).lines(columns: 116).map(\.text)
    for word in words { #expect(text.contains { $0.contains(word) }, "\(word)") }
  }

  @Test(arguments: [
    ([], " v5 "), (["debug-mode on"], " DEBUG "), (["collection off"], "COLLECTION OFF"),
  ])
  func theStatusTellsOfFirebase(_ lines: [String], _ words: String) throws {
    let monitor = try RadioShown.played(lines)
    #expect(monitor.status(columns: 200).text.contains(words))
  }

  @Test func aVariableOfAnEventHasNoValueOutsideOfOne() throws {
    var monitor = try RadioShown.played(["tap \"Play\""])
    let values = ValuesPane(monitor.context).allLines(columns: 80).map(\.text)
    #expect(values.contains { $0.hasPrefix(" station") && $0.contains("Radio Uno") }, "\(values)")
    #expect(values.contains { $0.hasPrefix(" tier") && $0.contains("gold") }, "\(values)")
    let row = try #require(
      monitor.run.timeline.rows.first { $0.event.name.hasPrefix("<container") })
    monitor.look(at: row.number)
    monitor.press("3j")
    let before = ValuesPane(monitor.context).allLines(columns: 80).map(\.text)
    #expect(before.contains { $0.hasPrefix(" no event yet") }, "\(before)")
    #expect(before.contains { $0.contains("no current event") }, "\(before)")
  }

  // MARK: Words and signs

  /// Users of v5 know variables and triggers, and have no data layer.
  @Test(arguments: ["", "0", "<enter>", "40", "2", "3", "5", "5jj<enter>", "8", "7"])
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
    monitor.borders = .ascii
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }
}
