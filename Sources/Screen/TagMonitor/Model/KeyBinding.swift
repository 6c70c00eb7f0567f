import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

/// A row of the key map: keys, their name, help and verbs, where they work, what they do, and why
/// they do nothing now. Keys, help, palette, key line and `bind` all use this table.
struct KeyBinding: Sendable {
  /// The keys for the action; the first is the one that is shown.
  let keys: [Key]
  /// The keys as written in the help.
  let shown: String
  let action: Action
  /// The description of the action, for the help.
  let help: String
  /// What the key line of its place says of it; nil where it does not name the key.
  var hint: String?
  /// Returns why it does nothing now; nil where it does something.
  var whyNot: @Sendable (Monitor) -> Message? = { _ in nil }
  /// What it does; nil for a key that types. Where that is nothing, the key has its usual effect.
  var act: (@Sendable (inout Monitor) -> [MonitorEffect]?)?
  /// The verbs of the language with the same effect, for the palette.
  var verbs: [String] = []
  var place = KeyPlace.everywhere

  static let all: [KeyBinding] = everywhere + places

  /// The keys of every pane that does not define them itself.
  static let everywhere = world + keeping + time + panes + program

  /// Creates a row; the help shows the names of its keys, unless `shown` is given.
  private static func row(
    _ keys: [Key], _ name: String, _ help: String, shown: String? = nil,
    _ traits: Action.Traits = [], verbs: [String] = [],
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> Void
  ) -> KeyBinding {
    effect(keys, name, help, shown: shown, traits, verbs: verbs, unless: whyNot) {
      act(&$0)
      return []
    }
  }

  private static func row(
    _ letter: Character, _ name: String, _ help: String, _ traits: Action.Traits = [],
    verbs: [String] = [],
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> Void
  ) -> KeyBinding {
    row([.character(letter)], name, help, traits, verbs: verbs, unless: whyNot, act)
  }

  /// Creates a row for what the program around the monitor may have to do.
  private static func effect(
    _ keys: [Key], _ name: String, _ help: String, shown: String? = nil,
    _ traits: Action.Traits = [], verbs: [String] = [],
    unless whyNot: @escaping @Sendable (Monitor) -> Message? = { _ in nil },
    _ act: @escaping @Sendable (inout Monitor) -> [MonitorEffect]
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, shown: shown ?? keys.map(\.name).joined(separator: "  "),
      action: Action(name: name, traits: traits), help: help, whyNot: whyNot, act: act,
      verbs: verbs)
  }

  static let world: [KeyBinding] = [
    row(
      "s", "screens-menu", "open a screen of the app", .changesWorld, verbs: ["screen"],
      unless: { $0.whyNoScreen }
    ) { $0.openScreenMenu() },
    row(
      "x", "buttons-menu", "press a button of the current screen, by its letter", .changesWorld,
      verbs: ["tap", "press"], unless: { $0.whyNoScreen ?? $0.whyNoButtons }
    ) { $0.openButtonMenu() },
    row(
      "p", "push",
      "push to the data layer, or under v5 log an event: key=value pairs or JSON; Tab completes "
        + "the event", .changesWorld, verbs: ["push", "log-event"]
    ) { $0.startPush() },
    row("w", "network", "turn the network off or on", .changesWorld) {
      $0.perform(line: $0.actedWorld.world.isOnline ? "network offline" : "network online")
    },
    row(
      "b", "background", "put the app into the background, or bring it back", .changesWorld,
      verbs: ["background", "foreground"]
    ) { $0.perform(line: $0.actedWorld.isInBackground ? "foreground" : "background") },
    row("K", "kill", "kill the app, or launch it again", .changesWorld, verbs: ["kill", "launch"]) {
      $0.perform(line: $0.actedWorld.isRunning ? "kill" : "launch")
    },
    row("r", "refresh", "refresh the container", .changesWorld, verbs: ["refresh"]) {
      $0.perform(line: "refresh")
    },
    row("d", "dispatch", "send the waiting hits", .changesWorld, verbs: ["dispatch"]) {
      $0.perform(line: "dispatch")
    },
    row(
      "W", "network-menu", "choose a network: slow, errors, no answer, a portal", .changesWorld,
      verbs: ["network"]
    ) { $0.openNetworkMenu() },
    row(
      "V", "previews-menu",
      "open the preview link of a draft or a published version, or end the preview", .changesWorld,
      verbs: ["preview"], unless: { $0.whyNoPreviews }
    ) { $0.openPreviewMenu() },
    row(
      "P", "versions-menu",
      "publish a version, make it a draft with d, or see with c what would change; save an edited "
        + "copy", .changesWorld, verbs: ["publish", "draft"]
    ) { $0.openVersionMenu() },
    effect(
      [.character("O")], "changes", "see what changes if you publish the draft, or a file",
      .leadsToAct
    ) { $0.openChanges() },
    row(
      "t", "times-menu",
      "let time pass: to the next dispatch, refresh, old container, end of the day", .changesWorld,
      verbs: ["wait", "at"]
    ) { $0.openTimeMenu() },
  ]

  static let keeping: [KeyBinding] = [
    row("z", "undo", "undo your last action on this branch") { $0.undo() },
    row("Z", "redo", "redo") { $0.redo() },
    row(
      "B", "branch",
      "start a branch here; on a tag that did not fire, try its nearest miss there. Any change in "
        + "the past starts a branch; :branches lists all", .leadsToAct
    ) { $0.branchOrTry() },
    row("C", "compare", "compare this branch with its original, row by row", verbs: ["compare"]) {
      $0.compareHere()
    },
    row(
      "S", "snapshot", "save a snapshot of this moment, or compare with the saved one",
      [.changesWorld, .onExplain], verbs: ["snapshot"]
    ) { $0.startTyping("snapshot row-\($0.run.timeline.rows.count)") },
    row(
      "R", "record",
      "start recording a scenario, including everything so far, or stop and save it; :expect this "
        + "adds the selected row as a check", .onExplain
    ) { $0.toggleRecording() },
    effect(
      [.control("s")], "save-trace",
      "save the run to a file that tagsim can open; :save-trace FILE names it", .onExplain
    ) { $0.saveTrace("") },
  ]

  static let time: [KeyBinding] = [
    row(" ", "play-pause", "show the answer, continue, play or pause; at the end, the next lesson")
    { $0.pressSpace() },
    row(
      ".", "step-forward",
      "next step: an event, a caption, a question, a failed check; in the past, the next event"
    ) { $0.stepForward() },
    row(",", "step-back", "one event back") { $0.stepBack() },
    row("<", "first-event", "look at the first event") { $0.go(to: 1) },
    row([.character("L"), .character(">"), .character("F")], "back-to-live", "back to the present")
    { $0.go(to: nil) },
    row("]", "next-chapter", "to the next chapter") { $0.playToNextChapter() },
    row(
      "[", "previous-chapter",
      "restart this chapter, or at its start go to the previous one: Space replays it"
    ) { $0.goToChapterStart() },
    row("}", "faster", "show texts for a shorter time") { $0.changePace(faster: true) },
    row("{", "slower", "show texts for longer") { $0.changePace(faster: false) },
    row(
      "c", "checks", "the chapter's checks, with failures and reasons",
      unless: {
        $0.chapterChecks == nil && $0.failures.isEmpty
          ? .hint("this scenario has no checks") : nil
      }
    ) { $0.showChecks() },
    row("e", "next-trouble", "to the next problem: a failed check, or a tag without effect") {
      $0.goToTrouble(forward: true)
    },
    row("E", "previous-trouble", "to the previous problem") { $0.goToTrouble(forward: false) },
    row(
      "i", "note", "the presenter's note, with all texts of this moment",
      unless: {
        $0.story?.note == nil && $0.story?.caption == nil
          ? .hint("there is no text or note here") : nil
      }
    ) { $0.showNote() },
  ]

  static let panes = focusing + digits + moving + finding + taking

  private static let focusing: [KeyBinding] = [
    row([.tab], "next-pane", "to the next pane") { $0.movePane(by: 1) },
    row([.backTab], "previous-pane", "to the previous pane", shown: "Shift-Tab") {
      $0.movePane(by: -1)
    },
    row(
      [.character("0"), .enter], "explain",
      "explain the selected tag, or in Queue decode the selected hit; on an event of a container: "
        + "why it is this one; on a Firebase event: what happened to it"
    ) { $0.explainOrOpen() },
  ]

  private static let finding: [KeyBinding] = [
    row(
      "/", "find",
      "find text in this pane; in Events, also in folded rows. Case-sensitive only if the text has "
        + "a capital letter", verbs: ["find"]
    ) { $0.startFind() },
    row("n", "next-match", "next match; after a pane's last match, the next event with a match") {
      $0.findNext(forward: true)
    },
    row("N", "previous-match", "previous match") { $0.findNext(forward: false) },
    row(
      "f", "filter",
      "filter this pane's rows: tag:GA* !fired, event=openScreen, hit.cd~Conf, age>4h, words and "
        + "\"text\"; & | ! and parentheses; Esc shows all", verbs: ["filter"]
    ) { $0.startFilter() },
    row("D", "differences", "in Data and Values: show only changes by this event, or everything") {
      $0.toggleDifferences()
    },
    row("m", "mark", "mark or unmark the selected event") { $0.toggleMark() },
    row("u", "next-mark", "to the next mark, including the scenario's") {
      $0.goToMark(forward: true)
    },
    row("U", "previous-mark", "to the previous mark") { $0.goToMark(forward: false) },
  ]

  private static let taking: [KeyBinding] = [
    effect(
      [.character("y")], "copy",
      "copy the selected row or the open page as text: to the terminal's clipboard, or with the "
        + "command of set copy-command"
    ) { $0.copy() },
    effect(
      [.character("Y")], "copy-as",
      "copy it in another format: JSON, CSV, and a hit as URL, curl or HAR"
    ) { $0.openCopies() },
  ]

  private static let moving: [KeyBinding] = [
    row(
      "a", "alter",
      "change a condition or a value in a draft: the one explained, or selected in Tags or Values; "
        + "it is tried on a branch", .leadsToAct
    ) { $0.alter() },
    row(
      "T", "whole-run",
      "to Firings: all firings of the run, and how often every tag fired and was evaluated; Enter "
        + "opens the event, T returns to Tags"
    ) { $0.move(to: $0.focus == .firings ? .tags : .firings) },
    row(
      "A", "phone-list",
      "with a real phone: what was seen on it, expected but not seen, and seen but not expected; "
        + "Enter opens the event", unless: { $0.whyNoPhoneList }
    ) { $0.showPhoneList() },
    row(
      [.up, .character("k")], "up", "to the row above, and in Events to the previous event",
      .isMoving
    ) { $0.move(by: -1) },
    row(
      [.down, .character("j")], "down", "to the row below, and in Events to the next event",
      .isMoving
    ) { $0.move(by: 1) },
    row([.pageUp, .control("u")], "page-up", "ten up", shown: "PgUp  Ctrl-U", .isMoving) {
      $0.move(by: -10)
    },
    row([.pageDown, .control("d")], "page-down", "ten down", shown: "PgDn  Ctrl-D", .isMoving) {
      $0.move(by: 10)
    },
    row([.character("g"), .home], "top", "to the first line", .isMoving) {
      $0.move(by: -Monitor.farAway)
    },
    row([.character("G"), .end], "bottom", "to the last line", .isMoving) {
      $0.move(by: Monitor.farAway)
    },
    row("+", "zoom", "enlarge this pane") { $0.display.isZoomed = true },
    row("_", "unzoom", "show all panes again") { $0.display.isZoomed = false },
    row([.left], "previous-tab", "to the tab at the left") { $0.moveTab(by: -1) },
    row([.right], "next-tab", "to the tab at the right") { $0.moveTab(by: 1) },
    row([.function(3)], "all-rows", "show every row of the event list, or fold system rows") {
      $0.selection.showsAllRows.toggle()
      $0.selection.opened = []
      $0.message = .ok(
        $0.selection.showsAllRows ? "all rows are shown" : "system rows are folded")
    },
    row("v", "log-level", "the lowest level that the log shows") { $0.turnLogLevel() },
    row("o", "log-wording", "switch the log between the SDK's words and plain words") {
      $0.switchWording()
    },
  ]

  /// The digits, by pane number. Those that are always available share a row of the help.
  private static let digits: [KeyBinding] = {
    let numbered = Pane.allCases.filter { $0 != .explain && $0 != .firings }
    let always = numbered.filter { $0.kind.digitHelp == nil }
    return numbered.map { pane in
      let isFirst = pane == always.first
      let range = "\(always.first?.number ?? 0) - \(always.last?.number ?? 0)"
      return KeyBinding(
        keys: "\(pane.number)".first.map { [.character($0)] } ?? [],
        shown: isFirst ? range : pane.kind.digitHelp == nil ? "" : "\(pane.number)",
        action: Action(name: pane.rawValue, traits: [.onExplain, .focuses]),
        help: isFirst ? "to the pane of that number" : pane.kind.digitHelp ?? "",
        act: {
          $0.move(to: pane)
          return []
        })
    }
  }()

  static let program: [KeyBinding] = [
    row([.function(2)], "mouse", "leave the mouse to the terminal to select text, or take it back")
    { $0.setMouse(!$0.display.wantsMouse) },
    row(
      ":", "prompt",
      "type any line of the scenario language; Tab completes words and names, Up recalls earlier "
        + "lines", .leadsToAct
    ) { $0.startTyping() },
    row([.control("p")], "palette", "find any command by its words", [.leadsToAct, .isMoving]) {
      $0.openPalette()
    },
    row([.character("?"), .function(1)], "help", "this help") { $0.openHelp() },
    row(
      [.escape], "escape", "end the search, then clear the filter, then leave the zoom", .isMoving
    ) { if !$0.stopFinding() { $0.display.isZoomed = false } },
    effect(
      [.character("q")], "back", "leave the zoom, or quit; asks first if something is not saved"
    ) {
      guard $0.display.isZoomed else { return $0.leave() }
      $0.display.isZoomed = false
      return []
    },
    effect([.character("Q")], "quit", "quit at once", shown: "Q  Ctrl-C") { $0.leave(by: .quit) },
  ]

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
    /// It only moves the selection, which nobody searches for.
    static let isMoving = Traits(rawValue: 16)
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
      "this is the past, #\(cursor) of \(monitor.run.timeline.rows.count): it cannot be changed. L "
        + "returns to the present, where this key works")
  }

  /// Creates a row for an action of a place.
  static func own(
    _ place: KeyPlace, _ keys: [Key], _ name: String, _ help: String, shown: String? = nil,
    hint: String? = nil, _ act: (@Sendable (inout Monitor) -> [MonitorEffect]?)? = nil
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, shown: shown ?? keys.map(\.name).joined(separator: "  "),
      action: Action(name: name, isOwn: true), help: help, hint: hint, act: act, place: place)
  }

  /// Returns a row of everywhere as that of a place, with other keys or another help.
  static func again(_ place: KeyPlace, _ key: Key, _ name: String, _ help: String) -> KeyBinding? {
    everywhere.first { $0.action.name == name }.map {
      KeyBinding(
        keys: [key], shown: key.name, action: $0.action, help: help, act: $0.act, place: place)
    }
  }

  /// The hint for its first key; nil if it has none.
  var keyHint: KeyHint? {
    hint.map { KeyHint(keys[0], shown.split(separator: " ").first.map(String.init) ?? "", $0) }
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
