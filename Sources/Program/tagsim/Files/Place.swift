import CommandKit
import ScenarioEngine

extension ScenarioRun {
  /// Returns the row that `--at` names; nil is the present.
  func row(atOption place: String) throws(CommandFailure) -> Int? {
    do throws(UnknownPlace) {
      return try row(at: place)
    } catch {
      throw CommandFailure("--at \(place): \(error.sentence)", code: .usage)
    }
  }
}
