import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import ScenarioEngine
import TextKit

/// `tagsim try`: opens the monitor on a container, with an app made for it.
struct Try: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Open the monitor on a container, with a generated app.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim try GTM-AB12                      buttons for the events that its rules need
        tagsim new --from GTM-AB12               the scenario and the app, saved to a file

      The phone (pane 7) has a button for every event that a rule listens for, with a field for each
      key read there. The file is both the default and the published container.
      """),
    shouldDisplay: false)

  @Argument(
    help: "A container file of any format; - is standard input.",
    completion: .file())
  var file: String

  @Flag(help: "Same as 'new --from FILE -o -'.")
  var print = false

  @Option(
    name: .shortAndLong, help: "A new file; same as 'new NAME --from FILE'.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  @OptionGroup var device: DeviceOption
  @OptionGroup var plain: PlainOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if print, output != nil {
      throw ValidationError("use only one of --print and --output.")
    }
    if device.device != nil, print || output != nil {
      throw ValidationError("--device is for the monitor: remove --print and --output.")
    }
  }

  func run() throws {
    if print || DiskFiles.isStandardOutput(output) {
      Console.print(NewScenario.lines(of: try TrialSource(file).text(besides: "")))
      Console.complain(["tagsim: this is now 'tagsim new --from \(ShellText.path(file)) -o -'"])
    } else if let output {
      try save(to: output)
    } else {
      if plain.isWanted { try PlainConversation.refuseStandardInput([file, options.container]) }
      let file = StandardInput.path(file)
      let bytes = try DiskFiles().bytes(of: file, limit: ContainerLimits.bytes)
      let opened = try OpenedFile(trial: file, bytes, containerOverride: options.container)
      if plain.isWanted {
        var conversation = PlainConversation(opened, device: try device.open())
        return try conversation.run()
      }
      try options.show(opened, device: try device.open()) { _ in }
    }
  }

  private func save(to output: String) throws {
    let folder = DiskFiles.folder(of: output)
    let source = try TrialSource(file)
    try NewScenario.write(try source.text(besides: folder), to: output, option: "--output ")
    try source.saveCopy(in: folder)
    Console.print([
      "\(output): a scenario with an app for \(file); tagsim \(ShellText.path(output)) opens it"
    ])
    Console.complain([
      "tagsim: this is now 'tagsim new --from \(ShellText.path(file))', with -o for the folder"
    ])
  }
}
