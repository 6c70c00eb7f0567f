import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Copying the selection with `y`, and in a chosen form with `y` again.
extension Monitor {
  package var programVersion: String {
    get { saving.copying.program }
    set { saving.copying.program = newValue }
  }

  /// The command that receives copies; nil if the terminal does.
  package var copyCommand: String? { saving.copying.command }

  /// Copies the selection as text; the second time in a row, in a form that is chosen.
  mutating func copy() -> [MonitorEffect] {
    display.keyboard.isRepeated ? openCopies() : (texts([.text]) ?? []).map { .copy($0) }
  }

  /// Opens a menu of forms for a copy of the selection.
  mutating func openCopies() -> [MonitorEffect] {
    guard let texts = texts(CopyForm.allCases) else { return [] }
    let lines = texts.map { text in OpenMenu.Line(text.form.title) { _ in [.copy(text)] } }
    push(OpenMenu("Copy as", asks: "copy as", lines, verb: "copy"))
    return []
  }

  /// Returns the selection in those of the given forms that it has; nil and a message if nothing is
  /// selected.
  private mutating func texts(_ forms: [CopyForm]) -> [CopiedText]? {
    guard !hidesAnswers else {
      message = .hint("a copy could give the answer away: press Space to show it first")
      return nil
    }
    guard var source = copySource, let text = source.text(as: .text), !text.isEmpty else {
      message = .hint("there is nothing to copy here")
      return nil
    }
    if forms.contains(.expectation), source.subject != nil {
      source.expectation = expectationOfSelection()
    }
    return forms.compactMap { form in
      source.text(as: form).map { text in
        CopiedText(
          title: source.title + (form == .text ? "" : " as \(form.word)"), form: form, text: text,
          command: saving.copying.command)
      }
    }
  }

  /// Answers `MonitorEffect.copy`: shows where the text went.
  package mutating func copied(_ copied: CopiedText, _ way: String) {
    let bytes = Counted.text(copied.text.utf8.count, "byte")
    message = .ok("copied: \(copied.title), \(bytes)")
    message?.remark = "(\(way))"
  }

  /// Sets the command for copies; `off` uses the terminal.
  mutating func setCopyCommand(_ command: String?) {
    saving.copying.command = command?.isEmpty == true ? nil : command
    message = .ok(
      saving.copying.command.map { "y copies with: \($0)" }
        ?? "y copies to the terminal")
  }

  // MARK: The selection

  /// The selection; nil for none.
  private var copySource: CopySource? {
    if let front { return front.copied(in: self) }
    return paneSource(focus)
  }

  /// Returns a page with a title.
  func source(_ title: String, _ lines: [Line], _ subject: Explained? = nil) -> CopySource {
    source(title, Self.text(of: lines), subject)
  }

  private func source(
    _ title: String, _ text: String, _ subject: Explained? = nil
  ) -> CopySource {
    CopySource(
      context: context, title: title, text: text, subject: subject, program: saving.copying.program)
  }

  /// Returns the selected row of a pane, or the whole text of a pane without rows.
  func paneSource(_ pane: Pane) -> CopySource? {
    let view = pane.view(in: context)
    if pane == .events { return eventSource }
    let list = view.list(columns: Self.copiedColumns)
    let index = list.index(of: view.place(among: list.total))
    guard index >= 0 else {
      let text = Self.text(of: list.items.flatMap { $0.lines() })
      return text.isEmpty ? nil : source("pane \(pane.name)", text, view.explained)
    }
    let item = list.items[list.selectable[index]]
    let subject = item.target.map { context.explained($0) }
    let title = subject?.title(in: self.view) ?? ""
    let text = item.facts?().text() ?? logText(of: item) ?? Self.text(of: item.lines())
    return source(title.isEmpty ? "a row of \(pane.name)" : title, text, subject)
  }

  /// A width at which no column is cut.
  private static var copiedColumns: Int { 400 }

  private var eventSource: CopySource? {
    guard let row = view.row else { return nil }
    return source(
      "#\(row.number)",
      "#\(row.number) \(view.time(of: row.event.wall)) \(EventFacts(row.event).text)",
      .row(row.number))
  }

  /// Returns a line of the log with its time.
  private func logText(of item: PaneItem) -> String? {
    guard case .log(let line)? = item.target else { return nil }
    let record = line.line.record
    return "\(view.time(of: line.line.wall)) \(record.level.name) \(record.text(in: run.wording))"
  }

  /// Returns the selected row of two runs, and its differences; if the sum of differences replaces
  /// the rows, the whole sum.
  func comparedSource(_ state: ComparisonState) -> CopySource {
    let names = "A \(state.names[0]), B \(state.names[1])"
    let sum = ComparisonSum(context, state, columns: Self.comparedColumns)
    if state.showsSum {
      return source("what differs", names + "\n" + Self.text(of: sum.lines.map(\.line)))
    }
    let line = ComparedLine(context: context, state: state, columns: Self.comparedColumns)
    let rows = [ComparedSide.a, .b].map { side in
      Line("\(side.rawValue) ")
        + line.text(of: state.place(at: state.index), in: side, after: nil)
    }
    let differing = sum.lines.filter { sum.isSelected($0.spans) }.map(\.line)
    return source("a compared row", names + "\n" + Self.text(of: rows + differing))
  }

  /// The width of the rows of two runs in a copy.
  private static var comparedColumns: Int { 160 }

  /// Returns lines as text, with two blanks between the cells of a row.
  private static func text(of lines: [Line]) -> String {
    let text = lines.map { line in
      let cells = line.text.split(separator: "  ").map { $0.split(separator: " ") }
      return cells.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }.joined(separator: "  ")
    }.joined(separator: "\n")
    return String(text.trimmed { $0 == "\n" })
  }
}
