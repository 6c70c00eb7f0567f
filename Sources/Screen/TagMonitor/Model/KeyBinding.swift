import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

/// A row of the key map: keys, their name, help and place in the palette, where they work, what
/// they do, and why they do nothing now. Keys, help, palette, key line and `bind` all use this
/// table.
struct KeyBinding: Sendable {
  /// What the palette says of an action.
  struct Entry: Sendable, Hashable {
    /// What is typed for it.
    let title: String
    let about: String
    /// Other words that people type for it.
    let also: String

    init(_ title: String, _ about: String, _ also: String = "") {
      (self.title, self.about, self.also) = (title, about, also)
    }
  }

  /// The keys for the action; the first is the one that is shown.
  let keys: [Key]
  /// The keys as written in the help; empty for those that it does not count.
  let shown: String
  let action: Action
  /// The description of the action, for the help.
  let help: String
  /// What the palette says of it; nil where it does not list it.
  var entry: Entry?
  /// What the key line of its place says of it now; nil where it does not name the key.
  var hint: Hint?
  /// What the key line says of it for the pane with the focus.
  var paneHint: Hint?
  /// Returns why it does nothing now; nil where it does something.
  var whyNot: @Sendable (Monitor) -> Message? = { _ in nil }
  /// What it does; nil for a key that types. Where that is nothing, the key has its usual effect.
  var act: (@Sendable (inout Monitor) -> [MonitorEffect]?)?
  /// The keys that it had, and what they have moved to.
  var former: (keys: [Key], now: String) = ([], "")
  var place = KeyPlace.everywhere

  static let all: [KeyBinding] = everywhere + places

  /// The keys of every pane that does not define them itself, under the headings of the help.
  static let groups: [(title: String, rows: [KeyBinding])] = [
    ("Act", acts), ("What if", trying), ("Play", playing), ("Find", finding), ("Panes", panes),
    ("Program", program),
  ]

  static let everywhere = groups.flatMap(\.rows) + commands

  typealias Hint = @Sendable (Monitor) -> String?

  /// Creates a row for keys, as scripts of keys name them; the help shows the first, unless `shown`
  /// is given.
  private static func row(
    _ keys: String, _ name: String, _ help: String = "", shown: String? = nil,
    is traits: Action.Traits = [], _ entry: Entry? = nil, hint: Hint? = nil,
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> Void
  ) -> KeyBinding {
    effect(keys, name, help, shown: shown, is: traits, entry, hint: hint, unless: whyNot) {
      act(&$0)
      return []
    }
  }

  /// Creates a row for what the program around the monitor may have to do.
  private static func effect(
    _ script: String, _ name: String, _ help: String = "", shown: String? = nil,
    is traits: Action.Traits = [], _ entry: Entry? = nil, hint: Hint? = nil,
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> [MonitorEffect]
  ) -> KeyBinding {
    let keys = (try? KeyScript(script).keys) ?? []
    return KeyBinding(
      keys: keys, shown: shown ?? keys.first?.name ?? "",
      action: Action(name: name, traits: traits), help: help, entry: entry, hint: hint,
      whyNot: whyNot, act: act)
  }

  /// Creates a row without a key, for the palette and for `bind`.
  ///
  /// - Parameters:
  ///   - name: the name of its action.
  ///   - former: the key that it had, as scripts of keys name it.
  ///   - now: what that has moved to, if not to the palette.
  private static func command(
    _ name: String, _ former: String = "", now: String? = nil, is traits: Action.Traits = [],
    _ entry: Entry? = nil,
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> Void
  ) -> KeyBinding {
    var row = row("", name, is: traits, entry, unless: whyNot, act)
    let keys = try? KeyScript(former).keys
    row.former = (keys ?? [], now ?? entry.map { ":" + $0.title } ?? "")
    return row
  }

  /// Returns a hint where the world can be acted on, from some columns on.
  private static func acting(
    _ words: String, from columns: Int = 0,
    if isPossible: @escaping @Sendable (Monitor) -> Bool = { _ in true }
  ) -> Hint {
    { monitor in
      monitor.canAct && monitor.display.size.columns >= columns && isPossible(monitor)
        ? words : nil
    }
  }

  /// Returns the row with a hint for the pane with the focus.
  private func inPane(_ hint: @escaping Hint) -> KeyBinding {
    var row = self
    row.paneHint = hint
    return row
  }

  // MARK: The groups

  static let acts: [KeyBinding] = [
    row(
      "s", "screens-menu", "open a screen", is: .changesWorld,
      Entry("screen", "open a screen of the app", "page view"),
      hint: acting("screen") { $0.whyNoScreen == nil }, unless: { $0.whyNoScreen }
    ) { $0.openScreenMenu() },
    row(
      "x", "buttons-menu", "press a button", is: .changesWorld,
      Entry("button", "press a button of the screen", "tap click"),
      hint: acting("button", from: 160) {
        ($0.whyNoScreen ?? $0.whyNoButtons) == nil
      }, unless: { $0.whyNoScreen ?? $0.whyNoButtons }
    ) { $0.openButtonMenu() },
    row(
      "p", "push", "push, JSON too", is: .changesWorld,
      Entry("push event", "push key=value pairs or JSON", "log-event datalayer"),
      hint: acting("push", from: 200) { $0.actedWorld.isRunning }
    ) { $0.startPush() },
    row("w", "network", "network off or on", is: .changesWorld, hint: acting("network")) {
      $0.perform(line: $0.actedWorld.world.isOnline ? "network offline" : "network online")
    },
    row(
      "b", "background", "background or back", is: .changesWorld,
      Entry("leave the app", "to the background, or back", "background foreground"),
      hint: { monitor in
        guard monitor.canAct, monitor.actedWorld.isRunning else { return nil }
        if monitor.actedWorld.isInBackground { return "foreground" }
        return monitor.display.size.columns >= Layout.threeColumns ? "background" : nil
      }
    ) { $0.perform(line: $0.actedWorld.isInBackground ? "foreground" : "background") },
    row(
      "K", "kill", "kill, launch", is: .changesWorld,
      Entry("kill or launch", "end the app's process, or start it", "start stop restart swipe"),
      hint: {
        !$0.canAct
          ? nil
          : !$0.actedWorld.isRunning ? "launch" : $0.display.size.columns < 200 ? nil : "kill"
      }
    ) { $0.perform(line: $0.actedWorld.isRunning ? "kill" : "launch") },
    row(
      "t", "times-menu", "time, dispatch, …", is: .changesWorld,
      Entry("time", "let time pass; dispatch or refresh now", "wait later clock"),
      hint: acting("time", from: Layout.threeColumns)
    ) { $0.openTimeMenu() },
    row(
      "P", "versions-menu", "versions, publish", is: .changesWorld,
      Entry(
        "versions", "publish, preview, draft, compare or save a version",
        "publish preview draft release rollback")
    ) { $0.openVersionMenu() },
  ]

  static let trying: [KeyBinding] = [
    row(
      "z", "undo", "undo", Entry("undo", "remove your last action"),
      hint: { $0.canAct && $0.comparing.branches.here.parent != nil ? "undo" : nil }
    ) { $0.undo() },
    row("Z", "redo", "redo") { $0.redo() },
    row(
      "B", "branch", "try nearest miss", is: .leadsToAct,
      Entry("branch", "start one here, or try the nearest miss there", "what if test fork")
    ) { $0.branchOrTry() }.inPane { $0.canTry ? "try it" : nil },
    row(
      "a", "alter", "the dial", is: .leadsToAct,
      Entry("the dial", "turn the selected condition or value", "edit change draft fix what if")
    ) { $0.alter() }.inPane { monitor in
      let isSeen =
        monitor.display.size.columns >= Layout.threeColumns
        && [.tags, .values, .explain].contains(monitor.focus)
      return isSeen && monitor.canAlter(monitor.context.explained) ? "dial" : nil
    },
    row(
      "C", "compare", "compare",
      Entry("compare", "this branch with its original, row by row", "diff beside"),
      hint: { $0.comparisonHint }
    ) { $0.compareHere() },
    row(
      "R", "record", "record a test", is: .onExplain,
      Entry(
        "record", "what you do, as a scenario to keep as a test", "export test scenario save ci")
    ) { $0.toggleRecording() },
    effect(
      "O", "changes", "what changes", is: .leadsToAct,
      Entry("what changes", "if you publish the draft, or a file", "compare diff version")
    ) { $0.openChanges() },
  ]

  static let playing: [KeyBinding] = [
    row("Space", "play-pause", "play, answer", is: [.onExplain, .focuses], hint: { $0.spaceHint }) {
      $0.pressSpace()
    },
    row(".", "step-forward", "next thing", is: [.onExplain, .focuses], hint: { $0.stepHint }) {
      $0.stepForward()
    },
    row(
      ",", "step-back", "previous thing",
      hint: { $0.moment == .lookingBack && ($0.cursor ?? 0) > 1 ? "before" : nil }
    ) { $0.stepBack() },
    row(
      "[", "previous-chapter", "chapter again",
      hint: { monitor in
        switch monitor.moment {
        case .holds, .askOpen, .end: "again"
        case .titleCard, .exploring, .playing, .lookingBack: nil
        }
      }
    ) { $0.goToChapterStart() },
    row(
      "]", "next-chapter", "next chapter",
      Entry("next chapter", "play up to it", "skip"),
      hint: { [.titleCard, .playing].contains($0.moment) ? "next chapter" : nil }
    ) { $0.playToNextChapter() },
    row(
      "L", "back-to-live", "live",
      hint: { $0.moment == .lookingBack ? "live" : nil }
    ) { $0.go(to: nil) },
    row(
      "e", "next-trouble", "next trouble",
      Entry("next trouble", "a failed check, or a tag without effect", "problem")
    ) { $0.goToTrouble(forward: true) },
  ]

  static let finding: [KeyBinding] = [
    row(
      "/", "find", "find",
      Entry("find", "a text in this pane", "search")
    ) { $0.startFind() }.inPane { $0.focus != .phone && $0.finding.find == nil ? "find" : nil },
    row("n", "next-match", "next match") { $0.findNext(forward: true) }
      .inPane { $0.finding.find == nil ? nil : "next match" },
    row("N", "previous-match", "previous match") { $0.findNext(forward: false) },
    row(
      "f", "filter", "filter",
      Entry(
        "filter", "rows of this pane: tag:GA* !fired, age>4h; & | ( ); Esc: all", "only hide show")
    ) { $0.startFilter() }.inPane { ![.phone, .explain].contains($0.focus) ? "filter" : nil },
    effect(
      "y", "copy", "copy; y y: as …",
      Entry("copy", "the selected row; again: as JSON, CSV, URL, curl, HAR", "export clipboard")
    ) { $0.copy() }.inPane { $0.focus == .phone ? nil : "copy" },
  ]

  static let panes: [KeyBinding] = digits + moving

  private static let moving: [KeyBinding] = [
    row("Tab", "next-pane", "next pane") { $0.movePane(by: 1) },
    row("BackTab", "previous-pane", shown: "") { $0.movePane(by: -1) },
    row("Up k", "up", "move", shown: "↑↓←→") { $0.move(by: -1) },
    row("Down j", "down", shown: "") { $0.move(by: 1) },
    row("PgUp Ctrl-U", "page-up", "a page up", shown: "PgUp") { $0.move(by: -10) },
    row("PgDn Ctrl-D", "page-down", "a page down", shown: "PgDn") {
      $0.move(by: 10)
    },
    row("Home g", "top", "first") { $0.move(by: -Monitor.farAway) },
    row("End G", "bottom", "last") { $0.move(by: Monitor.farAway) },
    row("Enter 0", "explain", "open, explain") { $0.explainOrOpen() }
      .inPane { $0.enterHint },
    row(
      "+", "zoom", "only this pane",
      Entry("only this pane", "on the whole screen, or all panes again", "zoom maximize full")
    ) { $0.display.isZoomed.toggle() },
    row(
      "T", "whole-run", "the whole run",
      Entry("whole run", "how often every tag fired and was evaluated", "firings all total")
    ) { $0.move(to: $0.focus == .events ? .tags : .events) },
  ]

  /// The digits, by pane number; they share a row of the help.
  private static let digits: [KeyBinding] = {
    let numbered = Pane.allCases.filter { $0 != .explain }
    return numbered.map { pane in
      let isFirst = pane == numbered.first
      let key = "\(pane.number)".first.map { [Key.character($0)] } ?? []
      let moved = [8: "t", 9: ":focus braze"][pane.number]
      var row = KeyBinding(
        keys: moved == nil ? key : [], shown: isFirst ? "0–7" : "",
        action: Action(name: pane.rawValue, traits: [.onExplain, .focuses]),
        help: isFirst ? "go to a pane" : "",
        act: {
          $0.move(to: pane)
          return []
        })
      if let now = moved { row.former = (key, now) }
      return row
    }
  }()

  static let program: [KeyBinding] = [
    row(":", "prompt", "commands", is: .leadsToAct) { $0.startTyping() },
    effect(
      "H", "share", "share",
      Entry(
        "share", "the run as one page for people without a terminal",
        "export screenshot team report html send picture")
    ) { $0.share() },
    row(
      "F", "follow", "follow a phone", is: .leadsToAct,
      Entry("follow", "a phone's log, or a command such as adb logcat", "phone log adb lanes")
    ) { $0.startFollowing() },
    row(
      "? F1", "help", "this help",
      Entry("help", "all keys, words and names of the SDK", "keys ?")
    ) { $0.openHelp() },
    row("Esc", "escape", "back") {
      if $0.stopFinding() { return }
      if $0.showsPhone, $0.page == nil, !$0.display.isZoomed { return $0.showLanes() }
      $0.display.isZoomed = false
    },
    effect(
      "q", "back", "quit",
      hint: { [.titleCard, .end].contains($0.moment) ? "quit" : nil }
    ) {
      guard $0.display.isZoomed else { return $0.leave() }
      $0.display.isZoomed = false
      return []
    },
  ]

  /// What has no key: most of it had one.
  static let commands: [KeyBinding] = [
    command("refresh", "r", now: "t", is: .changesWorld) { $0.perform(line: "refresh") },
    command("dispatch", "d", now: "t", is: .changesWorld) { $0.perform(line: "dispatch") },
    command(
      "network-menu", "W", is: .changesWorld,
      Entry("network", "slow, errors, no answer, a portal", "airplane offline online wifi")
    ) { $0.openNetworkMenu() },
    command("previews-menu", "V", now: "P", is: .changesWorld, unless: { $0.whyNoPreviews }) {
      $0.openPreviewMenu()
    },
    command(
      "snapshot", "S", is: [.changesWorld, .onExplain],
      Entry(
        "keep this moment", "as a snapshot, or compare with the one that is kept",
        "compare with it snapshot")
    ) { $0.startTyping("snapshot row-\($0.run.timeline.rowCount)") },
    command("first-event", "<", now: "Home in Events") { $0.go(to: 1) },
    command("live", ">", now: "L") { $0.go(to: nil) },
    command("faster", "}", now: ":pace") { $0.changePace(faster: true) },
    command("slower", "{", now: ":pace") { $0.changePace(faster: false) },
    command(
      "pace", "",
      Entry("pace", "how long texts are shown", "speed faster slower talk")
    ) { $0.openPaceMenu() },
    command(
      "checks", "c",
      Entry("checks", "of the chapter, with failures and reasons", "expect test"),
      unless: {
        $0.chapterChecks == nil && $0.failures.isEmpty
          ? .hint("this scenario has no checks") : nil
      }
    ) { $0.showChecks() },
    command(
      "previous-trouble", "E",
      Entry("previous problem", "a failed check, or a tag without effect")
    ) { $0.goToTrouble(forward: false) },
    command(
      "note", "i",
      Entry("presenter's note", "with all texts of this moment"),
      unless: {
        $0.story?.note == nil && $0.story?.caption == nil
          ? .hint("there is no text or note here") : nil
      }
    ) { $0.showNote() },
    command("phone-list", "A", now: "F, the lanes of a followed phone") {
      $0.showLanes()
    },
    command(
      "mark", "m",
      Entry("bookmark", "the selected event, or remove it", "mark")
    ) { $0.toggleMark() },
    command(
      "next-mark", "u",
      Entry("next bookmark", "of yours and of the scenario")
    ) { $0.goToMark(forward: true) },
    command(
      "previous-mark", "U",
      Entry("previous bookmark", "of yours and of the scenario")
    ) { $0.goToMark(forward: false) },
    command(
      "differences", "D", now: ":set differences",
      Entry("differences", "in Data and Values: only what this event changed, or all")
    ) { $0.toggleDifferences() },
    command(
      "log-level", "v",
      Entry("log level", "the next lowest level that Log shows")
    ) { $0.turnLogLevel() },
    command(
      "log-wording", "o", now: ":set wording",
      Entry("log wording", "the SDK's words, or plain words")
    ) { $0.switchWording() },
    command(
      "all-rows", "F3", now: ":set system-rows",
      Entry("all rows", "in Events, or fold those of the system")
    ) {
      $0.selection.showsAllRows.toggle()
      $0.selection.opened = []
      $0.message = .ok(
        $0.selection.showsAllRows ? "all rows are shown" : "system rows are folded")
    },
    command(
      "mouse", "F2", now: ":set mouse",
      Entry("mouse", "for this program, or for the terminal to select text")
    ) { $0.setMouse(!$0.display.wantsMouse) },
    command(
      "opt-out", "",
      Entry(
        "opt out", "nothing is tracked, and waiting hits are deleted",
        "consent privacy gdpr opt-out")
    ) { $0.startTyping("set opt-out on") },
    command("unzoom", "_", now: "+") { $0.display.isZoomed = false },
    command("previous-tab", "Left", now: "Tab and 0–7") { $0.movePane(by: -1) },
    command("next-tab", "Right", now: "Tab and 0–7") { $0.movePane(by: 1) },
    command("palette", "Ctrl-P", now: ":", is: .leadsToAct) { $0.startTyping() },
    command(
      "theme", "",
      Entry(
        "theme", "default, light, high-contrast, colour-blind, mono", "dark colours colors night")
    ) { $0.openThemeMenu() },
    gone("save-trace", "Ctrl-S", now: ":save-trace", is: .onExplain) { $0.saveTrace("") },
    gone("copy-as", "Y", now: "y y") { $0.openCopies() },
    gone("quit", "Q", now: "Ctrl-C") { $0.leave(by: .quit) },
  ]

  /// Creates such a row for what the program around the monitor may have to do.
  private static func gone(
    _ name: String, _ former: String, now: String, is traits: Action.Traits = [],
    _ act: @escaping @Sendable (inout Monitor) -> [MonitorEffect]
  ) -> KeyBinding {
    var row = command(name, former, now: now, is: traits) { _ in }
    row.act = act
    return row
  }

  /// What a key that is gone has moved to.
  static func successor(of key: Key) -> String? {
    everywhere.first { $0.former.keys.contains(key) }
      .map { "\(key.name) has moved to \($0.former.now)" }
  }

  private static let byKey = Dictionary(
    everywhere.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the action of a key in all places; nil if it has none.
  static func action(of key: Key) -> Action? { byKey[key] }
}

/// What a key does, by the name that `bind` uses.
struct Action: Sendable, Hashable {
  struct Traits: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// It does something to the world, so that it has no meaning in the past.
    static let changesWorld = Traits(rawValue: 1)
    /// It opens what an act is chosen or typed in, or acts on the selected row.
    static let leadsToAct = Traits(rawValue: 2)
    /// The key keeps its effect while Explain is open.
    static let onExplain = Traits(rawValue: 4)
    /// It moves the focus.
    static let focuses = Traits(rawValue: 8)
  }

  let name: String
  var traits: Traits = []
  /// Whether it is of one pane or overlay, which handles the key itself, so that it overrides
  /// bindings for everywhere.
  var isOwn = false
}

extension KeyBinding {
  /// The keys besides PgUp and PgDn that move by a page, and how far that is.
  struct Pages {
    var up: [Key] = []
    var down: [Key] = []
    let help: String
    var shownUp = "PgUp"
    var shownDown = "PgDn"
    /// What the key line says of PgDn.
    var hint: String?

    /// In a text, Space turns the page.
    static let read = Pages(
      down: [.character(" ")], help: "a page", shownDown: "PgDn  Space")
    /// In a list, a page is ten rows.
    static let list = Pages(
      up: [.control("u")], down: [.control("d")], help: "ten", shownUp: "PgUp  Ctrl-U",
      shownDown: "PgDn  Ctrl-D")
  }

  /// Returns why it does nothing where the past is shown that cannot be changed.
  func refusalInThePast(of monitor: Monitor) -> Message? {
    guard let cursor = monitor.cursor, action.traits.contains(.changesWorld),
      monitor.comparing.isOneWorld || action.name == "snapshot"
    else { return nil }
    return .hint(
      "this is the past, #\(cursor) of \(monitor.run.timeline.rowCount): it cannot be changed. L "
        + "returns to the present, where this key works")
  }

  /// Creates a row for an action of a place.
  static func own(
    _ place: KeyPlace, _ keys: [Key], _ name: String, _ help: String, shown: String? = nil,
    hint: String? = nil, _ act: (@Sendable (inout Monitor) -> [MonitorEffect]?)? = nil
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, shown: shown ?? keys.map(\.name).joined(separator: "  "),
      action: Action(name: name, isOwn: true), help: help,
      hint: hint.map(always), act: act, place: place)
  }

  private static func always(_ words: String) -> Hint { { _ in words } }

  /// Returns a row of everywhere as that of a place, with other keys or another help.
  static func again(_ place: KeyPlace, _ key: Key, _ name: String, _ help: String) -> KeyBinding? {
    everywhere.first { $0.action.name == name }.map {
      KeyBinding(
        keys: [key], shown: key.name, action: $0.action, help: help, act: $0.act, place: place)
    }
  }

  /// The hint for its first key now, that of the moment or of the pane; nil if it has none.
  func keyHint(in monitor: Monitor, ofPane: Bool = false) -> KeyHint? {
    let hint = ofPane ? paneHint : hint
    guard let words = hint?(monitor), let key = keys.first else { return nil }
    let name = shown.split(separator: " ").first.map(String.init)
    return KeyHint(key, key == .character(" ") ? "Space" : name ?? key.name, words)
  }
}

extension Key {
  /// How far it moves a selection; nil for any other key.
  var steps: Int? {
    switch self {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -10
    case .pageDown, .character(" "): 10
    case .home, .character("g"): -Monitor.farAway
    case .end, .character("G"): Monitor.farAway
    default: nil
    }
  }
}

extension Int {
  /// The place that a number of steps leads to, among those up to a limit.
  func moved(by steps: Int, upTo limit: Int) -> Int {
    Swift.min(Swift.max(0, Swift.min(self, limit) + steps), limit)
  }
}
