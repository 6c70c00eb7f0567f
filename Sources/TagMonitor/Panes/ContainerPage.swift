import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// Why the container of the row is the one it is, and how it came to that.
struct ContainerPage: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func lines(columns: Int) -> [Line] {
    guard let row = view.row else { return [] }
    let app = view.simulation.world.app
    let life = ContainerLife(context)
    let id = row.event.containerID ?? app.containerID
    var lines = wrapped("Why this container? \(id) at event \(row.number)", columns: columns, .bold)
    let detail = row.event.detail.map { "  " + $0 } ?? ""
    lines += wrapped(row.event.name + detail, columns: columns) + [Line()]
    lines += reportLines(of: id, row, columns: columns)
    if let container = view.simulation.container(id) {
      lines += [Line(), Line("What comes next", .bold)]
      lines += factLines(life.countdowns(of: container), columns: columns)
    }
    lines += [Line(), Line("Opens and refreshes of \(id) so far, the newest last", .bold)]
    return lines + life.loadLines(of: id, columns: columns)
  }

  private func reportLines(of id: String, _ row: Timeline.Row, columns: Int) -> [Line] {
    if let report = view.simulation.report(on: id) {
      return report.lines.flatMap { reportLine($0, columns: columns) }
    }
    let before = timeline.simulation(afterStep: row.step - 1)
    guard case .closed = row.event.kind, let report = before.report(on: id) else {
      return wrapped("\(id) is not open", columns: columns)
    }
    return wrapped(
      "It is closed. The app may open it again; its values and handlers are gone until then. "
        + "Before that:", columns: columns)
      + report.lines.flatMap { reportLine($0, columns: columns) }
  }

  /// A line of the report keeps its indentation where it is broken.
  private func reportLine(_ line: ContainerReport.Line, columns: Int) -> [Line] {
    let sign: Line
    switch line.mark {
    case .yes: sign = signs.yes
    case .no: sign = signs.no
    case .passedOver: sign = Line("--  ")
    case nil: return wrapped(line.words, columns: columns, indent: line.indent)
    }
    let space = String(repeating: " ", count: line.indent)
    return wrapped(line.words, columns: columns - line.indent - 4).enumerated()
      .map { index, piece in
        Line(space) + (index == 0 ? sign : Line("    ")) + piece
      }
  }
}

extension EventRow {
  /// The container that it names; nil is the app's first.
  fileprivate var containerID: String? {
    switch kind {
    case .containerAvailable(_, _, _, let id), .refreshed(_, _, let id), .refreshRefused(_, let id),
      .published(_, let id), .publishedUnreadable(let id):
      id
    case .openRefused(let id, _), .closed(let id), .link(.previewing(let id), _),
      .link(.ended(let id), _):
      id
    default: nil
    }
  }
}
