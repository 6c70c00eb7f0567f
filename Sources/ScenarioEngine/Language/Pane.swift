/// The panes of the monitor, by the names that `focus` and `zoom` take; the place in the list is
/// the digit that jumps to it, and the last one has the letter `T`.
package enum Pane: String, Sendable, Hashable, CaseIterable {
  /// Why the selected tag fired or did not, why the container is this one, or the selected hit; a
  /// popup.
  case explain
  /// The list of events.
  case events
  /// The data layer as of the selected event.
  case data
  /// What the app reads from its container, with the source.
  case values
  /// The tags of the selected event, with the reasons.
  case tags
  /// The hits that wait, and the ledger.
  case queue
  /// What the SDK logs.
  case log
  /// The app's screen with its buttons and what they push; shown when somebody opens it.
  case phone
  /// The phone, its containers and their timers, and what was loaded; a popup where there is no
  /// room for a pane.
  case device
  /// What Braze was given; only where the app hands it something: behind a tab, or in the place of
  /// the data layer and the values while it has the focus.
  case braze
  /// Every tag that fired in the run, with what became of its hits: below the tags where there is
  /// room for both, otherwise behind a tab.
  case firings

  /// The key that jumps to it.
  package var key: String { self == .firings ? "T" : String(number) }

  /// Its place in the list of panes; of all but the firings, the digit that jumps to it.
  package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The names in one line, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The pane of a word of the language, in capital or small letters; nil where there is none.
  package init?(word: String) { self.init(rawValue: word.lowercased()) }
}

/// A statement for the monitor. Without one it does nothing.
public struct ViewCommand: Sendable, Hashable {
  /// The paces that the monitor can keep.
  package static let paces = 0.25...3600
  /// The paces in words: "1/4x to 3600x".
  static var paceWords: String {
    "1/\(Int(1 / paces.lowerBound))x to \(Int(paces.upperBound))x"
  }

  /// What to do; the verb has the same word.
  public enum Kind: String, Sendable, Hashable {
    /// Moves the focus.
    case focus
    /// Makes a pane large.
    case zoom
    /// Draws the eye to something.
    case highlight
    /// The pace.
    case speed
    /// The layout.
    case layout
    /// The colours.
    case theme
    /// Looks at the first moment at which something is so.
    case first
    /// Looks at the next moment at which something changes, or happens.
    case when
    /// Whether every row of the event list is shown: `set system-rows on`.
    case systemRows = "system-rows"
    /// Whether the screen is for a screen reader: `set reader on`.
    case reader
    /// What is looked for in the pane that has the focus; without words nothing more.
    case find
    /// Which rows of that pane are listed; without words all.
    case filter
    /// Whether only what is another than before is listed there: `set differences on`.
    case differences
    /// What borders are drawn with: `set borders ascii`.
    case borders
    /// Shows the runs that branched from each other.
    case branches
    /// Shows two runs side by side.
    case compare
    /// Whether clicks and the wheel are taken: `set mouse off`.
    case mouse
    /// What takes a copy: `set copy-command "pbcopy"`; without words the terminal.
    case copyCommand = "copy-command"
    /// What a key does: the place, the key, `action` or `line`, and the name or the line.
    case bind
  }

  /// What to do.
  public var kind: Kind
  /// With what, such as `tags`.
  public var words: [String]
  /// What `first` and `when` seek; nil for other verbs.
  public var question: MomentQuestion?

  /// Creates a view command that seeks a moment.
  package init(_ kind: Kind, _ question: MomentQuestion) {
    self.kind = kind
    words = [question.text]
    self.question = question
  }

  /// Creates a view command.
  package init(_ kind: Kind, words: [String]) {
    self.kind = kind
    self.words = words
  }
}
