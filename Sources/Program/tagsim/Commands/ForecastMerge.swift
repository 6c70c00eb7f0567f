import ArgumentParser
import CommandKit
import TagForecast

/// `tagsim forecast merge`: adds up the parts of a forecast.
struct ForecastMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Add up the parts of a forecast that --shard divided.")

  @Argument(help: "The parts, as -o and --report json write them.", completion: .file())
  var parts: [String]

  @OptionGroup var telling: ForecastTelling

  func run() throws {
    let requests = try telling.requests()
    Interruption.endsProcess(.silently)
    let told = try telling.places(of: requests, besides: parts)
    let whole = try merged()
    try telling.refuseOverwriting(countsOtherThan: whole)
    try telling.tell(whole, told)
  }

  private func merged() throws(CommandFailure) -> ForecastPart {
    var whole = try part(parts[0])
    for path in parts.dropFirst() {
      let part = try part(path)
      do throws(ForecastPart.Mistake) {
        try whole.add(part)
      } catch {
        throw CommandFailure("\(path): \(error.sentence)", code: .badInput)
      }
    }
    return whole
  }

  private func part(_ path: String) throws(CommandFailure) -> ForecastPart {
    let part = try ForecastTelling.part(path)
    guard parts.count > 1, !part.isWhole else { return part }
    throw CommandFailure(
      "\(path): has \(part.played) of \(part.wanted) phones: finish it with --resume first",
      code: .badInput)
  }
}

/// The words before `merge`: `forecast` itself would take it for the name of a file.
struct ForecastWords: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tagsim forecast", version: ProgramVersion.line, subcommands: [ForecastMerge.self])
}
