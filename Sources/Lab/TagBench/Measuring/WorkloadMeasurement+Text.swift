import OrderedCollections
package import TagRuntime
import TextKit

extension WorkloadMeasurement {
  private static let columns = (name: 24, operations: 20, time: 12, speed: 14)

  /// The heading above the columns of ``lines``.
  package static var heading: String {
    TextWidth.filled("workload", to: columns.name)
      + TextWidth.filled("operations", to: columns.operations, alignment: .trailing)
      + TextWidth.filled("CPU each", to: columns.time, alignment: .trailing)
      + TextWidth.filled("a second", to: columns.speed, alignment: .trailing)
  }

  /// The measurement as a row of a table, with its summary and outcome below.
  package var lines: [String] {
    let columns = Self.columns
    let amount = NumberText.grouped(operations) + " " + noun
    var row =
      TextWidth.filled(workload, to: columns.name)
      + TextWidth.filled(amount, to: columns.operations, alignment: .trailing)
      + TextWidth.filled(MeasureText.time(cpuPerOperation), to: columns.time, alignment: .trailing)
    row += TextWidth.filled(
      NumberText.grouped(Int64(perSecond.rounded())), to: columns.speed, alignment: .trailing)
    // When the processor waits, the elapsed time differs.
    if elapsedPerOperation > 1.5 * cpuPerOperation {
      row += "  (\(MeasureText.time(elapsedPerOperation)) by the clock)"
    }
    var lines = [row, "    " + summary, "    matches: " + FactText.line(outcome.matches)]
    if !outcome.counters.isEmpty {
      lines.append("    counters: " + FactText.line(outcome.counters))
    }
    return lines
  }

  private var noun: String { operations == 1 ? operation : MeasureText.plural(operation) }
}

extension MeasureText {
  /// Returns the plural of one of our nouns: "pushes", "keys", "rows".
  static func plural(_ noun: String) -> String { noun + (noun.hasSuffix("sh") ? "es" : "s") }

  /// Returns one of our nouns with its article: "a push", "an event".
  static func withArticle(_ noun: String) -> String { (noun.hasPrefix("e") ? "an " : "a ") + noun }
}

// MARK: - JSON

extension WorkloadMeasurement {
  /// The measurement as JSON; `read` finds it in a document.
  package var json: Value {
    [
      "workload": .string(workload), "summary": .string(summary), "operation": .string(operation),
      "operations": .int(Int64(operations)), "cpuNanoseconds": .double(cpuPerOperation),
      "elapsedNanoseconds": .double(elapsedPerOperation), "perSecond": .double(perSecond),
      "matches": .map(outcome.matches), "counters": .map(outcome.counters),
      "rounds": .list(rounds.map { ["cpu": .int($0.cpu), "elapsed": .int($0.elapsed)] }),
    ]
  }

  /// The document that `tagsim-lab bench --json` prints.
  package static func document(_ measurements: [WorkloadMeasurement], isDebug: Bool) -> Value {
    [
      "format": .string(format), "build": isDebug ? "debug" : "release",
      "workloads": .list(measurements.map(\.json)),
    ]
  }

  /// The document that `tagsim-lab bench --list --json` prints.
  package static func listing(_ workloads: [Workload]) -> Value {
    let entries = workloads.map { workload -> Value in
      [
        "workload": .string(workload.name), "summary": .string(workload.summary),
        "operation": .string(workload.operation),
        "operations": .int(Int64(workload.operations)),
      ]
    }
    return ["format": .string(format), "workloads": .list(entries)]
  }

  /// The marker by which another build recognises the document.
  private static let format = "tagsim bench 1"

  /// Returns the entries of either document; nil for anything else.
  private static func entries(_ document: Value) -> [Value]? {
    guard document.members?["format"]?.text == format else { return nil }
    return document.members?["workloads"]?.elements
  }

  /// Returns the names in a listing; nil for anything else.
  package static func names(inListing document: Value) -> [String]? {
    entries(document)?.compactMap { $0.members?["workload"]?.text }
  }

  /// Returns the measurements in a document; nil for anything else, or if one cannot be read.
  package static func read(_ document: Value) -> [WorkloadMeasurement]? {
    guard let entries = entries(document) else { return nil }
    let measurements = entries.compactMap(WorkloadMeasurement.init)
    return measurements.count == entries.count ? measurements : nil
  }

  /// Reads a measurement; nil if a part of it is missing.
  private init?(json: Value) {
    guard let members = json.members, let workload = members["workload"]?.text,
      let summary = members["summary"]?.text, let operation = members["operation"]?.text,
      case .int(let operations)? = members["operations"],
      let matches = members["matches"]?.members, let counters = members["counters"]?.members,
      let rounds = members["rounds"]?.elements, !rounds.isEmpty
    else { return nil }
    let times = rounds.compactMap(Time.init)
    guard times.count == rounds.count else { return nil }
    self.workload = workload
    self.summary = summary
    self.operation = operation
    self.operations = Int(operations)
    self.rounds = times
    outcome = WorkloadOutcome(matches: matches, counters: counters)
  }
}

extension WorkloadMeasurement.Time {
  fileprivate init?(json: Value) {
    guard case .int(let cpu)? = json.members?["cpu"],
      case .int(let elapsed)? = json.members?["elapsed"]
    else { return nil }
    self.init(cpu: cpu, elapsed: elapsed)
  }
}
