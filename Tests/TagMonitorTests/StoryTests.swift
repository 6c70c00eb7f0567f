import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// A scenario as a story: its cards, its chapters, its record, its checks and its notes.
enum Stories {
  /// Two chapters, a question, a note, labels and checks.
  static let lines = [
    "chapter \"1 The tunnel\"", "caption \"The train enters a tunnel.\"", "network offline",
    "label \"nothing leaves\" expect sent 0", "expect queue size == 0",
    "chapter \"2 The light\"", "ask \"What happens now?\" answer=\"It comes back.\"",
    "network online", "note \"Point at the clock.\"", "expect lost 0",
  ]

  static func monitor(
    _ lines: [String] = Stories.lines, header: String = "title: A story\n"
  ) throws -> Monitor {
    let text = "tagsim 1\n\(header)---\n" + lines.joined(separator: "\n")
    let scenario = try ScenarioParser.parse(text, file: "test.scenario")
    let app = App(
      name: "A", package: "com.example.a", containers: [AppContainer(id: "GTM-A")],
      screens: [AppScreen(name: "S")])
    let ways = scenario.variants.map { ScenarioRun($0, inputs: RunInputs(app: app)) }
    var monitor = Monitor(ways[0])
    monitor.play(then: Array(ways.dropFirst()))
    return monitor
  }
}

/// Chapters hold, and the record plays again.
struct ChapterTests {
  @Test func aChapterHoldsAtItsEnd() throws {
    try Stories.monitor().walk([
      " ": [.is(\.moment, .playing)],
      "…": [
        .is(\.moment, .holds(next: "2 The light")), .says("Space ▸ 2 The light"),
        .told("   The train enters a tunnel."),
      ],
      " …": [
        .is(\.moment, .askOpen), .told(" ? What happens now?"), .is(\.isOnline, false),
      ],
      " ": [.told(" ? What happens now?", "   It comes back."), .is(\.isOnline, true)],
      "…": [.is(\.moment, .end)],
    ])
  }

  /// Keys and the row that is looked at then, with what is told there.
  private static let again: [(keys: String, row: Int?, told: [String])] = [
    ("[", 1, ["   2 The light"]), ("[[", 1, ["   The train enters a tunnel."]),
    ("[[[", 1, ["   The train enters a tunnel."]), ("[.", 1, [" ? What happens now?"]),
    ("[..", 1, [" ? What happens now?"]),
    ("[. ", nil, [" ? What happens now?", "   It comes back."]),
    ("[[.", 1, ["   The train enters a tunnel."]), ("[[]", 1, ["   2 The light"]),
    ("[[]]", nil, [" ? What happens now?", "   It comes back."]),
    ("1<home>,", 1, ["   The train enters a tunnel."]),
  ]

  @Test(arguments: again)
  func theRecordIsStepped(_ keys: String, _ row: Int?, _ told: [String]) throws {
    var monitor = try Stories.monitor()
    monitor.runToEnd()
    monitor.press(keys)
    #expect(monitor.cursor == row)
    #expect(monitor.told == told)
  }

  /// The record plays as the story did: nothing is run twice, and it holds where the story held.
  @Test func theRecordPlaysAgain() throws {
    try Stories.monitor().atEnd.walk([
      "[[ ": [.is(\.moment, .playing)],
      "…": [.is(\.moment, .holds(next: "2 The light")), .at(1)],
      " …": [.is(\.moment, .askOpen), .told(" ? What happens now?")],
      " …": [.is(\.moment, .end), .at(nil), .nothingDone, .same(\.run.record)],
    ])
  }

  @Test func theRecordLeadsOn() throws {
    try Stories.monitor().walk([
      "..[ ": [.is(\.run.position, 5)],
      "…": [.is(\.moment, .holds(next: "2 The light")), .at(nil)],
      " …": [.is(\.run.position, 7), .is(\.moment, .askOpen)],
    ])
  }

  @Test func whatWasDoneByHandIsLeftOut() throws {
    try Stories.monitor().walk([
      "[": [.says("nothing happened yet")],
      "..wwww[": [.says("without your own actions")], ".": [.at(1)], ".": [.at(nil)],
    ])
  }

  @Test func captionsStandOverTheirWorld() throws {
    var monitor = try Stories.monitor([
      "network offline", "caption \"Now.\"", "network online", "chapter \"2\"", "network offline",
    ])
    monitor.runToEnd()
    let told = (1...3).map { row -> [String] in
      monitor.look(at: row)
      return monitor.told
    }
    #expect(told == [["   "], ["   Now."], ["   2"]])
  }

  /// What a scenario draws the eye to holds until its next act, and not where the user moved on.
  @Test func focusHoldsUntilTheNextAct() throws {
    let lines = ["network offline", "focus queue", "expect sent 0", "network online"]
    let monitor = try Stories.monitor(lines).walk([".": [.focus(.queue)]])
    monitor.walk([".": [.focus(.events)]])
    monitor.walk(["3.": [.focus(.values)]])
  }

  /// A step stops at every event that one act made.
  @Test func aStepPassesNoEvent() throws {
    let app = """
      app "Two"
        package com.example.two
        container GTM-AB12
        screen "Home"
          on view push event="first"
          on view push event="second"
          on view push event="third"
        end
      end
      """
    let text = "tagsim 1\n---\nlaunch\nscreen \"Home\"\nscreen \"Home\""
    let scenario = try ScenarioParser.parse(text, file: "test.scenario")
    let inputs = RunInputs(app: try AppParser.parse(Array(app.utf8), file: "two.app"))
    var monitor = Monitor(ScenarioRun(scenario, inputs: inputs))
    monitor.press(".")
    var seen: [String?] = []
    for _ in 0..<6 {
      monitor.press(".")
      seen.append(monitor.view.row?.event.name)
    }
    #expect(seen == ["first", "second", "third", "first", "second", "third"])
    #expect(monitor.cursor == nil)
  }
}

/// The cards before and after a story.
struct CardTests {
  @Test func theTitleComesFirst() throws {
    var monitor = try Stories.monitor(
      header: "title: A story\nabout: What a tunnel does.\nzone: Europe/Madrid\n")
    monitor.showTitleCard()
    #expect(
      Self.text(monitor.titleCard, columns: 60, rows: 20) == """
        A story

        What a tunnel does.

        1 The tunnel                                        2 checks
        2 The light                                          1 check

        less than a minute at normal pace
        A, SDK v3, GTM-A, a phone in Madrid, Sat 1 March 2014, 23:00

        Space plays it                          ] skips to a chapter
        """)
    monitor.walk([
      "": [.is(\.moment, .titleCard)], " ": [.is(\.moment, .playing)],
    ])
  }

  @Test(arguments: [("]", 6), (".", 2), ("<esc>", 0), ("4", 0)])
  func theTitleGivesWay(_ keys: String, _ position: Int) throws {
    var monitor = try Stories.monitor()
    monitor.showTitleCard()
    monitor = monitor.walk([keys: [.closed, .is(\.run.position, position)]])
    // There is none once something was played.
    monitor.showTitleCard()
    #expect((monitor.overlay == nil) == (position > 0))
  }

  @Test func chaptersGiveWayWhereThereIsNoRoom() throws {
    let chapters = (1...9).map { "chapter \"\($0)\"" }
    let monitor = try Stories.monitor(chapters + ["network offline"])
    let text = Self.text(monitor.titleCard, columns: 60, rows: 12)
    #expect(text.contains("\n4\nand 5 chapters more\n"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
  }

  @Test func theEndTellsWhatItShowed() throws {
    var monitor = try Stories.monitor()
    monitor.offer([Lesson(title: "Another", name: "another"), Lesson(title: "More", name: "more")])
    monitor = monitor.atEnd.walk([" ": []])
    #expect(
      Self.text(monitor.endCard(selected: 0), columns: 60, rows: 20) == """
        The end

        3 checks passed                   2 events, 0 s on the clock
        0 hits = 0 waiting + 0 sent + 0 lost

        What it showed
         1  nothing leaves

        Next
        ▌Another                                             another
         More                                                   more
        """)
    monitor.walk([
      " ": [.leads(to: .open(lesson: "another"))],
      "<esc> j<enter>": [.leads(to: .open(lesson: "more"))],
    ])
  }

  @Test func whatFailedComesFirst() throws {
    var monitor = try Stories.monitor(["chapter \"1\"", "label \"it left\" expect sent 1"])
    monitor.runToEnd()
    let text = Self.text(monitor.endCard(selected: 0), columns: 60, rows: 20)
    #expect(text.contains("1 check FAILED, 0 checks passed"))
    #expect(text.contains("What failed\nFAILED  1  it left"))
  }

  @Test(arguments: [
    ("[", TagMonitor.PlayingMoment.lookingBack), ("s", .exploring),
  ])
  func theEndLeadsBack(_ key: String, _ moment: TagMonitor.PlayingMoment) throws {
    try Stories.monitor().atEnd.walk([" " + key: [.is(\.moment, moment)]])
  }

  /// Both halves of a matrix play one after the other, and the end tells what differs.
  @Test func everyWayIsPlayed() throws {
    let lines = ["launch", "screen \"S\""]
    let monitor = try Stories.monitor(lines, header: "title: A story\nmatrix: sdk=v3,v5\n").walk([
      " …": [
        .is(\.moment, .holds(next: "sdk v5")), .says("sdk v3 ends here   Space ▸ sdk v5"),
        .is(\.view.isFirebase, false),
      ],
      " ": [.is(\.view.isFirebase, true)], "…": [.is(\.moment, .end)],
    ])
    let text = Self.text(monitor.endCard(selected: 0), columns: 76, rows: 30)
    #expect(text.contains("What differs                                sdk=v3    sdk=v5\n"))
    #expect(!text.contains("what differs"))
  }

  /// In a small window the lesson that is chosen is there, its title cut so that its name stays.
  @Test func lessonsGiveWayWhereThereIsNoRoom() throws {
    var monitor = try Stories.monitor()
    let title = String(repeating: "A long title ", count: 9)
    monitor.offer([Lesson(title: title, name: "long"), Lesson(title: "More", name: "more")])
    monitor.runToEnd()
    let first = Self.text(monitor.endCard(selected: 0), columns: 40, rows: 16)
    #expect(first.hasSuffix("\nNext 1 of 2\n▌A long title A long title A long…  long"))
    let second = Self.text(monitor.endCard(selected: 1), columns: 40, rows: 16)
    #expect(second.hasSuffix("\nNext 2 of 2\n▌More                               more"))
    #expect(second.contains("What it showed\n 1  nothing leaves"))
  }

  /// What held is green, what failed red, and the place of the choice in the accent.
  @Test(arguments: [("expect sent 0", Style.fired), ("expect sent 1", .lost)])
  func theEndHasColours(_ line: String, _ style: Style) throws {
    var monitor = try Stories.monitor(["chapter \"1\"", line])
    monitor.offer([Lesson(title: "Another", name: "another")])
    monitor.runToEnd()
    let lines = monitor.endCard(selected: 0).lines(columns: 60, rows: 20)
    #expect(lines[2].pieces.first?.style == style)
    #expect(lines.last?.pieces.first?.style == .accent)
  }

  /// The next chapter says nothing of the one before, and the last one leads to the end, which can
  /// be left.
  @Test func theChapterKeyLeadsToTheEnd() throws {
    try Stories.monitor().walk([
      "]": [.silent], "]": [.silent], "]": [.is(\.moment, .end)], "[]": [.is(\.moment, .end)],
      "q": [.leads(to: .quit)],
    ])
  }

  /// Where the record of a chapter begins, the strip stands in that chapter.
  @Test func theStripIsInTheChapterThatIsShownAgain() throws {
    try Stories.monitor().atEnd.walk([
      "[": [.sees("1 The tunnel │ 2")]
    ])
  }

  private static func text(_ card: some Card, columns: Int, rows: Int) -> String {
    card.lines(columns: columns, rows: rows).map(\.text).joined(separator: "\n")
  }
}

/// What is expected is counted by chapter, lit and listed.
struct CheckTests {
  @Test func checksAreCountedByChapter() throws {
    let first = "chapter 1: 2 checks passed"
    let monitor = try Stories.monitor().walk([
      "": [.is(\.chapterChecks?.summary, nil)], "..": [.is(\.chapterChecks?.summary, first)],
      ". .": [.is(\.chapterChecks?.summary, "chapter 2: 1 check passed")],
      "<esc>[[": [.is(\.chapterChecks?.summary, first)],
    ])
    #expect(
      monitor.chapterChecks?.list.map(\.text) == ["nothing leaves", "expect queue size == 0"])
  }

  @Test func theListTellsWhatIsToCome() throws {
    let monitor = try Stories.monitor().walk([".:checks<enter>": []])
    #expect(Self.text(monitor) == "· nothing leaves\n· expect queue size == 0")
    let later = monitor.walk(["<esc>.:checks<enter>": [.sees("1 The tunnel")]])
    #expect(Self.text(later).hasPrefix("✓ nothing leaves\n"))
  }

  /// What is expected after a question would answer it, in the record as in the present.
  @Test(arguments: ["...", "... [."])
  func anOpenQuestionHidesItsChecks(_ keys: String) throws {
    let monitor = try Stories.monitor().walk([
      keys: [
        .is(\.moment, .askOpen), .is(\.chapterChecks?.summary, nil), .is(\.shownRows, 1),
        .is(\.eventList.count, 1),
      ]
    ])
    #expect(Self.text(monitor) == "· 1 check to come")
    #expect(monitor.stripChapters.last?.rows == nil)
  }

  @Test func whatFailedIsListedWithItsReason() throws {
    let monitor = try Stories.monitor(["network offline", "expect sent 1"]).walk([
      ".:checks<enter>": []
    ])
    #expect(
      Self.text(monitor) == "✗ FAILED expect sent 1\n    0 hits were sent, expected == 1")
  }

  /// A check that holds covers nothing; one that fails holds the play.
  @Test func aCheckSaysNothingUnlessItFails() throws {
    var monitor = try Stories.monitor(["network offline", "expect sent 0", "expect sent 1"])
    monitor.press(" ")
    monitor.advance(by: .milliseconds(1))
    monitor.walk([
      "": [
        .is(\.wantsTime, false), .says("FAIL expect sent 1: 0 "),
        .is(\.lit, LitCheck(pane: .queue, isHeld: false)),
      ]
    ])
  }

  /// The checks after an act share the time for which it is shown.
  @Test func checksAreLitOneAfterTheOther() throws {
    var monitor = try Shown.shipped("offline")
    while monitor.run.next?.text.hasPrefix("screen \"Confirmation\"") == false {
      monitor.executeNext()
    }
    monitor.refreshView()
    monitor.isPlaying = true
    monitor.press(" ")
    var seen: [String] = []
    for _ in 0..<90 {
      monitor.advance(by: .milliseconds(50))
      if let lit = monitor.lit, seen.last != lit.name { seen.append(lit.name) }
    }
    #expect(seen == ["GA screen view", "Ads conversion", "Bonus", ""])
  }

  @Test func aLitTagIsSelected() throws {
    var monitor = try Shown.shipped("why-not")
    for _ in 0..<20 where monitor.lit?.name != "Ads conversion" {
      monitor.press(monitor.isAsking ? " " : ".")
    }
    monitor.walk([
      "": [.is(\.lit?.pane, .tags), .tag("Ads conversion")], "1<home>": [.is(\.lit, nil)],
    ])
  }

  /// Who sees one way of several is told which.
  @Test func theTitleNamesTheWay() throws {
    let header = "title: A story\nmatrix: sdk=v3,v5\nmatrix: idfa=on,off\n"
    try Stories.monitor(["launch"], header: header).walk(["": [.sees("A story [idfa=on]")]])
  }

  /// A pause holds until Space, now and in the record.
  @Test func aPauseHolds() throws {
    try Stories.monitor([
      "launch", "pause", "push {\"price\": 5}", "caption \"So.\"", "wait 1s",
    ]).walk([
      " …": [.is(\.run.next?.text, "push {\"price\": 5}"), .says("paused here   Space")],
      " …": [.is(\.run.next?.text, nil)],
      "<esc>1<home>, …": [.says("paused here   Space"), .at(3)],
    ])
  }

  @Test func whatIsHiddenPassesAtOnce() throws {
    var monitor = try Stories.monitor([
      "hide", "launch", "push {\"price\": 5}", "wait 3h", "caption \"Not seen.\"", "show",
      "push {\"price\": 6}", "caption \"Seen.\"", "wait 1s",
    ])
    monitor.press(" ")
    monitor.advance(by: .milliseconds(1))
    #expect(monitor.run.next?.text == "caption \"Seen.\"")
    #expect(monitor.wantsTime)
    var stepped = try Stories.monitor([
      "hide", "launch", "push {\"price\": 5}", "show", "push {\"price\": 6}", "wait 1s",
    ])
    stepped.press(".")
    #expect(stepped.run.next?.text == "wait 1s")
  }

  /// The row that an expectation looks at has a mark, and so has the title of a whole pane.
  @Test(arguments: [("expect data {\"price\": 5}", "»price"), ("expect sent 0", "»5Queue")])
  func whatIsLitIsMarked(_ statement: String, _ marked: String) throws {
    var monitor = try Stories.monitor([
      "launch", "push {\"price\": 5}", statement, "caption \"Go on.\"",
    ])
    for isMarked in [false, true] {
      monitor.press(".")
      #expect(monitor.screen.filter { $0 != " " }.contains(marked) == isMarked)
    }
  }

  @Test func troubleIsGoneTo() throws {
    try Stories.monitor([
      "network offline", "network online", "expect sent 1", "network offline",
    ]).walk([
      "...e": [.at(2), .says("FAIL expect sent 1: 0 ")], "e": [.says("No later problem")],
      "L:previous problem<enter>": [.at(2)],
      ":previous problem<enter>": [.says("No earlier problem")],
    ])
  }

  private static func text(_ monitor: Monitor) -> String {
    monitor.checkLines(columns: 60).map(\.text).joined(separator: "\n")
  }
}

/// What is for the presenter alone.
struct NoteTests {
  /// The presenter has the chapter, the clock, the question with its answer, the note, and what
  /// comes next; a page comes once.
  @Test func aPageComesOnce() throws {
    var monitor = try Stories.monitor()
    var taken = monitor.takeNotes()
    let first = try #require(taken)
    #expect(first.title == "A story" && first.next == "1 The tunnel")
    #expect(monitor.takeNotes() == nil)
    monitor.press("...")
    taken = monitor.takeNotes()
    let asked = try #require(taken)
    #expect(asked.chapter == "2 The light" && asked.place == "chapter 2 of 2")
    #expect(asked.told == "? What happens now?" && asked.answer == "It comes back.")
    #expect(asked.act == "network online" && asked.note.isEmpty)
    #expect(!asked.clock.isEmpty)
    #expect(monitor.takeNotes() == nil)
    monitor.press(" ")
    #expect(monitor.takeNotes()?.note == "Point at the clock.")
    #expect(monitor.takeNotes() == nil)
  }

  /// The record that is shown again has its notes and what comes next as well.
  @Test func aRecordHasItsPages() throws {
    var monitor = try Stories.monitor().walk(["... ...[[": []])
    let taken = monitor.takeNotes()
    let page = try #require(taken)
    #expect(page.chapter == "1 The tunnel" && !page.next.isEmpty)
  }

  /// An answer that is not given yet is not in it.
  @Test func theNoteIsShownInPlace() throws {
    let monitor = try Stories.monitor().walk([
      ":presenter's note<enter>": [.says("there is no text or note")],
      "...:presenter's note<enter>": [.hides("It comes back.")],
      "<esc> :presenter's note<enter>": [.sees("Point at the clock.")],
    ])
    #expect(
      monitor.noteLines(columns: 60).map(\.text) == [
        "What happens now?", "It comes back.", "", "Point at the clock.",
      ])
  }
}
