import ArgumentParser

/// The command line.
struct Tagsim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tagsim",
    abstract: "A glass box for mobile tag managers: an instrumented app, simulated.",
    discussion: """
      Examples:
        tagsim                          the built-in demo in the monitor
        tagsim offline.scenario         a scenario in the monitor, paused
        tagsim run Scenarios            scenarios headless, with an exit code
      """,
    version: "0.1.0",
    subcommands: [Open.self, Play.self, Run.self, Render.self, Check.self],
    defaultSubcommand: Open.self)
}
