import ScenarioEngine
import TerminalKit

/// The signs of the monitor; words always follow them, so that neither sign nor colour is needed.
struct Signs: Sendable {
  let borders: Borders

  var yes: Line { Line(borders == .utf8 ? "[✓] " : "[+] ", .bold.colored(.cyan)) }
  var no: Line { Line(borders == .utf8 ? "[✗] " : "[-] ", .plain) }
  var attention: Line { Line("[!] ", .bold.colored(.yellow)) }
  var cursor: String { borders == .utf8 ? "▶" : ">" }
  var changed: String { "*" }
  /// What Firebase logged by itself.
  var automatic: String { borders == .utf8 ? "○" : "o" }
  /// What was dropped.
  var dropped: String { borders == .utf8 ? "✗" : "x" }
  /// What a tag kept from Firebase.
  var kept: String { borders == .utf8 ? "⊘" : "/" }
  /// What the container added, changed or left out.
  var plus: String { "+" }
  var tilde: String { "~" }
  var minus: String { borders == .utf8 ? "−" : "-" }
  var printed: String { "*" }
  var now: Character { borders == .utf8 ? "▶" : ">" }
  var raceStart: String { borders == .utf8 ? "├" : "|" }
  var racePassed: String { borders == .utf8 ? "═" : "=" }
  var raceAhead: String { borders == .utf8 ? "┄" : "." }
  var raceEnd: String { borders == .utf8 ? "┤" : "|" }
  var gap: Character { borders == .utf8 ? "─" : "-" }
}

extension Monitor {
  var signs: Signs { Signs(borders: borders) }

  /// The text of a pane; the event list and the tags have more to them and draw themselves.
  func lines(of pane: Pane, columns: Int) -> [Line] {
    switch pane {
    case .data: dataLines(columns: columns)
    case .values: valueLines(columns: columns)
    case .queue: queueText(columns: columns).lines
    case .log: logLines(columns: columns)
    case .tags: tagLines(columns: columns).lines
    case .explain: explainLines(columns: columns)
    case .phone: phoneLines(columns: columns)
    case .device: deviceLines(columns: columns)
    case .braze: brazeLines(columns: columns)
    case .events: []
    }
  }

  /// A cell of a table: cut or filled to its width.
  func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    TextWidth.padded(text, to: max(0, columns), alignment: alignment, ellipsis: borders.ellipsis)
  }

  /// A text on as many lines as it needs, each indented.
  func wrapped(_ text: String, columns: Int, indent: Int = 0, _ style: Style = .plain) -> [Line] {
    let space = String(repeating: " ", count: indent)
    return Wrapping.lines(text, columns: columns - indent).map { Line(space + $0, style) }
  }
}
