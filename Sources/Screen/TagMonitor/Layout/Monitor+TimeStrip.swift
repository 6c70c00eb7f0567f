import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The strip as it stands, on a screen of a size. A story that is not about opening has no need
  /// of the race, and one that is may have a line of its own for it.
  func timeStrip(_ context: ScreenContext, at size: Size) -> TimeStrip {
    TimeStrip(
      context: context, chapters: stripChapters, replayed: replayedChapter, shownRows: shownRows,
      hasRace: !tellsStory || tellsOpening && Layout.stripRows(of: size, tellsOpening) == 1)
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
