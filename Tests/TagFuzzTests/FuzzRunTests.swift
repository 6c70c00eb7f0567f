import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import TagFuzz

/// Random worlds go the way of the reference, and the judge sees it where they do not.
@Suite struct FuzzRunTests {
  @Test func worldsGoTheWayOfTheReference() {
    var report = FuzzReport()
    for seed in 1...24 as ClosedRange<UInt64> {
      report.take(SeedOutcome(seed: seed, shrinks: false))
    }
    #expect(report.failures.map(\.departure.sentence) == [])
    // A judge who looks at nothing finds nothing.
    #expect(report.counts.firings > 100)
    #expect(report.counts.hits > 100)
    #expect(report.counts.requests > 50)
    #expect(report.counts.loads > 30)
    #expect(report.counts.unknown * 2 < report.counts.firings)
    #expect(report.counts.reads > 3)
    #expect(report.counts.asked > 100)
    #expect(report.counts.brazeCalls > 2)
    #expect(report.counts.firebaseEvents > 100)
    #expect(report.marks.summary.reached > 250)
  }

  @Test func worldsByGrammarDoToo() {
    for seed in 1...6 as ClosedRange<UInt64> {
      let fuzzCase = RandomCase.make(seed: seed, .grammar)
      #expect(fuzzCase.story.count > 20, "seed \(seed)")
      #expect(FuzzRun.play(fuzzCase).departure == nil, "seed \(seed)")
    }
  }

  @Test func aSeedComesToTheSameEveryTime() {
    let (one, two) = (RandomCase.make(seed: 5), RandomCase.make(seed: 5))
    #expect(one.text() == two.text())
    #expect(one.containers == two.containers)
    #expect(FuzzRun.play(one).digest == FuzzRun.play(two).digest)
    #expect(RandomCase.make(seed: 6).text() != one.text())
  }

  /// The judge is given other containers than the world: what tags do departs from them.
  @Test func anotherContainerIsADeparture() {
    var kinds: Set<Departure.Kind> = []
    for seed in 1...6 as ClosedRange<UInt64> {
      let fuzzCase = RandomCase.make(seed: seed)
      var originals: [String: ContainerVersion] = [:]
      for version in fuzzCase.containers.values {
        var other = version
        for index in other.rules.indices { other.rules[index].removeTags = [] }
        for index in other.rules.indices { other.rules[index].negativePredicates = [] }
        originals[version.version] = other
      }
      if let kind = FuzzRun.play(fuzzCase, originals: originals).departure?.kind {
        kinds.insert(kind)
      }
    }
    #expect(kinds.contains(.tags))
  }

  /// A part of containers that the judge is given otherwise than the world.
  enum ContainerPart: CaseIterable {
    case escapings, secondEscapings, digests, ecommerce, pixelParameters

    func changed(in version: ContainerVersion) -> ContainerVersion {
      switch self {
      case .escapings: version.mapped(escapings: { _ in [] })
      case .secondEscapings: version.mapped(escapings: { Array($0.prefix(1)) })
      case .digests: version.mapped(function: "_hsh", to: "_enc")
      case .ecommerce: version.mapped(parameter: "enable_ecommerce")
      case .pixelParameters: version.mapped(parameter: "additional_params")
      }
    }
  }

  @Test(arguments: ContainerPart.allCases)
  func aChangedPartIsADeparture(_ part: ContainerPart) {
    let isSeen = (1...150 as ClosedRange<UInt64>).contains { seed in
      let fuzzCase = RandomCase.make(seed: seed)
      let originals = Dictionary(
        fuzzCase.containers.values.map { ($0.version, part.changed(in: $0)) },
        uniquingKeysWith: { $1 })
      return FuzzRun.play(fuzzCase, originals: originals).departure != nil
    }
    #expect(isSeen)
  }

  /// What the app logs when its container has arrived is stored after the events that waited for
  /// it, as its number says (Wire §1).
  @Test(arguments: [12, 54, 156] as [UInt64])
  func hitsAreStoredInTheOrderOfTheirNumbers(_ seed: UInt64) {
    #expect(FuzzRun.play(RandomCase.make(seed: seed)).departure?.sentence == nil)
  }

  @Test func aDepartureIsMadeSmall() throws {
    // Whatever waits twice counts as wrong here.
    func plays(_ fuzzCase: FuzzCase) -> Departure? {
      let waits = fuzzCase.story.count { $0.hasPrefix("wait") }
      return waits > 1 ? Departure(kind: .tags, step: 1, row: 1, sentence: "two waits") : nil
    }
    let fuzzCase = try #require(
      (1...50 as ClosedRange<UInt64>).lazy.map { RandomCase.make(seed: $0) }.first {
        plays($0) != nil
      })
    let departure = try #require(plays(fuzzCase))
    let small = Shrinker.shrink(fuzzCase, departure, plays: plays)
    #expect(small.case.story.count == 2)
    #expect(small.case.setup == [])
    #expect(small.case.containers.values.allSatisfy { $0.rules.isEmpty })
  }

  private static let handmade = ContainerBuilder(version: "1") { container in
    container.variable("id", default: "none")
    container.tag("Pixel", "_img", ["url": "https://p.example/", "unrepeatable": .macro("id")])
    container.rule(when: [.event("p")], fires: ["Pixel"])
    // Each holds sixteen times the one before it; the last has five million bytes.
    container.constant("part 0", "0123456789abcdef")
    for level in 1...5 {
      let part = Expression.macro("part \(level - 1)")
      let count = level == 5 ? 4 : 16
      container.constant("part \(level)", .list(Array(repeating: part, count: count)))
    }
    container.tag("Wide", "_img", ["url": .macro("part 5")])
    container.rule(when: [.event("wide")], fires: ["Wide"])
    container.tag(
      "Query", "_img",
      [
        "url": "https://p.example/",
        "additional_params": .list([.members(["k": .macro("id")])]),
      ])
    container.rule(when: [.event("query")], fires: ["Query"])
    let letters = Condition("_re", .macro("id"), "^(a|b)+[^c]$")
    container.rule(when: [.event("long"), letters], fires: ["Pixel"])
  }.version

  /// Worlds in which a rule was known to one side alone.
  @Test(arguments: [
    ("a preview shares what was sent once", "ios", [#"push event="p" id="x""#, "preview v1"]),
    (
      "no app has the scheme", "ios",
      [
        "open-url \"tagmanager.c.com.example.other://preview/p?id=GTM-FUZZ&gtm_auth=a"
          + "&gtm_preview=1\""
      ]
    ),
    ("null is missing on Android", "android", [#"push event="p" id=null"#]),
    (
      "a double keeps its point on Android", "android",
      [#"push event="p" id=21.0"#, #"push event="p" id="21.0""#]
    ),
    ("too many bytes are built", "ios", [#"push event="wide""#]),
    ("a pixel's query is written alike", "android", [#"push event="query" id="a~b*c""#]),
    (
      "a pattern matches a long text", "ios",
      ["push event=\"long\" id=\"\(String(repeating: "ab", count: 4000))\""]
    ),
    (
      "a refused batch ends batches for an hour", "android",
      [
        "network status 404", "3x send screen \"Home\"", "dispatch", "network online",
        "3x send screen \"Home\"", "dispatch", "wait 61m", "3x send screen \"Home\"", "dispatch",
      ]
    ),
    (
      "tokens of Android come back in parts", "android",
      ["7x refresh", "wait 7m", "refresh", "wait 8m", "refresh", "wait 15m", "refresh"]
    ),
    (
      "what waits is given up while a part of it travels", "ios",
      [
        "set sdk-version 3.09", "kill", "launch", "network slow latency=15s jitter=1s",
        "3x send screen \"Home\"", "dispatch", "wait 3s", "opt-out on", "wait 1m",
      ]
    ),
    (
      "what had to make room while it travels arrives", "ios",
      [
        "network slow latency=15s jitter=1s", "3x send screen \"Home\"", "dispatch",
        "queue-limit 1", "wait 1m",
      ]
    ),
    (
      "a default under another name is none", "ios",
      [
        "container default unreadable", "container default made.gtm name=GTM-FUZZ.json", "kill",
        "launch",
      ]
    ),
  ])
  func bothSidesKnow(_ rule: String, _ platform: String, _ lines: [String]) {
    let story = lines.flatMap { line -> [String] in
      guard let count = line.first?.wholeNumberValue else { return [line] }
      return Array(repeating: [String(line.dropFirst(3)), "wait 5s"], count: count).flatMap { $0 }
    }
    let fuzzCase = FuzzCase(
      seed: 1, header: ["title: \(rule)", "sdk: v3", "start: 2014-03-01T10:00:00+00:00"],
      app: [
        #"app "Fuzz""#, "  package com.example.fuzz", "  platform \(platform)",
        "  container GTM-FUZZ", "end",
      ],
      setup: ["container default made.gtm", "publish made.gtm", "launch"],
      story: story + [#"push event="p" id="x""#, #"push event="p" id="none""#, "wait 1m"],
      calmCount: 0, containers: ["made.gtm": Self.handmade])
    let result = FuzzRun.play(fuzzCase)
    #expect(result.departure?.sentence == nil)
    #expect(result.counts.events >= 2)
  }

  /// What somebody else wrote is judged as well.
  @Test func aScenarioOfOthersIsJudged() {
    let fuzzCase = RandomCase.make(seed: 9)
    let result = FuzzRun.play(fuzzCase, originals: [:])
    #expect(result.departure == nil)
    #expect(result.counts.events > 0)
  }
}

/// The table of faults.
@Suite struct FaultMarksTests {
  @Test func everyKindHasStatesOrAReason() {
    for kind in FaultKind.allCases {
      let states = FaultState.allCases.filter { $0.obstacle(to: kind) == nil }
      if case .elsewhere(let reason) = kind.row.reach {
        #expect(states.isEmpty)
        #expect(!reason.isEmpty, "\(kind.rawValue)")
      } else {
        #expect(states.count > 5, "\(kind.rawValue)")
      }
    }
  }

  @Test func whatWasNeverReachedIsMissing() {
    var marks = FaultMarks()
    let (possible, reached, missing) = marks.summary
    #expect(reached == 0)
    #expect(missing.count == possible)
    let fuzzCase = RandomCase.make(seed: 3)
    marks.add(FuzzRun.play(fuzzCase).marks)
    #expect(marks.summary.reached > 0)
    #expect(marks.summary.possible == possible)
  }
}

extension ContainerVersion {
  /// The container with other lists of escapings.
  fileprivate func mapped(escapings change: ([Int]) -> [Int]) -> ContainerVersion {
    func mapped(_ expression: Expression) -> Expression {
      switch expression {
      case .constant, .functionID, .macro: expression
      case .list(let parts): .list(parts.map(mapped))
      case .template(let parts): .template(parts.map(mapped))
      case .map(let entries):
        .map(entries.map { .init(key: mapped($0.key), value: mapped($0.value)) })
      case .escaped(let inner, let numbers): .escaped(mapped(inner), change(numbers))
      }
    }
    var version = self
    for index in version.macros.indices {
      version.macros[index].parameters = version.macros[index].parameters.mapValues(mapped)
    }
    for index in version.tags.indices {
      version.tags[index].parameters = version.tags[index].parameters.mapValues(mapped)
    }
    return version
  }

  /// The container with each call of one function made one of another.
  fileprivate func mapped(function: String, to other: String) -> ContainerVersion {
    var version = self
    for index in version.macros.indices where version.macros[index].function == function {
      version.macros[index].function = other
    }
    return version
  }

  /// The container without a parameter of its tags.
  fileprivate func mapped(parameter: String) -> ContainerVersion {
    var version = self
    for index in version.tags.indices { version.tags[index].parameters[parameter] = nil }
    return version
  }
}
