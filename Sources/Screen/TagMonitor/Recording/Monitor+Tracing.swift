import ScenarioEngine
import TagRuntime
import TagSimulation

/// The state of a run that was opened from a trace, and the data to write one.
struct Tracing: Sendable {
  /// The name of the run of a trace, from which all others branch.
  static let firstName = "as traced"

  /// Whether the first run comes from a trace.
  var isOfTrace = false
  /// The number of times that the current run was switched.
  var switches = 0
}

/// The run of a trace is read-only: any action begins a branch.
extension Monitor {
  /// The number of times that the current run was switched, so that an observer can detect whether
  /// new rows continue the same run.
  package var switches: Int { tracing.switches }

  /// Marks the current run as opened from a trace.
  ///
  /// - Parameter remarks: notes on the run, one sentence each.
  package mutating func openTrace(remarks: [String]) {
    tracing.isOfTrace = true
    branches = Branches(of: Tracing.firstName)
    playback.sawEnd = run.next == nil
    message =
      remarks.isEmpty
      ? Message.hint(
        "this is a recorded trace: < and . step through it; any change starts a branch")
      : Message.failure(remarks.joined(separator: "; "))
  }

  /// Whether the first run comes from a trace.
  package var isOfTrace: Bool { tracing.isOfTrace }

  /// Whether the current run is that of a trace.
  var showsTrace: Bool { tracing.isOfTrace && branches.here.parent == nil }

  /// Returns whether the present can continue: for a trace or a real phone it continues on a
  /// branch, and undone steps are kept.
  mutating func prepareGoingOn() -> Bool {
    showsTrace || showsPhone ? beginBranch(named: nil, isAskedFor: false) : keepUndone()
  }

  // MARK: Writing

  /// Requests to write the trace of the current run: `save-trace [FILE]`.
  func saveTrace(_ line: Substring) -> [MonitorEffect] {
    let name = line.drop { $0 == " " }
    let path = name.unquoted
    return [.saveTrace(path: path.isEmpty ? nil : String(path))]
  }

  /// Answers `MonitorEffect.saveTrace`: it was written.
  ///
  /// - Parameter path: the path of the file.
  package mutating func savedTrace(_ path: String) {
    let place = cursor.map { " --at \($0)" } ?? ""
    message = .ok("saved: \(path)   tagsim \(ShellText.path(path))\(place) opens it")
  }
}
