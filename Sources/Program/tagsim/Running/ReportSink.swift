import CommandKit
import Foundation
import ScenarioEngine
import TerminalKit
import TextKit

/// The destination of a report. The bytes are the same everywhere, except for terminal colours.
struct ReportSink {
  private enum Place {
    case standardOutput(hasColors: Bool)
    /// A file, written in one step at the end; until then, this is its future content.
    case file(String, [UInt8])
    /// A device or a pipe, which receives the lines immediately.
    case stream(Int32, String)
  }

  private var place: Place
  private let form: ReportFormat

  /// Opens the destination of a report.
  ///
  /// `hasColors` is whether a user sees the words for success and failure in colours.
  init(_ request: ReportRequest, hasColors: Bool) throws(CommandFailure) {
    form = request.format
    guard let path = request.file, !DiskFiles.isStandardOutput(path) else {
      let isShown = hasColors && request.file == nil && request.format == .human
      place = .standardOutput(hasColors: isShown)
      return
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure(
        "--report \(request.format.rawValue)=\(path): is a folder, but a file is needed: name a "
          + "file in it", code: .usage)
    }
    if DiskFiles.isStream(path) {
      place = .stream(try DiskFiles.openStream(path), path)
    } else {
      try DiskFiles().checkWritable(path)
      place = .file(path, [])
    }
  }

  mutating func write(_ lines: [ReportLine]) throws(CommandFailure) {
    switch place {
    case .standardOutput(hasColors: true): Console.printScreen(lines.map(Self.coloured))
    case .standardOutput(hasColors: false): Console.write(bytes(of: lines))
    case .file(let path, var bytes):
      // Taken out of `place` first, so that the lines are appended without a copy.
      place = .file(path, [])
      bytes += self.bytes(of: lines)
      place = .file(path, bytes)
    case .stream(let stream, let path):
      if let error = Console.write(bytes(of: lines), to: stream) {
        throw DiskFiles.unwritable(path, error)
      }
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

  private func bytes(of lines: [ReportLine]) -> [UInt8] {
    Array(lines.map { form.visible($0.text) + form.lineEnd }.joined().utf8)
  }

  /// Returns the line with its mark in green or red, and everything else made visible.
  static func coloured(_ line: ReportLine) -> String {
    guard let mark = line.mark else { return TerminalText.visible(line.lead) }
    let colour = mark == .held ? "\u{1B}[32m" : "\u{1B}[1;31m"
    return TerminalText.visible(line.lead) + colour + mark.rawValue + "\u{1B}[0m"
      + TerminalText.visible(line.rest)
  }
}

/// The requested reports of a command that reports as a whole, opened before its work.
struct ReportPlaces {
  private var places: [(request: ReportRequest, sink: ReportSink)] = []
  private let command: ReportCommand

  init(_ requests: [ReportRequest], of command: ReportCommand) throws(CommandFailure) {
    self.command = command
    for request in requests {
      places.append((request, try ReportSink(request, hasColors: false)))
    }
  }

  func tell(_ reported: any Reported) throws(CommandFailure) {
    var settings = ReportSettings(version: ProgramVersion.number)
    settings.command = command.rawValue
    settings.paths = .ofCurrentFolder
    for (request, place) in places {
      var sink = place
      settings.columns = request.file == nil && Console.isTerminal ? 100 : nil
      try sink.write(request.format.lines(of: reported, settings))
      try sink.close()
    }
  }
}
