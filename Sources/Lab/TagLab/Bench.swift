import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import TagBench
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim-lab bench`: measures the speed of this build, alone or against another one.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast this build is, alone or against another one.",
    discussion: """
      Examples:
        tagsim-lab bench                          all workloads; takes about 90 seconds
        tagsim-lab bench W1.merge W2              some: by name, by group, or by family
        tagsim-lab bench --list                   their names and what they do
        tagsim-lab bench --json                   the same facts for machines
        tagsim-lab bench W2a --against OTHER      this program and another build of it in turn
        tagsim-lab bench --soak 10000000          this many pushes, and the memory they use

      Times are process CPU times of a release build. A workload with a wrong result, or with a
      different result in the other program, is not a measurement.

      Exit codes: 0 measured, 1 a workload gave a wrong result, 2 interrupted, 3 an internal error,
      4 wrong command line, or the other program lacks a workload, 6 the other program cannot be
      started.
      """)

  /// The width of a workload's name in columns.
  private static let nameColumns = 24

  @Argument(help: "Names of workloads, such as W1.merge, or the start of names, such as W1.")
  var workloads: [String] = []

  @Flag(help: "List the workloads and measure nothing.")
  var list = false

  @Flag(help: "One JSON document instead of a table.")
  var json = false

  @Option(help: "How many rounds to measure; the median counts.")
  var repeats = 3

  @Option(
    help: ArgumentHelp(
      "Another build of tagsim-lab to compare with, in alternation.", valueName: "binary"
    ),
    completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "How many pairs of rounds to run, at least \(BenchComparison.fewestPairs).", valueName: "n"))
  var pairs: Int?

  @Option(
    help: ArgumentHelp(
      "Push this many times with a full history and print the memory of the process.",
      discussion: "Beyond \(MeasureText.megabytes(Soak.memoryLimit)) MB it fails.",
      valueName: "pushes"))
  var soak: Int?

  @Flag(
    help: ArgumentHelp(
      "Rounds of one hundredth of the size, which say nothing about speed.", visibility: .hidden))
  var small = false

  func validate() throws {
    if repeats < 1 { throw ValidationError("--repeats takes a number from 1 on, not \(repeats).") }
    if let pairs, pairs < BenchComparison.fewestPairs {
      throw ValidationError(
        "--pairs takes a number from \(BenchComparison.fewestPairs) on, not \(pairs).")
    }
    if pairs != nil, against == nil { throw ValidationError("--pairs needs --against.") }
    if let soak, soak < 1 {
      throw ValidationError("--soak takes a number from 1 on, not \(soak).")
    }
    if soak != nil, list || json || against != nil || !workloads.isEmpty {
      throw ValidationError("--soak takes no workloads and no other options.")
    }
    if list, against != nil { throw ValidationError("use only one of --list and --against.") }
  }

  func run() throws {
    BenchInterruption.prepare()
    let chosen = try chosenWorkloads()
    if list { return printList(chosen) }
    if let soak { return try SoakRunner.run(soak) }
    if Self.isDebug {
      Console.complain([
        "tagsim: this is a debug build, whose times mean little: build with -c release"
      ])
    }
    if let against {
      try compare(chosen, with: BenchProgram(path: against, isSmall: small))
    } else {
      try measure(chosen)
    }
  }

  private static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  private func chosenWorkloads() throws(CommandFailure) -> [Workload] {
    do throws(UnknownWorkload) {
      return try BenchRunner.workloads(small ? .small : .full).named(workloads)
    } catch {
      throw CommandFailure(error.sentence, code: .usage)
    }
  }

  private func printList(_ chosen: [Workload]) {
    if json { return printJSON(WorkloadMeasurement.listing(chosen)) }
    for workload in chosen {
      let name = TextWidth.filled(workload.name, to: Self.nameColumns - 1)
      Console.print([name + " " + workload.summary])
    }
  }

  private func printJSON(_ document: Value) {
    Console.print([TerminalText.escapedJSON(JSONWriter.write(document))])
  }

  // MARK: This program alone

  private func measure(_ chosen: [Workload]) throws(CommandFailure) {
    var measurements: [WorkloadMeasurement] = []
    var faults: [String] = []
    if !json { Console.print([WorkloadMeasurement.heading]) }
    try ProgressLine.following("measuring") { (progress) throws(CommandFailure) in
      for (index, workload) in chosen.enumerated() {
        progress.change(to: "\(workload.name) (\(index + 1) of \(chosen.count))")
        let (measurement, fault) = try BenchRunner.measure(workload, repeats: repeats)
        measurements.append(measurement)
        if let fault { faults.append(fault) }
        progress.makeRoom()
        if !json { Console.print(measurement.lines) }
      }
    }
    if json { printJSON(WorkloadMeasurement.document(measurements, isDebug: Self.isDebug)) }
    if !faults.isEmpty { throw CommandFailure(faults, code: .mismatch) }
  }

  // MARK: Two programs in turn

  private func compare(
    _ chosen: [Workload], with other: BenchProgram
  ) throws(CommandFailure) {
    let known = Set(try other.workloads())
    let missing = chosen.filter { !known.contains($0.name) }.map(\.name)
    if let first = missing.first {
      let sentence =
        missing.count == 1
        ? "\(other.path) has no workload '\(first)'"
        : "\(other.path) has no workload '\(first)', nor \(missing.count - 1) others"
      // If all were requested, those that both programs have are compared.
      if !workloads.isEmpty || missing.count == chosen.count {
        throw CommandFailure(
          sentence + ": compare what both have ('\(other.path) bench --list')", code: .usage)
      }
      Console.complain(["tagsim: " + sentence + ": left out"])
    }
    let common = chosen.filter { known.contains($0.name) }
    let own = try BenchProgram.this(isSmall: small)
    var comparisons: [BenchComparison] = []
    try ProgressLine.following("comparing") { (progress) throws(CommandFailure) in
      for (index, workload) in common.enumerated() {
        let place = "\(workload.name) (\(index + 1) of \(common.count))"
        let comparison = try compare(workload, other, own) {
          progress.change(to: "\(place), \($0)")
        }
        comparisons.append(comparison)
        progress.makeRoom()
        if !json { Console.print([comparison.line]) }
      }
    }
    if json {
      printJSON([
        "against": .string(other.path), "pairs": .int(Int64(pairs ?? BenchComparison.fewestPairs)),
        "comparisons": .list(comparisons.map(\.json)),
      ])
    }
  }

  private func compare(
    _ workload: Workload, _ other: BenchProgram, _ own: BenchProgram, telling: (String) -> Void
  ) throws(CommandFailure) -> BenchComparison {
    var compared: [BenchComparison.Pair] = []
    let count = pairs ?? BenchComparison.fewestPairs
    for number in 1...count {
      telling("pair \(number) of \(count)")
      let pair = BenchComparison.Pair(
        base: try other.measure(workload.name, repeats: repeats),
        own: try own.measure(workload.name, repeats: repeats))
      if let refusal = pair.refusal { throw CommandFailure(refusal, code: .mismatch) }
      compared.append(pair)
    }
    return BenchComparison(compared)
  }
}
