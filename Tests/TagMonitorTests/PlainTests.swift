import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import Testing

@testable import TagMonitor

/// Conversations in lines: what is typed, and what is told of it.
struct PlainTests {
  /// What was told of some lines, the lines themselves before it.
  private static func talk(
    _ lines: [String], on monitor: Monitor
  ) -> (told: [String], session: PlainSession, monitor: Monitor) {
    var monitor = monitor
    var session = PlainSession(on: &monitor)
    var told = session.tell(&monitor).facts
    for line in lines {
      told.append("> " + line)
      _ = session.take(line, on: &monitor)
      repeat {
        let answer = session.tell(&monitor)
        told += answer.facts + answer.problems.map(\.description)
        session.goOn(&monitor)
      } while session.isPlaying
      let answer = session.tell(&monitor)
      told += answer.facts + answer.problems.map(\.description)
    }
    return (told, session, monitor)
  }

  private static func talk(_ lines: String...) throws -> [String] {
    talk(lines, on: try Shown.shipped("offline")).told
  }

  /// What came of the last line.
  private static func answer(_ lines: [String], on monitor: Monitor) -> [String] {
    let told = talk(lines, on: monitor).told
    let start = told.lastIndex { $0.hasPrefix("> ") } ?? 0
    return Array(told[(start + 1)...])
  }

  // MARK: Facts

  @Test func aScenarioIsToldThingByThing() throws {
    let told = try Self.talk("next", "next", "next")
    #expect(
      told == [
        "23:57:00 date 2014-03-01", "23:57:00 event 1 publish v8", "> next",
        "23:57:00 chapter 1 Which container am I on?",
        "23:57:00 caption The app starts. The saved container is more than 12 hours old, and the "
          + "server answers 503.",
        "> next", "23:57:00 step network status 503", "23:57:00 event 2 network status 503",
        "> next", "23:57:00 step launch cold", "23:57:00 event 3 launch cold",
        "23:57:00 event 4 appStart user.tier=gold: no tags", "23:57:00 event 5 container v7 saved",
        "23:57:00 event 6 refresh failed, network-error",
        "23:57:00 value title_string = \"Hola\" as string, v7 saved",
        "23:57:00 value subtitle = \"\" as string, no key: the zero of its type",
        "23:57:00 value banner_size = 320 as int64, v7 saved",
        "23:57:00 value promo_rate = 0.0 as double, no key: the zero of its type",
        "23:57:00 ok expect container source=saved version=7 age>12h",
        "23:57:00 ok expect callback refresh-failure network network-error",
        "23:57:00 ok expect value title_string == \"Hola\" as string from saved",
        "23:57:00 ok label \"only the default container has promo_rate, and containers are not "
          + "merged\" expect value promo_rate == 0.0 as double from none",
        "23:57:00 ok expect value subtitle == \"\" as string from none",
      ])
  }

  private static let played = ["container default plist", "publish v8.json", "launch"]

  private static let facts: [(line: String, told: [String])] = [
    (
      "screen \"Confirmation\"",
      [
        "event 6 openScreen \"Confirmation\": 2 fired, 3 not fired",
        "event 6 tag \"GA screen view\" fired by \"Screen opened\": made hit 1",
        "event 6 tag \"Bonus\" fired by \"Screen opened\": ran nothing, the app has no addBonus",
        "event 6 tag \"Ads conversion\" not fired, 1 change, screen name = ConfirmationScreen",
        "event 6 tag \"GA tap\" not fired, 1 change, Event starts with tap",
        "event 6 tag \"Debug pixel\" never fires: Event cannot equal both openScreen and debugOnly",
        "hit 1 queued: screen \"Confirmation\" by tag \"GA screen view\"",
      ]
    ),
    ("push a=1 b=2 c=3 d=4 e=5", ["event 6 data a=1 b=2 c=3, 2 more in show data"]),
    (
      ":device language=en", ["event 6 device, language=en country=US screen=640x1136 idfa on"]
    ),
    ("mark here", ["done mark here"]), ("caption \"So far\"", ["caption So far"]),
    ("expect sent 0", ["ok expect sent 0"]),
    ("expect sent 2", ["not ok expect sent 2", "why 0 hits were sent, expected == 2"]),
    (
      "optional expect sent 2",
      ["not ok (optional) optional expect sent 2", "why 0 hits were sent, expected == 2"]
    ),
    ("foreground", ["not done foreground", "why the app is not in the background"]),
    ("# nothing", []), ("", []), ("  ", []),
    ("show data", ["data event = \"appStart\"", "data user.tier = \"gold\""]),
    ("branches", ["branch \"as written\": 5 events, 0 held, 0 failed, here"]),
    ("focus queue", ["done focus queue"]), ("look 1", ["at event 1 publish v8"]),
    ("log warning", ["done log lines of level warning and more serious are shown"]),
    ("undo", ["note nothing of yours left to undo: , steps back, B branches there"]),
    ("go \"as written\"", ["note this is \"as written\" already"]),
  ]

  @Test(arguments: facts)
  func aLineIsAnswered(_ line: String, _ told: [String]) throws {
    let answer = Self.answer([line], on: try Shown.played(Self.played))
    #expect(answer == told.map { "10:00:00 " + $0 })
  }

  @Test func aWordIsExplained() throws {
    let answer = Self.answer(["help look"], on: try Shown.played(Self.played))
    #expect(answer == ["look PLACE: open an event by its number, a mark, start or end"])
  }

  /// Hits are told when they are made, sent and lost, and so are the calls of Braze.
  @Test(arguments: [
    (
      ["screen \"Cart\"", "wait 130s"],
      " hit 1 was sent, 1 try: screen \"Cart\" by tag \"GA screen view\""
    ),
    (["screen \"Cart\"", "opt-out on"], " hit 1 is lost: "),
    (["screen \"Cart\"", "find Cart"], " note \"Cart\" is in "),
    (["start"], " tag \"Debug pixel\" never fires: "),
    (["start"], " waits for openScreen: push event=\"openScreen\""),
    (["push event=\"played song\" genre=\"pop\""], " braze call 1 by "),
  ])
  func whatIsToldHas(_ lines: [String], _ words: String) throws {
    let monitor =
      switch lines[0].prefix(4) {
      case "star": try Worlds.started()
      case "push": try Worlds.braze(["launch"])
      default: try Shown.played(Self.played)
      }
    let told = Self.answer(lines, on: monitor)
    #expect(told.contains { $0.contains(words) }, "\(told)")
  }

  @Test func logLinesAreToldWhereTheyAreAskedFor() throws {
    let told = Self.answer(
      ["log info", "log off", "log debug", "network offline"], on: try Shown.played(Self.played))
    #expect(
      told == [
        "10:00:00 event 6 network offline", "10:00:00 log info tagsim: the network is offline",
      ])
  }

  // MARK: Going through time

  @Test func whatIsDoneInThePastBeginsABranch() throws {
    let told = try Self.talk(
      "next", "next", "next", "look 6", "push event=\"x\"", "undo", "branches")
    let start = try #require(told.firstIndex(of: "> look 6"))
    #expect(
      told[start...].filter { !$0.contains(" tag ") } == [
        "> look 6", "23:57:00 at event 6 refresh failed, network-error", "> push event=\"x\"",
        "23:57:00 note branch \"b1\" from #6, \"as written\" is kept; z undoes",
        "23:57:00 event 7 x: 0 fired, 5 not fired", "> undo",
        "23:57:00 note undone: push event=\"x\": this is \"as written\", back at #6   Z: redo",
        "23:57:00 at event 6 refresh failed, network-error", "> branches",
        "23:57:00 branch \"as written\": 6 events, 5 held, 0 failed, here",
      ])
  }

  @Test func aMomentIsSoughtAgainAndAgain() throws {
    let told = try Self.talk("play", "first queue size > 0", "next", "live")
    let start = try #require(told.firstIndex { $0.hasPrefix("> first") })
    #expect(
      told[start...].filter { !$0.contains(" note ") } == [
        "> first queue size > 0",
        "23:57:10 at event 8 openScreen \"Home Screen\": 2 fired, 3 not fired", "> next",
        "23:49:51 at event 25 openScreen \"Confirmation\": 2 fired, 3 not fired", "> live",
        "16:14:53 at the present, after 58 events",
      ])
  }

  /// Questions are answered by the next thing.
  @Test func aQuestionHoldsItsAnswerBack() throws {
    let told = try Self.talk("next", "next", "next", "next", "next")
    let question = "23:57:00 question The app reads subtitle, and the phone shows nothing. Why?"
    let at = try #require(told.firstIndex(of: question))
    #expect(told[at + 1] == "> next")
    #expect(told[at + 2].hasPrefix("23:57:00 answer v7 has no such key"))
  }

  @Test func theRestIsPlayedWithItsBranches() throws {
    let (told, session, _) = Self.talk(
      ["play", "play", "play", "play"], on: try Shown.shipped("offline"))
    let ends = told.filter { $0.contains(" end of ") }
    #expect(ends.count == 3, "\(ends)")
    #expect(session.failureCount == 0 && session.mistakeCount == 0)
    #expect(told.last?.contains("the scenario is over") == true)
  }

  // MARK: Mistakes

  private static let mistakes: [(line: String, told: String)] = [
    ("lunch", "1:1: error: unknown verb 'lunch': did you mean 'launch'?"),
    ("  wait 3", "1:8: error: "),
    ("show Tag", "1:1: error: there is no pane 'Tag': did you mean 'tags'?"),
    ("look midnight", "1:1: error: look takes start, end or the number of an event, 1 to 5"),
    ("go nowhere", "1:1: error: there is no branch \"nowhere\": there are \"as written\""),
    ("explain tag Bonsu", "1:1: error: there is no tag 'Bonsu' in this run: did you mean 'Bonus'?"),
    ("explain hit x", "1:1: error: explain hit takes the number of a hit, not 'x'"),
    ("explain why", "1:1: error: explain takes tag NAME, value KEY or hit NUMBER, not 'why'"),
    ("log warn", "1:1: error: there is no level 'warn': did you mean 'warning'?"),
    ("filter nonsense=1", "1:1: error: column 1: "),
    ("help lunch", "1:1: error: there is no word 'lunch': did you mean 'help launch'?"),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsPlaced(_ line: String, _ told: String) throws {
    let (all, session, _) = Self.talk([line], on: try Shown.played(Self.played))
    #expect(all.last?.hasPrefix("standard input:" + told) == true, "\(all)")
    #expect(session.mistakeCount == 1)
  }

  @Test func anExpectationThatFailsIsNoMistake() throws {
    let lines = ["expect sent 3", "foreground", "optional expect sent 3", "expect sent 0"]
    let (_, session, _) = Self.talk(lines, on: try Shown.played(Self.played))
    #expect(session.failureCount == 2 && session.mistakeCount == 0)
  }

  /// JSON spans lines until its braces are closed, and an empty line gives it up.
  @Test func aStatementSpansLines() throws {
    let told = Self.answer(["push {", "\"a\": 1", "}"], on: try Shown.played(Self.played))
    #expect(told == ["10:00:00 event 6 data a=1"])
    let (all, session, _) = Self.talk(
      ["mark a", "push {", "", "mark b"], on: try Shown.played(Self.played))
    #expect(
      all.suffix(3) == [
        "standard input:3:1: error: the statement was not run: an empty line cancelled it",
        "> mark b", "10:00:00 done mark b",
      ])
    #expect(session.mistakeCount == 1)
    let wrong = Self.talk(
      ["", "push {", "\"a\": nil}"], on: try Shown.played(Self.played))
    #expect(wrong.told.last?.hasPrefix("standard input:3:6: error: ") == true, "\(wrong.told)")
  }

  @Test func theEndOfTheInputIsTold() throws {
    var monitor = try Shown.played(Self.played)
    var session = PlainSession(on: &monitor)
    _ = session.take("push {", on: &monitor)
    session.end()
    #expect(session.mistakeCount == 1)
  }

  // MARK: Panes

  /// Every pane is told in lines that begin with the clock.
  @Test(arguments: Pane.allCases.filter { ![.explain, .braze].contains($0) })
  func aPaneIsTold(_ pane: Pane) throws {
    let told = Self.answer(
      ["screen \"Cart\"", "show \(pane.rawValue)"], on: try Shown.played(Self.played))
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { $0.hasPrefix("10:0") && !$0.contains("  ") }, "\(told)")
  }

  @Test func aFilterLeavesTheRowsThatItMeans() throws {
    let lines = ["screen \"Cart\"", "focus tags", "filter fired", "show tags"]
    let told = Self.answer(lines, on: try Shown.played(Self.played))
    #expect(told.first == "10:00:00 note tags 2 of 5, filter fired")
    #expect(told.count == 3)
  }

  @Test func runsAreCompared() throws {
    let lines = ["screen \"Cart\"", "branch other", "screen \"Confirmation\"", "compare"]
    let told = Self.answer(lines, on: try Shown.played(Self.played))
    #expect(told.first == "compare A \"as written\" with B \"other\"")
    let heads = ["First difference", "No difference", "(A) →"]
    #expect(told.contains { line in heads.contains { line.contains($0) } })
  }

  /// No sign, no frame, and nothing of the data that a terminal would obey reaches anybody.
  @Test func dataIsNoCommand() throws {
    let app = "app \"A\"\n  package a.b\n  container GTM-AB12\nend\n"
    let monitor = try Shown.played(
      ["container default h", "publish h", "launch"], appText: app,
      containers: ["h": Worlds.hostile])
    let told = Self.answer(["push event=\"x\""], on: monitor)
    #expect(told.count == 7)
    #expect(told.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 } })
  }

  // MARK: The page

  /// The page about the plain mode names every word.
  @Test func thePageListsTheWords() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(
        path: "Sources/Screen/TagMonitor/TagMonitor.docc/Plain.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for word in PlainWord.all {
      let usage = word.usage.replacing("|", with: "\\|")
      #expect(text.contains("`\(usage)`"), "\(word.usage)")
    }
  }
}
