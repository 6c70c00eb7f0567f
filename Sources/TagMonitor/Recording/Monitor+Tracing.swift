import ScenarioEngine
import TagRuntime
import TagSimulation

/// A run that was opened from a trace, and what is to be known to write one.
struct Tracing: Sendable {
  /// The name of the run of a trace, from which all others branch.
  static let firstName = "as traced"

  /// Whether the run at the beginning is that of a trace.
  var isOfTrace = false
  /// How often another run came to be at hand.
  var switches = 0
}

/// The run of a trace is looked at, and stays as it was: whoever does something begins a branch.
extension Monitor {
  /// How often another run came to be at hand, so that somebody who follows what is done sees
  /// whether it is more of the same.
  package var switches: Int { tracing.switches }

  /// Has the run at hand be that of a trace.
  ///
  /// - Parameter remarks: what is to be known of it, one sentence each.
  package mutating func openTrace(remarks: [String]) {
    tracing.isOfTrace = true
    branches = Branches(of: Tracing.firstName)
    playback.sawEnd = run.next == nil
    message =
      remarks.isEmpty
      ? Message(
        kind: .hint,
        text: "this is a trace, as it was done: < and . go through it; what you do begins a branch")
      : Message(kind: .failure, text: remarks.joined(separator: "; "))
  }

  /// Whether the run at the beginning is that of a trace.
  package var isOfTrace: Bool { tracing.isOfTrace }

  /// Whether the run of a trace is at hand.
  var showsTrace: Bool { tracing.isOfTrace && branches.here.parent == nil }

  /// Whether the present may go on: where a trace or a real phone is shown it does on a branch, and
  /// what was taken back is kept.
  mutating func prepareGoingOn() -> Bool {
    showsTrace || showsPhone ? beginBranch(named: nil, isAskedFor: false) : keepUndone()
  }

  // MARK: Writing

  /// Has the trace of the run at hand be written: `save-trace [FILE]`.
  func saveTrace(_ line: Substring) -> [MonitorEffect] {
    let name = line.drop { $0 == " " }
    let isQuoted = name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
    let path = isQuoted ? name.dropFirst().dropLast() : name
    return [.saveTrace(path: path.isEmpty ? nil : String(path))]
  }

  /// Answers `MonitorEffect.saveTrace`: it was written.
  ///
  /// - Parameter path: where it is.
  package mutating func savedTrace(_ path: String) {
    let place = cursor.map { " --at \($0)" } ?? ""
    message = Message(
      kind: .ok, text: "written: \(path)   tagsim \(ShellText.path(path))\(place) opens it")
  }
}
