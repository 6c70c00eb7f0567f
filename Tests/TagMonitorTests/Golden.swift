import Foundation
import TerminalKit
import Testing

@testable import TagMonitor

/// Screens as text files, to be read by people.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Screens")

  /// Lines as a pane of a size has them.
  static func compare(_ lines: [Line], in size: Size, _ name: String) throws {
    var buffer = CellBuffer(size: size)
    buffer.write(lines, in: Rect(size), .utf8)
    try compare(buffer.trimmedText, name)
  }

  static func compare(
    _ screen: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name + ".txt")
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    let isRecording = ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1"
    if recorded != screen + "\n", isRecording || recorded == nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (screen + "\n").write(to: file, atomically: true, encoding: .utf8)
      Issue.record(
        "the screen \(name) was written: look at it, then test again",
        sourceLocation: sourceLocation)
      return
    }
    #expect(
      recorded == screen + "\n", "\(name): write it anew with TAGSIM_RECORD=1 swift test",
      sourceLocation: sourceLocation)
  }
}
