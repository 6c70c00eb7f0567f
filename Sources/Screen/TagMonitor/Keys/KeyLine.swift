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
  var last = [KeyHint("?", "keys")]
  /// The only hints where there is little room.
  var narrow = [
    KeyHint("?", "keys"), KeyHint(":", "command"), KeyHint(.tab, "Tab", "pane"),
    KeyHint("q", "quit"),
  ]

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
    if columns < Layout.threeColumns { return 3 }
    return columns < Layout.fourColumns ? 5 : 12
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
      return KeyLine(
        pane: page.hints(in: self) ?? [], moment: page.place == .start ? acts : [],
        isMomentFirst: false)
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
      let keys = keys(of: moment) + [KeyHint("+", "only this pane")]
      return KeyLine(pane: [], moment: keys, isMomentFirst: true)
    }
    let pane = isCard ? [] : focus.view(in: context).hints(paneHints) + recordingKeys
    let others = keys(of: moment).filter { hint in !pane.contains { $0.key == hint.key } }
    return KeyLine(pane: pane, moment: others, isMomentFirst: isFirst)
  }

  /// The possible actions on the current world, without keys that would be refused.
  private var acts: [KeyHint] {
    let live = actedWorld
    let network = KeyHint("w", "network")
    let time = KeyHint("t", "time")
    guard live.isRunning else { return [KeyHint("K", "launch"), network, time] }
    if live.isSuspended {
      return [KeyHint("b", "foreground"), network, KeyHint("K", "kill"), time]
    }
    let rest = [KeyHint("p", "push"), network]
    let ends = [KeyHint("K", "kill"), KeyHint("r", "refresh"), time]
    if live.isInBackground { return [KeyHint("b", "foreground")] + rest + ends }
    let hasButtons = live.screen.map { !$0.buttons.isEmpty } ?? false
    return [KeyHint("s", "screen")] + (hasButtons ? [KeyHint("x", "button")] : []) + rest
      + [KeyHint("b", "background")] + ends
  }

  /// The hint that a recording could expect the current selection.
  private var recordingKeys: [KeyHint] {
    saving.recorder.isOn && paneHints.canExplain ? [KeyHint(":", "expect this")] : []
  }

  private var phoneListKeys: [KeyHint] {
    telling.following == nil ? [] : [KeyHint("A", "seen, not seen")]
  }

  private var branchKeys: [KeyHint] {
    guard comparing.branches.here.parent == nil else {
      return [KeyHint("C", "compare"), KeyHint("z", "undo")]
    }
    guard comparing.branches.names.count == 1, let way = telling.plan.ways.first else {
      return []
    }
    return [KeyHint("C", "beside " + way.scenario.wayTitle)]
  }

  /// Whether the demo's tour has something left for Space to show.
  private var hasTour: Bool { telling.playback.tour?.lines.isEmpty == false }

  private func keys(of moment: PlayingMoment) -> [KeyHint] {
    switch moment {
    case .titleCard:
      [
        .space("plays it"), KeyHint(".", "one thing"), KeyHint("]", "next chapter"),
        KeyHint("}", "faster"), KeyHint("q", "quit"),
      ]
    case .exploring:
      (run.next != nil ? [.space("play")] : hasTour ? [.space("next thing")] : [])
        + phoneListKeys + branchKeys + acts
    case .holds(let next):
      [.space("▸ " + next), KeyHint(".", "one thing"), KeyHint("[", "again")] + acts
    case .playing:
      [
        .space("pause"), KeyHint(".", "on"), KeyHint("{", "slower"), KeyHint("}", "faster"),
        KeyHint("]", "next chapter"),
      ]
    case .askOpen: [.space("answer"), KeyHint("[", "again")]
    case .lookingBack:
      [KeyHint(".", "next"), .space("play"), KeyHint("L", "live")] + phoneListKeys
        + (comparing.isOneWorld ? [] : acts.filter { "sx".contains($0.shown) })
        + ((cursor ?? 0) > 1 ? [KeyHint(",", "before"), KeyHint("<", "first")] : [])
    case .end:
      [
        .space("next lesson"), KeyHint("[", "again"), KeyHint("<", "look back"),
        KeyHint("q", "quit"),
      ]
    }
  }

  var paneHints: PaneHints {
    PaneHints(context: context, canTry: canTry, phoneRow: selectedPhoneRow)
  }
}
