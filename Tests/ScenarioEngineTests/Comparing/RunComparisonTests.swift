import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Two runs beside each other: what differs, in words.
struct RunComparisonTests {
  private static let start = ["container saved v1 age=1h", "publish v2", "launch"]

  private static func compare(
    _ a: [String], _ b: [String], after start: [String] = start
  ) throws -> RunComparison {
    RunComparison(of: try Shop.play(start + a), with: try Shop.play(start + b))
  }

  // MARK: Words

  private static let home = "screen \"Home\""

  private static let pairs: [(a: [String], b: [String], told: String)] = [
    ([home], [home], "no difference"), ([], [], "no difference"),
    (
      ["push event=\"buy\"", "wait 5s", "push event=\"x\""], ["push event=\"buy\""],
      "no difference; A continues for 2 rows"
    ),
    (
      ["push event=\"buy\""], ["push event=\"buy\" user.tier=\"staff\""],
      "First difference: #5 buy: Purchase fires in A /   #5 buy: Purchase fires in A"
    ),
    (
      [home, "tap \"Buy\" price=1"], [home, "tap \"To cart\""], "… only in A /   #6 Cart: only in B"
    ),
    (
      ["network offline", home, "wait 3m"], [home, "wait 3m"],
      "… /   #5 offline: only in A /   #6 1 hit sent: only in B"
    ),
    (
      [home, "tap \"Buy\" sku=\"S-1\" price=1"], [home, "tap \"Buy\" sku=\"S-2\" price=1"],
      "… /   #6 Buy: sku is \"S-1\" in A, \"S-2\" in B"
    ),
    (["kill", "wait 1s", "launch"], ["wait 1s"], "… kill: only in A / A continues for 3 rows"),
    (
      ["push event=\"openScreen\" screenName=\"Cart\""],
      ["push event=\"openScreen\" screenName=\"Thanks\""],
      "… /   #5 openScreen: Thanks fires in B"
    ),
    (
      ["publish v1", home], ["publish v2", home],
      "Different setup … is v1 in A and v2 in B. / … /   #5 … publish v1 in A, publish v2 in B"
    ),
    (
      ["push event=\"openScreen\" screenName=\"\\u001b[2J\""],
      ["push event=\"openScreen\" screenName=\"\\u202e\""],
      "… /   #5 openScreen: screen \u{1B}[2J has &cd \u{1B}[2J in A, \u{202E} in B"
    ),
  ]

  @Test(arguments: pairs)
  func whatDiffersIsSaid(_ row: (a: [String], b: [String], told: String)) throws {
    let comparison = try Self.compare(row.a, row.b)
    #expect(comparison.lines.joined(separator: " / ").reads(row.told), "\(comparison.lines)")
    let (a, b) = (try Shop.play(Self.start + row.a), try Shop.play(Self.start + row.b))
    #expect(
      RunComparison.firstDifference(of: a, with: b)?.words == comparison.firstDifference?.words)
    // The same is the same from both sides.
    #expect(RunComparison(of: b, with: a).differing.count == comparison.differing.count)
  }

  /// A cause is not taken for an effect: what was set up is told before what the app did.
  @Test func whatWasSetUpIsNoEffect() throws {
    let acts = [
      "publish v2", "launch", Self.home, "push event=\"openScreen\" screenName=\"Thanks\"",
    ]
    let a = try Shop.play(["container saved v1 age=1h"] + acts)
    let b = try Shop.play(["container saved bundled age=1h"] + acts)
    let comparison = RunComparison(of: a, with: b)
    #expect(
      comparison.setupText
        == "Different setup: the saved container is v1 in A and one without a version in B.")
    #expect(comparison.firstDifference?.sentence == "#5: Bonus does not fire")
  }

  // MARK: All of it

  @Test func sumsUpTagsValuesKeysAndHits() throws {
    let comparison = try Self.compare(
      [Self.home, "push event=\"buy\" user.tier=\"gold\"", "wait 3m"],
      ["publish v1", Self.home, "push event=\"buy\" user.tier=\"staff\"", "wait 3m"])
    let sum = comparison.sum(around: comparison.pairCount)
    #expect(
      sum.tags.map { "\($0.number) \($0.name): " + told($0.a, $0.b) } == [
        "#6/#7 Purchase: fired, made hit 2, did not fire"
      ])
    #expect(
      sum.hits.map { "\($0.number) \($0.title): " + told($0.a, $0.b) } == [
        "#6/#7 transaction: hit 2, in NO report at #7, ·"
      ])
    #expect(
      sum.keys.map { "\($0.name): " + told($0.a?.words, $0.b?.words) } == [
        "user.tier: \"gold\", \"staff\""
      ])
    #expect(sum.counts == ["1 tag", "1 key", "1 hit"])
    #expect(
      sum.same == [
        "the first 3 rows", "1 more event", "1 hit", "values that the app reads", "the containers",
      ])
    let reasons = sum.tags.first.map { comparison.reasons(of: $0) } ?? []
    #expect(
      reasons.map { "\($0.asked): " + told($0.a, $0.b) } == [
        "blocked by rule Staff: tier equals staff: it was gold, true"
      ])
  }

  @Test func saysOverWhichRowsAValueIsAnother() throws {
    let comparison = try Self.compare(
      ["refresh", "wait 1s"], ["wait 1s", "refresh", "wait 1s"], after: Self.start + [Self.home])
    let sum = comparison.sum(around: 0)
    let spans = (sum.values + sum.containers).map { state in
      "\(state.name)\(state.container): " + told(state.a?.words, state.b?.words) + ", "
        + comparison.pair(at: state.spans[0].lowerBound).number + " to "
        + comparison.pair(at: state.spans[0].upperBound).number
    }
    #expect(
      spans == [
        "titleGTM-SHOP: \"Title 2\", \"Title 1\", #6 to #7/#6",
        "GTM-SHOP: v2 network, v1 saved, #6 to #7/#6",
      ])
  }

  /// A hit that waited when the runs parted is followed to its end.
  @Test func followsHitsThatWereMadeBefore() throws {
    let before = ["network offline", Self.home, "wait 10s"]
    let comparison = try Self.compare(
      ["network online", "wait 3m"], ["wait 3m", "kill"], after: Self.start + before)
    #expect(
      comparison.sum(around: 0).hits.map { "\($0.number) \($0.title): " + told($0.a, $0.b) } == [
        "#6 screen Home: hit 1, in NO report at #8, hit 1, waits"
      ])
  }

  // MARK: A copy that went on by itself

  @Test func aCopySharesItsBeginning() throws {
    var a = try Shop.play(Self.start + Array(repeating: "push event=\"x\"", count: 200))
    var b = a
    #expect(a.timeline.knownSharedRows(with: b.timeline) > 100)
    let lines = [("push event=\"buy\"", "push event=\"buy\" user.tier=\"staff\"")]
    for (one, other) in lines {
      a.execute(try #require(try StatementParser.parse(line: one)))
      b.execute(try #require(try StatementParser.parse(line: other)))
    }
    let comparison = RunComparison(of: a, with: b)
    #expect(comparison.sharedPairs == 204)
    #expect(comparison.rest.count == 1)
    #expect(comparison.firstDifference?.sentence == "#205: Purchase does not fire")
    #expect(comparison.sum(around: 0).same.first == "the first 204 rows")
    for place in 0..<comparison.pairCount {
      #expect(comparison.entry(at: comparison.entryPlace(ofPair: place)).pairs.contains(place))
      #expect(comparison.pairPlace(ofRow: place + 1, in: .a) == place)
    }
  }

  @Test func longRunsAreComparedUpToALimit() throws {
    let many = Array(repeating: "push event=\"x\"", count: 60)
    let a = try Shop.play(Self.start + many + ["push event=\"buy\""])
    let b = try Shop.play(Self.start + many)
    let comparison = RunComparison(a.timeline, b.timeline, limit: 20)
    #expect(comparison.isCut)
    #expect(comparison.isSame)
    #expect(
      comparison.lines == [
        "no difference; the rows after #40 were not compared: there are too many"
      ]
    )
    #expect(comparison.rowsAfterEnd(in: .a) > 20)
  }
}

/// What is in both runs, and a dot for nothing.
private func told(_ a: String?, _ b: String?) -> String { "\(a ?? "·"), \(b ?? "·")" }

extension RunComparison {
  /// The comparison in lines of plain text: the setup, the first difference, and every row that
  /// differs.
  fileprivate var lines: [String] {
    var lines = setup.isEmpty ? [] : [setupText]
    guard let first = firstDifference else {
      return lines + ["no difference" + (endText.map { "; " + $0 } ?? "")]
    }
    lines.append("First difference: \(first.number) \(first.name): \(first.words)")
    let places = rest.indices.filter { !rest[$0].parts.isEmpty }
    for place in places.prefix(Self.toldLimit) {
      guard let difference = difference(ofPair: place + sharedPairs) else { continue }
      lines.append("  \(difference.number) \(difference.name): \(difference.words)")
    }
    if places.count > Self.toldLimit {
      lines.append("  and \(places.count - Self.toldLimit) more rows")
    }
    return lines + [endText].compactMap { $0 }
  }
}
