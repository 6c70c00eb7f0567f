import ArgumentParser
import ContainerFormats
import Foundation
import ScenarioEngine
import TagMonitor
import TagTrials
import TerminalKit

/// `tagsim try`: the monitor on a container, with an app that is made for it.
struct Try: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Open the monitor on a container, with an app made for it.",
    discussion: """
      Examples:
        tagsim try GTM-AB12                      buttons for the events that its rules want
        tagsim try GTM-AB12 --print              the scenario and the app, as text
        tagsim try GTM-AB12 -o my.scenario       the same as a file to go on with

      The phone (7) has a button for every event that a rule listens for, with the keys that
      are read at it as fields. The file plays both the default and the published container.
      """)

  @Argument(help: "A container file of any format that scenarios read.")
  var file: String

  @Flag(help: "Print the scenario instead of opening it.")
  var print = false

  @Option(name: .shortAndLong, help: "Write the scenario to a new file instead of opening it.")
  var output: String?

  @OptionGroup var device: DeviceOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if print, output != nil {
      throw ValidationError("--print and --output exclude each other.")
    }
    if device.device != nil, print || output != nil {
      throw ValidationError("--device is for the monitor: leave out --print and --output.")
    }
  }

  func run() throws {
    let files = DiskFiles()
    let bytes = try files.bytes(of: file, limit: ContainerLimits.bytes)
    if print {
      Console.print(Self.lines(of: try OpenedFile.trial(of: bytes, file, named: file)))
    } else if let output {
      try save(bytes, to: output, files)
    } else {
      let opened = try OpenedFile(trial: file, bytes, containerOverride: options.container)
      try options.show(opened, device: try device.open()) { _ in }
    }
  }

  private func save(_ bytes: [UInt8], to output: String, _ files: DiskFiles) throws {
    let trial = try OpenedFile.trial(of: bytes, file, named: path(from: output))
    if FileManager.default.fileExists(atPath: output) {
      throw CommandFailure(
        "--output \(output): is there already, and may hold work of yours: give another name",
        code: .usage)
    }
    let lines = Self.lines(of: trial)
    try files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: output)
    Console.print(["\(output): a scenario with an app for \(file); tagsim \(output) opens it"])
  }

  /// How a scenario in another folder names the container.
  private func path(from output: String) -> String {
    let folder = (output as NSString).deletingLastPathComponent
    if folder.isEmpty || file.hasPrefix("/") { return file }
    if folder == (file as NSString).deletingLastPathComponent {
      return (file as NSString).lastPathComponent
    }
    return (FileManager.default.currentDirectoryPath as NSString).appendingPathComponent(file)
  }

  /// The text line by line, with escapes for what a terminal would not draw as it stands: all of it
  /// stands in quotes, where escapes mean the same.
  private static func lines(of trial: TrialScenario) -> [String] {
    trial.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { TerminalText.escapedJSON(String($0)) }
  }
}
