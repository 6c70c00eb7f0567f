import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import ScenarioEngine

/// `tagsim try`: opens the monitor on a container, with an app made for it.
struct Try: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Open the monitor on a container, with an app made for it.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim try GTM-AB12                      buttons for the events that its rules want
        tagsim new --from GTM-AB12               the scenario and the app, as a file to go on with

      The phone (7) has a button for every event that a rule listens for, with the keys that
      are read at it as fields. The file plays both the default and the published container.
      """),
    shouldDisplay: false)

  @Argument(
    help: "A container file of any format that scenarios read; - is standard input.",
    completion: .file())
  var file: String

  @Flag(help: "The same as 'new --from FILE -o -'.")
  var print = false

  @Option(
    name: .shortAndLong, help: "A new file; the same as 'new NAME --from FILE'.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  @OptionGroup var device: DeviceOption
  @OptionGroup var plain: PlainOption
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
    if print || output == DiskFiles.standardOutput {
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
