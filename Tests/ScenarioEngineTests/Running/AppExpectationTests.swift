import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Expectations of the app's screen, of the calls of its code, and of patterns in texts, with the
/// exact words of failures.
struct AppExpectationTests {
  /// The shop with handlers, and texts on a screen.
  private static let inputs = {
    var inputs = Shop.inputs
    inputs.app.containers[0].tagFunctions = [AppTag(name: "addBonus")]
    inputs.app.containers[0].macroFunctions = [AppMacro(name: "discount", cases: [])]
    inputs.app.containers[0].reads.append(TypedRead(kind: .int64, key: "count"))
    inputs.app.screens.append(
      AppScreen(
        name: "Sale", texts: [["{title}", "Only {count} left"], ["{nothing}"]], banner: "count",
        buttons: [AppButton(title: "Hurry")]))
    return inputs
  }()

  private func play(_ lines: [String]) throws -> ScenarioRun {
    try Shop.play(
      ["container saved v1 age=1h", "publish v2", "launch"] + lines, inputs: Self.inputs)
  }

  private static let sale = "screen \"Sale\""
  private static let home = "screen \"Home\""

  private static let holding: [(before: [String], line: String)] = [
    ([sale], "screen text == \"Sale\""), ([sale], "screen text == \"Title 1\""),
    ([sale, "refresh"], "screen text ~ /^Title 2$/"), ([sale], "screen text ~ /\\d+ left/"),
    ([sale], "screen text == \"{nothing}\""), ([sale], "screen text == \"banner 320\""),
    ([sale], "screen text ~ /Hurry/"), ([sale], "screen text != \"Hurr\""),
    ([sale], "screen text !~ /Title 2/"),
    ([home], "call addBonus"), ([home], "call addBonus 1x"), ([home], "call addBonus {} 1x"),
    ([home], "call discount not called"), ([home], "call addBonus {\"a\": 1} 0x"),
    ([home], "call addBonus 1x id=GTM-SHOP"), (["tap \"Shrug\""], "call addBonus not called"),
    ([], "value title ~ /^Title \\d$/"), ([], "value title !~ /2/ from saved"),
    ([], "value count ~ /32/"), ([], "value count ~ /^320$/ as int64"),
    ([home], "hit last &cd ~ /^H/"), ([home], "hit last &cd !~ /x/"),
    (["push event=\"openScreen\" screenName=\"Thanks\""], "hit 2 url ~ /a\\.example/"),
    (["push event=\"openScreen\" screenName=\"Thanks\""], "hit 2 url == \"https://a.example\""),
    (["refresh"], "callback refresh-begin 1x"), (["refresh"], "callback refresh-failure 0x"),
    (["refresh", "settle off"], "callback refresh-success network 1x id=GTM-SHOP"),
    (["wait 25h"], "callback refresh-begin network 2x"),
  ]

  @Test(arguments: holding)
  func holds(_ before: [String], _ line: String) throws {
    let run = try play(before + ["expect " + line])
    #expect(run.last == .passed, "\(run.failureLines)")
  }

  private static let failing: [(before: [String], line: String, told: String)] = [
    (
      [sale], "screen text ~ /Adios/",
      "… /   Title 1 /   Only 320 left /   {nothing} /   banner 320 /   Hurry / … ~ /Adios/"
    ),
    (["screen \"Blank\""], "screen text != \"Blank\"", "… /   Blank / expected every … \"Blank\""),
    ([], "screen text ~ /x/", "no screen is open: open one first"),
    (["kill"], "screen text ~ /x/", "the app is not running: launch it first"),
    ([sale, "background"], "screen text ~ /x/", "the app is in the background …"),
    ([home], "call addBonus 2x", "addBonus was called 1x, expected 2x / at event 5: addBonus() …"),
    (
      [home], "call addBonus {\"a\": 1}",
      "… 0x with {\"a\": 1}, expected … / at event 5: addBonus() …"
    ),
    ([], "call addBonus", "addBonus was called 0x … / no code of the app was called"),
    ([], "value title ~ /^x/", "title is \"Title 1\" as string from saved / expected ~ /^x/"),
    ([home], "hit last &cd !~ /H/", "hit 1 (screen Home) has &cd \"Home\", expected !~ /H/"),
    ([home], "hit last &cd != \"Home\"", "hit 1 (screen Home) … \"Home\", expected != \"Home\""),
    ([home], "hit last url ~ /x/", "hit 1 (screen Home) has no url, expected ~ /x/"),
    (
      ["refresh"], "callback refresh-begin network 2x", "called back 1x, expected 2x / \(callbacks)"
    ),
  ]
  private static let callbacks = "callbacks: / refresh-begin network / refresh-success network"

  @Test(arguments: failing)
  func fails(_ before: [String], _ line: String, _ told: String) throws {
    let run = try play(before + ["expect " + line])
    #expect(run.failureLines.joined(separator: " / ").reads(told), "\(run.failureLines)")
  }

  /// A class of v5 is called as a handler is.
  @Test func callsOfAClass() throws {
    let app = """
      app "A"
        package p
        container GTM-SONG
        class "liker" notes
      end
      """
    var inputs = SongShop.inputs
    inputs.app = try AppParser.parse(app, file: "a")
    let lines = [
      "tagsim 1", "sdk: v5", "---", "container default f1", "launch", "log-event liked",
      "expect call liker 1x", "expect call liker {\"key\": \"vip\"}",
    ]
    var run = ScenarioRun(
      try ScenarioParser.parse(lines.joined(separator: "\n"), file: "a"), inputs: inputs)
    while run.executeNext() != nil {}
    #expect(run.results.dropLast().last?.outcome == .passed)
    #expect(run.results.last?.isFailure == true)
  }

  /// A pattern that takes too much to look through neither matches nor does not, and says so.
  @Test(arguments: ["~", "!~"])
  func aPatternThatGivesUp(_ sign: String) throws {
    let text = String(repeating: "a", count: 40)
    let run = try play([
      "tracker UA-1-1", "send screen \"\(text)!\"", "expect hit last &cd \(sign) /^(?=(a+)+$)/",
    ])
    #expect(run.failureLines.last?.contains("matching stopped in a text of 41 bytes") == true)
  }
}
