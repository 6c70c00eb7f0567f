import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The lines below the panes: the message, and the checks of the chapter.
extension Monitor {
  var signs: Signs { Signs(borders: borders, isReader: isReader) }

  /// Returns the message line: the answer to the last key, otherwise the state of the run.
  func messageLine(columns: Int) -> Line {
    if let message { return message.line(columns: columns, borders) }
    if let comparing { return comparisonLine(comparing) }
    switch moment {
    case .lookingBack:
      let source = view.row.flatMap { context.phone?.source(ofRow: $0.number) }
      let place =
        " back at event \(cursor ?? 0) of \(run.timeline.rows.count)"
        + (source.map { ", " + $0.words } ?? "")
      return Line(place) + Line("   L", .accent) + Line(" returns to the present")
    case .holds(let next):
      let what = replay == nil && isOver ? run.scenario.wayTitle : "the chapter"
      return Line(" \(what) ends here   ") + Line("Space", .accent)
        + Line(" \(borders == .utf8 ? "▸" : ">") \(next)")
    case .askOpen: return Line(" ") + Line("Space", .accent) + Line(" shows the answer")
    case .exploring where following != nil: return phoneLine ?? Line()
    case .exploring:
      return tourHint(columns: columns - 2).map { Line(" " + $0, .bold) } ?? Line()
    case .playing, .titleCard, .end: return Line()
    }
  }

  /// Draws the checks of the chapter at the bottom right of a large screen: those that held, those
  /// that failed, and those to come.
  func drawChecks(in rect: Rect, on buffer: inout CellBuffer) {
    let inner = rect.inset()
    guard let checks = chapterChecks else {
      BorderText(title: "Checks").draw(in: rect, borders, on: &buffer)
      return
    }
    let counts = checks.failed > 0 ? "\(checks.failed) failed, \(checks.held)" : "\(checks.held)"
    let title = checks.number > 0 ? "Checks of chapter \(checks.number)" : "Checks"
    BorderText(title: title, note: "\(counts) passed").draw(in: rect, borders, on: &buffer)
    var lines = checks.list.map { check in
      switch check.state {
      case .held: Line(" \(signs.yesMark) \(check.text)", .fired)
      case .failed: Line(" \(signs.noMark) \(check.text)", .lost)
      case .toCome: Line(" \(signs.toCome) \(check.text)", .dim)
      }
    }
    if let hidden = checks.hiddenText { lines.append(Line(" \(signs.toCome) \(hidden)", .dim)) }
    // Show the last check that was made, and the next one.
    let looked = checks.list.lastIndex { $0.state != .toCome } ?? 0
    let first = ScrollWindow.offset(
      count: lines.count, height: inner.rows, selected: min(looked + 1, lines.count - 1),
      previous: 0)
    buffer.write(Array(lines.dropFirst(first)), in: inner, borders)
  }
}
