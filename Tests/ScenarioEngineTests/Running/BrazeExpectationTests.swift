import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import ScenarioEngine

/// Expectations of Braze, with the exact words of failures.
struct BrazeExpectationTests {
  private static let song =
    "push event=\"braze\" parameters={\"actionType\": \"logEvent\", \"eventName\": \"played song\","
    + " \"genre\": \"pop\", \"number of times listened\": 42}"
  private static let vip = attribute("vip", "true")
  private static let named =
    "push event=\"braze\" parameters={\"actionType\": \"changeUser\", \"externalUserId\": \"u7\"}"
  private static let lost = "push event=\"braze\" parameters={\"actionType\": \"logEvnt\"}"

  private static func attribute(_ key: String, _ value: String) -> String {
    "push event=\"braze\" parameters={\"actionType\": \"customAttribute\", "
      + "\"customAttributeKey\": \"\(key)\", \"customAttributeValue\": \(value)}"
  }

  private static let holding: [(before: [String], line: String)] = [
    ([song], "event \"played song\""), ([song, song], "event \"played song\" 2x"),
    ([song], "event \"played song\" {\"genre\": \"pop\", \"number of times listened\": 42} 1x"),
    ([song], "event \"played song\" {\"genre\": \"rock\"} 0x"), ([], "event \"other\" 0x"),
    ([vip], "attribute \"vip\" == 1.0 as double"), ([vip], "attribute \"vip\" > 0"),
    ([vip, attribute("vip", "false")], "attribute \"vip\" == 0.0"),
    ([attribute("l", "[\"a\"]")], "attribute \"l\" == [\"a\"] as strings"),
    ([vip], "attribute \"vip\" == 1"), ([vip], "attribute \"vip\" != 1"),
    ([], "user anonymous"), ([named], "user \"u7\""), ([song, vip], "events 1"),
    ([], "events 0"), ([song, named, song], "event \"played song\" 2x"),
    ([song, "kill", "launch"], "events > 0"), ([song, "reinstall"], "events 0"),
  ]

  @Test(arguments: holding)
  func holds(_ before: [String], _ line: String) throws {
    let run = try Self.play(before + ["expect braze " + line])
    #expect(run.last == .passed, "\(run.failureLines)")
  }

  private static let failing: [(before: [String], line: String, told: String)] = [
    (
      [song], "event \"plaid song\"",
      "no event \"plaid song\" … \"played song\"? / call 1: \(logged)"
    ),
    (
      [song], "event \"played song\" {\"genre\": \"rock\"}",
      "… logged 0x with {\"genre\": \"rock\"} … / call 1 … genre is \"pop\", expected \"rock\""
    ),
    (
      [song, lost], "event \"played song\" 2x",
      "… logged 1x, expected 2x / call 1: \(logged) / call 2 (Braze) … did you mean logEvent?"
    ),
    ([vip], "attribute \"vip\" == true", "\(one) / expected == true / \(objectiveC)"),
    ([vip], "attribute \"vip\" == 1.0 as boolean", "\(one) / expected as boolean / \(objectiveC)"),
    ([vip, named], "attribute \"vip\" == 1.0", "user \"u7\" has no attribute \"vip\""),
    ([vip], "attribute \"vipp\" == 1.0", "… did you mean \"vip\"? / vip is 1.0 as double"),
    ([named], "user anonymous", "the user is \"u7\"; known so far: anonymous, \"u7\""),
    ([song], "events 2", "1 event was logged with Braze, expected == 2 / call 1: \(logged)"),
    ([], "events > 0", "0 events were logged with Braze, expected > 0"),
    (
      [attribute("$k", "1")], "attribute \"$k\" == 1.0",
      "… / call 1 (Braze): Braze refused attribute \"$k\" …"
    ),
  ]
  private static let logged =
    "event \"played song\" {\"genre\": \"pop\", \"number of times listened\": 42}"
  private static let one = "vip is 1.0 as double, set by call 1"
  private static let objectiveC =
    "Objective-C would have made it: attribute \"vip\" = true as boolean"

  @Test(arguments: failing)
  func fails(_ before: [String], _ line: String, _ told: String) throws {
    let run = try Self.play(before + ["expect braze " + line])
    #expect(run.failureLines.joined(separator: " / ").reads(told), "\(run.failureLines)")
  }

  /// Where the app's provider is the one in Objective-C, a text attribute is an event.
  @Test func aTextAttributeOfObjectiveC() throws {
    let lines = [Self.attribute("favoriteSong", "\"Private Eyes\"")]
    let run = try Self.play(
      lines + ["expect braze attribute \"favoriteSong\" == \"Private Eyes\""], .objectiveC)
    #expect(
      run.failureLines == [
        "user anonymous has no attribute \"favoriteSong\"",
        "call 1 logged an event of that name instead, as the Objective-C provider does with text",
        "Swift would have made it: attribute \"favoriteSong\" = \"Private Eyes\" as string",
      ])
  }

  @Test func anAppThatHandsNothingToBraze() throws {
    let run = try Shop.play("expect braze events 1")
    #expect(
      run.failureLines.last
        == "the app sends nothing to Braze: add a line such as 'class \"BrazeGTMTagManager\" braze "
        + "swift'")
  }

  private static func play(
    _ lines: [String], _ provider: BrazeProvider = .swift
  ) throws -> ScenarioRun {
    let app = try AppParser.parse(
      """
      app "Music"
        package com.example.music
        container \(BrazeContainer.id)
        tag-function braze braze \(provider.rawValue)
      end
      """, file: "music.app")
    let inputs = RunInputs(
      app: app, containers: ["c": BrazeContainer.compiled], zone: .fixed(3600))
    return try Shop.play(["container default c", "launch"] + lines, inputs: inputs)
  }
}
