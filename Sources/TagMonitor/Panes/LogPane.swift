import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What the SDK and the simulator say.
struct LogPane: PaneView {
  static let pane = Pane.log

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  /// How many log lines can be scrolled through.
  private static let lineLimit = 2000

  func lines(columns: Int) -> [Line] { lines(last: Self.lineLimit) }

  /// The last lines of the level, so many at most; only these are put into words.
  private func lines(last count: Int) -> [Line] {
    let logLevel = context.selection.logLevel
    let view = view
    let lines = timeline.lines(
      last: min(count, Self.lineLimit), upToStep: view.step, from: logLevel)
    let shown = lines.map { line in
      let record = line.line.record
      let source = record.source.name ?? record.level.name
      let isSerious = record.level >= .warning
      let style: Style = isSerious ? .attention.strong : .plain
      let mark = line.line.isPrinted ? signs.printed : " "
      return Line(view.time(of: line.line.wall) + " ", .dim)
        + Line(mark + " ", .bold) + Line(cell(source, 8), style)
        + Line(record.text(in: context.wording), isSerious ? .bold : .plain)
    }
    guard shown.isEmpty else { return shown }
    let level = logLevel == .verbose ? "" : " at level \(logLevel.name) or above: v shows more"
    return [Line("nothing was logged yet" + level, .dim)]
  }

  /// The log stands at its end, and is scrolled from there.
  func content(in room: Size) -> PaneContent {
    PaneContent(lines: lines(last: room.rows + scroll), present: room.rows - 1)
  }

  /// What the log shows.
  var title: String { "SDK log, \(shownLevels), in \(context.wording.words)" }

  /// What the sign in front of a line means, and the keys; as much as there is room for.
  func footer(columns: Int) -> String {
    let level = context.selection.logLevel.name
    let legends = [
      "\(signs.printed) printed by the app, whose logger \(view.logger.words)   v level  o wording",
      "\(signs.printed) printed by the app   v \(level)  o \(context.wording.words)",
      "\(signs.printed) printed by app  v \(level)  o \(context.wording.shortWords)",
    ]
    return legends.first { TextWidth.columns(of: $0) <= columns - 7 } ?? "\(signs.printed) printed"
  }

  private var shownLevels: String {
    let level = context.selection.logLevel
    return level == .verbose ? "every level" : "\(level.name) and more serious"
  }
}

extension LogRecord.Source {
  /// Who says it, where that is not the SDK.
  fileprivate var name: String? {
    switch self {
    case .sdk: nil
    case .app: "app"
    case .tagsim: "tagsim"
    }
  }
}

extension Logger {
  /// What it prints, in words.
  var words: String {
    if isCustom { return "is the app's own and gets every line" }
    if level == .none { return "prints nothing" }
    return "prints level \(level.name)" + (level == .error ? " only" : " and more serious")
  }
}

extension LogWording {
  /// Whose words, for titles.
  var words: String { self == .sdk ? "the SDK's words" : "plain words" }

  /// The same where there is little room.
  var shortWords: String { self == .sdk ? "SDK's words" : "plain words" }
}
