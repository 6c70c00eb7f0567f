/// The panes of the monitor, each with the digit that jumps to it.
public enum Pane: Int, Sendable, Hashable, CaseIterable {
  /// Why the selected tag fired or did not, why the container is this one, or the selected hit; a
  /// popup.
  case explain = 0
  /// The list of events.
  case events = 1
  /// The data layer as of the selected event.
  case data = 2
  /// What the app reads from its container, with the source.
  case values = 3
  /// The tags of the selected event, with the reasons.
  case tags = 4
  /// The hits that wait, and the ledger.
  case queue = 5
  /// What the SDK logs.
  case log = 6
  /// The app's screen with its buttons and what they push; shown when somebody opens it.
  case phone = 7
  /// The phone, its containers and their timers, and what was loaded; a popup where there is no
  /// room for a pane.
  case device = 8
  /// What Braze was given; only where the app hands it something: behind a tab, or in the place of
  /// the data layer and the values while it has the focus.
  case braze = 9

  /// The panes that are always on the screen, or behind a tab, in the order of Tab.
  static let main: [Pane] = [.events, .data, .values, .tags, .queue, .log]

  /// The name in titles and tabs.
  var name: String {
    switch self {
    case .explain: "Explain"
    case .events: "Events"
    case .data: "Data"
    case .values: "Values"
    case .tags: "Tags"
    case .queue: "Queue"
    case .log: "Log"
    case .phone: "Phone"
    case .device: "Device"
    case .braze: "Braze"
    }
  }

  /// The pane of a word of the scenario language, such as `tags`.
  init?(word: String) {
    guard let pane = Self.allCases.first(where: { $0.name.lowercased() == word.lowercased() })
    else { return nil }
    self = pane
  }
}
