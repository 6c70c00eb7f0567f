import OrderedCollections
import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit
import TextKit

/// The keys at the bottom: those of the focused pane, and those of the moment, most useful first.
struct KeyLine: Sendable {
  var pane: [KeyHint]
  var moment: [KeyHint]
  /// Whether the keys of the moment come first.
  var isMomentFirst: Bool
  /// Whether an overlay takes all keys, so that no others have an effect.
  var isModal = false
  /// The last hints, shown unless an overlay takes all keys.
  var last = KeyLine.help
  /// The only hints where there is little room.
  var narrow = [
    KeyHint("?", "keys"), KeyHint(":", "command"), KeyHint(.tab, "Tab", "pane"),
    KeyHint("q", "quit"),
  ]

  /// The key that leads to all others.
  static let help = [KeyHint("?", "keys")]

  /// The line with only the first hint of each key.
  fileprivate var withoutRepetitions: KeyLine {
    var line = self
    var seen = Set(isModal ? [] : last.map(\.key))
    func isFirst(_ hint: KeyHint) -> Bool { seen.insert(hint.key).inserted }
    line.pane = line.pane.filter(isFirst)
    line.moment = line.moment.filter(isFirst)
    return line
  }

  /// Returns the number of hints of each group that fit.
  private static func count(columns: Int) -> Int {
    if columns < Layout.dockedColumns { return 3 }
    return columns < 160 ? 5 : columns < Layout.fourColumns ? 6 : 12
  }

  /// Returns the hints with their columns.
  func hints(columns: Int) -> [(hint: KeyHint, columns: Range<Int>)] {
    let count = Self.count(columns: columns)
    // A group on its own gets the room of both.
    let isAlone = pane.isEmpty || moment.isEmpty
    var groups = [pane, moment].map { Array($0.prefix(isAlone ? 2 * count : count)) }
    if isMomentFirst { groups.reverse() }
    let isNarrow = columns < Layout.listColumns && !isModal
    if isNarrow { groups = [narrow, []] }
    let last = isNarrow || isModal ? [] : last
    let reserved = last.reduce(0) { $0 + $1.columns + 2 }
    var placed: [(hint: KeyHint, columns: Range<Int>)] = []
    var end = -1
    for (index, group) in groups.enumerated() {
      var gap = index > 0 && end > 0 ? 3 : 2
      for hint in group {
        let start = end + gap
        guard start + hint.columns + reserved <= columns else { break }
        end = start + hint.columns
        placed.append((hint, start..<end))
        gap = 2
      }
    }
    for hint in last {
      let start = end + 2
      guard start + hint.columns <= columns else { break }
      end = start + hint.columns
      placed.append((hint, start..<end))
    }
    return placed
  }

  /// Returns the line, with keys in the accent colour and plain words.
  func line(columns: Int) -> Line {
    var line = Line()
    var end = 0
    for (hint, place) in hints(columns: columns) {
      line = line + String(repeating: " ", count: max(0, place.lowerBound - end))
      line = line + Line(hint.shown, .accent) + " " + Line(hint.words)
      end = place.upperBound
    }
    return line
  }
}

extension Monitor {
  /// The keys of the focused pane and of the moment, with the user's bindings.
  var keyLine: KeyLine {
    var line = usualKeyLine
    let place = keyPlace
    line.pane = display.keyboard.map.applied(to: line.pane, at: place)
    line.moment = display.keyboard.map.applied(to: line.moment, at: place)
    line.last = display.keyboard.map.applied(to: line.last, at: place)
    line.narrow = display.keyboard.map.applied(to: line.narrow, at: place)
    return line.withoutRepetitions
  }

  /// The keys of the focused pane and of the moment, with the default bindings.
  private var usualKeyLine: KeyLine {
    if let keys = overlay?.hints(in: self) {
      return KeyLine(pane: keys, moment: [], isMomentFirst: false, isModal: true)
    }
    if let page {
      let isStart = page.place == .start
      let doors =
        isStart
        ? [KeyHint("O", "what changes"), KeyHint("F", "follow a phone")]
        : page.place == .lanes ? shareKeys : []
      return KeyLine(pane: page.hints(in: self) ?? [], moment: doors, isMomentFirst: false)
    }
    let moment = moment
    let isFirst: Bool
    switch moment {
    case .playing, .askOpen, .holds, .titleCard, .end: isFirst = true
    case .exploring, .lookingBack: isFirst = false
    }
    // A card covers the panes.
    let isCard = moment == .titleCard || moment == .end
    if isDemoLayout(display.size), !isCard {
      // A talk needs only the keys of the moment.
      let keys = momentKeys + [KeyHint("+", "only this pane")]
      return KeyLine(pane: [], moment: keys, isMomentFirst: true)
    }
    if isCard {
      let quit = KeyBinding.program.compactMap { $0.keyHint(in: self) }
      return KeyLine(pane: [], moment: momentKeys + quit, isMomentFirst: isFirst)
    }
    let rows = [KeyBinding.panes, KeyBinding.trying, KeyBinding.finding].joined()
    let back = focus == .explain || focus == .phone ? [KeyHint.escape("back")] : []
    let enter = rows.compactMap { $0.keyHint(in: self, ofPane: true) }
    if showsPhone, display.size.columns >= Layout.listColumns {
      return KeyLine(
        pane: enter.prefix(1) + back + [
          KeyHint("e", "next that needs a look"), KeyHint.escape("the lanes"),
          KeyHint("R", "keep as a test"),
        ] + enter.dropFirst(), moment: [], isMomentFirst: false,
        last: [KeyHint("P", "versions")] + shareKeys + KeyLine.help)
    }
    return KeyLine(
      pane: enter.prefix(1) + back + enter.dropFirst() + recordingKeys,
      moment: momentKeys, isMomentFirst: isFirst,
      last: [KeyHint("P", "versions")] + KeyLine.help)
  }

  /// Whether the demo's tour has something left for Space to show.
  private var hasTour: Bool { telling.playback.tour?.steps.isEmpty == false }

  /// The keys of the moment, which would not be refused.
  private var momentKeys: [KeyHint] {
    (KeyBinding.playing + KeyBinding.trying + KeyBinding.acts).compactMap { $0.keyHint(in: self) }
  }

  /// The hint that a recording could expect the current selection.
  private var recordingKeys: [KeyHint] {
    saving.recorder.isOn && canExplain ? [KeyHint(":", "expect this")] : []
  }

  private var shareKeys: [KeyHint] {
    display.size.columns >= Layout.dockedColumns ? [KeyHint("H", "share")] : []
  }

  /// Whether the user can act on the world now.
  var canAct: Bool {
    switch moment {
    case .exploring, .holds: true
    case .lookingBack: !comparing.isOneWorld
    case .titleCard, .playing, .askOpen, .end: false
    }
  }

  /// What `C` compares with; nil where there is nothing.
  var comparisonHint: String? {
    guard canAct else { return nil }
    guard comparing.branches.here.parent == nil else { return "compare" }
    guard comparing.branches.names.count == 1, let way = telling.plan.ways.first else {
      return nil
    }
    return "beside " + way.scenario.wayTitle
  }

  /// What Space does now.
  var spaceHint: String? {
    switch moment {
    case .titleCard: "plays it"
    case .exploring: run.next != nil ? "play" : hasTour ? "next" : nil
    case .holds(let next): "▸ " + next
    case .playing: "pause"
    case .askOpen: "answer"
    case .lookingBack: "play"
    case .end: "next lesson"
    }
  }

  /// What `.` does now.
  var stepHint: String? {
    switch moment {
    case .titleCard, .holds: "one thing"
    case .playing: "on"
    case .lookingBack: "next"
    case .exploring, .askOpen, .end: nil
    }
  }

  /// Whether Enter has something to explain.
  private var canExplain: Bool {
    if case .nothing = context.explained { false } else { true }
  }

  /// What Enter does in the pane with the focus.
  var enterHint: String? {
    if focus == .phone { return selectedPhoneRow.map { $0.field == nil ? "press" : "edit" } }
    if focus == .explain { return "follow" }
    guard focus == .events else { return canExplain ? "explain" : nil }
    let list = eventList
    let place = list.place(of: view.row?.number ?? 1)
    return list.count > 0 && list.isFolded(at: place) || canExplain ? "open" : nil
  }

  /// Whether a subject is a part of a container that can be changed.
  func canAlter(_ subject: Explained) -> Bool {
    switch subject {
    case .tag, .rule, .value: !hidesAnswers
    default: false
    }
  }
}
