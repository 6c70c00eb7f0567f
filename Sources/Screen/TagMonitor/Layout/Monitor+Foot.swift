import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The lines below the panes.
extension Monitor {
  var signs: Signs { Signs(borders: display.borders, isReader: display.isReader) }

  /// Returns the message line: the answer to the last key, otherwise the state of the run.
  func messageLine(columns: Int) -> Line {
    if let message { return message.line(columns: columns, display.borders) }
    if let compared = comparing.compared { return comparisonLine(compared) }
    if showsPhone, let line = lookLine(columns: columns) { return line }
    if let start = page as? StartState { return start.table(in: self).legend }
    switch moment {
    case .lookingBack:
      let place = " back at event \(cursor ?? 0) of \(run.timeline.rowCount)"
      return Line(place) + Line("   L", .accent) + Line(" returns to the present")
    case .holds(let next):
      let what = replay == nil && isOver ? run.scenario.wayTitle : "the chapter"
      return Line(" \(what) ends here   ") + Line("Space", .accent)
        + Line(" \(display.borders == .utf8 ? "▸" : ">") \(next)")
    case .askOpen: return Line(" ") + Line("Space", .accent) + Line(" shows the answer")
    case .exploring:
      return tourHint(columns: columns - 2).map { Line(" " + $0, .bold) } ?? Line()
    case .playing, .titleCard, .end: return Line()
    }
  }
}

extension Monitor {
  /// The strip as it stands, on a screen of a size. A story that is not about opening has no need
  /// of the race, and one that is may have a line of its own for it.
  func timeStrip(_ context: ScreenContext, at size: Size) -> TimeStrip {
    TimeStrip(
      context: context, chapters: stripChapters, replayed: replayedChapter, shownRows: shownRows,
      hasRace: !telling.tellsStory || tellsOpening && Layout.stripRows(of: size, tellsOpening) == 1)
  }

  /// The place of the replayed chapter, which has no row yet at its start; nil without a replay.
  private var replayedChapter: Int? {
    guard let replay else { return nil }
    let begun = run.record.prefix(replay.place).count { entry in
      if entry.isTold, case .chapter = entry.statement.command { true } else { false }
    }
    return begun > 0 ? begun - 1 : nil
  }

  /// The chapters of the scenario, each with its rows so far.
  var stripChapters: [StripChapter] {
    let count = shownRows
    let begins = chapterBegins
    return chapterTitles.enumerated().map { index, title in
      let begin = begins.indices.contains(index) ? begins[index] : nil
      let end = begins.indices.contains(index + 1) ? begins[index + 1] : count
      guard let begin, begin <= count else {
        return StripChapter(title: title, rows: nil, hasBegun: false)
      }
      // The setup before the first chapter belongs to it.
      let first = index == 0 ? 1 : begin + 1
      let rows = first <= min(end, count) ? first...min(end, count) : nil
      return StripChapter(title: title, rows: rows, hasBegun: true)
    }
  }

  /// The number of rows at the beginning of each chapter that was reached.
  private var chapterBegins: [Int] {
    // Use only the story: a closure over the monitor would copy it for every moment.
    var begins: [Int] = []
    var last: String?
    for moment in run.story
    where moment.chapter != nil && (begins.isEmpty || moment.chapter != last) {
      begins.append(moment.rows)
      last = moment.chapter
    }
    return begins
  }

  /// The first row of the chapter that is played; 1 without chapters.
  var chapterRow: Int {
    guard chapterTitles.count > 1 else { return 1 }
    let row = replay == nil ? run.timeline.rowCount : cursor ?? 0
    return (chapterBegins.last { $0 < max(1, row) } ?? 0) + 1
  }
}
