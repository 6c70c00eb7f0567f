import TagPanes
import TerminalKit

/// What lies over the panes and takes the keys, as a value on the monitor's stack.
///
/// A new overlay is a type in a file of its own, with what opens it: everything else that depends
/// on an overlay is a member here.
protocol Overlay: Sendable {
  /// The place whose keys it has.
  static var place: KeyPlace { get }

  /// The place whose keys work in it now.
  var place: KeyPlace { get }

  /// Whether it is drawn over the panes, so that these recede.
  var isPopup: Bool { get }

  /// Whether it is typed for the focused pane, which stays lit.
  var isOfPane: Bool { get }

  /// Whether the wheel turns it, as Up and Down do.
  var isTurned: Bool { get }

  /// Whether a key clears the message.
  var forgetsMessage: Bool { get }

  /// What the keys depend on while a card is shown; nil where it is no card.
  var moment: PlayingMoment? { get }

  /// What it is about, to be expected; nil for what is selected below.
  func subject(in monitor: Monitor) -> Explained?

  /// The keys for the key line, by default those of its place that have a hint; nil where those of
  /// the panes work.
  func hints(in monitor: Monitor) -> [KeyHint]?

  /// What `y` copies of it; nil where there is nothing to copy.
  func copied(in monitor: Monitor) -> CopySource?

  /// Draws it, and returns the position of the cursor.
  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point?

  /// Takes a key that no row of its place has, or that types; nil leaves it its usual effect.
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]?

  /// Follows after a key or a paste.
  mutating func follow(in monitor: Monitor)

  /// Handles Esc.
  func close(in monitor: inout Monitor)

  /// Handles a click; nil closes the overlay, and clicks on what is below.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]?

  /// Takes pasted text; returns false where nothing is typed.
  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool
}

extension Overlay {
  var place: KeyPlace { Self.place }
  var isPopup: Bool { true }
  var isOfPane: Bool { false }
  var isTurned: Bool { !place.isTyping }
  var forgetsMessage: Bool { false }
  var moment: PlayingMoment? { nil }
  func subject(in monitor: Monitor) -> Explained? { nil }
  func hints(in monitor: Monitor) -> [KeyHint]? { ownHints(in: monitor) }
  func copied(in monitor: Monitor) -> CopySource? { nil }
  func close(in monitor: inout Monitor) { monitor.close() }
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? { [] }
  mutating func follow(in monitor: Monitor) {}
  func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? { [] }
  func paste(_ text: String, in monitor: inout Monitor) -> Bool { false }

  /// The keys of its place that have a hint, except those of some names; nil if none has.
  func ownHints(in monitor: Monitor, without left: Set<String> = []) -> [KeyHint]? {
    let place = place
    let hints = KeyBinding.all.compactMap { row in
      row.place != place || left.contains(row.action.name) ? nil : row.keyHint(in: monitor)
    }
    return hints.isEmpty ? nil : hints
  }

  // MARK: Its keys

  /// Returns a row for keys of it.
  static func row(
    _ keys: [Key], _ name: String, _ help: String, shown: String? = nil, hint: String? = nil,
    _ act: @escaping @Sendable (inout Self, inout Monitor) -> Void
  ) -> KeyBinding {
    effect(keys, name, help, shown: shown, hint: hint) {
      act(&$0, &$1)
      return []
    }
  }

  /// Returns a row for keys that the program may have to answer, or that do nothing of it now.
  static func effect(
    _ keys: [Key], _ name: String, _ help: String, shown: String? = nil, hint: String? = nil,
    _ act: @escaping @Sendable (inout Self, inout Monitor) -> [MonitorEffect]?
  ) -> KeyBinding {
    KeyBinding.own(place, keys, name, help, shown: shown, hint: hint) { monitor in
      monitor.change { top, monitor in
        guard var own = top as? Self else { return nil }
        defer { top = own }
        return act(&own, &monitor)
      } ?? nil
    }
  }

  /// Returns the rows for keys that move the selection, or scroll.
  ///
  /// - Parameters:
  ///   - up: what Up does.
  ///   - down: what Down does.
  ///   - ends: what Home and End lead to; nil where they have another meaning.
  ///   - pages: the keys that move by a page, and their help; nil where none does.
  ///   - typed: whether letters are text.
  ///   - hint: what the key line says of Down.
  ///   - move: moves by one row, by ten for a page, or as far as it goes.
  static func moving(
    _ up: String, _ down: String, ends: String? = "line", pages: KeyBinding.Pages? = .read,
    typed: Bool = false, hint: String? = nil,
    _ move: @escaping @Sendable (inout Self, Int, inout Monitor) -> Void
  ) -> [KeyBinding] {
    func one(
      _ keys: [Key], _ name: String, _ help: String, _ shown: String? = nil, hint: String? = nil
    ) -> KeyBinding {
      row(keys, name, help, shown: shown, hint: hint) { move(&$0, keys[0].steps ?? 0, &$1) }
    }
    func letter(_ letter: Character) -> [Key] { typed ? [] : [.character(letter)] }
    let others: [Key] = typed ? [.control("p"), .control("n")] : ["k", "j"].map { .character($0) }
    return [one([.up, others[0]], "up", up), one([.down, others[1]], "down", down, hint: hint)]
      + (pages.map { pages in
        [
          one([.pageUp] + pages.up, "page-up", pages.help + " up", pages.shownUp),
          one(
            [.pageDown] + pages.down, "page-down", pages.help + " down", pages.shownDown,
            hint: pages.hint),
        ]
      } ?? [])
      + (ends.map { ends in
        [
          one([.home] + letter("g"), "top", "to the first " + ends, typed ? nil : "g  Home"),
          one([.end] + letter("G"), "bottom", "to the last " + ends, typed ? nil : "G  End"),
        ]
      } ?? [])
  }

  /// The rows for keys that copy the selection, or the page.
  static var copying: [KeyBinding] {
    [
      effect([.character("y")], "copy", "copy it as text; again: in another format") { $1.copy() }
    ]
  }

  /// Returns the rows of a line that is typed; Home and End may belong to a list below it, and Left
  /// and Right may have another meaning.
  static func typing(hasList: Bool = false, hasArrows: Bool = true) -> [KeyBinding] {
    let ends: [(keys: [Key], shown: String)] =
      hasList
      ? [([.control("a")], "Ctrl-A"), ([.control("e")], "Ctrl-E")]
      : [([.home, .control("a")], "Home  Ctrl-A"), ([.end, .control("e")], "End  Ctrl-E")]
    let keys: [(keys: [Key], shown: String, name: String, help: String)] = [
      (
        (hasArrows ? [.left] : []) + [.control("b")], hasArrows ? "Left  Ctrl-B" : "Ctrl-B", "left",
        "a character to the left"
      ),
      (
        (hasArrows ? [.right] : []) + [.control("f")], hasArrows ? "Right  Ctrl-F" : "Ctrl-F",
        "right", "a character to the right"
      ),
      (ends[0].keys, ends[0].shown, "home", "to the beginning"),
      (ends[1].keys, ends[1].shown, "end", "to the end"),
      ([.backspace], "Backspace", "delete-back", "delete the character before the cursor"),
      ([.delete, .control("d")], "Del  Ctrl-D", "delete", "delete the character at the cursor"),
      ([.control("w")], "Ctrl-W", "delete-word", "delete the word before the cursor"),
      ([.control("u")], "Ctrl-U", "delete-line", "delete everything before the cursor"),
    ]
    return keys.map { KeyBinding.own(place, $0.keys, $0.name, $0.help, shown: $0.shown) }
  }
}

/// An overlay of lines, in which text is found.
protocol PageOverlay: Overlay {
  func lines(in monitor: Monitor) -> [Line]

  /// The first line that is seen.
  func top(in monitor: Monitor) -> Int

  /// Returns it with a line in sight.
  func showing(_ line: Int, in monitor: Monitor) -> any Overlay
}

extension PageOverlay {
  /// The rows for keys that find text in the page.
  static var finding: [KeyBinding] {
    [
      row([.character("/")], "find", "find a text") { $1.startFind() },
      effect([.character("n")], "next-match", "to the next match") {
        $1.findInPopup(forward: true)
      },
      effect([.character("N")], "match-before", "to the previous match") {
        $1.findInPopup(forward: false)
      },
    ]
  }
}

/// An overlay that is a line to type in.
protocol TypedOverlay: Overlay {
  var field: TextField { get set }
}

extension TypedOverlay {
  var isPopup: Bool { false }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    monitor.insert(text, into: &field)
    return true
  }
}

/// The overlays, the one that takes the keys last.
struct Overlays: Sendable {
  var all: [any Overlay] = [] {
    didSet { changes += 1 }
  }
  /// How often others came or went.
  private(set) var changes = 0
  /// The line that answers the last key.
  var message: Message?
}

extension Monitor {
  var message: Message? {
    get { overlays.message }
    set { overlays.message = newValue }
  }

  /// The overlay that takes the keys; nil where the page or the panes do.
  var overlay: (any Overlay)? { overlays.all.last }

  /// What is in place of the panes, below all overlays: two runs, what changes, the start of a
  /// container, or the lanes of a phone.
  var page: (any Overlay)? {
    whole ?? telling.start.flatMap { $0.isShown ? $0 : nil }
      ?? telling.lanes.flatMap { $0.isShown && showsPhone ? $0 : nil }
  }

  /// The page that is also in place of the lines above the panes.
  var whole: (any Overlay)? { comparing.compared ?? shownChanges }

  /// What takes the keys before the panes.
  var front: (any Overlay)? { overlay ?? page }

  /// Opens an overlay instead of all others.
  mutating func open(_ overlay: any Overlay) { overlays.all = [overlay] }

  /// Opens an overlay on top of the others, which come back after it.
  mutating func push(_ overlay: any Overlay) { overlays.all.append(overlay) }

  /// Replaces the overlay on top, or the page.
  mutating func update(_ overlay: any Overlay) {
    if !overlays.all.isEmpty {
      overlays.all[overlays.all.count - 1] = overlay
    } else if let changes = overlay as? PublishedChanges {
      comparing.changes = changes
    } else if let start = overlay as? StartState {
      telling.start = start
    } else if let lanes = overlay as? LanesState {
      telling.lanes = lanes
    } else {
      comparing.compared = overlay as? ComparisonState
    }
  }

  /// Closes the overlay on top.
  mutating func pop() { _ = overlays.all.popLast() }

  /// Closes all overlays.
  mutating func close() { overlays.all = [] }

  /// Lets what is in front take something, and keeps what becomes of it, unless another one was
  /// opened or it was closed.
  mutating func change<Answer>(
    _ take: (inout any Overlay, inout Monitor) -> Answer
  ) -> Answer? {
    guard var top = front else { return nil }
    let changes = overlays.changes
    let answer = take(&top, &self)
    if changes == overlays.changes, let now = front, type(of: now) == type(of: top) {
      top.follow(in: self)
      update(top)
    }
    return answer
  }

  /// Handles a key in the overlay on top, by the row of its place.
  mutating func handle(_ key: Key, in top: any Overlay) -> [MonitorEffect] {
    if key == .escape {
      saving.recorder.leavesOnceWritten = false
      top.close(in: &self)
      return []
    }
    if !top.place.isTyping, key == .character("?") || key == .function(1) {
      openHelp()
      return []
    }
    return obeyInFront(key) ?? []
  }

  /// Does what a key means in front of all, by the row of its place; nil leaves the usual effect.
  mutating func obeyInFront(_ key: Key) -> [MonitorEffect]? {
    let front = front
    if front?.forgetsMessage == true { message = nil }
    let place = front?.place ?? .pane(focus)
    let row = KeyBinding.places.first {
      $0.place == place && $0.action.isOwn && $0.keys.contains(key)
    }
    return row?.act?(&self) ?? (front == nil ? nil : change { $0.take(key, in: &$1) } ?? nil)
  }
}
