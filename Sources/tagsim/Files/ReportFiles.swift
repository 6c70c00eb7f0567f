import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor

/// Where `:report` writes a page: where the program was started, and never over a file.
struct ReportFiles {
  /// Writes the report of what a monitor shows, as Markdown where the name ends like that.
  func save(_ monitor: Monitor, at path: String) throws(CommandFailure) {
    if path == DiskFiles.standardOutput {
      throw CommandFailure(
        "\(path): the screen is there: name a file, as in report mine.html", code: .badInput)
    }
    if FileManager.default.fileExists(atPath: path) {
      throw DiskFiles().refusal(existing: path)
    }
    let report = monitor.report(as: .of(path: path), by: ProgramVersion.line)
    try DiskFiles().writeNew(Self.bytes(of: report, as: .of(path: path)), to: path)
  }

  /// Writes a report, also in the place of the one that was there.
  func write(
    _ report: HandedReport, as form: HandedReport.Form, to path: String
  ) throws(CommandFailure) {
    try DiskFiles().write(Self.bytes(of: report, as: form), to: path)
  }

  private static func bytes(of report: HandedReport, as form: HandedReport.Form) -> [UInt8] {
    Array(report.lines(form).map { $0 + "\n" }.joined().utf8)
  }
}

extension HandedReport.Form {
  /// The form that the name of a file asks for.
  static func of(path: String) -> HandedReport.Form {
    [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) } ? .markdown : .html
  }
}
