import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// How many log lines can be scrolled through.
  static let logLineLimit = 2000

  func logLines(columns: Int) -> [Line] {
    let lines = run.timeline.lines(upToStep: view.step)
      .reversed().lazy
      .filter { $0.line.record.level >= self.logLevel }
      .prefix(Self.logLineLimit)
    let shown = lines.reversed().map { line in
      let record = line.line.record
      let source = record.source == .tagsim ? "tagsim" : record.level.name
      let isSerious = record.level >= .warning
      let style: Style = isSerious ? .bold.colored(.yellow) : .plain
      return Line(view.time(of: line.line.wall) + " ", .dim)
        + Line(cell(source, 8), style) + Line(record.text, isSerious ? .bold : .plain)
    }
    guard shown.isEmpty else { return Array(shown) }
    let level = logLevel == .verbose ? "" : " at level \(logLevel.name) or above: v shows more"
    return [Line("nothing was logged yet" + level, .dim)]
  }
}
