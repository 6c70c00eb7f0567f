import ScenarioEngine
import TagPanes

/// A place where keys have specific meanings: a pane, a page or an overlay.
enum KeyPlace: Sendable, Hashable {
  /// Every pane and page that does not define the key itself.
  case everywhere
  /// A pane that has the focus, or is open as a popup.
  case pane(Pane)
  /// The start page of a container.
  case start
  /// The lanes of a followed phone.
  case lanes
  case menu
  case branches
  /// Two runs side by side.
  case compare
  /// What changes if a version is published.
  case changes
  /// What turns a condition or a value.
  case dial
  /// A text: the help, the checks, a note.
  case text
  case titleCard
  /// The end card of a scenario.
  case end
  /// The prompt for a line of the language.
  case prompt
  /// The input of a field's value.
  case value
  /// The input of a list's filter.
  case filter
  case help

  /// All places; first the pages and panes with the most keys.
  static let all: [KeyPlace] =
    Pane.allCases.map { .pane($0) } + [
      .start, .lanes, .branches, .compare, .changes, .dial, .menu, .text, .titleCard, .end, .prompt,
      .value, .filter,
      .help, .everywhere,
    ]

  /// The name that `bind` and the command line use.
  var name: String { words.name }

  var title: String { words.title }

  private var words: (name: String, title: String) {
    switch self {
    case .everywhere: ("everywhere", "Everywhere")
    case .pane(let pane): (pane.rawValue, "In " + pane.name)
    case .start: ("start", "On a container's start page")
    case .lanes: ("lanes", "In the lanes of a followed phone")
    case .branches: ("branches", "Among the branches")
    case .compare: ("compare", "While two runs are compared")
    case .changes: ("changes", "On what changes")
    case .dial: ("dial", "In the dial")
    case .menu: ("menu", "In a menu")
    case .text: ("text", "In a text window")
    case .titleCard: ("title", "On the title card of a scenario")
    case .end: ("end", "At the end of a scenario")
    case .prompt: ("prompt", "In the prompt")
    case .value: ("value", "While typing a value")
    case .filter: ("filter", "While typing a search or a filter")
    case .help: ("help", "In the help")
    }
  }

  /// Finds the place with a name; nil if there is none.
  init?(name: String) {
    guard let place = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = place
  }

  /// The same within a sentence: "in a menu".
  var whereWords: String { title.prefix(1).lowercased() + title.dropFirst() }

  /// Whether letters are text there, so that no key can be given another meaning.
  var isTyping: Bool {
    switch self {
    case .prompt, .value, .filter, .menu, .help, .dial: true
    default: false
    }
  }

  /// Whether the bindings for everywhere also apply there.
  var letsThrough: Bool {
    switch self {
    case .pane, .start, .lanes, .titleCard, .end: true
    default: false
    }
  }

  /// The places whose keys can be rebound.
  static let bindable: [KeyPlace] = Pane.allCases.map { .pane($0) } + [.start, .lanes, .everywhere]
}

extension Monitor {
  /// The place that receives the keys.
  var keyPlace: KeyPlace {
    front?.place ?? .pane(focus)
  }
}
