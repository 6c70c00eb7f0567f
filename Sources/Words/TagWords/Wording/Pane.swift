/// The panes of the monitor, by their names for `focus` and `zoom`; the place in the list is the
/// digit of the key that selects the pane.
package enum Pane: String, Sendable, Hashable, CaseIterable {
  /// An explanation of why the selected tag fired or did not, why this container is in use, or of
  /// the selected hit; a popup.
  case explain
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

  package var key: String { String(number) }

  /// Its index in the list of panes, and the digit that selects it.
  package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The names of all panes in one line, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Finds the pane with a name, in upper or lower case; nil if there is none. The list of firings
  /// is part of that of events.
  package init?(word: String) {
    let word = word.lowercased()
    self.init(rawValue: word == "firings" ? "events" : word)
  }
}
