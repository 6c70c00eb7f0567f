import OrderedCollections
import TagRuntime

/// The times of a workload, round by round, and its outcome.
package struct WorkloadMeasurement: Sendable, Hashable {
  /// The time of one round in nanoseconds.
  package struct Time: Sendable, Hashable {
    package var cpu: Int64
    package var elapsed: Int64

    /// Creates the time of a round, in nanoseconds.
    package init(cpu: Int64, elapsed: Int64) {
      self.cpu = cpu
      self.elapsed = elapsed
    }
  }

  package var workload: String
  package var summary: String
  /// The noun for one operation.
  package var operation: String
  package var operations: Int
  /// The rounds, at least one.
  package var rounds: [Time]
  /// The outcome of every round.
  package var outcome: WorkloadOutcome

  package init(_ workload: Workload, rounds: [Time], outcome: WorkloadOutcome) {
    self.workload = workload.name
    summary = workload.summary
    operation = workload.operation
    operations = workload.operations
    self.rounds = rounds
    self.outcome = outcome
  }

  /// The process CPU time of one operation in nanoseconds: the median of the rounds.
  package var cpuPerOperation: Double { perOperation(\.cpu) }

  /// The elapsed time of one operation in nanoseconds: the median of the rounds.
  package var elapsedPerOperation: Double { perOperation(\.elapsed) }

  private func perOperation(_ part: (Time) -> Int64) -> Double {
    Median.of(rounds.map { Double(part($0)) }) / Double(max(1, operations))
  }

  /// The number of operations per second of CPU time.
  package var perSecond: Double { cpuPerOperation > 0 ? 1_000_000_000 / cpuPerOperation : 0 }
}

package enum Median {
  /// The middle number, or the mean of the two in the middle; 0 if there are none.
  ///
  /// - Complexity: O(n log n).
  package static func of(_ numbers: [Double]) -> Double {
    if numbers.isEmpty { return 0 }
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Workload {
  /// Returns what is wrong with the outcome of a round, as one sentence; nil if nothing is.
  package func fault(of outcome: WorkloadOutcome) -> String? {
    guard let expected else { return nil }
    return FactText.difference(expected, outcome.matches).map {
      "\(name) did not come to what it has to: \($0.name) is \($0.second), and has to be "
        + $0.first
    }
  }

  /// Returns how two rounds of one program differ, as one sentence; nil if they do not.
  package func fault(of outcome: WorkloadOutcome, after first: WorkloadOutcome) -> String? {
    FactText.difference(first.matches, outcome.matches).map {
      "\(name) came to something else in another round: \($0.name) was \($0.first), then "
        + $0.second
    }
  }
}

enum FactText {
  /// Returns the first fact that differs, with both values; nil if none does.
  static func difference(
    _ first: Workload.Facts, _ second: Workload.Facts
  ) -> (name: String, first: String, second: String)? {
    for name in Array(first.keys) + second.keys.filter({ first[$0] == nil })
    where first[name] != second[name] {
      return (name, text(first[name]), text(second[name]))
    }
    return nil
  }

  static func text(_ value: Value?) -> String {
    switch value {
    case nil: "missing"
    case .string(let text)?: text
    case .int(let number)?: NumberText.grouped(number)
    case let value?: JSONWriter.write(value)
    }
  }

  /// Returns the facts in one line: "tags fired 10, rows kept 20".
  static func line(_ facts: Workload.Facts) -> String {
    facts.elements.map { "\($0.key) \(text($0.value))" }.joined(separator: ", ")
  }
}
