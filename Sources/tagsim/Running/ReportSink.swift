import CommandKit
import Foundation
import ScenarioEngine
import TerminalKit
import TextKit

/// The destination of a report. The bytes are the same everywhere, except for terminal colours.
struct ReportSink {
  /// The destinations of reports.
  private enum Place {
    case standardOutput(hasColors: Bool)
    /// A file, written in one step at the end; until then, this is its future content.
    case file(String, [UInt8])
    /// A device or a pipe, which receives the lines immediately.
    case stream(Int32, String)
  }

  private var place: Place
  private let isJSON: Bool

  /// Opens the destination of a report.
  ///
  /// `hasColors` is whether a user sees the words for success and failure in colours.
  init<Format>(_ request: ReportRequest<Format>, hasColors: Bool) throws(CommandFailure) {
    isJSON = request.format.isJSON
    guard let path = request.file else {
      place = .standardOutput(hasColors: hasColors && request.format == .human)
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    switch status.st_mode & S_IFMT {
    case S_IFDIR where isThere:
      throw CommandFailure(
        "--report \(request.format.rawValue)=\(path): is a folder, but a file is needed: name a "
          + "file in it", code: .usage)
    case S_IFREG where isThere && !DiskFiles.isStream(path):
      place = .file(path, [])
    case _ where isThere:
      let stream = open(path, O_WRONLY | O_APPEND)
      guard stream >= 0 else { throw Self.unwritable(path, errno) }
      place = .stream(stream, path)
    default:
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard access(folder, W_OK) == 0 else { throw Self.unwritable(path, errno) }
      place = .file(path, [])
    }
  }

  /// Writes lines.
  mutating func write(_ lines: [ReportLine]) throws(CommandFailure) {
    switch place {
    case .standardOutput(let hasColors):
      Console.printScreen(lines.map { hasColors ? Self.coloured($0) : visible($0) })
    case .file(let path, var bytes):
      // Taken out of `place` first, so that each line is appended without a copy.
      place = .file(path, [])
      for line in lines { bytes += Array((visible(line) + "\n").utf8) }
      place = .file(path, bytes)
    case .stream(let stream, let path):
      let bytes = Array(lines.map { visible($0) + "\n" }.joined().utf8)
      if let error = Console.write(bytes, to: stream) { throw Self.unwritable(path, error) }
    }
  }

  /// Ends the report: the file now exists.
  func close() throws(CommandFailure) {
    switch place {
    case .standardOutput: break
    case .file(let path, let bytes): try DiskFiles().write(bytes, to: path)
    case .stream(let stream, _): Foundation.close(stream)
    }
  }

  private func visible(_ line: ReportLine) -> String {
    isJSON ? TerminalText.escapedJSON(line.text) : TerminalText.visible(line.text)
  }

  /// Returns the line with its mark in green or red, and everything else made visible.
  static func coloured(_ line: ReportLine) -> String {
    guard let mark = line.mark else { return TerminalText.visible(line.lead) }
    let colour = mark == .held ? "\u{1B}[32m" : "\u{1B}[1;31m"
    return TerminalText.visible(line.lead) + colour + mark.rawValue + "\u{1B}[0m"
      + TerminalText.visible(line.rest)
  }

  private static func unwritable(_ path: String, _ error: Int32) -> CommandFailure {
    CommandFailure(
      "\(path): cannot be written (\(String(cString: strerror(error)))): check the folder and its "
        + "permissions", code: .internalError)
  }
}
