import OrderedCollections
import ScenarioEngine
import TagGlossary
import TagPanes
import TerminalKit
import TextKit

/// A text in a popup: this file defines everything about one, except what opens it and the content
/// of its lines.
enum TextPopup: Sendable, Hashable, CaseIterable {
  /// The expectations of the chapter.
  case checks
  /// The note for the presenter, with its caption.
  case note

  var copyTitle: String {
    switch self {
    case .checks: "the checks"
    case .note: "the note"
    }
  }
}

/// A text over the panes, from a line on.
struct TextPage: PageOverlay {
  let text: TextPopup
  var top = 0

  init(_ text: TextPopup, _ top: Int = 0) { (self.text, self.top) = (text, top) }

  static let place = KeyPlace.text
  static let keys =
    moving("a line up", "a line down", hint: "scroll") { page, rows, monitor in
      page.top = page.top.moved(by: rows, upTo: page.limit(in: monitor))
    } + finding + copying
    + [row([.escape], "close", "close; so does any other key", hint: "close") { $1.close() }]

  func hints(in monitor: Monitor) -> [KeyHint]? {
    ownHints(in: monitor, without: limit(in: monitor) > 0 ? [] : ["down"])
  }

  func copied(in monitor: Monitor) -> CopySource? {
    monitor.source(text.copyTitle, lines(in: monitor))
  }

  /// Any other key closes it.
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.close()
    return []
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    if !rect(in: monitor).contains(point) { monitor.close() }
    return []
  }

  // MARK: Lines

  func columns(in monitor: Monitor) -> Int {
    min(monitor.layout(size: monitor.display.size).body.columns, 92)
  }

  func lines(in monitor: Monitor) -> [Line] {
    monitor.lines(of: text, columns: columns(in: monitor) - 4)
  }

  func top(in monitor: Monitor) -> Int { top }

  func showing(_ line: Int, in monitor: Monitor) -> any Overlay {
    TextPage(text, min(max(0, line - 2), limit(in: monitor)))
  }

  /// The first line where it is scrolled to its end.
  private func limit(in monitor: Monitor) -> Int {
    max(0, lines(in: monitor).count - Panel.inner(of: rect(in: monitor)).rows)
  }

  func rect(in monitor: Monitor) -> Rect {
    Popup.rect(
      columns: columns(in: monitor), rows: lines(in: monitor).count + 2,
      in: monitor.layout(size: monitor.display.size).body)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let lines = lines(in: monitor)
    let rect = rect(in: monitor)
    let first = min(top, max(0, lines.count - (rect.rows - 2)))
    let below = lines.count - first - (rect.rows - 2)
    let inner = monitor.panel(
      monitor.title(of: text), note: monitor.popupNote(of: lines),
      footer: (below > 0 ? "\(below) more below  " : "") + "Esc back"
    ).draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    buffer.write(
      lines.dropFirst(first).map(monitor.markedInPopup), in: inner, monitor.display.borders)
    return inner.origin
  }
}

extension Monitor {
  func title(of text: TextPopup) -> String {
    switch text {
    case .checks: chapterChecks?.title ?? "Checks"
    case .note: "Note"
    }
  }

  /// Returns the lines of a text at a width.
  func lines(of text: TextPopup, columns: Int) -> [Line] {
    switch text {
    case .checks: checkLines(columns: columns)
    case .note: noteLines(columns: columns)
    }
  }
}
