import Foundation
import Testing

/// What the program prints as text files, to be read by people.
enum PageGolden {
  /// The lines of a paragraph, of 100 columns at most.
  static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 100 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  static func compare(
    _ page: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let file = CommandLineTool.root.appendingPathComponent("Tests/tagsimTests/Pages/" + name)
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    let isRecording = ProcessInfo.processInfo.environment["TAGSIM_RECORD"] == "1"
    if recorded != page, isRecording || recorded == nil {
      try page.write(to: file, atomically: true, encoding: .utf8)
      Issue.record(
        "\(name) was written: look at it, then test again", sourceLocation: sourceLocation)
      return
    }
    #expect(
      recorded == page, "\(name): write it anew with TAGSIM_RECORD=1 swift test",
      sourceLocation: sourceLocation)
  }
}
