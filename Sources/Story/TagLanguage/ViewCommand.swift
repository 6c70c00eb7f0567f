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
    case highlight
    /// Sets the pace.
    case speed
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

  /// The verb, such as `focus`, or the name of a setting, such as `mouse`.
  public var kind: Kind
  /// The arguments, such as `tags`.
  public var words: [String]
  /// The question of `first` and `when`; nil for other verbs.
  public var question: MomentQuestion?

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
