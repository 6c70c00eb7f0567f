import ScenarioEngine
import TerminalKit

extension Monitor {
  /// The chapter with the step, and the caption.
  func captionLines(columns: Int) -> [Line] {
    let total = run.scenario.statements.count
    let step = "Step \(min(run.position, total))/\(total)"
    let failed = run.results.count(where: \.isFailure)
    let held = run.results.count { $0.isPoint && !$0.isFailure }
    let score = held + failed > 0 ? "   expected: \(held) held, \(failed) failed" : ""
    let story = cursor.map { run.story(atRow: $0) } ?? run.story.last
    let head =
      Line("> ", .bold) + Line((story?.chapter ?? "") + "   ", .bold) + Line(step + score, .dim)
    return [head, Line("  " + (story?.caption ?? ""))]
  }

  func messageLine() -> Line {
    guard let message else { return Line() }
    let style: Style =
      switch message.kind {
      case .ok: .plain
      case .hint: .plain.colored(.cyan)
      case .failure: .bold.colored(.yellow)
      }
    return Line(" " + message.prefix + message.text, style)
  }

  /// The key line: as many hints as fit, the most needed first.
  func keyLine(columns: Int) -> Line {
    if columns < Layout.listColumns { return Line(" ? help  : command  Tab pane  q quit", .dim) }
    let order = ["? help", "q quit", ": command", "Space play"]
    let hints = KeyBinding.all.compactMap(\.hint)
    let sorted = order.filter(hints.contains) + hints.filter { !order.contains($0) }
    var text = ""
    for hint in sorted where TextWidth.columns(of: text + "  " + hint) <= columns {
      text += (text.isEmpty ? " " : "  ") + hint
    }
    return Line(text, .dim)
  }

  /// All keys, from the key map.
  func helpLines(columns: Int) -> [Line] {
    let groups: [(String, [KeyBinding])] = [
      ("The world", KeyBinding.world), ("Time", KeyBinding.time), ("Panes", KeyBinding.panes),
      ("The program", KeyBinding.program),
    ]
    var lines: [Line] = []
    for (title, bindings) in groups {
      lines.append(Line(title, .bold))
      for binding in bindings where !binding.help.isEmpty {
        let text = wrapped(binding.help, columns: max(10, columns - 16))
        for (index, line) in text.enumerated() {
          lines.append(Line(cell(index == 0 ? "  " + binding.shown : "", 16), .bold) + line)
        }
      }
      lines.append(Line())
    }
    lines += wrapped(
      "All panes show the world as of the selected event. Signs: \(borders == .utf8 ? "✓" : "+") "
        + "fired or true, \(borders == .utf8 ? "✗" : "-") not fired or false, ! look here.",
      columns: columns)
    lines += [Line()]
    lines += wrapped(
      "Time strip: L launch  C container  s screen  t tap  p push  x network  d dispatch  "
        + "r refresh  k kill  b background  f foreground  P publish  j jump  ! error",
      columns: columns)
    return lines
  }
}
