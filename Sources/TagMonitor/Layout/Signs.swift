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
