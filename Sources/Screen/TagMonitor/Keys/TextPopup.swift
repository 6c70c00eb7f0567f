import OrderedCollections
import ScenarioEngine
import TagGlossary
import TagPanes
import TerminalKit

/// A text in a popup: this file defines everything about one, except what opens it and the content
/// of its lines.
enum TextPopup: Sendable, Hashable, CaseIterable {
  /// The expectations of the chapter.
  case checks
  /// The changes that publishing a draft would cause.
  case changes
  /// The note for the presenter, with its caption.
  case note
  case term

  var copyTitle: String {
    switch self {
    case .checks: "the checks"
    case .changes: "what changes"
    case .note: "the note"
    case .term: "the term"
    }
  }
}

extension Overlay {
  /// Returns the popup with the expectations of the chapter, from a line on.
  static func checks(_ top: Int) -> Overlay { .text(.checks, top) }
  /// Returns the popup with the changes by publishing a draft, from a line on.
  static func changes(_ top: Int) -> Overlay { .text(.changes, top) }
  /// Returns the popup with the presenter's note, from a line on.
  static func note(_ top: Int) -> Overlay { .text(.note, top) }
}

extension Monitor {
  func title(of text: TextPopup) -> String {
    switch text {
    case .checks: chapterChecks?.title ?? "Checks"
    case .changes: changes?.title ?? "What changes"
    case .note: "Note"
    case .term: keyboard.term?.word ?? "Term"
    }
  }

  /// Returns the lines of a text at a width.
  func lines(of text: TextPopup, columns: Int) -> [Line] {
    switch text {
    case .checks: checkLines(columns: columns)
    case .changes: changesLines(columns: columns)
    case .note: noteLines(columns: columns)
    case .term: keyboard.term.map { Line.wrapped($0.meaning, columns: columns) } ?? []
    }
  }

  /// Returns the hints for the keys that work in a text.
  func keys(of text: TextPopup) -> [KeyHint] {
    switch text {
    case .changes where changes?.places.isEmpty == false:
      [.enter("its event"), KeyHint(.down, "Down", "next"), .escape("close")]
    case .checks, .changes, .note, .term: scrollKeys("scroll") + [.escape("close")]
    }
  }

  mutating func handle(_ key: Key, in text: TextPopup, _ top: Int) {
    switch text {
    case .checks, .note, .term: overlay = scrolled(key, top).map { .text(text, $0) }
    case .changes: handleInChanges(key, top)
    }
  }
}
