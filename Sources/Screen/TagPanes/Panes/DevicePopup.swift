import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit

/// The device and its clock over the panes: the agenda with a selected entry, and the facts below.
package struct DevicePopup: ScreenPart {
  package let context: ScreenContext
  /// The popup's place on the screen, including its border.
  package let rect: Rect
  /// The place of the selected entry; beyond the last one, the number of lines scrolled.
  private let place: Int
  private let told: [DeviceAgenda.ShownLine]
  private let lines: [Line]
  private let entryCount: Int

  private static let widest = 92

  package init(_ context: ScreenContext, place: Int, in body: Rect) {
    self.context = context
    self.place = place
    let columns = min(body.columns, Self.widest)
    let agenda = DeviceAgenda(context)
    entryCount = agenda.entries.count
    let selected = entryCount == 0 ? nil : min(place, entryCount - 1)
    let inner = columns - 2
    told = agenda.lines(columns: inner, selected: selected)
    lines = DevicePane(context).lines(columns: inner, selected: selected)
    rect = Popup.rect(columns: columns, rows: lines.count + 2, in: body)
  }

  private var inner: Rect { Panel.inner(of: rect) }

  private var scrollLimit: Int { max(0, lines.count - inner.rows) }

  package var limit: Int { max(0, entryCount - 1) + scrollLimit }

  /// The first visible line.
  private var first: Int {
    let beyond = place - max(0, entryCount - 1)
    guard beyond <= 0 else { return min(beyond, scrollLimit) }
    let lines = told.indices.filter { told[$0].entry == place }
    guard let start = lines.first, let end = lines.last else { return 0 }
    return ScrollWindow.offset(
      count: self.lines.count, height: inner.rows, selection: start..<end + 1, previous: 0)
  }

  /// Draws the popup, and returns the position of the selected entry.
  package func draw(on buffer: inout CellBuffer) -> Point? {
    let pane = DevicePane(context)
    let first = first
    let below = lines.count - first - inner.rows
    let keys = (entryCount > 0 ? "Enter goes there  " : "") + "Esc close"
    let panel = Panel(
      BorderText(
        title: pane.heading, note: pane.note(columns: rect.columns),
        footer: (below > 0 ? "\(below) more below  " : "") + keys, isFocused: true),
      borders: context.borders, hasColors: context.hasColors)
    let inner = panel.draw(in: rect, on: &buffer)
    buffer.write(Array(lines.dropFirst(first)), in: inner, context.borders)
    let selected = told.firstIndex { $0.entry == min(place, entryCount - 1) } ?? first
    return Point(
      column: inner.column, row: inner.row + min(max(0, selected - first), max(0, inner.rows - 1)))
  }
}
