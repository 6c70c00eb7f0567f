import ScenarioEngine
import TagRuntime

/// A report that a command line asks for: its form, and where it goes.
struct ReportWish: Sendable, Hashable {
  /// Why something is no such wish.
  struct Mistake: Error, Hashable {
    let sentence: String
  }

  var format: ReportFormat
  /// The file that it is written to; nil is standard output.
  var file: String?

  init(_ format: ReportFormat, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads `FORMAT` or `FORMAT=FILE`.
  init(_ text: String) throws(Mistake) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = ReportFormat.allCases.map(\.rawValue)
    let name = parts.first.map(String.init) ?? ""
    guard let format = ReportFormat(rawValue: name) else {
      let hint =
        Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
      throw Mistake(sentence: "--report \(text): '\(name)' is no form of the report: \(hint)")
    }
    self.format = format
    guard parts.count == 2 else { return }
    if parts[1].isEmpty {
      throw Mistake(
        sentence: "--report \(text): names no file: write one behind =, such as \(name)=report.txt")
    }
    if parts[1] != StandardInput.argument { file = String(parts[1]) }
  }

  /// All that a command line asks for. What is on standard output is the first one.
  ///
  /// `usual` is the form on standard output where nobody says another.
  static func wishes(
    _ texts: [String], isJSON: Bool, usual: ReportFormat
  ) throws(Mistake) -> [ReportWish] {
    var wishes: [ReportWish] = isJSON ? [ReportWish(.json)] : []
    for text in texts {
      let wish = try ReportWish(text)
      if !wishes.contains(wish) { wishes.append(wish) }
    }
    let printed = wishes.filter { $0.file == nil }
    if printed.count > 1 {
      let (first, second) = (printed[0].format.rawValue, printed[1].format.rawValue)
      throw Mistake(
        sentence: "the reports \(first) and \(second) both go to standard output: give one of them "
          + "a file, such as --report \(second)=FILE")
    }
    let files = wishes.filter { $0.file != nil }
    for (place, wish) in files.enumerated() {
      if let file = wish.file, files[..<place].contains(where: { $0.file == file }) {
        throw Mistake(sentence: "--report: \(file) is named for two reports: give each its own")
      }
    }
    return (printed.first.map { [$0] } ?? [ReportWish(usual)]) + files
  }
}
