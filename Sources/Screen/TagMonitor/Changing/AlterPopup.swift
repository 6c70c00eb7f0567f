import TagInspection
import TagPanes
import TagRuntime
import TerminalKit
import TextKit

/// The form over the panes: the part in rows to fill in, and below them the outcome.
struct AlterPopup: ScreenPart {
  let context: ScreenContext
  private let form: AlterForm
  /// The effects of Enter, line by line.
  private let actions: [String]
  /// The popup's place on the screen, including its border.
  let rect: Rect

  private static let widest = 92
  private static let labelColumns = 12

  init(_ context: ScreenContext, _ form: AlterForm, actions: [String], in body: Rect) {
    self.context = context
    self.form = form
    self.actions = actions
    let columns = min(body.columns, Self.widest)
    let lines = Self.lines(form, actions, context, columns: columns - 4)
    rect = Popup.rect(columns: columns, rows: form.rows.count + lines.count + 2, in: body)
  }

  /// Draws the form, and returns the position of the row with the keys.
  func draw(on buffer: inout CellBuffer) -> Point {
    let panel = Panel(
      BorderText(
        title: "Change in a draft", note: title, footer: "Enter try on a branch  Esc close",
        isFocused: true), borders: context.borders, hasColors: context.hasColors)
    let inner = panel.draw(in: rect, on: &buffer).inset(columns: 1, rows: 0)
    var point = inner.origin
    for (index, row) in form.rows.enumerated() where index < inner.rows {
      let line = inner.line(index)
      let isSelected = row == form.row
      let mark = isSelected ? signs.cursor : " "
      let head = mark + cell(label(of: row), Self.labelColumns)
      buffer.write([Line(head, isSelected ? .accent : .plain)], in: line, context.borders)
      let rest = line.splitLeft(TextWidth.columns(of: head)).rest
      if row == .text, isSelected {
        point = form.field.draw(in: rest, on: &buffer, style: .underline) ?? point
      } else {
        buffer.write(
          [Line(text(of: row), isSelected ? .selection : .plain)], in: rest, context.borders)
        if isSelected { point = rest.origin }
      }
    }
    let below = inner.splitTop(min(inner.rows, form.rows.count)).rest
    buffer.write(
      Self.lines(form, actions, context, columns: inner.columns), in: below, context.borders)
    return point
  }

  private var title: String {
    switch form.part {
    case .condition(let place): form.alterable.quotedTitle(ofRule: place.rule)
    case .definition(let position): form.base.version.macros[position].name ?? ""
    }
  }

  private func label(of row: AlterForm.Row) -> String {
    switch (row, form.part) {
    case (.part, .condition): "condition"
    case (.part, .definition): "definition"
    case (.comparison, _): "operator"
    case (.text, .condition): "with"
    case (.text, .definition): "value"
    }
  }

  private func text(of row: AlterForm.Row) -> String {
    let (left, right) = context.borders == .utf8 ? ("‹ ", " ›") : ("< ", " >")
    switch row {
    case .part:
      return "\(left)\(form.chosen + 1) of \(form.parts.count)\(right) \(form.outcome.before)"
    case .comparison: return left + form.comparison.words + right
    case .text: return form.field.text
    }
  }

  /// Returns the lines below the rows.
  private static func lines(
    _ form: AlterForm, _ actions: [String], _ context: ScreenContext, columns: Int
  ) -> [Line] {
    let outcome = form.outcome
    func fact(_ label: String, _ text: String, _ style: Style = .plain) -> [Line] {
      Wrapping.lines(text, columns: columns - labelColumns - 1).enumerated().map { index, part in
        Line(" " + context.borders.cell(index == 0 ? label : "", labelColumns), .dim)
          + Line(part, style)
      }
    }
    var lines = [Line()] + fact("it is", outcome.before)
    if outcome.edit != nil {
      lines += fact("it would be", outcome.after, .accent)
    }
    if let trouble = outcome.trouble {
      lines += Line.wrapped(trouble, columns: columns, .attention)
    }
    if !outcome.here.isEmpty { lines += Line.wrapped(outcome.here, columns: columns, .bold) }
    for other in outcome.others { lines += Line.wrapped(other, columns: columns) }
    if outcome.edit != nil {
      lines += [Line()]
      lines += fact("Enter does", actions.joined(separator: " · "), .dim)
    }
    return lines
  }
}
