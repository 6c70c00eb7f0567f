import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Expectations of values, containers, hits and the data layer, with the exact words of failures.
struct WorldExpectationTests {
  private static let home = "screen \"Home\""

  /// Version 2 came from the network, version 1 was saved an hour ago.
  private static let holding: [(before: [String], line: String)] = [
    (["refresh"], "value title == \"Title 2\""),
    ([], "value title == \"Title 1\" as string from saved"),
    ([], "value title != \"x\""),
    ([], "value count == 320 as int64 from saved"),
    ([], "value count == 320.0 as double"),
    ([], "value count == \"320\" as string"),
    ([], "value count > 319"),
    ([], "value count <= 320"),
    ([], "value word == 0 as int64"),
    ([], "value missing == \"\" from none"),
    ([], "value missing == false from none"),
    ([], "value count >= 319.5"),
    ([], "value count < 1e3 as int64"),
    ([], "value Event == \"\" as string"),
    (["refresh"], "container source=network version=2 age<1s"),
    ([], "container source=saved version=1 age>=1h"),
    ([], "container version=1"),
    ([], "container age<2h"),
    ([], "queue size == 0"),
    ([home], "queue size 1"),
    ([home, home], "queue size >= 2"),
    ([home, "dispatch"], "sent 1"),
    ([home, "dispatch"], "sent > 0"),
    ([home], "sent != 1"),
    ([], "lost 0"),
    ([home], "data {\"screenName\": \"Home\"}"),
    ([home], "data exactly {\"screenName\": \"Home\", \"event\": \"openScreen\"}"),
    (["push user.tier=\"gold\" user.age=7"], "data {\"user\": {\"tier\": \"gold\"}}"),
    (["push user.tier=\"gold\" user.age=7"], "data {\"user.age\": 7}"),
    (["push list=[1, {\"a\": 2}]"], "data {\"list\": [1, {\"a\": 2}]}"),
    ([], "data {}"),
    (["kill"], "data exactly {}"),
  ]

  @Test(arguments: holding)
  func holds(_ before: [String], _ line: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "publish v2", "launch"] + before + ["expect " + line])
    #expect(run.last == .passed)
  }

  private static let failing: [(before: [String], line: String, told: String)] = [
    ([], "value title == \"Bonjour\"", "\(title1) / expected == \"Bonjour\""),
    ([], "value title == \"Title 1\" from network", "\(title1) / expected from network"),
    (
      [], "value title == \"x\" from default",
      "\(title1) / expected == \"x\" / expected from default"
    ),
    ([], "value count == \"320\" as int64", "count is read as int64 … write == 320 or as string"),
    (
      [], "value rate == 0.15 from none",
      "rate is 0.0 as double from none … / expected == 0.15 / SDK error: Invalid macro: rate"
    ),
    ([], "value word == 7", "word is 0 as int64 from none / expected == 7 / SDK error: … number."),
    ([], "value title > 5 as int64", "title is 0 as int64 from none / expected > 5 / SDK error …"),
    (
      [], "container source=network version=8 age>12h",
      "\(saved1) / expected source=network / expected version=8 / expected age>12h00m"
    ),
    ([], "container version=8", "\(saved1) / expected version=8"),
    (["kill"], "container source=saved", "no container is open because the app is not running …"),
    (["kill"], "value title == \"\" from none", "no container is open because the app is not …"),
    ([home], "queue size == 0", "1 hit waits, expected == 0 / 1 hit waits in analytics …"),
    ([home], "queue size > 1", "1 hit waits, expected > 1"),
    ([home], "sent 1", "0 hits were sent, expected == 1 / 1 hit waits in analytics …"),
    ([], "lost >= 1", "0 hits were lost, expected >= 1"),
    (
      [home], "data {\"screenName\": \"Cart\"}",
      "\(opened) / expected at least {\"screenName\": \"Cart\"}"
    ),
    (
      [home], "data exactly {\"screenName\": \"Home\"}",
      "\(opened) / expected exactly {\"screenName\": \"Home\"}"
    ),
    (["push n=1"], "data {\"n\": 1.0}", "… \"n\": 1} / expected at least {\"n\": 1.0}"),
  ]
  private static let title1 = "title is \"Title 1\" as string from saved"
  private static let saved1 = "source=saved version=1 age 1h00m"
  private static let opened =
    "the data layer is {\"event\": \"openScreen\", \"screenName\": \"Home\"}"

  @Test(arguments: failing)
  func fails(_ before: [String], _ line: String, _ told: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "publish v2", "launch"] + before + ["expect " + line])
    let lines = run.failureLines.prefix { $0 != "in the app's bundle" }
    #expect(lines.joined(separator: " / ").reads(told), "\(lines)")
  }

  /// The app reads `title` as a string; no app reads `count`.
  private static let kinds: [(line: String, sentence: String)] = [
    ("title == 320", "title is read as string; expected an int64: write == \"320\" or as int64"),
    ("title != true", "title is read as string; expected a boolean: write != \"true\" or as …"),
    ("count == \"320\" as int64", "count is read as int64; expected a string: write == 320 or …"),
    ("count == \"many\" as int64", "count is read as int64; expected a string: write as string"),
    ("count == 320.0 as int64", "count is read as int64; expected a double: write == 320 or as …"),
    ("count == 320.5 as int64", "count is read as int64; expected a double: write as double"),
    ("count == 320 as double", "count is read as double; expected an int64: write == 320.0 or …"),
    ("count == null", "count is read as string; expected null, which is never possible"),
    ("count == [1]", "count is read as string; expected [1], which is never possible"),
    ("nope == \"\"", "the current container has no key nope"),
    ("tilte == \"\"", "the current container has no key tilte: did you mean title?"),
    ("coun == 320 from saved", "the current container has no key coun: did you mean count?"),
  ]

  /// Nothing is converted silently, and no key is made up.
  @Test(arguments: kinds)
  func kindsAndKeys(_ line: String, _ sentence: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "launch", "expect value " + line])
    #expect(run.failureLines.joined(separator: " / ").reads(sentence), "\(run.failureLines)")
  }

  /// An app may read a key in two ways; the one that suits is taken.
  @Test func severalReadsOfAKey() throws {
    var inputs = Shop.inputs
    inputs.app.containers[0].reads = [
      TypedRead(kind: .int64, key: "count"), TypedRead(kind: .string, key: "count"),
    ]
    let lines = ["container saved v1 age=1h", "launch"]
    for line in ["count == 320", "count == \"320\""] {
      let run = try Shop.play(lines + ["expect value " + line], inputs: inputs)
      #expect(run.last == .passed)
    }
    let run = try Shop.play(lines + ["expect value count == 320.0"], inputs: inputs)
    #expect(
      run.failureLines == ["count is read as int64; expected a double: write == 320 or as double"])
  }

  private static let unversioned: [(line: String, lines: [String])] = [
    ("container source=default", []),
    ("value rate == 0.15 from default", []),
    (
      "container age<12h",
      ["source=default version=none age never refreshed", "expected age<12h00m"]
    ),
    ("tag \"Screens\" fired", ["container GTM-SHOP default has no tag \"Screens\""]),
  ]

  @Test(arguments: unversioned)
  func bundledContainer(_ line: String, _ lines: [String]) throws {
    let run = try Shop.play(
      ["network offline", "container default bundled", "launch", "expect " + line])
    #expect(run.failureLines.prefix { $0 != "in the app's bundle" } == lines[...])
    #expect((run.last == .passed) == lines.isEmpty)
  }

  /// What the SDK adds to a hit is a part of it: what a phone sends can be asked for.
  @Test(arguments: [
    ("&_u == \".nBL\"", true), ("&ds == \"app\"", true), ("no &idfa", true), ("no &cid", false),
    ("&_u == \".7nBL\"", false),
  ])
  func theSDKsFieldsCanBeAskedFor(_ line: String, _ holds: Bool) throws {
    let run = try Shop.play("screen \"Home\"", "expect hit last " + line)
    #expect((run.last == .passed) == holds, "\(run.failureLines)")
  }
}
