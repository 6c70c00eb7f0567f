import CommandKit
import Foundation
import RunPage
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
    let isMarkdown = [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    let lines =
      isMarkdown
      ? monitor.report(by: ProgramVersion.line).lines(.md)
      : RunPage(of: FinishedRun(of: monitor.run), by: ProgramVersion.line).lines
    try DiskFiles().writeNew(Console.bytes(of: lines), to: path)
  }
}
