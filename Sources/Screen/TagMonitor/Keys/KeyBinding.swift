import ScenarioEngine
import TagPanes
import TerminalKit

/// A row of the key map. Keys, help, palette, key line and `bind` all use this table.
struct KeyBinding: Sendable, Hashable {
  /// The keys for the action; the first is the one that is shown.
  let keys: [Key]
  /// The keys as written in the help.
  let shown: String
  let action: Action
  /// The description of the action, for the help.
  let help: String
  var place = KeyPlace.everywhere

  static let all: [KeyBinding] = everywhere + places

  /// The keys of every pane that does not define them itself.
  static let everywhere = world + keeping + time + panes + program

  /// Creates a row; the help shows the names of its keys, unless `shown` is given.
  static func row(
    _ keys: [Key], _ action: Action, _ help: String, shown: String? = nil,
    place: KeyPlace = .everywhere
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, shown: shown ?? keys.map(\.name).joined(separator: "  "), action: action,
      help: help, place: place)
  }

  private static func row(_ letter: Character, _ action: Action, _ help: String) -> KeyBinding {
    row([.character(letter)], action, help)
  }

  static let world: [KeyBinding] = [
    row("s", .menu(.screens), "open a screen of the app"),
    row("x", .menu(.buttons), "press a button of the current screen, by its letter"),
    row(
      "p", .push,
      "push to the data layer, or under v5 log an event: key=value pairs or JSON; Tab completes "
        + "the event"),
    row("w", .network, "turn the network off or on"),
    row("b", .background, "put the app into the background, or bring it back"),
    row("K", .kill, "kill the app, or launch it again"),
    row("r", .refresh, "refresh the container"),
    row("d", .dispatch, "send the waiting hits"),
    row("W", .menu(.network), "choose a network: slow, errors, no answer, a portal"),
    row(
      "V", .menu(.previews),
      "open the preview link of a draft or a published version, or end the preview"),
    row(
      "P", .menu(.versions),
      "publish a version, make it a draft with d, or see with c what would change; save an edited "
        + "copy"),
    row("O", .changes, "see what changes if you publish the draft, or a file"),
    row(
      "t", .menu(.times),
      "let time pass: to the next dispatch, refresh, old container, end of the day"),
  ]

  static let keeping: [KeyBinding] = [
    row("z", .undo, "undo your last action on this branch"),
    row("Z", .redo, "redo"),
    row(
      "B", .branch,
      "start a branch here; on a tag that did not fire, try its nearest miss there. Any change in "
        + "the past starts a branch; :branches lists all"),
    row("C", .compare, "compare this branch with its original, row by row"),
    row("S", .snapshot, "save a snapshot of this moment, or compare with the saved one"),
    row(
      "R", .record,
      "start recording a scenario, including everything so far, or stop and save it; :expect this "
        + "adds the selected row as a check"),
    row(
      [.control("s")], .saveTrace,
      "save the run to a file that tagsim can open; :save-trace FILE names it"),
  ]

  static let time: [KeyBinding] = [
    row(" ", .playPause, "show the answer, continue, play or pause; at the end, the next lesson"),
    row(
      ".", .stepForward,
      "next step: an event, a caption, a question, a failed check; in the past, the next event"),
    row(",", .stepBack, "one event back"),
    row("<", .firstEvent, "look at the first event"),
    row([.character("L"), .character(">"), .character("F")], .backToLive, "back to the present"),
    row("]", .nextChapter, "to the next chapter"),
    row(
      "[", .previousChapter,
      "restart this chapter, or at its start go to the previous one: Space replays it"),
    row("}", .faster, "show texts for a shorter time"),
    row("{", .slower, "show texts for longer"),
    row("c", .checks, "the chapter's checks, with failures and reasons"),
    row("e", .nextTrouble, "to the next problem: a failed check, or a tag without effect"),
    row("E", .previousTrouble, "to the previous problem"),
    row("i", .note, "the presenter's note, with all texts of this moment"),
  ]

  static let panes = focusing + digits + moving + finding + taking

  private static let focusing: [KeyBinding] = [
    row([.tab], .nextPane, "to the next pane"),
    row([.backTab], .previousPane, "to the previous pane", shown: "Shift-Tab"),
    row(
      [.character("0"), .enter], .explain,
      "explain the selected tag, or in Queue decode the selected hit; on an event of a container: "
        + "why it is this one; on a Firebase event: what happened to it"),
  ]

  private static let finding: [KeyBinding] = [
    row(
      "/", .find,
      "find text in this pane; in Events, also in folded rows. Case-sensitive only if the text has "
        + "a capital letter"),
    row("n", .nextMatch, "next match; after a pane's last match, the next event with a match"),
    row("N", .previousMatch, "previous match"),
    row(
      "f", .filter,
      "filter this pane's rows: tag:GA* !fired, event=openScreen, hit.cd~Conf, age>4h, words and "
        + "\"text\"; & | ! and parentheses; Esc shows all"),
    row("D", .differences, "in Data and Values: show only changes by this event, or everything"),
    row("m", .mark, "mark or unmark the selected event"),
    row("u", .nextMark, "to the next mark, including the scenario's"),
    row("U", .previousMark, "to the previous mark"),
  ]

  private static let taking: [KeyBinding] = [
    row(
      "y", .copy,
      "copy the selected row or the open page as text: to the terminal's clipboard, or with the "
        + "command of set copy-command"),
    row("Y", .copyAs, "copy it in another format: JSON, CSV, and a hit as URL, curl or HAR"),
  ]

  private static let moving: [KeyBinding] = [
    row(
      "a", .alter,
      "change a condition or a value in a draft: the one explained, or selected in Tags or Values; "
        + "it is tried on a branch"),
    row(
      "T", .wholeRun,
      "to Firings: all firings of the run, and how often every tag fired and was evaluated; Enter "
        + "opens the event, T returns to Tags"),
    row(
      "A", .phoneList,
      "with a real phone: what was seen on it, expected but not seen, and seen but not expected; "
        + "Enter opens the event"),
    row([.up, .character("k")], .up, "to the row above, and in Events to the previous event"),
    row([.down, .character("j")], .down, "to the row below, and in Events to the next event"),
    row([.pageUp, .control("u")], .pageUp, "ten up", shown: "PgUp  Ctrl-U"),
    row([.pageDown, .control("d")], .pageDown, "ten down", shown: "PgDn  Ctrl-D"),
    row([.character("g"), .home], .top, "to the first line"),
    row([.character("G"), .end], .bottom, "to the last line"),
    row("+", .zoom, "enlarge this pane"),
    row("_", .unzoom, "show all panes again"),
    row([.left], .previousTab, "to the tab at the left"),
    row([.right], .nextTab, "to the tab at the right"),
    row([.function(3)], .allRows, "show every row of the event list, or fold system rows"),
    row("v", .logLevel, "the lowest level that the log shows"),
    row("o", .logWording, "switch the log between the SDK's words and plain words"),
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
        action: .focus(pane),
        help: isFirst ? "to the pane of that number" : pane.kind.digitHelp ?? "")
    }
  }()

  static let program: [KeyBinding] = [
    row([.function(2)], .mouse, "leave the mouse to the terminal to select text, or take it back"),
    row(
      ":", .prompt,
      "type any line of the scenario language; Tab completes words and names, Up recalls earlier "
        + "lines"),
    row([.control("p")], .palette, "find any command by its words"),
    row([.character("?"), .function(1)], .help, "this help"),
    row([.escape], .escape, "end the search, then clear the filter, then leave the zoom"),
    row("q", .back, "leave the zoom, or quit; asks first if something is not saved"),
    row([.character("Q")], .quit, "quit at once", shown: "Q  Ctrl-C"),
  ]

  private static let byKey = Dictionary(
    everywhere.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the action of a key in all places; nil if it has none.
  static func action(of key: Key) -> Action? { byKey[key] }
}

enum Action: Sendable, Hashable {
  /// An action of one pane or overlay, identified by its name.
  case own(String)
  case help
  case prompt
  case palette
  case mouse
  case push
  case playPause
  case stepForward
  case stepBack
  case firstEvent
  case backToLive
  case nextChapter
  case previousChapter
  case slower
  case faster
  case checks
  case nextTrouble
  case previousTrouble
  case note
  case menu(Choices)
  case alter
  case network
  case background
  case kill
  case refresh
  case dispatch
  case changes
  case snapshot
  case record
  case saveTrace
  case undo
  case redo
  case branch
  case compare
  case explain
  case wholeRun
  case phoneList
  case focus(Pane)
  case nextPane
  case previousPane
  case zoom
  case unzoom
  case previousTab
  case nextTab
  case allRows
  case filter
  case find
  case nextMatch
  case previousMatch
  case mark
  case nextMark
  case previousMark
  case differences
  case copy
  case copyAs
  case up
  case down
  case pageUp
  case pageDown
  case top
  case bottom
  case logLevel
  case logWording
  case escape
  case back
  case quit

  /// Whether the key keeps its normal effect while Explain is open.
  var worksOnExplain: Bool {
    switch self {
    case .focus, .record, .snapshot, .saveTrace: true
    default: false
    }
  }

  /// Whether it opens what an act is chosen or typed in, or acts on the selected row.
  var leadsToAct: Bool {
    switch self {
    case .prompt, .palette, .alter, .branch, .changes: true
    default: false
    }
  }

  /// Whether it does something to the world, so that it has no meaning in the past.
  var changesWorld: Bool {
    switch self {
    case .push, .network, .background, .kill, .refresh, .dispatch, .menu, .snapshot: true
    default: false
    }
  }
}
