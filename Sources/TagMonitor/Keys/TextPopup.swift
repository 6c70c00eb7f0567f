import OrderedCollections
import ScenarioEngine
import TerminalKit

/// A text that is read in a popup: this file has all that is said of one, besides who opens it and
/// what its lines are.
enum TextPopup: Sendable, Hashable, CaseIterable {
  /// The expectations of the chapter.
  case checks
  /// What changes if a draft is published.
  case changes
  /// What is told with the note for the presenter.
  case note
  /// The keys.
  case help

  /// What a copy of it is called.
  var copyTitle: String {
    switch self {
    case .checks: "the checks"
    case .changes: "what changes"
    case .note: "the note"
    case .help: "the keys"
    }
  }
}

extension Overlay {
  /// The expectations of the chapter, from a line on.
  static func checks(_ top: Int) -> Overlay { .text(.checks, top) }
  /// What changes if a draft is published, from a line on.
  static func changes(_ top: Int) -> Overlay { .text(.changes, top) }
  /// What is told with the note for the presenter, from a line on.
  static func note(_ top: Int) -> Overlay { .text(.note, top) }
  /// The keys, from a line on.
  static func help(_ top: Int) -> Overlay { .text(.help, top) }
}

extension Monitor {
  /// What stands over a text.
  func title(of text: TextPopup) -> String {
    switch text {
    case .checks: chapterChecks?.title ?? "Checks"
    case .changes: changes?.title ?? "What changes"
    case .note: "Note"
    case .help: "Keys"
    }
  }

  /// Its lines in so many columns.
  func lines(of text: TextPopup, columns: Int) -> [Line] {
    switch text {
    case .checks: checkLines(columns: columns)
    case .changes: changesLines(columns: columns)
    case .note: noteLines(columns: columns)
    case .help: helpPage.lines(columns: columns)
    }
  }

  /// The keys that mean something in it.
  func keys(of text: TextPopup) -> [KeyHint] {
    switch text {
    case .changes where changes?.places.isEmpty == false:
      [.enter("its event"), KeyHint(.down, "Down", "next"), .escape("close")]
    case .checks, .changes, .note, .help: scrollKeys("scroll") + [.escape("close")]
    }
  }

  /// Does a key in it.
  mutating func handle(_ key: Key, in text: TextPopup, _ top: Int) {
    switch text {
    case .checks, .note: overlay = scrolled(key, top).map { .text(text, $0) }
    case .changes: handleInChanges(key, top)
    case .help: handleInHelp(key, top)
    }
  }
}
