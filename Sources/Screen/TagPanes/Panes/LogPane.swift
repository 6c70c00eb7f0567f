import TagInspection
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The messages of the SDK and of the simulator.
struct LogPane: PaneView {
  static let pane = Pane.log

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  static let enterHelp: String? = "what the line means, and what to do"

  var filteredList: FilteredList? { .log }

  var showsMoment: Bool { true }

  /// The maximum number of log lines that can be scrolled through.
  private static let lineLimit = 2000
  /// The number of lines that are built: more than the tallest screen shows.
  private static let madeLines = 120

  /// The number of lines from the selected one to the last; the log starts at its end.
  private var fromEnd: Int { context.selection.place(in: .log) }

  func place(among count: Int) -> Int { count - 1 - min(fromEnd, max(0, count - 1)) }

  let title = "Log"

  func note(columns: Int) -> String {
    if let phone = context.phone, phone.isOwn {
      let span = phone.lines(around: view.eventRow?.number).span
      return span.map { "lines \($0.lowerBound) to \($0.upperBound)" } ?? ""
    }
    let level = context.selection.logLevel
    let shown = level == .verbose ? "every line" : "\(level.name) and worse"
    return context.wording == .sdk ? shown : "\(context.wording.words), \(shown)"
  }

  /// There are too many lines to build them all.
  let filtersItself = true

  func counts(columns: Int) -> (shown: Int, all: Int) {
    let all = lines(last: Self.lineLimit).count
    return (context.filter(of: .log) == nil ? all : asked().lines.count, all)
  }

  func matches(of find: FindText, columns: Int) -> PaneMatches {
    let asked = asked(find)
    let count = asked.lines.count
    return PaneMatches(places: asked.places, current: place(among: count), total: count)
  }

  /// Returns the last lines that pass the filter, and the places of matches; computed once.
  private func asked(_ find: FindText? = nil) -> AskedOfMoment.Answer {
    let filter = context.filter(of: .log)
    let question = AskedOfMoment.Question(
      level: logLevel, wording: context.wording, filter: filter, find: find)
    return view.asked.answer(to: question) {
      var lines = lines(last: Self.lineLimit)
      if let filter { lines = lines.filter { filter.means(facts(of: $0)) } }
      let places = lines.indices.filter { place in
        find?.isFound(in: lines[place].line.record.text(in: context.wording)) ?? false
      }
      return AskedOfMoment.Answer(lines: lines, places: places)
    }
  }

  private var logLevel: LogLevel { context.selection.logLevel }

  /// Returns the last lines of the level; those of the simulator itself are shown only with all.
  private func lines(last count: Int) -> [Timeline.Line] {
    timeline.lines(
      last: count, upToLine: view.lineCount, from: logLevel, isOwn: logLevel == .verbose)
  }

  private func facts(of line: Timeline.Line) -> RowFacts {
    let record = line.line.record
    let wording = context.wording
    return RowFacts(
      text: { record.text(in: wording) },
      values: { field in
        switch field {
        case .text: [.text(record.text(in: wording))]
        case .level: [.text(record.level.name)]
        case .source: [.text(record.source.name ?? "sdk")]
        case .time: [.text(view.time(of: line.line.wall))]
        default: []
        }
      },
      has: { flag in
        switch flag {
        case .printed: line.line.isPrinted
        case .failed: record.level >= .warning
        default: false
        }
      })
  }

  func items(columns: Int) -> [PaneItem] {
    if let phone = context.phone, phone.isOwn {
      let lines = phone.lines(around: view.eventRow?.number).sources
      return lines.map { source in
        PaneItem([
          Line(cell(" \(source.number)", 7), .dim) + Line(TerminalText.visible(source.text))
        ])
      }
    }
    let wanted = min(Self.lineLimit, Self.madeLines + fromEnd)
    let filter = context.filter(of: .log)
    let lines =
      filter == nil
      ? lines(last: wanted)
      : asked().lines.suffix(wanted)
    return items(of: Array(lines), columns: columns)
  }

  private func items(of lines: [Timeline.Line], columns: Int) -> [PaneItem] {
    guard !lines.isEmpty else {
      if let filter = context.filter(of: .log) {
        let all = counts(columns: columns).all
        let why = "the filter \(filter.text) hides all \(all): Esc shows them"
        return [PaneItem(wrapped(why, columns: columns, indent: 1, .dim))]
      }
      return [PaneItem([Line(" nothing was logged yet", .dim)])]
    }
    let picked = isFocused ? self.place(among: lines.count) : -1
    return lines.indices.map { place in
      let line = lines[place]
      // The selected line is shown in full.
      let isOpen = place == picked
      let below = isOpen ? rest(of: line, columns: columns) : []
      return PaneItem(height: 1 + below.count, target: .log(line)) {
        [row(of: line)] + below
      }
    }
  }

  /// Returns the part of a line that has no room in its row.
  private func rest(of line: Timeline.Line, columns: Int) -> [Line] {
    let text = line.line.record.text(in: context.wording)
    let room = columns - row(of: line).width
    guard room < 0 else { return [] }
    return wrapped(text, columns: columns, indent: 5)
  }

  /// Returns the time, what is not an ordinary line of the SDK, and the text.
  private func row(of line: Timeline.Line) -> Line {
    let record = line.line.record
    let isSerious = record.level >= .warning
    let source = record.source.name ?? (isSerious ? record.level.name : "")
    return Line(" \(view.time(of: line.line.wall))  ", .dim)
      + Line(source.isEmpty ? "" : source + "  ", isSerious ? .attention.strong : .dim)
      + Line(record.text(in: context.wording), isSerious ? .attention : .plain)
  }
}

extension LogRecord.Source {
  /// The source of a message, unless it is the SDK.
  fileprivate var name: String? {
    switch self {
    case .sdk: nil
    case .app: "app"
    case .tagsim: "tagsim"
    }
  }
}

extension Logger {
  package var words: String {
    if isCustom { return "is its own and gets every line" }
    if level == .none { return "prints nothing" }
    return "prints level \(level.name)" + (level == .error ? " only" : " and more serious")
  }
}

extension LogWording {
  package var words: String { self == .sdk ? "the SDK's words" : "plain words" }
}
