import TerminalKit

/// The signs of the monitor; words always follow them, so that neither sign nor colour is needed.
struct Signs: Sendable {
  let borders: Borders

  var yes: Line { Line(borders == .utf8 ? "[✓] " : "[+] ", .bold.colored(.cyan)) }
  var no: Line { Line(borders == .utf8 ? "[✗] " : "[-] ", .plain) }
  var attention: Line { Line("[!] ", .bold.colored(.yellow)) }
  var cursor: String { borders == .utf8 ? "▶" : ">" }
  var changed: String { "*" }
  var printed: String { "*" }
  var now: Character { borders == .utf8 ? "▶" : ">" }
  var raceStart: String { borders == .utf8 ? "├" : "|" }
  var racePassed: String { borders == .utf8 ? "═" : "=" }
  var raceAhead: String { borders == .utf8 ? "┄" : "." }
  var raceEnd: String { borders == .utf8 ? "┤" : "|" }
  var gap: Character { borders == .utf8 ? "─" : "-" }
}
