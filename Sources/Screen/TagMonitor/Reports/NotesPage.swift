import ScenarioEngine
import TagPanes
import TagSimulation

/// The page for a presenter: where the story is, what the room is told, the note, and what comes
/// next.
package struct NotesPage: Sendable, Hashable {
  package var title = ""
  /// The chapter; empty before the first.
  package var chapter = ""
  /// Its place among the chapters: "chapter 2 of 7"; empty where there are none.
  package var place = ""
  package var clock = ""
  /// The caption, or what the room is asked behind a `?`.
  package var told = ""
  /// The answer, also before the room sees it.
  package var answer = ""
  package var note = ""
  /// The next act, as the scenario writes it.
  package var act = ""
  /// The next text for the room.
  package var next = ""

  package init() {}

  /// Whether there is nothing to tell.
  var isEmpty: Bool {
    [chapter, told, answer, note, act, next].allSatisfy(\.isEmpty)
  }
}

extension Monitor {
  /// The page for the presenter, where it has changed since the last call; nil where it has not.
  package mutating func takeNotes() -> NotesPage? {
    let page = notesPage
    guard page != playback.noted, !page.isEmpty else { return nil }
    playback.noted = page
    return page
  }

  /// The page for the presenter at the moment that is shown.
  ///
  /// - Complexity: O(n) in the statements up to the next text.
  private var notesPage: NotesPage {
    var page = NotesPage()
    let story = story
    page.title = scenarioTitle
    page.chapter = story?.chapter ?? ""
    let titles = chapterTitles
    if let index = titles.firstIndex(of: page.chapter) {
      page.place = "chapter \(index + 1) of \(titles.count)"
    }
    page.clock = view.clock.weekdayTimeText
    page.told = (story?.isQuestion == true ? "? " : "") + (story?.caption ?? "")
    page.answer = story?.answer ?? ""
    page.note = story?.note ?? ""
    (page.act, page.next) = comingNext
    return page
  }

  /// The next act, and the next text for the room.
  private var comingNext: (act: String, told: String) {
    if cursor != nil, replay == nil { return ("", "") }
    let recorded = replay.map { min($0.place, run.record.count) } ?? run.record.count
    let statements = run.scenario.statements
    let position = min(run.position, statements.count)
    var act = ""
    for index in 0..<(run.record.count - recorded + statements.count - position) {
      let place = recorded + index
      let statement =
        place < run.record.count
        ? run.record[place].statement : statements[position + place - run.record.count]
      switch statement.command.words {
      case .chapter(let text)?, .caption(let text)?: return (act, text)
      case .question(let text, _)?: return (act, "? " + text)
      case .note?, nil: if act.isEmpty, statement.command.isAct { act = statement.text }
      }
    }
    return (act, "")
  }
}
