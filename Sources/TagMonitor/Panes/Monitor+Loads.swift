import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// How many entries of the history of loads can be scrolled through.
  static let loadLineLimit = 500

  /// What had happened to containers at the event that is looked at.
  var loadEntries: [LoadEntry] { LoadEntry.all(run.timeline.loads(upToStep: view.step)) }

  /// The history of opens and refreshes, newest last: of one container, or of all.
  func loadLines(of id: String? = nil, columns: Int) -> [Line] {
    let entries = loadEntries.filter { id == nil || $0.event.container == id }
    guard !entries.isEmpty else { return [Line("nothing was opened yet", .dim)] }
    let isOne = Set(entries.map(\.event.container)).count == 1
    var lines: [Line] = []
    let hidden = entries.count - Self.loadLineLimit
    if hidden > 0 { lines.append(Line("\(hidden) older ones are not shown", .dim)) }
    var launch = hidden > 0 ? 0 : 1
    for entry in entries.suffix(Self.loadLineLimit) {
      if entry.event.launch != launch {
        launch = entry.event.launch
        lines.append(Line("launch \(launch)", .dim))
      }
      lines += self.lines(of: entry, isNamed: !isOne, columns: columns)
    }
    return lines
  }

  private func lines(of entry: LoadEntry, isNamed: Bool, columns: Int) -> [Line] {
    // Much of it happens within a second.
    let time = view.simulation.world.zone.civil(at: entry.event.wall).preciseTimeText + "  "
    let words = (isNamed ? entry.event.container + " " : "") + entry.words
    let style: Style = entry.isTrouble ? .bold.colored(.yellow) : .plain
    let space = String(repeating: " ", count: time.count)
    return Wrapping.lines(words, columns: columns - time.count).enumerated().map { index, text in
      Line(index == 0 ? time : space, .dim) + Line(text, style)
    }
  }
}
