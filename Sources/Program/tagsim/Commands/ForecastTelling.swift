import ArgumentParser
import CommandKit
import ScenarioEngine
import TagForecast
import TagRuntime

/// The options about the result of a forecast, played or added up.
struct ForecastTelling: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file for the counts, a part for merge; with --phone, for the scenario.",
      valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ReportCommand.forecast.help, completion: ReportCommand.forecast.completion)
  var report: [String] = []

  @Flag(help: "Print figures without bars.")
  var plain = false

  func requests() throws(CommandFailure) -> [ReportRequest] {
    try ReportRequest.requests(report, of: .forecast)
  }

  /// Opens the destinations of the reports before anything is played. No report may overwrite a
  /// file that is read, and counts may only overwrite other counts.
  func places(
    of requests: [ReportRequest], besides read: [String]
  ) throws(CommandFailure) -> ReportPlaces {
    try ReportRequest.refuseOverwriting(requests, read)
    if let output {
      let disk = DiskFiles()
      try disk.refuse(overwriting: read, with: output, option: "-o ")
      try disk.checkWritable(output)
      if DiskFiles.isTaken(output), (try? Self.part(output)) == nil {
        throw CommandFailure(
          "-o \(output): exists and is not a forecast: choose another name", code: .usage)
      }
    }
    return try ReportPlaces(requests, of: .forecast)
  }

  func tell(_ part: ForecastPart, _ told: ReportPlaces) throws(CommandFailure) {
    // Counts take long to make, so they are saved first.
    if let output { try DiskFiles().write(Array((part.json + "\n").utf8), to: output) }
    try told.tell(ForecastReport(part, hasBars: !plain))
  }

  /// Refuses to overwrite other counts, which took long to make.
  func refuseOverwriting(countsOtherThan new: ForecastPart) throws(CommandFailure) {
    guard let output, DiskFiles.isTaken(output) else { return }
    let old = try Self.part(output)
    let isSame =
      old.identity == new.identity && old.shards == new.shards && old.shardCount == new.shardCount
    if isSame, old.isWhole { return }
    throw CommandFailure(
      isSame
        ? "-o \(output): already has \(Counted.text(old.played, "phone")) of this forecast: "
          + "continue with --resume, or choose another name"
        : "-o \(output): is another forecast: choose another name", code: .usage)
  }

  static func part(_ path: String) throws(CommandFailure) -> ForecastPart {
    let bytes = try DiskFiles().bytes(of: path, limit: ForecastPart.byteLimit)
    do throws(ForecastPart.Mistake) {
      return try ForecastPart(json: bytes)
    } catch {
      throw CommandFailure("\(path): \(error.sentence)", code: .badInput)
    }
  }
}
