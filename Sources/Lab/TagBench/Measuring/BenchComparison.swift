import OrderedCollections
package import TagRuntime
import TextKit

/// Two programs that ran one workload alternately: A B A B.
package struct BenchComparison: Sendable, Hashable {
  /// One run of each program.
  package struct Pair: Sendable, Hashable {
    package var base: WorkloadMeasurement
    package var own: WorkloadMeasurement

    /// Creates a pair from the measurements of both programs.
    package init(base: WorkloadMeasurement, own: WorkloadMeasurement) {
      self.base = base
      self.own = own
    }

    /// The speed of this program relative to the other, by process CPU time.
    package var ratio: Double { base.cpuPerOperation / max(own.cpuPerOperation, 0.001) }

    /// Why the two cannot be compared, as one sentence; nil if they can.
    package var refusal: String? {
      if base.operations != own.operations {
        return "\(own.workload) cannot be compared: the other program does "
          + "\(base.operations) operations in a round and this one \(own.operations)"
      }
      return FactText.difference(base.outcome.matches, own.outcome.matches).map {
        "\(own.workload) cannot be compared, for the match counts differ: \($0.name) is "
          + "\($0.first) in the other program and \($0.second) in this one"
      }
    }
  }

  /// The fewest pairs with a meaningful median.
  package static let fewestPairs = 5

  /// The pairs in order, at least one.
  package var pairs: [Pair]

  /// Creates the comparison of pairs that can be compared.
  package init(_ pairs: [Pair]) {
    precondition(!pairs.isEmpty, "a comparison needs a pair")
    self.pairs = pairs
  }

  package var ratios: [Double] { pairs.map(\.ratio) }
  package var median: Double { Median.of(ratios) }
  package var least: Double { ratios.min() ?? 0 }
  package var greatest: Double { ratios.max() ?? 0 }

  private var baseTime: Double { Median.of(pairs.map(\.base.cpuPerOperation)) }
  private var ownTime: Double { Median.of(pairs.map(\.own.cpuPerOperation)) }

  package var line: String {
    TextWidth.filled(pairs[0].own.workload, to: 24)
      + TextWidth.filled(MeasureText.ratio(median), to: 6, alignment: .trailing)
      + " times as fast (\(MeasureText.ratio(least)) to \(MeasureText.ratio(greatest)), "
      + "\(pairs.count) pairs): \(MeasureText.time(ownTime)) against "
      + "\(MeasureText.time(baseTime)) " + MeasureText.withArticle(pairs[0].own.operation)
  }

  package var json: Value {
    [
      "workload": .string(pairs[0].own.workload), "median": .double(median),
      "least": .double(least), "greatest": .double(greatest),
      "ratios": .list(ratios.map { .double($0) }), "matches": .map(pairs[0].own.outcome.matches),
      "ownCPUNanoseconds": .double(ownTime), "baseCPUNanoseconds": .double(baseTime),
      "ownCounters": .map(pairs[0].own.outcome.counters),
      "baseCounters": .map(pairs[0].base.outcome.counters),
    ]
  }
}
