import OrderedCollections
package import TagRuntime
import TagSimulation

/// A run repeated from a trace.
package struct TraceReplay: Sendable {
  /// A place where a run departs from its trace.
  package struct Departure: Sendable, Hashable {
    /// The number of the last event up to which both are known to be equal.
    package var same: Int
    /// The number of an event by which they are known to differ.
    package var differs: Int

    /// The place in words: "the same up to event 64, departs between event 65 and 128".
    var words: String {
      let start = same == 0 ? "" : "the same up to event \(same), "
      return start
        + (differs > same + 1
          ? "departs between event \(same + 1) and \(differs)" : "departs at event \(differs)")
    }
  }

  package let run: ScenarioRun
  /// The departure from the trace; nil if there is none.
  package private(set) var departure: Departure?
  /// The acts that could not be repeated, one sentence each.
  package private(set) var failures: [String] = []

  /// Repeats the acts of a trace.
  ///
  /// - Parameters:
  ///   - trace: the trace to repeat.
  ///   - start: the run of its scenario before the first act.
  ///   - container: returns the container at a path that the scenario itself does not name; nil if
  ///     it cannot be read.
  /// - Complexity: O(n) in the acts and in the events that they cause.
  package init(
    of trace: Trace, from start: ScenarioRun,
    container: (_ path: String) -> CompiledContainer?
  ) {
    var run = start
    var firstOff: Int?
    for (place, act) in trace.acts.enumerated() {
      // The moment of an undo is the one after it.
      if act.action.isCut { try? run.redo(act.action) }
      let now = run.moment
      if firstOff == nil, let then = act.moment, then != now {
        firstOff = max(1, min(then.rows, now.rows) + (then.rows == now.rows ? 0 : 1))
      }
      if act.action.isCut { continue }
      do throws(ScenarioError) {
        if case .line(let line, _) = act.action {
          let path = try StatementParser.parse(line: line)?.command.containerFile?.path
          if let path, run.inputs.containers[path] == nil, let read = container(path) {
            run.inputs.containers[path] = read
          }
        }
        try run.redo(act.action)
      } catch {
        failures.append("action \(place + 1) of the trace is not possible: \(error.sentence)")
      }
    }
    self.run = run
    departure = Self.departure(of: trace, run, firstOff)
  }

  private static func departure(
    of trace: Trace, _ run: ScenarioRun, _ firstOff: Int?
  ) -> Departure? {
    var digest = TraceDigest()
    var same = 0
    var differs = firstOff
    for known in trace.digests where known.rows > same || known.rows == 0 {
      digest.takeIn(run.timeline, upTo: known.rows)
      guard digest.rows == known.rows, digest.text == known.text else {
        differs = min(differs ?? known.rows, known.rows)
        break
      }
      same = known.rows
    }
    return differs.map { Departure(same: min(same, $0 - 1), differs: $0) }
  }

  /// Returns remarks on the repeated run, one sentence each.
  ///
  /// - Parameters:
  ///   - trace: the repeated trace.
  ///   - file: the name of the trace in the remarks.
  ///   - build: the current build.
  package func remarks(on trace: Trace, file: String, build: String) -> [String] {
    let isOther = trace.build != build
    let made = "\(file): made by tagsim \(trace.build), this is \(build)"
    var remarks = trace.remarks + failures.map { "\(file): \($0)" }
    if let departure {
      let fault =
        "the trace was changed, or this is a bug in tagsim: please report it with the trace"
      remarks.append(
        isOther
          ? "\(made): \(departure.words)" : "\(file): \(departure.words): \(fault)")
    } else if isOther, failures.isEmpty {
      remarks.append("\(made): it is the same to the end")
    }
    return remarks
  }
}

extension TracedAct.Action {
  fileprivate var isCut: Bool {
    if case .cut = self { true } else { false }
  }
}
