import CommandKit
import Foundation
import TagBench
import TagRuntime
import TextKit

/// Runs a soak, and measures the time and the memory of the program meanwhile.
enum SoakRunner {
  /// Makes a number of pushes, prints a line at regular intervals, and draws the memory at the end.
  ///
  /// - Throws: `CommandFailure` if the memory exceeds its limit.
  static func run(_ count: Int, each distance: Int = Soak.pushesBetweenLooks) throws(CommandFailure)
  {
    let start = seconds
    var samples: [Int] = []
    do throws(WorkloadFailure) {
      var soak = try Soak()
      Console.print([row("pushes", "refused", "seconds", "resident", "histories")])
      while soak.pushed < count {
        try soak.go(on: min(distance, count - soak.pushed))
        samples.append(Resident.bytes)
        Console.print([row(soak, seconds - start, samples.last ?? 0)])
        if Resident.peak > Soak.memoryLimit { break }
      }
      print(soak, samples)
    } catch {
      throw CommandFailure("the soak: \(error.sentence)", code: .internalError)
    }
    let peak = Resident.peak
    guard peak > Soak.memoryLimit else { return }
    throw CommandFailure(
      "the soak took \(MemoryGraph.megabytes(peak)) MB, more than the "
        + "\(MemoryGraph.megabytes(Soak.memoryLimit)) MB that a run may take", code: .mismatch)
  }

  private static func print(_ soak: Soak, _ samples: [Int]) {
    let span = MeasureText.grouped(Int64(soak.pushed)) + " pushes"
    Console.print([""] + MemoryGraph.lines(samples, over: span) + [""])
    let histories = Counted.text(soak.histories - 1, "time")
    Console.print([
      "the data layer holds \(MemoryGraph.megabytes(soak.dataLayerBytes)) MB; "
        + "\(MeasureText.grouped(Int64(soak.refused))) pushes did not fit and were refused",
      "the history was full \(histories), and the world went on in a new one",
      "peak memory of the process: \(MemoryGraph.megabytes(Resident.peak)) MB of "
        + "\(MemoryGraph.megabytes(Soak.memoryLimit)) MB",
    ])
  }

  private static func row(_ soak: Soak, _ seconds: Double, _ bytes: Int) -> String {
    row(
      MeasureText.grouped(Int64(soak.pushed)), MeasureText.grouped(Int64(soak.refused)),
      String(Int(seconds)), "\(MemoryGraph.megabytes(bytes)) MB", String(soak.histories))
  }

  private static func row(_ columns: String...) -> String {
    columns.map { TextWidth.filled($0, to: 12, alignment: .trailing) }.joined()
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
