import ArgumentParser
import TagMonitor

/// `tagsim [FILE]`: the monitor, paused.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the monitor on a scenario, on a container, or on the built-in demo.",
    discussion: """
      Examples:
        tagsim                                    the built-in demo, paused
        tagsim offline.scenario                   a scenario, paused; Space plays it
        tagsim GTM-AB12                           a container, with an app made for it
        tagsim --container GTM-AB12 my.scenario   with another published container
        tagsim --device phone.sqlite my.scenario  with a disk that outlasts this session
      """)

  @Argument(help: "A scenario or a container; without one the built-in demo opens.")
  var file: String?

  @OptionGroup var device: DeviceOption
  @OptionGroup var options: MonitorOptions

  func run() throws {
    let opened = try options.load(file)
    try options.show(opened, device: try device.open()) { monitor in
      guard opened.trial == nil else { return }
      monitor.show(
        hint: file == nil
          ? "Press s to view a screen, w to lose the network, ? for help."
          : "Press Space to play, . for one step, ? for help.")
    }
  }
}
