import ScenarioEngine

/// Where keys have meanings of their own: while a pane has them, or on what lies on top.
enum KeyPlace: Sendable, Hashable {
  /// In every pane and on every page that does not have the key for itself.
  case everywhere
  /// While a pane has the keys, or lies on top.
  case pane(Pane)
  /// The page that a container opens on.
  case start
  /// A list to choose from.
  case menu
  /// The tree of the branches.
  case branches
  /// Two runs side by side.
  case compare
  /// The form in which a draft is altered.
  case alter
  /// A text that is read: the help, the checks, a note.
  case text
  /// The title of a scenario.
  case titleCard
  /// The end of a scenario.
  case end
  /// A line of the language that is typed.
  case prompt
  /// The value of a field that is typed.
  case value
  /// What narrows a list is typed.
  case filter
  /// The palette.
  case palette

  /// All places, the pages and panes first that have the most keys.
  static let all: [KeyPlace] =
    Pane.allCases.map { .pane($0) } + [
      .start, .branches, .compare, .alter, .menu, .text, .titleCard, .end, .prompt, .value, .filter,
      .palette,
      .everywhere,
    ]

  /// How `bind` and the command line call it.
  var name: String {
    switch self {
    case .everywhere: "everywhere"
    case .pane(let pane): pane.rawValue
    case .start: "start"
    case .branches: "branches"
    case .compare: "compare"
    case .alter: "alter"
    case .menu: "menu"
    case .text: "text"
    case .titleCard: "title"
    case .end: "end"
    case .prompt: "prompt"
    case .value: "value"
    case .filter: "filter"
    case .palette: "palette"
    }
  }

  /// The place of a name.
  init?(name: String) {
    guard let place = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = place
  }

  /// The heading over its keys.
  var title: String {
    switch self {
    case .everywhere: "Everywhere"
    case .pane(let pane): "In " + pane.name
    case .start: "On the page that a container opens on"
    case .branches: "Among the branches"
    case .compare: "While two runs are compared"
    case .alter: "In the form that alters a draft"
    case .menu: "In a menu"
    case .text: "In a text"
    case .titleCard: "On the title of a scenario"
    case .end: "At the end of a scenario"
    case .prompt: "In the line that is typed"
    case .value: "In a value that is typed"
    case .filter: "In what is typed to find or to filter"
    case .palette: "In the palette"
    }
  }

  /// Whether letters are text there, so that no key can be given another meaning.
  var isTyping: Bool {
    switch self {
    case .prompt, .value, .filter, .palette, .alter: true
    default: false
    }
  }

  /// Whether what is bound everywhere holds there, too.
  var letsThrough: Bool {
    switch self {
    case .pane, .start, .titleCard, .end: true
    default: false
    }
  }

  /// The places whose keys can be given another meaning.
  static let bindable: [KeyPlace] = Pane.allCases.map { .pane($0) } + [.start, .everywhere]
}

extension Monitor {
  /// Who has the keys.
  var keyPlace: KeyPlace {
    if case .text(.help, _)? = overlay { return .text }
    return keyPlace(under: overlay)
  }

  /// Who had the keys before the help was opened.
  var helpedPlace: KeyPlace {
    if case .text(.help, _)? = overlay { return keyPlace(under: keyboard.beneath) }
    return keyPlace
  }

  /// Who has the keys where something lies on top.
  private func keyPlace(under overlay: Overlay?) -> KeyPlace {
    switch overlay {
    case nil:
      if comparing != nil { return .compare }
      guard let start, start.isShown else { return .pane(focus) }
      return start.isFiltering ? .filter : .start
    case .prompt?: return .prompt
    case .field?: return .value
    case .filter?, .find?: return .filter
    case .alter?: return .alter
    case .palette?: return .palette
    case .branches(let state)?: return state.name == nil ? .branches : .value
    case .menu?: return .menu
    case .text?: return .text
    case .phone?: return .menu
    case .titleCard?: return .titleCard
    case .end?: return .end
    case .explain?: return .pane(.explain)
    case .device?: return .pane(.device)
    }
  }
}
