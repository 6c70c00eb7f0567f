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
  /// How many lines are made: as many as the highest screen shows, and some more.
  private static let madeLines = 120

  /// How many lines the selected one is before the last; the log stands at its end.
  private var fromEnd: Int { context.selection.place(in: .log) }

  func place(among count: Int) -> Int { count - 1 - min(fromEnd, max(0, count - 1)) }

  let title = "Log"

  func note(columns: Int) -> String {
    let level = context.selection.logLevel
    let shown = level == .verbose ? "every level" : "\(level.name) and more serious"
    let wording = context.wording == .sdk ? "" : "   \(context.wording.shortWords)"
    return columns >= 70 ? shown + wording + "   \(signs.printed) printed by the app" : shown
  }

  func items(columns: Int) -> [PaneItem] {
    let logLevel = context.selection.logLevel
    let lines = timeline.lines(
      last: min(Self.lineLimit, Self.madeLines + fromEnd), upToStep: view.step, from: logLevel)
    guard !lines.isEmpty else {
      let level = logLevel == .verbose ? "" : " at level \(logLevel.name) or above: v shows more"
      return [PaneItem([Line(" nothing was logged yet" + level, .dim)])]
    }
    return lines.indices.map { place in
      PaneItem(target: .log(lines[place])) {
        let before = place > 0 ? lines[place - 1] : nil
        return [row(of: lines[place], after: before, columns: columns)]
      }
    }
  }

  private func row(of line: Timeline.Line, after before: Timeline.Line?, columns: Int) -> Line {
    let record = line.line.record
    let source = record.source.name ?? record.level.name
    let isSerious = record.level >= .warning
    let time = view.time(of: line.line.wall)
    let mark = line.line.isPrinted ? signs.printed : " "
    let name = columns >= 70 ? 10 : 8
    return Line(" " + time + " ", .dim) + Line(mark + " ", .bold)
      + Line(cell(source, name), isSerious ? .attention.strong : .dim)
      + Line(record.text(in: context.wording), isSerious ? .attention : .plain)
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
