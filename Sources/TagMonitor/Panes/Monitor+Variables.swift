import TagRuntime
import TagSimulation
import TerminalKit

/// The values pane of the second generation, where variables have values at events.
extension Monitor {
  /// At which event the values are looked at.
  func variableHead(columns: Int) -> [Line] {
    guard let row = view.eventRow, let outcome = view.update?.firebase else {
      return wrapped(
        "no event yet: variables that ask for one have no value", columns: columns, .dim)
    }
    let event = "event \(row.number) \(outcome.logged.longName)"
    return wrapped(
      row.number == view.row?.number
        ? "variables at \(event)" : "variables now, with \(event) still at hand",
      columns: columns, .dim)
  }

  /// Why a variable has no value.
  var valueless: String {
    view.update?.firebase == nil
      ? "no event is at hand, outside of which it has no value" : "no value at this event"
  }
}
