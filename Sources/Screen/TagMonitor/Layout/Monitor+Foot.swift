import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The lines below the panes: the message, and the checks of the chapter.
extension Monitor {
  var signs: Signs { Signs(borders: display.borders, isReader: display.isReader) }

  /// Returns the message line: the answer to the last key, otherwise the state of the run.
  func messageLine(columns: Int) -> Line {
    if let message { return message.line(columns: columns, display.borders) }
    if let compared = comparing.compared { return comparisonLine(compared) }
    switch moment {
    case .lookingBack:
      let source = view.row.flatMap { context.phone?.source(ofRow: $0.number) }
      let place =
        " back at event \(cursor ?? 0) of \(run.timeline.rows.count)"
        + (source.map { ", " + $0.words } ?? "")
      return Line(place) + Line("   L", .accent) + Line(" returns to the present")
    case .holds(let next):
      let what = replay == nil && isOver ? run.scenario.wayTitle : "the chapter"
      return Line(" \(what) ends here   ") + Line("Space", .accent)
        + Line(" \(display.borders == .utf8 ? "▸" : ">") \(next)")
    case .askOpen: return Line(" ") + Line("Space", .accent) + Line(" shows the answer")
    case .exploring where telling.following != nil: return phoneLine ?? Line()
    case .exploring:
      return tourHint(columns: columns - 2).map { Line(" " + $0, .bold) } ?? Line()
    case .playing, .titleCard, .end: return Line()
    }
  }

  /// Draws the checks of the chapter at the bottom right of a large screen: those that held, those
  /// that failed, and those to come.
  func drawChecks(in rect: Rect, on buffer: inout CellBuffer) {
    let inner = rect.inset()
    guard let checks = chapterChecks else {
      BorderText(title: "Checks").draw(in: rect, display.borders, on: &buffer)
      return
    }
    let counts = checks.failed > 0 ? "\(checks.failed) failed, \(checks.held)" : "\(checks.held)"
    let title = checks.number > 0 ? "Checks of chapter \(checks.number)" : "Checks"
    BorderText(title: title, note: "\(counts) passed").draw(in: rect, display.borders, on: &buffer)
    var lines = checks.list.map { check in
      let (sign, style) = check.mark(signs)
      return Line(" \(sign) \(check.text)", style)
    }
    if let hidden = checks.hiddenText { lines.append(Line(" \(signs.toCome) \(hidden)", .dim)) }
    // Show the last check that was made, and the next one.
    let looked = checks.list.lastIndex { $0.state != .toCome } ?? 0
    let first = ScrollWindow.offset(
      count: lines.count, height: inner.rows, selected: min(looked + 1, lines.count - 1),
      previous: 0)
    buffer.write(Array(lines.dropFirst(first)), in: inner, display.borders)
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

  /// "chapter 2 of 7"; nil without chapters.
  var chapterText: String? {
    let chapters = stripChapters
    guard chapters.count > 1 else { return nil }
    let row = cursor ?? Int.max
    let index =
      cursor == nil
      ? chapters.lastIndex(where: \.hasBegun)
      : replayedChapter ?? chapters.lastIndex { ($0.rows?.lowerBound ?? .max) <= row }
    return index.map { "chapter \($0 + 1) of \(chapters.count)" }
  }
}
