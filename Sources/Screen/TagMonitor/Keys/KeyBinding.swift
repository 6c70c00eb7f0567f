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

  static let world: [KeyBinding] = [
    KeyBinding(
      keys: [.character("s")], shown: "s", action: .menu(.screens),
      help: "open a screen of the app"),
    KeyBinding(
      keys: [.character("x")], shown: "x", action: .menu(.buttons),
      help: "press a button of the current screen, by its letter"),
    KeyBinding(
      keys: [.character("p")], shown: "p", action: .push,
      help: "push to the data layer, or under v5 log an event: key=value pairs or JSON; Tab "
        + "completes the event"),
    KeyBinding(
      keys: [.character("w")], shown: "w", action: .network, help: "turn the network off or on"),
    KeyBinding(
      keys: [.character("b")], shown: "b", action: .background,
      help: "put the app into the background, or bring it back"),
    KeyBinding(
      keys: [.character("K")], shown: "K", action: .kill, help: "kill the app, or launch it again"),
    KeyBinding(
      keys: [.character("r")], shown: "r", action: .refresh, help: "refresh the container"),
    KeyBinding(
      keys: [.character("d")], shown: "d", action: .dispatch, help: "send the waiting hits"),
    KeyBinding(
      keys: [.character("W")], shown: "W", action: .menu(.network),
      help: "choose a network: slow, errors, no answer, a portal"),
    KeyBinding(
      keys: [.character("V")], shown: "V", action: .menu(.previews),
      help: "open the preview link of a draft or a published version, or end the preview"),
    KeyBinding(
      keys: [.character("P")], shown: "P", action: .menu(.versions),
      help: "publish a version, make it a draft with d, or see with c what would "
        + "change; save an edited copy"),
    KeyBinding(
      keys: [.character("O")], shown: "O", action: .changes,
      help: "see what changes if you publish the draft, or a file"),
    KeyBinding(
      keys: [.character("t")], shown: "t", action: .menu(.times),
      help: "let time pass: to the next dispatch, refresh, old container, end of the day"),
  ]

  static let keeping: [KeyBinding] = [
    KeyBinding(
      keys: [.character("z")], shown: "z", action: .undo,
      help: "undo your last action on this branch"),
    KeyBinding(
      keys: [.character("Z")], shown: "Z", action: .redo, help: "redo"),
    KeyBinding(
      keys: [.character("B")], shown: "B", action: .branch,
      help: "start a branch here; on a tag that did not fire, try its nearest miss "
        + "there. Any change in the past starts a branch; :branches lists all"),
    KeyBinding(
      keys: [.character("C")], shown: "C", action: .compare,
      help: "compare this branch with its original, row by row"),
    KeyBinding(
      keys: [.character("S")], shown: "S", action: .snapshot,
      help: "save a snapshot of this moment, or compare with the saved one"),
    KeyBinding(
      keys: [.character("R")], shown: "R", action: .record,
      help: "start recording a scenario, including everything so far, or stop and save it; "
        + ":expect this adds the selected row as a check"),
    KeyBinding(
      keys: [.control("s")], shown: "Ctrl-S", action: .saveTrace,
      help: "save the run to a file that tagsim can open; :save-trace FILE names it"),
  ]

  static let time: [KeyBinding] = [
    KeyBinding(
      keys: [.character(" ")], shown: "Space", action: .playPause,
      help: "show the answer, continue, play or pause; at the end, the next lesson"),
    KeyBinding(
      keys: [.character(".")], shown: ".", action: .stepForward,
      help: "next step: an event, a caption, a question, a failed check; in the "
        + "past, the next event"),
    KeyBinding(
      keys: [.character(",")], shown: ",", action: .stepBack, help: "one event back"),
    KeyBinding(
      keys: [.character("<")], shown: "<", action: .firstEvent, help: "look at the first event"),
    KeyBinding(
      keys: [.character("L"), .character(">"), .character("F")], shown: "L  >  F",
      action: .backToLive, help: "back to the present"),
    KeyBinding(
      keys: [.character("]")], shown: "]", action: .nextChapter, help: "to the next chapter"),
    KeyBinding(
      keys: [.character("[")], shown: "[", action: .previousChapter,
      help: "restart this chapter, or at its start go to the previous one: Space replays it"),
    KeyBinding(
      keys: [.character("}")], shown: "}", action: .faster, help: "show texts for a shorter time"),
    KeyBinding(keys: [.character("{")], shown: "{", action: .slower, help: "show texts for longer"),
    KeyBinding(
      keys: [.character("c")], shown: "c", action: .checks,
      help: "the chapter's checks, with failures and reasons"),
    KeyBinding(
      keys: [.character("e")], shown: "e", action: .nextTrouble,
      help: "to the next problem: a failed check, or a tag without effect"),
    KeyBinding(
      keys: [.character("E")], shown: "E", action: .previousTrouble,
      help: "to the previous problem"),
    KeyBinding(
      keys: [.character("i")], shown: "i", action: .note,
      help: "the presenter's note, with all texts of this moment"),
  ]

  static let panes = focusing + digits + moving + finding + taking

  private static let focusing: [KeyBinding] = [
    KeyBinding(
      keys: [.tab], shown: "Tab", action: .nextPane, help: "to the next pane"),
    KeyBinding(
      keys: [.backTab], shown: "Shift-Tab", action: .previousPane, help: "to the previous pane"),
    KeyBinding(
      keys: [.character("0"), .enter], shown: "0  Enter", action: .explain,
      help: "explain the selected tag, or in Queue decode the selected hit; on an event of a "
        + "container: why it is this one; on a Firebase event: what happened to it"),
  ]

  private static let finding: [KeyBinding] = [
    KeyBinding(
      keys: [.character("/")], shown: "/", action: .find,
      help:
        "find text in this pane; in Events, also in folded rows. Case-sensitive only "
        + "if the text has a capital letter"),
    KeyBinding(
      keys: [.character("n")], shown: "n", action: .nextMatch,
      help: "next match; after a pane's last match, the next event with a match"),
    KeyBinding(
      keys: [.character("N")], shown: "N", action: .previousMatch, help: "previous match"),
    KeyBinding(
      keys: [.character("f")], shown: "f", action: .filter,
      help: "filter this pane's rows: tag:GA* !fired, event=openScreen, hit.cd~Conf, "
        + "age>4h, words and \"text\"; & | ! and parentheses; Esc shows all"),
    KeyBinding(
      keys: [.character("D")], shown: "D", action: .differences,
      help: "in Data and Values: show only changes by this event, or everything"),
    KeyBinding(
      keys: [.character("m")], shown: "m", action: .mark,
      help: "mark or unmark the selected event"),
    KeyBinding(
      keys: [.character("u")], shown: "u", action: .nextMark,
      help: "to the next mark, including the scenario's"),
    KeyBinding(
      keys: [.character("U")], shown: "U", action: .previousMark, help: "to the previous mark"),
  ]

  private static let taking: [KeyBinding] = [
    KeyBinding(
      keys: [.character("y")], shown: "y", action: .copy,
      help: "copy the selected row or the open page as text: to the terminal's clipboard, or "
        + "with the command of set copy-command"),
    KeyBinding(
      keys: [.character("Y")], shown: "Y", action: .copyAs,
      help: "copy it in another format: JSON, CSV, and a hit as URL, curl or HAR"),
  ]

  private static let moving: [KeyBinding] = [
    KeyBinding(
      keys: [.character("a")], shown: "a", action: .alter,
      help: "change a condition or a value in a draft: the one explained, or selected in Tags or "
        + "Values; it is tried on a branch"),
    KeyBinding(
      keys: [.character("T")], shown: "T", action: .wholeRun,
      help: "to Firings: all firings of the run, and how often every tag fired and was "
        + "evaluated; Enter opens the event, T returns to Tags"),
    KeyBinding(
      keys: [.character("A")], shown: "A", action: .phoneList,
      help: "with a real phone: what was seen on it, expected but not seen, and seen but "
        + "not expected; Enter opens the event"),
    KeyBinding(
      keys: [.up, .character("k")], shown: "Up  k", action: .up,
      help: "to the row above, and in Events to the previous event"),
    KeyBinding(
      keys: [.down, .character("j")], shown: "Down  j", action: .down,
      help: "to the row below, and in Events to the next event"),
    KeyBinding(
      keys: [.pageUp, .control("u")], shown: "PgUp  Ctrl-U", action: .pageUp, help: "ten up"),
    KeyBinding(
      keys: [.pageDown, .control("d")], shown: "PgDn  Ctrl-D", action: .pageDown, help: "ten down"
    ),
    KeyBinding(
      keys: [.character("g"), .home], shown: "g  Home", action: .top, help: "to the first line"),
    KeyBinding(
      keys: [.character("G"), .end], shown: "G  End", action: .bottom, help: "to the last line"),
    KeyBinding(
      keys: [.character("+")], shown: "+", action: .zoom, help: "enlarge this pane"),
    KeyBinding(keys: [.character("_")], shown: "_", action: .unzoom, help: "show all panes again"),
    KeyBinding(
      keys: [.left], shown: "Left", action: .previousTab, help: "to the tab at the left"),
    KeyBinding(
      keys: [.right], shown: "Right", action: .nextTab, help: "to the tab at the right"),
    KeyBinding(
      keys: [.function(3)], shown: "F3", action: .allRows,
      help: "show every row of the event list, or fold system rows"),
    KeyBinding(
      keys: [.character("v")], shown: "v", action: .logLevel,
      help: "the lowest level that the log shows"),
    KeyBinding(
      keys: [.character("o")], shown: "o", action: .logWording,
      help: "switch the log between the SDK's words and plain words"),
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
    KeyBinding(
      keys: [.function(2)], shown: "F2", action: .mouse,
      help: "leave the mouse to the terminal to select text, or take it back"),
    KeyBinding(
      keys: [.character(":")], shown: ":", action: .prompt,
      help: "type any line of the scenario language; Tab completes words and names, Up recalls "
        + "earlier lines"),
    KeyBinding(
      keys: [.control("p")], shown: "Ctrl-P", action: .palette,
      help: "find any command by its words"),
    KeyBinding(
      keys: [.character("?"), .function(1)], shown: "?  F1", action: .help, help: "this help"),
    KeyBinding(
      keys: [.escape], shown: "Esc", action: .escape,
      help: "end the search, then clear the filter, then leave the zoom"),
    KeyBinding(
      keys: [.character("q")], shown: "q", action: .back,
      help: "leave the zoom, or quit; asks first if something is not saved"),
    KeyBinding(
      keys: [.character("Q")], shown: "Q  Ctrl-C", action: .quit, help: "quit at once"),
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
}

extension Action {
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
