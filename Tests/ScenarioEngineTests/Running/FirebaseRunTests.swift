import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// What scenarios say and expect of Firebase.
struct FirebaseRunTests {
  private static let held: [(lines: [String], expectation: String)] = [
    (["tap \"Play\""], "event played_song logged 1x with {\"genre\": \"pop\", \"minutes\": 3}"),
    (["tap \"Play\" genre=\"rock\""], "event played_song passed with {\"genre\": \"rock\"}"),
    (["tap \"Play\""], "event song_copied passed 1x with {\"genre\": \"pop\"}"),
    (["tap \"Play\""], "event song_copied not logged"),
    (["tap \"Play\""], "tag \"Copy\" fired 1x"),
    (["tap \"Play\""], "tag \"Block\" not fired because \"secret\""),
    (["tap \"Play\""], "firebase error none"),
    (["tap \"Rate\""], "event rated logged with {}"),
    (["tap \"Rate\" event=\"loved\" stars=5"], "event loved passed with {\"stars\": 5}"),
    (["log-event secret"], "event secret suppressed"),
    (["log-event secret"], "event secret not passed"),
    (["log-event \"played song\""], "event \"played song\" dropped because 2"),
    (["log-event \"played song\""], "event \"played song\" not passed"),
    (["log-event \"played song\""], "firebase error 2"),
    (["log-event ga_x"], "event ga_x dropped"),
    (["default-parameters shop=\"A\"", "log-event x"], "event x passed with {\"shop\": \"A\"}"),
    ([], "user-property tier == \"gold\""), (["tap \"Demote\""], "user-property tier == null"),
    (["user-property tier=\"vip\""], "user-property tier != \"gold\""),
    (["user-id \"u-1\""], "firebase user-id \"u-1\""), ([], "firebase user-id null"),
    (["debug-mode on"], "firebase debug on"), ([], "firebase debug off"),
    (["collection off"], "firebase collection off"), ([], "firebase session 1"),
    (["user-property tier=null", "log-event x"], "hit last no user_property.tier"),
    (["log-event x a=1"], "hit last parameter.a == 1"),
    (["log-event x"], "hit last event == \"x\""),
    // Firebase's own names may be short or long.
    (["log-event x"], "hit last parameter._sc == \"Player\""),
    (["log-event x"], "hit last parameter.firebase_screen_class == \"Player\""),
    (["log-event x"], "hit last parameter._o == \"app\""),
    (["log-event x"], "hit last user_property._sno == \"1\""),
    (["log-event x"], "hit last user_property.ga_session_number == \"1\""),
    (["screen \"Shop\""], "event _vs passed with {\"_sc\": \"Shop\", \"_pc\": \"Player\"}"),
    (
      ["log-event screen_view screen_name=\"A\"", "log-event x"], "hit last parameter._sn == \"A\""
    ),
    (["screen \"Shop\""], "hit last no parameter._sn"),
    (["reinstall", "launch"], "event first_open passed with {\"_pfo\": 1}"),
    (["screen \"Shop\""], "event screen_view passed with {\"ga_screen_class\": \"Shop\"}"),
    (["log-event x"], "hit last no parameter.a"), (["log-event x"], "hit last waiting"),
    (["log-event x"], "sent 0 of firebase"), (["log-event x"], "queue size 0 of analytics"),
    (["log-event x"], "queue size > 1 of firebase"), (["log-event x"], "lost 0 of firebase"),
    (["log-event x", "background", "wait 10s"], "queue size 0 of firebase"),
    (["log-event x", "background", "wait 10s"], "sent > 1 of firebase"),
    (["log-event x", "background", "wait 10s"], "sent 0 of pixels"),
    (["background", "wait 10s", "foreground", "network offline", "log-event x"], "queue size 1"),
    (["network offline", "log-event x", "reinstall"], "lost > 1 because uninstalled of firebase"),
  ]

  @Test(arguments: held)
  func holds(_ lines: [String], _ expectation: String) throws {
    var run = try SongShop.play()
    for line in lines + ["expect " + expectation] {
      let result = run.execute(try #require(try StatementParser.parse(line: line)))
      #expect(!result.isFailure, "\(line): \(result.outcome)")
    }
  }

  private static let failing: [(line: String, expectation: String, words: String)] = [
    ("tap \"Play\"", "event played_song dropped", "dropped 0x, expected at least once"),
    ("tap \"Play\"", "event playd_song logged", "did you mean \"played_song\"?"),
    ("tap \"Play\"", "event played_song logged with {\"genre\": \"rock\"}", "\"genre\": \"pop\""),
    ("tap \"Play\"", "event song_copied not passed", "tag \"Copy\" logged song_copied"),
    ("log-event secret", "event secret passed", "suppressed by Block"),
    ("log-event \"a b\"", "event \"a b\" logged", "firebase_error 2: 'a b'"),
    ("log-event \"a b\"", "firebase error none", "expected none"),
    ("tap \"Play\"", "firebase error 2", "Firebase accepted every event"),
    ("tap \"Play\"", "user-property tier == \"x\"", "it is \"gold\", expected == \"x\""),
    ("tap \"Play\"", "user-property teir == \"x\"", "the user properties that are set: tier"),
    ("user-id \"u\"", "firebase user-id null", "the user's id is \"u\""),
    ("debug-mode on", "firebase debug off", "debug mode is on"),
    ("collection off", "firebase collection on", "collection is off"),
    ("tap \"Play\"", "firebase session 2", "the session number is 1, expected == 2"),
    ("tap \"Play\"", "hit last parameter.genre == \"x\"", "has parameter.genre \"pop\""),
    ("tap \"Play\"", "queue size 0 of firebase", "wait of firebase, expected == 0"),
    ("tap \"Play\"", "requests 9", "see rows U1 to U8 in CHANGELOG.md"),
    ("log-event \"a b\"", "tag \"Copy\" fired", "Firebase dropped a b before the container saw it"),
    ("log-event \"a b\"", "tag \"Copy\" fired", "name it a_b"),
    ("log-event \"a b\"", "braze event \"a b\"", "Firebase dropped a b"),
    ("log-event x", "log app ~ /x/", "the app printed nothing in the last action"),
    ("log-event liked", "braze events 1", "Like: the class path liker is case-sensitive"),
    ("log-event x", "hit last user_property.tier == \"undefined\"", "set to null or an empty text"),
    ("log-event x", "hit last parameter._sn == \"Player\"", "a view that Firebase tracks"),
    ("log-event x", "firebase session 2", "\"a session\" in the changelog"),
    ("log-event x", "event firebase_campaign logged", "\"a campaign\" in the changelog"),
    ("kill", "user-property tier == \"gold\"", "the app is not running"),
    ("kill", "firebase debug on", "the app is not running"),
  ]

  @Test(arguments: failing)
  func fails(_ line: String, _ expectation: String, _ words: String) throws {
    let run = try SongShop.play(line, "expect " + expectation)
    #expect(run.failureLines.contains { $0.contains(words) }, "\(run.failureLines)")
  }

  /// There is no firebase_error 0, and no setting is needed for what is always only told.
  @Test func whatIsStrippedHasNoCode() throws {
    let run = try SongShop.play("log-event x a=\"\"", "expect firebase error none")
    #expect(
      run.failureLines == [
        "expected none",
        "'a' is empty, so Firebase strips it: remove it, or log text such as none",
      ])
  }

  @Test func warningsLetPass() throws {
    let run = try SongShop.play(
      "container default f1", "set firebase-validation warn", "launch", "log-event \"played song\"",
      "expect event \"played song\" passed because 2", "expect firebase error 2",
      isPrepared: false)
    #expect(run.results.allSatisfy { !$0.isFailure }, "\(run.results.map(\.outcome))")
  }

  private static let errors: [(lines: [String], sentence: String)] = [
    (["launch", "sdk v3"], "set 'sdk' before the first launch"),
    (["launch", "push a=1"], "v5 has no data layer"), (["container default v1"], "the legacy SDK"),
    (["publish v1"], "v1: this is a container for the legacy SDK, but the app is built with v5"),
    (["launch", "screen \"Player\"", "tap \"Push\""], "add a 'log-event'"),
    (["log-event x"], "the app is not running"), (["sdk v3", "log-event x"], "push the event"),
    (["sdk v3", "container default f1"], "of the second generation (Firebase, v5)"),
  ]

  @Test(arguments: errors)
  func cannotBeDone(_ lines: [String], _ sentence: String) throws {
    let header = "tagsim 1\nsdk: v5\n---\n"
    let text = header + lines.joined(separator: "\n")
    var run = ScenarioRun(
      try ScenarioParser.parse(text, file: "song.scenario"), inputs: SongShop.inputs)
    while run.executeNext() != nil {}
    #expect(run.refusal?.contains(sentence) == true, "\(run.refusal ?? "")")
  }
}
