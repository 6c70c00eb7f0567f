import TagRuntime

/// The keys of a header.
extension Form {
  static let keys: [Form] = [
    key("title: WORDS", "The name of the scenario.", "title: Offline at midnight") {
      $0.scenario.header.title = $1.value
    },
    key(
      "about: WORDS", "What it teaches, in one sentence, for its title card.",
      "about: Hits wait on the phone until there is a network."
    ) { $0.scenario.header.about = $1.value },
    key("tags: WORD, ...", "Words for selecting scenarios, separated by commas.", "tags: offline") {
      $0.scenario.header.tags = $1.parts
    },
    key("sdk: v3|v5", "v3, the legacy SDK, or v5, the one on Firebase.", "sdk: v5") {
      reader, line throws(ScenarioError) in
      reader.scenario.header.sdk = try reader.sdk(line.value, line)
    },
    key("app: FILE", "The app file, relative to the scenario.", "app: apps/shop.app") {
      $0.scenario.header.app = $1.value
      $0.addReference($1.value, .app, $0.lines.lexer.position(of: $1.valueStart))
    },
    key(
      "plan: FILE",
      "A measurement plan, relative to the scenario, that each event must match; repeatable.",
      "plan: plans/shop.csv", isOnce: false
    ) { $0.addReference($1.value, .plan, $0.lines.lexer.position(of: $1.valueStart)) },
    key(
      "start: TIME", "The start time, such as 2014-03-01T10:00:00+01:00.",
      "start: 2014-03-01T23:57:00+01:00"
    ) { reader, line throws(ScenarioError) in try reader.readStart(line) },
    key(
      "zone: ZONE", "The time zone of the phone, such as Europe/Madrid.", "zone: Europe/Madrid"
    ) {
      $0.scenario.header.zone = $1.value
      $0.scenario.header.zoneLocation = $0.location($1)
    },
    key(
      "report-zone: ZONE", "The time zone of the report view; default: the phone's.",
      "report-zone: America/New_York"
    ) {
      $0.scenario.header.reportZone = $1.value
      $0.scenario.header.reportZoneLocation = $0.location($1)
    },
    key(
      "device: KEY=VALUE ...", "The phone, such as language=es country=ES screen=640x1136.",
      "device: language=es country=ES"
    ) { reader, line throws(ScenarioError) in try reader.readDevice(line) },
    key("seed: N", "The seed for random choices.", "seed: 7") {
      reader, line throws(ScenarioError) in
      guard let seed = UInt64(line.value) else {
        throw reader.failure(
          .unexpected, line.valueStart, line.value, "an integer that is not negative")
      }
      reader.scenario.header.seed = seed
    },
    key(
      "matrix: NAME=VALUE,VALUE ...",
      "What varies, as in sdk=v3,v5; one per line, and all combinations are played.",
      "matrix: sdk=v3,v5", isOnce: false
    ) { reader, line throws(ScenarioError) in try reader.readMatrix(line.value, line) },
    key("next: WORD, ...", "The names of the next lessons, separated by commas.", "next: types") {
      $0.scenario.header.next = $1.parts
    },
  ]

  private static func key(
    _ usage: String, _ meaning: String, _ example: String, isOnce: Bool = true,
    read: @escaping @Sendable (inout ScenarioReader, HeaderLine) throws(ScenarioError) -> Void
  ) -> Form {
    Form(.header, usage, meaning, example, isOnce: isOnce, .header(read))
  }
}
