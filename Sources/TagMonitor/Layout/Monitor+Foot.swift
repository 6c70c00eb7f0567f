import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The lines below the panes: what is said, and the checks of the chapter.
extension Monitor {
  /// What belongs to the moment at hand: the answer to the last key, else where the run stands.
  func messageLine(columns: Int) -> Line {
    if let message { return message.line }
    switch moment {
    case .lookingBack:
      let place = " back at event \(cursor ?? 0) of \(run.timeline.rows.count)"
      return Line(place) + Line("   L", .accent) + Line(" returns to the present")
    case .holds(let next):
      return Line(" the chapter ends here   ") + Line("Space", .accent) + Line(" ▸ \(next)")
    case .askOpen: return Line(" ") + Line("Space", .accent) + Line(" shows the answer")
    case .playing, .exploring, .titleCard, .end: return Line()
    }
  }

  /// What came of the checks, for the corner: "chapter 2: 9 checks held"; nil before the first.
  var checksText: String? { chapterChecks?.summary }

  /// Draws the checks of the chapter at the bottom right of a large screen.
  func drawChecks(in rect: Rect, on buffer: inout CellBuffer) {
    let inner = rect.inset()
    let results = run.results.suffix(inner.rows)
    BorderText(title: "Checks", note: checksText ?? "").draw(in: rect, borders, on: &buffer)
    let signs = Signs(borders: borders)
    let lines = results.map { result in
      Line(
        " \(result.isFailure ? signs.noMark : signs.yesMark) \(result.statement.text)",
        result.isFailure ? .lost : .fired)
    }
    buffer.write(lines, in: inner, borders)
  }
}
