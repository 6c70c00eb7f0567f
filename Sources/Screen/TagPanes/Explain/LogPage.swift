import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A line of the log: its meaning, and whether it requires action.
struct LogPage: ExplainPage {
  let context: ScreenContext
  let line: Timeline.Line

  func write(_ page: inout PageText) {
    let record = line.line.record
    let known = record.code.line
    page.headline(known.verdict)
    page.say(known.meaning, known.isFault ? .attention : .plain)
    page.part("The line")
    page.say(record.text(in: .sdk), indent: 2)
    let plain = record.text(in: .plain)
    if plain != record.text(in: .sdk) {
      page.head("In plain words")
      page.say(plain, indent: 2)
    }
    page.blank()
    page.fact("logged by", speaker(record), width: 11, indent: 0)
    page.fact("level", record.level.name, width: 11, indent: 0)
    page.fact(
      "printed",
      line.line.isPrinted
        ? "yes: the developer sees it" : "no: the app's logger \(view.logger.words)",
      width: 11, indent: 0)
    if let row {
      let at = "\(view.time(of: line.line.wall)), #\(row.number) \(row.event.name)"
      page.fact("logged at", at, width: 11, indent: 0, to: .row(row.number))
    }
    page.fact("code", record.code.rawValue, width: 11, indent: 0, .dim)
  }

  private func speaker(_ record: LogRecord) -> String {
    switch record.source {
    case .sdk: "the SDK"
    case .app: "the app's own code"
    case .tagsim: "tagsim: the SDK logs nothing here"
    }
  }

  /// The row of the step that logged it; otherwise the last row before it.
  private var row: Timeline.Row? {
    let rows = 0..<timeline.rowCount
    let last = rows.partitioningIndex { timeline.row(at: $0 + 1).step > line.step }
    return last > 0 ? timeline.row(at: last) : nil
  }
}

extension ConsoleLine {
  /// The need for action.
  fileprivate var verdict: String {
    if isFault { return "Fix this: something does not work as intended." }
    return isHarmless
      ? "Nothing to do: this is normal." : "Good to know: not a problem in itself."
  }
}
