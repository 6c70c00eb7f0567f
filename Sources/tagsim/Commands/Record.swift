import ArgumentParser
import CommandKit
import Foundation
import TagMonitor
import TextKit

/// `tagsim record`: opens the monitor with recording on.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Open the monitor and record what you do as a scenario.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim record -o mine.scenario                     what you do in the built-in demo
        tagsim record offline.scenario -o late.scenario    a scenario, continued by hand
        tagsim record GTM-AB12 -o first.scenario           a container, with a generated app
        tagsim run mine.scenario                           plays a recording

      The scenario is saved when the monitor closes, even by Ctrl-C or a signal; 'R' saves it
      elsewhere before that. Existing files are never overwritten.

      Exit codes: 0 success, 2 interrupted, 3 it cannot be written, 4 wrong command line, the file
      already exists, or there is no terminal, 6 an input cannot be read.
      """))

  @Argument(
    help: "A scenario or a container; - is standard input; default: the built-in demo.",
    completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: "The scenario to write, a new file.",
    completion: .file(extensions: ["scenario"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Play the scenario and open an event: its number, a mark or end.", valueName: "place"),
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: String?

  @OptionGroup var branch: BranchOption
  @OptionGroup var playing: PlayingOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if DiskFiles.isStandardOutput(output) {
      throw ValidationError("--output -: the screen is on standard output: name a new file.")
    }
  }

  func run() throws {
    try NewScenario.refuse(existing: output, option: "--output ")
    let opened = try options.load(file, branch)
    let device = try device.open()
    try options.show(opened, device: device, playing: playing, recordingTo: output) { monitor in
      try options.begin(&monitor, on: opened, named: file, at: at)
    }
  }
}
