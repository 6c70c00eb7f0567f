import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor

/// Writes the pages of `:report`, relative to the current folder, without overwriting files.
struct ReportFiles {
  /// Writes a report on what a monitor shows, as Markdown if the file's name asks for that.
  func save(_ monitor: Monitor, at path: String) throws(CommandFailure) {
    if DiskFiles.isStandardOutput(path) {
      throw CommandFailure(
        "\(path): that is the screen: name a file, as in report mine.html", code: .badInput)
    }
    if DiskFiles.isTaken(path) {
      throw DiskFiles().refusal(existing: path)
    }
    let report = monitor.report(as: .of(path: path), by: ProgramVersion.line)
    try DiskFiles().writeNew(Self.bytes(of: report, as: .of(path: path)), to: path)
  }

  /// Writes a report, replacing an existing one.
  func write(
    _ report: HandedReport, as form: HandedReport.Form, to path: String
  ) throws(CommandFailure) {
    try DiskFiles().write(Self.bytes(of: report, as: form), to: path)
  }

  private static func bytes(of report: HandedReport, as form: HandedReport.Form) -> [UInt8] {
    Console.bytes(of: report.lines(form))
  }
}

extension HandedReport.Form {
  /// Returns the format that the name of a file asks for.
  static func of(path: String) -> HandedReport.Form {
    [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) } ? .markdown : .html
  }
}
