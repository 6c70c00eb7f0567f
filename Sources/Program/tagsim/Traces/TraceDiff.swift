import ArgumentParser
import CommandKit
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// The differences between two traces, starting with the first.
struct TraceDiff {
  /// The most differences that are shown.
  static let limit = 200

  @Boxed private var a: OpenedTrace
  @Boxed private var b: OpenedTrace
  private let comparison: RunComparison
  /// The indices of the pairs that differ.
  private let places: [Int]

  /// Compares two traces.
  ///
  /// - Parameters:
  ///   - a: the first.
  ///   - b: the second.
  init(_ a: OpenedTrace, _ b: OpenedTrace) {
    (self.a, self.b) = (a, b)
    let comparison = RunComparison(of: a.run, with: b.run)
    self.comparison = comparison
    places = comparison.differing.flatMap { comparison.entry(at: $0).pairs }.filter {
      !comparison.pair(at: $0).parts.isEmpty
    }
  }

  /// Whether both traces are the same, and equally long.
  var isSame: Bool {
    places.isEmpty && ComparedSide.allCases.allSatisfy { comparison.rowsAfterEnd(in: $0) == 0 }
  }

  private var told: [RunDifference] {
    places.prefix(Self.limit).compactMap { comparison.difference(ofPair: $0) }
  }

  private func trace(_ side: ComparedSide) -> OpenedTrace { side == .a ? a : b }

  /// A summary with the number of events that differ.
  var summary: String {
    if isSame { return "no differences" }
    return Counted.text(places.count, "event") + " differ" + (places.count == 1 ? "s" : "")
  }

  /// The comparison for people, as lines.
  var lines: [String] {
    var lines = ComparedSide.allCases.map { side in
      let rows = Counted.text(trace(side).run.timeline.rowCount, "event")
      return "\(side.rawValue)  \(trace(side).name), \(rows)"
    }
    lines.append(summary)
    lines += told.map { "\($0.number)  \($0.name): \($0.words)" }
    if places.count > Self.limit {
      lines.append("and \(places.count - Self.limit) more")
    }
    for side in ComparedSide.allCases where comparison.rowsAfterEnd(in: side) > 0 {
      let more = Counted.text(comparison.rowsAfterEnd(in: side), "event")
      lines.append("\(side.rawValue) continues for \(more) after \(side.other.rawValue) ends")
    }
    if comparison.isCut {
      lines.append("only \(RunComparison.rowLimit) events of each are compared")
    }
    return lines
  }

  /// The comparison for machines, without the names of the traces.
  var value: Value {
    let differences = told.map { difference -> Value in
      let pair = comparison.pair(at: difference.pair)
      return [
        "a": .count(pair.a), "b": .count(pair.b),
        "event": .string(difference.name), "what": .string(difference.words),
      ]
    }
    let more = ComparedSide.allCases.map { comparison.rowsAfterEnd(in: $0) }
    return [
      "differing": .count(places.count), "differences": .list(differences),
      "moreInA": .int(Int64(more[0])), "moreInB": .int(Int64(more[1])),
    ]
  }

  var names: (a: String, b: String) { (a.name, b.name) }
}

extension TraceDiff {
  /// Compares two files; nil if neither is a trace.
  ///
  /// - Throws: the problem with a trace, or an error if only one is a trace.
  static func of(_ old: String, _ new: String) throws(CommandFailure) -> TraceDiff? {
    var traces: [OpenedTrace] = []
    for file in [old, new].map(StandardInput.path) {
      guard FileKind(at: file) == .trace,
        let traced = try OpenedFile(file, containerOverride: nil).traced
      else { continue }
      Console.complain(traced.remarks.map { "tagsim: " + $0 })
      traces.append(traced)
    }
    if traces.isEmpty { return nil }
    guard traces.count == 2 else {
      throw CommandFailure(
        "\(traces[0].name): is a trace, but the other file is not: diff compares two containers or "
          + "two traces", code: .usage)
    }
    return TraceDiff(traces[0], traces[1])
  }
}
