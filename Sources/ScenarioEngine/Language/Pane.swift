/// The panes of the monitor, by their names for `focus` and `zoom`; the place in the list is the
/// digit of the key that selects the pane, and the last one has the letter `T`.
package enum Pane: String, Sendable, Hashable, CaseIterable {
  /// An explanation of why the selected tag fired or did not, why this container is in use, or of
  /// the selected hit; a popup.
  case explain
  /// The list of events.
  case events
  /// The data layer at the selected event.
  case data
  /// The values that the app reads from its container, with their sources.
  case values
  /// The tags of the selected event, with explanations.
  case tags
  /// The waiting hits, and the ledger.
  case queue
  /// The log of the SDK.
  case log
  /// The app's screen with its buttons and their pushes; shown on request.
  case phone
  /// The phone, its containers and their timers, and loaded containers; a popup if there is no
  /// space for a pane.
  case device
  /// The data in Braze, only if the app passes it any: behind a tab, or in the place of the data
  /// layer and the values while it has the focus.
  case braze
  /// Every tag that fired in the run, with the outcomes of its hits: below the tags if there is
  /// space for both, otherwise behind a tab.
  case firings

  /// The key that selects the pane.
  package var key: String { self == .firings ? "T" : String(number) }

  /// Its index in the list of panes; for all but the firings, the digit that selects it.
  package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The names of all panes in one line, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Finds the pane with a name, in upper or lower case; nil if there is none.
  package init?(word: String) { self.init(rawValue: word.lowercased()) }
}

/// A command for the monitor. Without a monitor it has no effect.
public struct ViewCommand: Sendable, Hashable {
  /// The possible paces of the monitor.
  package static let paces = 0.25...3600
  /// The paces in words: "1/4x to 3600x".
  static var paceWords: String {
    "1/\(Int(1 / paces.lowerBound))x to \(Int(paces.upperBound))x"
  }

  /// The kinds of commands; each has the word of its verb.
  public enum Kind: String, Sendable, Hashable {
    /// Moves the focus to a pane.
    case focus
    /// Enlarges a pane.
    case zoom
    /// Highlights something.
    case highlight
    /// Sets the pace.
    case speed
    /// Sets the layout.
    case layout
    /// Sets the colours.
    case theme
    /// Opens the first moment at which an expectation is true.
    case first
    /// Opens the next moment at which something changes or happens.
    case when
    /// Shows or hides the system rows of the event list: `set system-rows on`.
    case systemRows = "system-rows"
    /// Turns the screen reader mode on or off: `set reader on`.
    case reader
    /// Searches in the focused pane; without words, ends the search.
    case find
    /// Filters the rows of that pane; without words, shows all.
    case filter
    /// Shows only changed rows there: `set differences on`.
    case differences
    /// Sets the characters of borders: `set borders ascii`.
    case borders
    /// Shows the runs that branched from each other.
    case branches
    /// Shows two runs side by side.
    case compare
    /// Turns mouse input on or off: `set mouse off`.
    case mouse
    /// Sets the command that receives a copy: `set copy-command "pbcopy"`; without words, the
    /// terminal does.
    case copyCommand = "copy-command"
    /// Binds a key: the place, the key, `action` or `line`, and the name or the line.
    case bind
  }

  /// The kind of the command.
  public var kind: Kind
  /// The arguments, such as `tags`.
  public var words: [String]
  /// The question of `first` and `when`; nil for other verbs.
  public var question: MomentQuestion?

  /// Creates a command that searches for a moment.
  package init(_ kind: Kind, _ question: MomentQuestion) {
    self.kind = kind
    words = [question.text]
    self.question = question
  }

  /// Creates a command from its kind and its arguments.
  package init(_ kind: Kind, words: [String]) {
    self.kind = kind
    self.words = words
  }
}
