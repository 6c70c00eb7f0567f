import OrderedCollections
import TagRuntime
import Testing

@testable import TagBench

/// The arithmetic of measurements and comparisons, and their forms.
@Suite struct ComparisonTests {
  private static let workload = Workload("W9.x", "what is done", "push", 10, expected: nil) {
    () throws(WorkloadFailure) in throw WorkloadFailure("never prepared")
  }

  private static func measurement(
    _ cpu: [Int64], tags: Int64 = 2, operations: Int = 10
  ) -> WorkloadMeasurement {
    var measurement = WorkloadMeasurement(
      workload, rounds: cpu.map { .init(cpu: $0, elapsed: $0 + 5) },
      outcome: WorkloadOutcome(matches: ["tags": .int(tags)], counters: ["cells": 7]))
    measurement.operations = operations
    return measurement
  }

  @Test(
    arguments: [
      ([], 0), ([3], 3), ([3, 1], 2), ([9, 1, 2], 2), ([4, 1, 2, 100], 3),
    ] as [([Double], Double)])
  func median(_ numbers: [Double], _ expected: Double) {
    #expect(Median.of(numbers) == expected)
  }

  /// The ratio of a pair is told by its medians, and that of all pairs is the median of the ratios:
  /// not the ratio of the medians.
  @Test func ratios() {
    let times: [(base: [Int64], own: [Int64])] = [
      ([100, 900, 200], [100, 100, 100]), ([300], [300]), ([800], [100]), ([90], [100]),
      ([400], [100]),
    ]
    let comparison = BenchComparison(
      times.map { .init(base: Self.measurement($0.base), own: Self.measurement($0.own)) })
    #expect(comparison.ratios == [2, 1, 8, 0.9, 4])
    #expect(comparison.median == 2)
    #expect(comparison.least == 0.9)
    #expect(comparison.greatest == 8)
    #expect(
      comparison.line
        == "W9.x                      2.00 times as fast (0.90 to 8.00, 5 pairs): 10.0 ns against "
        + "30.0 ns a push")
  }

  @Test func whatIsNotTheSameIsNotCompared() {
    let own = Self.measurement([100])
    #expect(BenchComparison.Pair(base: own, own: own).refusal == nil)
    for (base, told) in [
      (Self.measurement([100], tags: 3), "tags is 3 in the other program and 2 in this one"),
      (Self.measurement([100], operations: 20), "20 operations in a round and this one 10"),
    ] {
      #expect(BenchComparison.Pair(base: base, own: own).refusal?.hasSuffix(told) == true)
    }
  }

  // MARK: Forms

  @Test(arguments: [
    (0.5, "0.50 ns"), (12.34, "12.3 ns"), (999.4, "999 ns"), (999.9, "1.00 µs"),
    (1500, "1.50 µs"), (99_960, "100 µs"), (123_456, "123 µs"), (9_999_999, "10.0 ms"),
    (2_500_000_000, "2.50 s"), (1_500_000_000_000, "1,500 s"),
  ])
  func time(_ nanoseconds: Double, _ text: String) {
    #expect(MeasureText.time(nanoseconds) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func grouped(_ number: Int64, _ text: String) {
    #expect(NumberText.grouped(number) == text)
  }

  @Test func table() {
    #expect(
      Self.measurement([3000, 1000, 2000]).lines == [
        "W9.x                               10 pushes      200 ns     5,000,000",
        "    what is done", "    matches: tags 2", "    counters: cells 7",
      ])
  }

  @Test func aDocumentIsReadAsItWasWritten() throws {
    let measurements = [Self.measurement([3, 1, 2]), Self.measurement([5], tags: 0)]
    let document = WorkloadMeasurement.document(measurements, isDebug: false)
    #expect(document.members?["build"] == "release")
    let text = JSONWriter.write(document)
    #expect(WorkloadMeasurement.read(try JSONReader.read(text)) == measurements)
    #expect(WorkloadMeasurement.names(inListing: document) == ["W9.x", "W9.x"])
  }

  @Test(arguments: [
    "{}", "[]", #"{"format": "tagsim bench 2", "workloads": []}"#,
    #"{"format": "tagsim bench 1", "workloads": [{"workload": "W1"}]}"#,
  ])
  func anotherDocumentIsRefused(_ text: String) throws {
    #expect(WorkloadMeasurement.read(try JSONReader.read(text)) == nil)
  }
}
