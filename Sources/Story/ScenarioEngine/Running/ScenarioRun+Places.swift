import OrderedCollections
import TagRuntime
import TagSimulation

/// An error: a run has no place of the name.
package struct UnknownPlace: Error, Hashable {
  /// What a place can be, and a suggestion.
  package let sentence: String
}

extension ScenarioRun {
  /// Returns the row of a place, as `--at` and `look` name it: start, the number of an event, the
  /// name of a mark, or end; nil is the present.
  package func row(at place: String) throws(UnknownPlace) -> Int? {
    let count = timeline.rowCount
    if place == "end" { return nil }
    if let number = place == "start" ? 1 : Int(place), (1...max(1, count)).contains(number) {
      return number
    }
    // A mark before the first event means the first event.
    if let mark = marks[place] { return max(1, mark) }
    let known = marks.isEmpty ? "" : ", or a mark: " + marks.keys.joined(separator: ", ")
    let hint =
      Suggestion.nearest(to: place, among: marks.keys + ["start", "end"])
      .map { ": did you mean '\($0)'?" } ?? ""
    throw UnknownPlace(
      sentence: "takes start, end or the number of an event, 1 to \(count)\(known)\(hint)")
  }
}
