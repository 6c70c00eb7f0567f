import ArgumentParser
import CommandKit
import Foundation
import TagMonitor

/// `tagsim record`: opens the monitor with recording on.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Open the monitor, and write what is done in it as a scenario.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim record -o mine.scenario                     what is done in the built-in demo
        tagsim record offline.scenario -o late.scenario    a scenario that goes on by hand
        tagsim record GTM-AB12 -o first.scenario           a container, with an app made for it
        tagsim run mine.scenario                           plays a recording

      The scenario is written when the monitor is left, also by Ctrl-C or a signal; 'R' writes it
      elsewhere before. It never writes over a file.

      Exit codes: 0 left, 2 told to end, 3 it cannot be written, 4 wrong command line, the file is
      there, or there is no terminal, 6 an input cannot be read.
      """))

  @Argument(
    help: "A scenario or a container, - for standard input; without one the built-in demo opens.",
    completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: "The scenario to write, a new file.",
    completion: .file(extensions: ["scenario"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Play the scenario, and look at an event by its number, a mark or end.", valueName: "place"),
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: String?

  @OptionGroup var branch: BranchOption
  @OptionGroup var playing: PlayingOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if output == DiskFiles.standardOutput {
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
