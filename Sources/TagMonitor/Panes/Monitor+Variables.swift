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
    return wrapped(
      "variables at event \(row.number) \(outcome.logged.longName)", columns: columns, .dim)
  }

  /// Why a variable has no value.
  var valueless: String {
    view.update?.firebase == nil
      ? "no event is at hand, outside of which it has no value" : "no value at this event"
  }
}
