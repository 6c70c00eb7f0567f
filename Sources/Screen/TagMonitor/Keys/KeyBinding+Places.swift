import ScenarioEngine
import TagPanes
import TerminalKit

/// The meaning of keys in one place. A place's own action is identified by a name, and triggered by
/// the first key of its row.
extension KeyBinding {
  static let places: [KeyBinding] =
    entering + phone + explain + device + start + branches + comparing + altering + menu + text
    + titleCard + end + prompt + valueRows + filter + palette + help

  /// Creates a row for an action of a place.
  private static func own(
    _ place: KeyPlace, _ keys: [Key], _ name: String, _ help: String, shown: String? = nil
  ) -> KeyBinding {
    row(keys, .own(name), help, shown: shown, place: place)
  }

  private static func own(
    _ place: KeyPlace, _ letter: Character, _ name: String, _ help: String
  ) -> KeyBinding {
    own(place, [.character(letter)], name, help)
  }

  private static let entering: [KeyBinding] = Pane.allCases.compactMap { pane in
    pane.kind.enterHelp.map { help in
      KeyBinding(
        keys: [.enter], shown: "Enter", action: .explain, help: help, place: .pane(pane))
    }
  }

  private static let phone: [KeyBinding] = [
    own(.pane(.phone), [.enter], "press", "press the button, or edit the value of the field"),
    own(
      .pane(.phone), "p", "edit",
      "edit the value of the field, or the button's first one: 42 is an integer, 42.0 a double, "
        + "true a boolean, \"42\" and all else a text, {…} and […] JSON; an empty one is not pushed"
    ),
    own(
      .pane(.phone), [.character("-"), .delete, .backspace], "clear",
      "clear the value, so it is not pushed", shown: "-  Del"),
    own(.pane(.phone), [.escape], "leave", "leave the phone; 7 returns to it"),
    own(.pane(.phone), "7", "close", "close the phone"),
  ]

  /// Returns the rows for keys that scroll a text, or move from line to line.
  private static func scrolling(
    _ place: KeyPlace, _ up: String, _ down: String, paging: [Key] = [.pageDown, .character(" ")]
  ) -> [KeyBinding] {
    [
      own(place, [.up, .character("k")], "up", up),
      own(place, [.down, .character("j")], "down", down),
      own(place, [.pageUp], "page-up", "a page up", shown: "PgUp"),
      own(
        place, paging, "page-down",
        "a page down", shown: paging.count > 1 ? "PgDn  Space" : "PgDn"),
      own(place, [.home, .character("g")], "top", "to the first line", shown: "g  Home"),
      own(place, [.end, .character("G")], "bottom", "to the last line", shown: "G  End"),
    ]
  }

  private static let explain: [KeyBinding] =
    [
      own(.pane(.explain), [.enter, .right], "follow", "open the line's page"),
      own(
        .pane(.explain), [.escape, .left, .backspace], "back",
        "back to the previous page, or close; any other key closes", shown: "Esc  Left"),
      own(
        .pane(.explain), "B", "try",
        "try the tag's nearest miss on a branch; otherwise start a branch"),
      own(.pane(.explain), "a", "alter", "change it in a draft, and try that on a branch"),
    ] + finding(.pane(.explain)) + copying(.pane(.explain))
    + scrolling(
      .pane(.explain), "to the previous line that opens something",
      "to the next line that opens something")

  private static let device: [KeyBinding] =
    [
      own(.pane(.device), [.enter], "wait", "let the time pass until then"),
      own(.pane(.device), "t", "time", "the menu of times"),
    ]
    + scrolling(.pane(.device), "to the entry above", "to the entry below")
    + copying(.pane(.device))
    + [own(.pane(.device), [.escape], "close", "close; so does any other key")]

  private static let text: [KeyBinding] =
    scrolling(.text, "a line up", "a line down") + finding(.text) + copying(.text)
    + [own(.text, [.escape], "close", "close; so does any other key")]

  private static let start: [KeyBinding] = [
    own(.start, [.enter], "send", "send the event as shown; on a tag, the event it listens for"),
    own(.start, "p", "edit", "edit the event's keys first"),
    own(.start, [.up, .character("k")], "up", "to the row above"),
    own(.start, [.down, .character("j")], "down", "to the row below"),
    own(.start, [.pageUp, .control("u")], "page-up", "ten up", shown: "PgUp  Ctrl-U"),
    own(.start, [.pageDown, .control("d")], "page-down", "ten down", shown: "PgDn  Ctrl-D"),
    own(.start, [.home, .character("g")], "top", "to the first row", shown: "g  Home"),
    own(.start, [.end, .character("G")], "bottom", "to the last row", shown: "G  End"),
    own(
      .start, [.tab, .backTab, .left, .right, .character("0")], "aside",
      "to the preview of what happens, and back", shown: "Tab  0"),
    own(.start, "/", "filter", "show only names that contain a text"),
    own(.start, "4", "all-tags", "all tags, with the events each listens for"),
    own(.start, "1", "events", "the events again, or the pane of events"),
    own(.start, [.escape], "leave", "back to all rows, to the events, then to the panes"),
    own(.start, "q", "back", "back to the list or the events; otherwise quit"),
  ]

  private static let branches: [KeyBinding] = [
    own(.branches, [.enter], "go", "go to the branch"),
    own(.branches, "n", "name", "rename the branch"),
    own(.branches, [.delete, .backspace], "drop", "drop the branch; z undoes", shown: "Del"),
    own(.branches, "C", "compare", "compare it with the current run"),
    own(.branches, [.up, .character("k")], "up", "to the branch above"),
    own(.branches, [.down, .character("j")], "down", "to the branch below"),
    own(.branches, [.home, .character("g")], "top", "to the first branch", shown: "g  Home"),
    own(.branches, [.end, .character("G")], "bottom", "to the last branch", shown: "G  End"),
    own(.branches, [.escape, .character("q")], "close", "close"),
  ]

  private static let comparing: [KeyBinding] =
    copying(.compare) + [
      own(.compare, "n", "next-difference", "to the next difference; after the last, the first"),
      own(.compare, "N", "difference-before", "to the previous difference"),
      own(.compare, [.enter], "go", "close, and open this moment in the selected run"),
      own(.compare, [.tab, .backTab], "side", "choose A or B", shown: "Tab"),
      own(.compare, [.left, .character("h")], "left", "choose A; on a small screen, the rows"),
      own(
        .compare, [.right, .character("l")], "right", "choose B; on a small screen, the summary"),
      own(.compare, [.up, .character("k")], "up", "to the row above, in both runs"),
      own(.compare, [.down, .character("j")], "down", "to the row below, in both runs"),
      own(.compare, [.pageUp, .control("u")], "page-up", "ten up", shown: "PgUp  Ctrl-U"),
      own(.compare, [.pageDown, .control("d")], "page-down", "ten down", shown: "PgDn  Ctrl-D"),
      own(.compare, [.home, .character("g")], "top", "to the first row", shown: "g  Home"),
      own(.compare, [.end, .character("G")], "bottom", "to the last row", shown: "G  End"),
      own(.compare, " ", "more", "more of the summary, then from the top again"),
      own(.compare, "D", "only-differences", "show only differences, or all rows"),
      row([.character(":")], .prompt, "type any line", place: .compare),
      row([.control("p")], .palette, "all commands", place: .compare),
      row(
        [.control("s")], .saveTrace,
        "save the current run to a file that tagsim can open", place: .compare),
      row([.character("Q")], .quit, "quit at once", place: .compare),
      own(
        .compare, [.escape, .character("q"), .character("C")], "close",
        "close, and stay in the current run", shown: "Esc  C  q"),
    ]

  private static let altering: [KeyBinding] =
    [
      own(.alter, [.enter], "try", "create the changed draft, and try it on a branch"),
      own(.alter, [.up, .backTab], "up", "to the line above", shown: "Up  Shift-Tab"),
      own(
        .alter, [.down, .tab], "down",
        "to the line below; Left and Right choose another condition or operator"),
    ] + typing(.alter) + [own(.alter, [.escape], "leave", "change nothing")]

  /// Returns the rows for keys that find text in a page.
  private static func finding(_ place: KeyPlace) -> [KeyBinding] {
    [
      own(place, "/", "find", "find a text"),
      own(place, "n", "next-match", "to the next match"),
      own(place, "N", "match-before", "to the previous match"),
    ]
  }

  /// Returns the rows for keys that copy the selection, or the page.
  private static func copying(_ place: KeyPlace) -> [KeyBinding] {
    [
      own(place, "y", "copy", "copy it as text"),
      own(place, "Y", "copy-as", "copy it in another format"),
    ]
  }

  private static let menu: [KeyBinding] = [
    own(.menu, [.enter, .character(" ")], "choose", "run the line"),
    own(.menu, [.up, .character("k")], "up", "to the line above"),
    own(.menu, [.down, .character("j")], "down", "to the line below"),
    own(
      .menu, (1...9).compactMap { "\($0)".first.map { .character($0) } }, "number",
      "choose the line with that number", shown: "1 - 9"),
    own(
      .menu, [], "letter",
      "to the next line that starts with it; for buttons, press the one with that letter; for "
        + "versions, d creates a draft", shown: "a - z"),
    own(.menu, [.escape, .character("q")], "close", "close"),
  ]

  private static let titleCard: [KeyBinding] = [
    own(
      .titleCard, [.escape], "close",
      "to the panes, with nothing played yet; any other key does the same")
  ]

  private static let end: [KeyBinding] = [
    own(.end, [.character(" "), .enter], "open", "open the selected lesson"),
    own(.end, [.up, .character("k")], "up", "to the lesson above"),
    own(.end, [.down, .character("j")], "down", "to the lesson below"),
    own(.end, [.escape], "close", "to the panes, to look around; any other key does the same"),
  ]

  // MARK: Typing

  /// The keys of a line that is typed.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - hasList: whether Home and End belong to a list below it.
  private static func typing(_ place: KeyPlace, hasList: Bool = false) -> [KeyBinding] {
    let keys: [(keys: [Key], shown: String, name: String, help: String)] = [
      ([.left, .control("b")], "Left  Ctrl-B", "left", "a character to the left"),
      ([.right, .control("f")], "Right  Ctrl-F", "right", "a character to the right"),
      (
        hasList ? [.control("a")] : [.home, .control("a")], hasList ? "Ctrl-A" : "Home  Ctrl-A",
        "home", "to the beginning"
      ),
      (
        hasList ? [.control("e")] : [.end, .control("e")], hasList ? "Ctrl-E" : "End  Ctrl-E",
        "end", "to the end"
      ),
      ([.backspace], "Backspace", "delete-back", "delete the character before the cursor"),
      ([.delete, .control("d")], "Del  Ctrl-D", "delete", "delete the character at the cursor"),
      ([.control("w")], "Ctrl-W", "delete-word", "delete the word before the cursor"),
      ([.control("u")], "Ctrl-U", "delete-line", "delete everything before the cursor"),
    ]
    return keys.map { own(place, $0.keys, $0.name, $0.help, shown: $0.shown) }
  }

  fileprivate static let prompt: [KeyBinding] =
    [
      own(.prompt, [.enter], "do", "run the line"),
      own(
        .prompt, [.tab], "complete",
        "complete the word, list the choices, and step through them"),
      own(.prompt, [.backTab], "complete-back", "step through them backwards", shown: "Shift-Tab"),
      own(
        .prompt, [.up, .control("p")], "before",
        "the previous line that starts with the typed text"),
      own(.prompt, [.down, .control("n")], "after", "the next line"),
    ] + typing(.prompt) + [own(.prompt, [.escape], "leave", "close the prompt")]

  fileprivate static let valueRows: [KeyBinding] =
    [own(.value, [.enter], "keep", "keep the value")] + typing(.value)
    + [own(.value, [.escape], "leave", "keep the old value")]

  fileprivate static let filter: [KeyBinding] =
    [own(.filter, [.enter], "keep", "keep the filter")] + typing(.filter)
    + [own(.filter, [.escape], "leave", "show all again")]

  fileprivate static let palette: [KeyBinding] =
    [
      own(.palette, [.enter], "do", "run it, or fill it in if something is missing"),
      own(.palette, [.tab], "fill", "fill in the line and continue typing"),
      own(.palette, [.up, .control("p")], "up", "to the line above"),
      own(.palette, [.down, .control("n")], "down", "to the line below"),
      own(.palette, [.pageUp], "page-up", "ten up", shown: "PgUp"),
      own(.palette, [.pageDown], "page-down", "ten down", shown: "PgDn"),
    ] + typing(.palette) + [own(.palette, [.escape], "leave", "close")]

  fileprivate static let help: [KeyBinding] =
    [
      own(.help, [.enter], "do", "press the key of the entry, in the pane that it belongs to"),
      own(.help, [.up, .control("p")], "up", "to the entry above"),
      own(.help, [.down, .control("n")], "down", "to the entry below"),
      own(.help, [.pageUp], "page-up", "a page up", shown: "PgUp"),
      own(.help, [.pageDown], "page-down", "a page down", shown: "PgDn"),
      own(.help, [.home], "top", "to the first entry"),
      own(.help, [.end], "bottom", "to the last entry"),
    ] + typing(.help, hasList: true)
    + [own(.help, [.escape, .function(1)], "leave", "close")]

  // MARK: Finding

  /// Returns the rows of a place, in the order of the table.
  static func rows(at place: KeyPlace) -> [KeyBinding] { all.filter { $0.place == place } }

  /// Returns the default row of a key in a place, ignoring changes by `bind`.
  static func row(of key: Key, at place: KeyPlace) -> KeyBinding? {
    let own = all.first { $0.place == place && $0.keys.contains(key) }
    guard own == nil, place.letsThrough else { return own }
    return everywhere.first { $0.keys.contains(key) }
  }

  /// Returns the names of the actions that keys can trigger in a place.
  static func names(at place: KeyPlace) -> [String] {
    var names: [String] = []
    let rows = (place == .everywhere ? [] : rows(at: place)) + everywhere
    for name in rows.map(\.action.name) where !names.contains(name) { names.append(name) }
    return names
  }

  static func action(named name: String, at place: KeyPlace) -> Action? {
    let rows = (place == .everywhere ? [] : rows(at: place)) + everywhere
    return rows.first { $0.action.name == name }?.action
  }
}

extension Action {
  /// The name that `bind` uses: that of the case.
  var name: String {
    switch self {
    case .own(let name): name
    case .focus(let pane): pane.rawValue
    case .menu(let choices): Self.hyphenated("\(choices)") + "-menu"
    default: Self.hyphenated("\(self)")
    }
  }

  /// Turns `nextChapter` into `next-chapter`.
  private static func hyphenated(_ text: String) -> String {
    text.reduce(into: "") { words, letter in
      words += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
