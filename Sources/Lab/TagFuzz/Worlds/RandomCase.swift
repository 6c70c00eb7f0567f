import OrderedCollections
import TagRuntime
import TagSimulation

/// Draws whole worlds: an app, its containers and a story full of faults, which ends in calm.
package enum RandomCase {
  /// How many containers a world has: the default one, the saved one, and those of the server.
  private static let versions = 4
  /// The zone of worlds in which an hour comes twice, at the end of the summer of 2013; all others
  /// are in UTC.
  static let repeatingZone = ZoneRules(
    name: "Europe/Madrid", initialOffsetSeconds: 7200,
    transitions: [.init(from: WallTime(milliseconds: 1_382_835_600_000), offsetSeconds: 3600)])

  package enum Mode: Sendable, Hashable {
    /// From groups of faults, with calm at its end.
    case faults
    /// From the grammar of the language: valid statements in any order.
    case grammar
  }

  /// The world of a seed; `length` is about how many statements of faults it has.
  package static func make(
    seed: UInt64, _ mode: Mode = .faults, length: Int = 24
  ) -> FuzzCase {
    var made = make(seed: seed, length: length)
    guard mode == .grammar else { return made }
    made.story = GrammarStory.story(
      seed: seed, count: 2 * length, files: made.containers.keys.elements)
    made.calmCount = 0
    return FuzzRun.readable(made)
  }

  private static func make(seed: UInt64, length: Int) -> FuzzCase {
    var draws = Draws(seed: seed, "world")
    let generation: SDKGeneration = draws.chance(70) ? .legacy : .firebase
    let isFaulty = draws.chance(30)
    let ending = generation == .legacy ? "gtm" : "json"
    var containers: OrderedDictionary<String, ContainerVersion> = [:]
    for number in 1...versions {
      var random = RandomContainer(seed: seed, number: number, generation, isFaulty: isFaulty)
      containers["seed-\(seed)-v\(number).\(ending)"] = random.make()
    }
    let hasMore = generation == .legacy && draws.chance(25)
    var phone = Draws(seed: seed, "phone and zone")
    let isAndroid = generation == .legacy && phone.chance(15)
    let hasRepeatedHour = phone.chance(8)
    let app = RandomApp.lines(seed: seed, generation, hasMore: hasMore, isAndroid: isAndroid)
    var story = RandomStory(
      seed: seed, generation, files: containers.keys.elements, hasMore: hasMore,
      isAndroid: isAndroid)
    let setup = story.setup()
    var faults = (0..<(length / 2 + draws.below(length / 2))).map { _ in story.statement() }
    for _ in 0..<draws.below(3) {
      faults.insert(contentsOf: story.ambush(), at: draws.below(faults.count + 1))
    }
    for _ in 0..<max(0, phone.below(4) - 1) {
      faults.insert(contentsOf: story.episode(), at: phone.below(faults.count + 1))
    }
    if generation == .firebase { story.addFirebase(to: &faults) }
    let calm = story.calm()
    var start = "2014-03-01T\(draws.pick(["09:00:00", "23:50:00", "03:58:00"]))+00:00"
    var zone: [String] = []
    if hasRepeatedHour {
      zone = ["zone: \(repeatingZone.name)"]
      start = "2013-10-2\(phone.pick(["6T23:50:00", "7T01:50:00", "7T02:20:00"]))+02:00"
      faults.insert(
        contentsOf: story.longDay(of: phone.pick(["04:00:00", "03:30:00"])),
        at: phone.below(faults.count / 2 + 1))
    }
    return FuzzCase(
      seed: seed,
      header: [
        "title: Seed \(seed)", "sdk: \(generation == .legacy ? "v3" : "v5")",
        "start: \(start)", "seed: \(seed % 1_000_000)",
      ] + zone, app: app, setup: setup, story: faults + calm, calmCount: calm.count,
      containers: containers)
  }
}

enum RandomApp {
  static func lines(
    seed: UInt64, _ generation: SDKGeneration, hasMore: Bool, isAndroid: Bool
  ) -> [String] {
    var draws = Draws(seed: seed, "app")
    var lines = [
      "app \"Fuzz\"", "  package com.example.fuzz", "  tracker UA-1-1",
      "  tracker UA-1-2 name=orders",
    ]
    if isAndroid { lines.append("  platform android") }
    if draws.chance(15) { lines.append("  links \(draws.pick(["late", "ignored"]))") }
    if draws.chance(25) { lines.append("  on background send-hits") }
    lines.append("  on launch " + action("start", generation))
    var own = Draws(seed: seed, "app with Firebase")
    if generation == .firebase, own.chance(30) { lines.append("  on launch goes \"Home\"") }
    if generation == .firebase, own.chance(20) {
      lines.append("  on background log-event left n=1")
    }
    var more = Draws(seed: seed, "calls of the app")
    if generation == .firebase {
      lines += [
        "  class Fuzz.Braze braze \(more.pick(["swift", "objective-c"]))",
        "  class Fuzz.Value", "    returns \(more.pick(answers))", "  end",
      ]
      // A class that logs an event often turns in circles up to their bound, which takes as long as
      // a hundred other worlds: few have one.
      let actions = draws.pick(["notes", "fails \"tired\"", "logs \"seen\""])
      let isCalm = actions.hasPrefix("logs") && more.chance(70)
      lines.append("  class Fuzz.Class \(isCalm ? "notes" : actions)")
    }
    lines.append("  container \(RandomWords.containerID)")
    let kind = draws.pick(["prefer-fresh", "prefer-non-default", "callback"])
    let isBlocking = kind != "callback" && draws.chance(20)
    if generation == .legacy {
      let timeout = draws.pick(["2s", "500ms", "5s", "30s"])
      lines.append(
        "  open \(kind)" + (kind == "callback" ? "" : " timeout=\(timeout)")
          + (isBlocking ? " blocking" : ""))
      lines += handlers(&draws)
    }
    if draws.chance(40) { lines.append("  on container " + action("e1", generation)) }
    if hasMore { lines += ["  container \(RandomWords.otherID)", "  open callback"] }
    for screen in ["Home", "About"] {
      lines += [
        "  screen \"\(screen)\"", "    on view " + action("openScreen", generation, screen),
        "    button \"Buy\" " + action("buy", generation),
        "    button \"Go\" goes \"\(screen == "Home" ? "About" : "Home")\"", "  end",
      ]
    }
    return lines + ["end"]
  }

  private static func action(
    _ event: String, _ generation: SDKGeneration, _ screen: String? = nil
  ) -> String {
    let members = screen.map { " screenName=\"\($0)\"" } ?? " n=${n=12}"
    let name = event == "openScreen" ? "opened" : event
    if screen == nil, event == "start" || event == "e1" {
      return generation == .legacy ? "push event=\"\(event)\" n=12" : "log-event \(name) n=12"
    }
    return generation == .legacy
      ? "push event=\"\(event)\"\(members)" : "log-event \(name)\(members)"
  }

  private static let answers = [
    "9007199254740993", "\"<b>\"", "[1, \"x\"]", "{\"x\": [true, null]}", "-0.5", "\"12\"",
  ]

  private static func handlers(_ draws: inout Draws) -> [String] {
    var lines: [String] = []
    for name in RandomWords.macros where draws.chance(80) {
      lines.append("  macro-function \(name)")
      if draws.chance(50) { lines.append("    returns \"es\" when language=\"es\"") }
      lines.append(
        "    "
          + draws.pick([
            "returns 12", "returns \"x\"", "returns true", "returns 1.5", "fails \"no value\"",
            "returns null", "echoes", "returns \(draws.pick(answers))",
          ]))
      lines.append("  end")
    }
    for (name, listing) in zip(RandomWords.brazeTags, ["swift", "objective-c"]) {
      lines.append("  tag-function \(name) braze \(listing)")
    }
    for name in RandomWords.tags where draws.chance(80) {
      lines.append(
        "  tag-function \(name) "
          + draws.pick([
            "notes", "fails \"tired\"", "pushes n=7", "pushes a.x=\"xy\"",
            draws.chance(7) ? "pushes event=\"e1\" b=\"x\"" : "pushes b=true",
          ]))
    }
    return lines
  }
}
