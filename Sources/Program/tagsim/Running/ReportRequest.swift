import ArgumentParser
import CommandKit
import ScenarioEngine
import TagRuntime

/// The commands that report, and the forms of each: what `--report` and `--format` take, their help
/// and their completion come from here.
enum ReportCommand: String {
  case run, check, lint, inspect, diff, explain, follow, forecast, export, info, plan

  var forms: [ReportFormat] {
    switch self {
    case .run: [.human, .tap, .junit, .junitPlaces, .json, .ndjson, .github, .md, .html]
    case .lint: [.human, .tap, .junit, .json, .github, .sarif, .md, .html]
    case .check: [.human, .tap, .junit, .json, .github, .md, .html]
    case .follow, .info: [.human, .tap, .junit, .json, .md, .html]
    case .plan: [.human, .junit, .json, .github, .sarif, .md, .html, .csv]
    case .diff, .forecast, .inspect, .explain: [.human, .json, .md, .html]
    case .export: [.har, .curl, .csv, .ndjson, .html, .md]
    }
  }

  private var names: [String] { forms.map(\.rawValue) }

  /// The forms, as a sentence lists them.
  var list: String {
    names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }

  /// The help of `--report`.
  var help: ArgumentHelp {
    ArgumentHelp(
      "A report: \(list), as FORMAT or FORMAT=FILE; repeatable.", valueName: "format[=file]")
  }

  var completion: CompletionKind { .list(names) }

  /// Returns the form with a name.
  func form(_ name: String, in text: String) throws(CommandFailure) -> ReportFormat {
    if let form = ReportFormat(rawValue: name), forms.contains(form) { return form }
    let hint =
      Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
      ?? "takes " + names.listed()
    throw CommandFailure("\(text): there is no report '\(name)': \(hint)", code: .usage)
  }
}

/// A report that a command line requests: its format, and its destination.
struct ReportRequest: Sendable, Hashable {
  var format: ReportFormat
  /// The file that it is written to; nil is standard output.
  var file: String?

  init(_ format: ReportFormat, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads `FORMAT` or `FORMAT=FILE`.
  init(_ text: String, of command: ReportCommand) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    format = try command.form(name, in: "--report \(text)")
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
  /// - Parameters:
  ///   - texts: the reports as the user wrote them.
  ///   - command: the command, which has some of the formats.
  ///   - isJSON: whether `--json` asks for JSON on standard output.
  ///   - usual: the default format on standard output.
  ///   - read: the files that are read, which no report may replace.
  ///   - output: the file of `-o`, which may be standard output.
  static func requests(
    _ texts: [String], of command: ReportCommand, isJSON: Bool = false,
    usual: ReportFormat = .human, besides read: [String] = [], and output: String? = nil
  ) throws(CommandFailure) -> [Self] {
    var requests: [Self] = isJSON ? [Self(.json)] : []
    for text in texts {
      let request = try Self(text, of: command)
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
    try refuseOverwriting(files, read)
    if DiskFiles.isStandardOutput(output) {
      if printed.isEmpty { return files }
      throw CommandFailure(
        "--report and '-o -' both write to standard output: name a file", code: .usage)
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
