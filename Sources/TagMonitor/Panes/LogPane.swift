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
    let picked = isFocused ? self.place(among: lines.count) : -1
    return lines.indices.map { place in
      let line = lines[place]
      // The selected line is read in full.
      let isOpen = place == picked
      let below = isOpen ? rest(of: line, columns: columns) : []
      return PaneItem(height: 1 + below.count, target: .log(line)) {
        [row(of: line, columns: columns)] + below
      }
    }
  }

  /// What a line has no room for.
  private func rest(of line: Timeline.Line, columns: Int) -> [Line] {
    let text = line.line.record.text(in: context.wording)
    let room = columns - headColumns(columns)
    guard TextWidth.columns(of: TerminalText.visible(text)) > room else { return [] }
    return wrapped(text, columns: columns, indent: 5)
  }

  /// The columns before what a line says.
  private func headColumns(_ columns: Int) -> Int { 12 + sourceColumns(columns) }

  private func sourceColumns(_ columns: Int) -> Int { columns >= 70 ? 10 : 8 }

  private func row(of line: Timeline.Line, columns: Int) -> Line {
    let record = line.line.record
    let source = record.source.name ?? record.level.name
    let isSerious = record.level >= .warning
    let time = view.time(of: line.line.wall)
    let mark = line.line.isPrinted ? signs.printed : " "
    return Line(" " + time + " ", .dim) + Line(mark + " ", .bold)
      + Line(cell(source, sourceColumns(columns)), isSerious ? .attention.strong : .dim)
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
