import TagSimulation

@testable import ScenarioEngine

/// Finished runs of the small shop, with version 1 saved. Their lines begin at line 9 of the file.
enum Reported {
  static func run(_ lines: String..., stopsAtFailure: Bool = false) throws -> FinishedRun {
    try run(lines, stopsAtFailure: stopsAtFailure)
  }

  static func run(
    _ lines: [String], stopsAtFailure: Bool = false, look: (Simulation) throws -> Void = { _ in }
  ) throws -> FinishedRun {
    let text = """
      tagsim 1
      title: A morning
      start: 2014-03-01T10:00:00+01:00
      ---
      setup
        container saved v1 age=1h
        launch
      end
      \(lines.joined(separator: "\n"))
      """
    return try FinishedRun(
      try ScenarioParser.parse(text, file: "shop.scenario"), inputs: Shop.inputs,
      stopsAtFailure: stopsAtFailure, look: look)
  }
}
