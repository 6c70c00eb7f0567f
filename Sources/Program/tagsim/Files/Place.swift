import CommandKit
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// A place in a played run, as `--at` names it: the number of an event, the name of a mark, or
/// `end`.
struct Place {
  /// The number of the event; nil is the present.
  let row: Int?

  init(_ word: String, in run: ScenarioRun) throws(CommandFailure) {
    let count = run.timeline.rows.count
    if word == "end" {
      row = nil
    } else if let number = Int(word), (1...max(1, count)).contains(number) {
      row = number
    } else if let mark = run.marks[word] {
      // A mark before the first event means the first event.
      row = max(1, mark)
    } else {
      let marks = Array(run.marks.keys)
      let hint =
        Suggestion.nearest(to: word, among: marks + ["start", "end"])
        .map { ": did you mean '\($0)'?" } ?? ""
      throw CommandFailure(
        "--at \(word): takes start, end or the number of an event, 1 to \(count)"
          + (marks.isEmpty ? "" : ", or a mark: " + marks.joined(separator: ", ")) + hint,
        code: .usage)
    }
  }
}
