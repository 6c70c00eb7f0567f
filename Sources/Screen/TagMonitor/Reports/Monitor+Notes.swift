import ScenarioEngine
import TagPanes
import TagSimulation

extension Monitor {
  /// The page for the presenter, where it has changed since the last call; nil where it has not.
  package mutating func takeNotes() -> NotesPage? {
    let page = notesPage
    guard page != telling.playback.noted, !page.isEmpty else { return nil }
    telling.playback.noted = page
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
