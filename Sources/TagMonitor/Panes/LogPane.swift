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
      let mark = line.line.isPrinted ? signs.printed : " "
      return Line(view.time(of: line.line.wall) + " ", .dim)
        + Line(mark + " ", .bold) + Line(cell(source, 8), style)
        + Line(record.text(in: run.wording), isSerious ? .bold : .plain)
    }
    guard shown.isEmpty else { return Array(shown) }
    let level = logLevel == .verbose ? "" : " at level \(logLevel.name) or above: v shows more"
    return [Line("nothing was logged yet" + level, .dim)]
  }

  /// What the log shows, for its title.
  var logTitle: String { "6 SDK log, \(shownLevels), in \(run.wording.words)" }

  /// What the sign in front of a line means, and the keys; as much as there is room for.
  func logFooter(columns: Int) -> String {
    let legends = [
      "\(signs.printed) printed by the app, whose logger \(logger.words)   v level  o wording",
      "\(signs.printed) printed by the app   v \(logLevel.name)  o \(run.wording.words)",
      "\(signs.printed) printed by app  v \(logLevel.name)  o \(run.wording.shortWords)",
    ]
    return legends.first { TextWidth.columns(of: $0) <= columns - 7 } ?? "\(signs.printed) printed"
  }

  private var shownLevels: String {
    logLevel == .verbose ? "every level" : "\(logLevel.name) and more serious"
  }
}
