import CommandKit
import Foundation
import TagBench
import TagRuntime
import TextKit

/// Runs a soak, and measures the time and the memory of the program meanwhile.
enum SoakRunner {
  /// Makes a number of pushes, and prints a line with the memory at regular intervals.
  ///
  /// - Throws: `CommandFailure` if the memory exceeds its limit.
  static func run(_ count: Int) throws(CommandFailure) {
    let start = seconds
    do throws(WorkloadFailure) {
      var soak = try Soak()
      Console.print([row("pushes", "refused", "seconds", "resident", "histories")])
      while soak.pushed < count {
        try soak.go(on: min(Soak.pushesBetweenLooks, count - soak.pushed))
        Console.print([row(soak, seconds - start, Resident.bytes)])
        if Resident.peak > Soak.memoryLimit { break }
      }
      printEnd(of: soak)
    } catch {
      throw CommandFailure("the soak: \(error.sentence)", code: .internalError)
    }
    let peak = Resident.peak
    guard peak > Soak.memoryLimit else { return }
    throw CommandFailure(
      "the soak took \(MeasureText.megabytes(peak)) MB, more than the "
        + "\(MeasureText.megabytes(Soak.memoryLimit)) MB that a run may take", code: .mismatch)
  }

  private static func printEnd(of soak: Soak) {
    let histories = Counted.text(soak.histories - 1, "time")
    Console.print([
      "the data layer holds \(MeasureText.megabytes(soak.dataLayerBytes)) MB; "
        + "\(NumberText.grouped(soak.refused)) pushes did not fit and were refused",
      "the history was full \(histories), and the world went on in a new one",
      "peak memory of the process: \(MeasureText.megabytes(Resident.peak)) MB of "
        + "\(MeasureText.megabytes(Soak.memoryLimit)) MB",
    ])
  }

  private static func row(_ soak: Soak, _ seconds: Double, _ bytes: Int) -> String {
    row(
      NumberText.grouped(soak.pushed), NumberText.grouped(soak.refused),
      String(Int(seconds)), "\(MeasureText.megabytes(bytes)) MB", String(soak.histories))
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
