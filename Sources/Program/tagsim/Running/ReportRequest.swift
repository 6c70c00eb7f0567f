import CommandKit
import ScenarioEngine
import TagRuntime

/// The formats of a command's reports.
protocol ReportFormats: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  static var human: Self { get }
  static var json: Self { get }
  var isJSON: Bool { get }
}

extension ReportFormat: ReportFormats {}

/// A report that a command line requests: its format, and its destination.
struct ReportRequest<Format: ReportFormats>: Sendable, Hashable {
  var format: Format
  /// The file that it is written to; nil is standard output.
  var file: String?

  init(_ format: Format, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads `FORMAT` or `FORMAT=FILE`.
  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = Format.allCases.map(\.rawValue)
    let name = parts.first.map(String.init) ?? ""
    guard let format = Format(rawValue: name) else {
      let hint =
        Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "takes " + names.listed()
      throw CommandFailure(
        "--report \(text): there is no report '\(name)': \(hint)", code: .usage)
    }
    self.format = format
    guard parts.count == 2 else { return }
    if parts[1].isEmpty {
      throw CommandFailure(
        "--report \(text): names no file: write one after =, such as \(name)=report.txt",
        code: .usage)
    }
    if parts[1] != StandardInput.argument { file = String(parts[1]) }
  }

  /// Returns all reports that a command line requests, starting with the one on standard output.
  ///
  /// `usual` is the default format on standard output.
  static func requests(
    _ texts: [String], isJSON: Bool, usual: Format
  ) throws(CommandFailure) -> [Self] {
    var requests: [Self] = isJSON ? [Self(.json)] : []
    for text in texts {
      let request = try Self(text)
      if !requests.contains(request) { requests.append(request) }
    }
    let printed = requests.filter { $0.file == nil }
    if printed.count > 1 {
      let (first, second) = (printed[0].format.rawValue, printed[1].format.rawValue)
      throw CommandFailure(
        "the reports \(first) and \(second) both go to standard output: give one of them a file, "
          + "such as --report \(second)=FILE", code: .usage)
    }
    let files = requests.filter { $0.file != nil }
    for (place, request) in files.enumerated() {
      if let file = request.file, !DiskFiles.isStream(file),
        files[..<place].contains(where: { $0.file == file })
      {
        throw CommandFailure(
          "--report: \(file) is used for two reports: give each its own", code: .usage)
      }
    }
    return (printed.first.map { [$0] } ?? [Self(usual)]) + files
  }

  /// Refuses a report that would replace one of its inputs.
  static func refuseOverwriting(_ requests: [Self], _ read: [String]) throws(CommandFailure) {
    for request in requests {
      guard let path = request.file else { continue }
      try DiskFiles().refuse(
        overwriting: read, with: path, option: "--report \(request.format.rawValue)=")
    }
  }
}
