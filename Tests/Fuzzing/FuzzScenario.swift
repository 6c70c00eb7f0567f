import ScenarioEngine

/// The language of scenarios and of apps.
enum FuzzScenario {
  static func check(_ bytes: [UInt8]) -> CInt {
    let (scenario, errors) = ScenarioParser.read(bytes, file: "fuzz")
    precondition(errors.errors.count <= ScenarioErrors.limit + 1)
    if errors.isEmpty, let app = scenario.apps.first { _ = scenario.check(app: app, tags: nil) }
    _ = try? AppParser.parse(bytes, file: "fuzz")
    return 0
  }
}
