import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// What consent, the answer about tracking and the release of Firebase change.
struct ConsentTests {
  private static let ready = ["container default f1", "launch", "screen \"Player\""]
  private static let both = "consent ad_storage=denied analytics_storage=denied"

  private static let held: [(lines: [String], expectation: String)] = [
    // Firebase §7.2: what travels under which answer.
    (["log-event x"], "hit last no gcs"), (["log-event x"], "hit last no app_instance_id"),
    (["consent ad_storage=granted", "log-event x"], "hit last gcs == \"G11-\""),
    (["consent analytics_storage=denied", "log-event x"], "hit last gcs == \"G1-0\""),
    ([both, "log-event x"], "hit last gcs == \"G100\""),
    ([both, "log-event x"], "hit last no app_instance_id"),
    ([both, "log-event x"], "hit last no advertising_id"),
    (["consent ad_storage=denied", "log-event x"], "hit last app_instance_id != \"\""),
    (["consent ad_user_data=granted", "log-event x"], "hit last gcs == \"G1--\""),
    (["consent ad_personalization=denied", "log-event x"], "hit last user_property._npa == \"1\""),
    (
      ["consent ad_personalization=granted", "log-event x"],
      "hit last user_property.non_personalized_ads == \"0\""
    ),
    (
      ["user-property allow_personalized_ads=\"false\"", "log-event x"],
      "hit last user_property._npa == \"1\""
    ),
    ([both, "kill", "launch", "log-event x"], "hit last gcs == \"G100\""),
    ([both, "reinstall", "launch", "log-event x"], "hit last no gcs"),
    ([both, "reset-analytics-data", "log-event x"], "hit last gcs == \"G100\""),
    // Firebase §7.3: withdrawing a storage deletes the user properties, and nothing else does.
    ([both], "user-property tier == null"),
    (["consent ad_user_data=denied"], "user-property tier == \"gold\""),
    ([both, "user-property tier=\"vip\"", both], "user-property tier == \"vip\""),
    (
      ["consent ad_personalization=granted", both, "log-event x"], "hit last no user_property._npa"
    ),
    ([both], "event first_open not logged"), ([both], "firebase session 1"),
    // Firebase §7.5: only an authorized phone gives its advertising id.
    (["tracking authorized", "log-event x"], "hit last advertising_id != \"\""),
    (["tracking authorized", "log-event x"], "hit last no limited_ad_tracking"),
    (["tracking not-determined", "log-event x"], "hit last no advertising_id"),
    (["tracking restricted", "log-event x"], "hit last limited_ad_tracking == \"1\""),
    (["tracking denied", "log-event x"], "hit last app_instance_id != \"\""),
    (
      ["tracking authorized", "consent ad_storage=denied", "log-event x"],
      "hit last no advertising_id"
    ),
    (["idfa off", "log-event x"], "hit last no advertising_id"),
  ]

  @Test(arguments: held)
  func holds(_ lines: [String], _ expectation: String) throws {
    try expectHeld(Self.ready + lines, expectation)
  }

  /// Firebase §8, and what a denial does, Firebase §7.3.
  private static let releases: [(release: String, lines: [String], expectation: String)] = [
    ("10.22", [both], "event first_open logged 1x"),
    ("10.22", [both], "user-property tier == null"),
    ("10.23", [both], "event first_open not logged"),
    ("10.16", ["consent ad_personalization=denied", "log-event x"], "hit last no gcs"),
    ("10.17", ["consent ad_personalization=denied", "log-event x"], "hit last gcs == \"G1--\""),
    ("6.33", [both, "log-event x"], "hit last no gcs"),
    ("7.0", [both, "log-event x"], "hit last gcs == \"G100\""),
    ("6.27.1", ["log-event screen_view screen_name=\"A\""], "firebase error 13"),
    ("6.30", ["log-event screen_view screen_name=\"A\""], "firebase error none"),
  ]

  @Test(arguments: releases)
  func holdsInRelease(_ release: String, _ lines: [String], _ expectation: String) throws {
    try expectHeld(["set sdk-version \(release)"] + Self.ready + lines, expectation)
  }

  private func expectHeld(_ lines: [String], _ expectation: String) throws {
    let run = try play(lines + ["expect " + expectation])
    #expect(run.results.allSatisfy { !$0.isFailure }, "\(run.failureLines)")
  }

  private func play(_ lines: [String]) throws -> ScenarioRun {
    let header = "tagsim 1\nsdk: v5\nstart: 2024-03-01T10:00:00+01:00\n---\n"
    let text = header + lines.joined(separator: "\n")
    var run = ScenarioRun(
      try ScenarioParser.parse(text, file: "consent.scenario"), inputs: SongShop.inputs)
    while run.executeNext() != nil {}
    return run
  }

  private static let hosts: [(lines: [String], host: String)] = [
    ([], "app-analytics-services.com"), (["set sdk-version 10.22"], "app-measurement.com"),
    (["tracking authorized"], "app-analytics-services-att.com"),
    (["tracking denied"], "app-analytics-services.com"),
    (["tracking authorized", "set sdk-version 10.22"], "app-measurement.com"),
  ]

  @Test(arguments: hosts)
  func eventsTravelTo(_ lines: [String], _ host: String) throws {
    let run = try play(lines + Self.ready + ["wait 20s"])
    #expect(run.timeline.live.world.requests.entries.last?.request.host == host)
  }

  /// A blocker that names the former host blocks Firebase, as it did before.
  @Test func theFormerHostStandsForAll() throws {
    let run = try play(
      ["network blocked app-measurement.com"] + Self.ready + ["wait 1m", "expect sent 0"])
    #expect(run.results.allSatisfy { !$0.isFailure }, "\(run.failureLines)")
  }

  /// A bundle has the events that left under the same consent.
  @Test func whatIsDeniedTravelsApart() throws {
    let run = try play(
      Self.ready + ["wait 1m", "log-event x", Self.both, "log-event y", "wait 2h"])
    let entry = try #require(run.timeline.live.world.requests.entries.last)
    let bundles = entry.request.body.split(separator: "\n")
    #expect(bundles.count == 2)
    #expect(bundles.map { $0.contains("\"gcs\"") } == [false, true])
  }

  /// What no source says is said once, and the run goes on.
  @Test func theUnknownIsSaidOnce() throws {
    let denied = "consent ad_user_data=denied"
    let said = "expect log tagsim ~ \"ad_user_data=denied changes\""
    let again = ["consent ad_user_data=granted", denied]
    let run = try play(
      Self.ready + [denied, said] + again + ["log-event x", "expect event x passed"])
    #expect(run.results.allSatisfy { !$0.isFailure }, "\(run.failureLines)")
    let twice = try play(Self.ready + [denied] + again)
    #expect(twice.timeline.lines.count { $0.line.record.code == .consentUnknown } == 1)
  }

  private static let errors: [(line: String, words: String)] = [
    ("consent", "key=value"), ("consent ad_storge=denied", "ad_storage"),
    ("consent ad_storage=no", "granted"),
    ("consent ad_user_data=eu_consent_policy", "granted or denied"),
    ("consent ad_storage=denied ad_storage=denied", "twice"), ("tracking off", "not-determined"),
  ]

  @Test(arguments: errors)
  func cannotBeRead(_ line: String, _ words: String) throws {
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
  }
}
