import ArgumentParser
import TagMonitor

/// `tagsim play`: the monitor, playing.
struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the monitor and play a scenario at once.",
    discussion: """
      Example:
        tagsim play offline.scenario --speed 10
      """)

  @Argument(help: "A scenario file; without one the built-in demo plays.")
  var file: String?

  @Option(help: "How many times faster than real time, 1 to 3600.")
  var speed: Int64 = 1

  @OptionGroup var device: DeviceOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    guard (1...3600).contains(speed) else {
      throw ValidationError("--speed takes a number from 1 to 3600, not \(speed).")
    }
  }

  func run() throws {
    try options.show(try options.load(file), device: try device.open()) { monitor in
      monitor.setSpeed(factor: speed)
      monitor.play()
    }
  }
}
