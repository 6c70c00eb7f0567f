import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// What became of a tag is one value, and every form of output words it alike.
struct FateTableTests {
  private static let container = ContainerBuilder { container in
    container.analyticsTag("Hits", ["&tid": "UA-1-1", "&t": "screenview", "&cd": "Home"])
    container.tag("Wrote", "_dlw", ["value": .list([.members(["tier": "gold"])])])
    for name in ["Called", "Idle", "Nobody", "Failing"] { container.functionTag(name) }
    container.tag("Ignored", "_img", ["url": ""])
    container.tag("Refused", "_html")
    for name in ["Blocked", "Missed", "Never"] { container.functionTag(name) }
    container.rule(
      when: [.event("go")],
      fires: [
        "Hits", "Wrote", "Called", "Idle", "Nobody", "Failing", "Ignored", "Refused", "Blocked",
      ], named: "Go")
    container.rule(when: [.event("go")], blocks: ["Blocked"], named: "Not now")
    container.rule(when: [.event("buy")], fires: ["Missed"], named: "Buys")
    container.rule(when: [.event("a"), .event("b")], fires: ["Never"], named: "Both")
  }.compiled

  private static let app = """
    app "Fates"
      package com.example.fates
      container GTM-FATES
      tag-function Called pushes event="thanks"
      tag-function Idle braze swift
      tag-function Failing fails "no room"
    end
    """

  private static func world() throws -> Monitor {
    var monitor = try Shown.played(
      ["container default fates", "launch", "push event=\"go\""], appText: app,
      size: Size(columns: 200, rows: 60), containers: ["fates": container])
    let row = monitor.run.timeline.rows(in: 1...).last { $0.event.update?.event == "go" }
    monitor.look(at: row?.number)
    return monitor
  }

  /// A tag kind by an output form, with the words that each has.
  private static func table(of monitor: Monitor) -> [String] {
    let view = monitor.view
    guard let row = view.eventRow else { return [] }
    let words = FactWords(view.simulation.world.zone)
    let list = monitor.run.timeline.firings
    return view.tags.flatMap { tag -> [String] in
      let fate = view.fate(of: tag)
      let fact = words.tag(tag, fate, 1).members
      let firing = (list.dropped..<list.count).map { list[$0] }.last {
        $0.row == row.number && list.name(of: $0) == tag.name
      }
      let page = monitor.context.page(
        of: .tag(name: tag.name, container: tag.containerID), columns: 88
      ).lines.map(\.line.text).prefix { !$0.isEmpty }
      let plain = PlainText.tags([tag], of: row, in: view.simulation)[0]
      let filter = TagText(monitor.context).facts(of: tag, at: 0)
      return [
        "\(tag.name) · \(fate.kind)\(fate.isTrouble ? " · trouble" : "")",
        "  pane     \(TagText(monitor.context).mark(of: fate)) \(fate.short)",
        "  firings  \(firing?.words ?? "not listed")",
        "  page     \(page.joined(separator: " | "))",
        "  facts    \(fact["outcome"].map(ValueConversion.text) ?? "")"
          + " · why \(fact["why"].map(JSONWriter.write) ?? "null")",
        "  plain    \(plain)",
        "  compare  \(fate.kind.didFire ? "fired, " : "")\(fate.action)",
        "  total    \(list.total(of: tag.name)?.words ?? "")",
        "  failed   \(filter.has(.failed) ? "yes" : "no")",
      ]
    }
  }

  @Test func everyKindHasItsWordsInEveryForm() throws {
    let first = try Self.world()
    let logged = try Shown.over("filter-and-block")
    var lines = Self.table(of: first)
    let row = logged.run.timeline.rows(in: 1...).last { row in
      (row.event.update?.firings ?? []).contains { firing in
        firing.tags.contains { row.event.kind(of: $0) == .logged }
      }
    }
    var second = logged
    second.look(at: row?.number)
    let fired = second.view.tags.filter { second.view.fate(of: $0).kind == .logged }
    #expect(!fired.isEmpty)
    lines += Self.table(of: second)
    try Golden.compare(lines.joined(separator: "\n"), "fates")
    let told = Set(first.view.tags.map { first.view.fate(of: $0).kind }).union([.logged])
    #expect(told == Set(TagFate.Kind.allCases), "each kind of fate is in the table")
  }

  /// One sign, one count and one word for a hit that nobody gets, wherever it is told.
  @Test func aLostHitIsLostOnEveryPane() throws {
    let monitor = try Shown.shipped("demo").walk([
      ":opt-out on<enter>": [.sees("OPT-OUT")], "s1": [.says("1 hit LOST")],
    ])
    let panes: [(pane: Pane, sees: String)] = [
      (.events, "! GA screen view"), (.events, "hit LOST"), (.tags, "! GA screen view"),
      (.tags, "hit LOST: opted-out"), (.tags, "its hit is lost: the user has opted out"),
      (.queue, "! LOST: opted-out"),
    ]
    for (pane, words) in panes {
      let items = pane.view(in: monitor.context).content(in: Size(columns: 60, rows: 40))
      let text = items.lines.map(\.text).joined(separator: "\n")
      #expect(text.contains(words), "\(pane.rawValue): \(text)")
    }
    let row = try #require(monitor.run.timeline.rows(in: 1...).last { $0.event.firedCount != nil })
    #expect(monitor.run.timeline.troubledTags(of: row) == 2)
    #expect(PlainText.tags(monitor.view.tags, of: row, in: monitor.view.simulation).count > 2)
  }

  /// A tag is as bad as its worst hit, whatever became of the others.
  @Test func aTagIsMarkedByItsWorstHit() {
    let marks: [(fates: [HitFate], mark: FateMark, short: String)] = [
      ([.reported, .reported], .well, "2 hits"),
      ([.reported, .lost(.optedOut), .waits(nil)], .lost, "3 hits, 1 waits, 1 LOST"),
      ([.late, .reported], .attention, "2 hits, 1 sent LATE"),
      ([.waits(.offline)], .well, "hit 1 waits: offline"), ([], .well, "no hit"),
    ]
    for (fates, mark, short) in marks {
      let made = fates.enumerated().map { place, fate in
        TagFate.MadeHit(number: Int64(place + 1), name: "screen", fate: fate)
      }
      let fate = TagFate.hits(made)
      #expect(fate.mark == mark)
      #expect(fate.short == short)
      #expect((fate.reason != nil) == (mark > .well))
    }
  }

  @Test func tagsOfOneNameAreNotMixedUp() throws {
    let container = CompiledContainer(
      ContainerBuilder.firebase { container in
        for event in ["first_copy", "second_copy"] {
          container.tag(
            event, "__fm", ["action": "measure", "eventName": .constant(.string(event))])
          container.rule(when: [.event("play_station")], fires: [event])
        }
        for place in container.version.tags.indices { container.version.tags[place].name = "Twin" }
      })
    let monitor = try RadioShown.played(["tap \"Play\""], container: container)
    let view = monitor.view
    let twins = view.tags.map { view.fate(of: $0).short }
    #expect(twins.count == 2)
    #expect(twins.first?.hasPrefix("first_copy, hit ") == true, "\(twins)")
    #expect(twins.last?.hasPrefix("second_copy, hit ") == true, "\(twins)")
    #expect(Set(twins.map { $0.split(separator: " ")[2] }).count == 2, "each has its own hit")
  }

  // MARK: Pages

  private static let android = """
    app "Shop"
      package com.example.shop
      platform android
      container GTM-AB12
      tracker UA-1-1
    end
    """

  /// On Android only 200 removes a hit, and a dispatch stops at any other answer.
  @Test(arguments: [("status 503", "(status 503)"), ("timeout", "(no answer: timed out)")])
  func aHitThatAndroidHoldsSaysSo(_ network: String, _ answer: String) throws {
    let monitor = try Shown.played(
      [
        "launch", "network \(network)", "send screen name=\"Home\"", "dispatch", "wait 90s",
      ], appText: Self.android)
    let story = try #require(monitor.view.simulation.world.hit(1))
    let page = monitor.context.page(of: .hit(story), columns: 200).lines.map(\.line.text)
    #expect(page.contains { $0.contains("on Android, only status 200") }, "\(page)")
    #expect(page.contains { $0.contains(answer) }, "\(page)")
  }

  /// What the app told Firebase is a sentence that is true of it.
  @Test(
    arguments: [
      ("debug-mode on", "Debug mode is on: events are uploaded at once."),
      ("debug-mode off", "Debug mode is off: events wait for their upload."),
      ("collection off", "Firebase logs no events from now on."),
      ("user-property tier=\"gold\"", "It set the user property tier to \"gold\"."),
      ("user-property tier=null", "It set the user property tier to no value."),
    ])
  func whatFirebaseWasToldIsASentence(_ line: String, _ sentence: String) throws {
    let monitor = try RadioShown.played([line])
    let row = try #require(
      monitor.run.timeline.rows(in: 1...).last { row in
        if case .firebaseTold = row.event.kind { true } else { false }
      })
    let page = monitor.context.page(of: .row(row.number), columns: 100).lines.map(\.line.text)
    #expect(page.contains(sentence), "\(page)")
  }
}
