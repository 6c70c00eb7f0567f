import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Every verb that acts does its one thing, and what cannot be done says so.
struct ActTests {
  /// What was done before, the line, and what the line says of itself.
  private static let acts: [(before: [String], line: String, summary: String)] = [
    (["kill"], "launch", "<launch>; appStart, 0 tags fired; <container v1 saved>"),
    (
      ["kill"], "launch cold open=prefer-fresh timeout=5s",
      "<launch cold>; appStart, 0 tags fired; <container v1 saved>"
    ),
    (
      ["kill"], "launch open=never",
      "<launch>; appStart, while no container was open: nothing can fire"
    ),
    (["kill", "launch open=never"], "open prefer-non-default", "<container v1 saved>"),
    (
      ["push user.tier=\"gold\" n=1 gtm.lifetime=\"1d\"", "kill"], "launch",
      "<launch>; (data only) restored: user.tier=gold; (data only) restored: n=1; "
        + "appStart, 0 tags fired; <container v1 saved>"
    ),
    (
      ["push user.tier=\"gold\" gtm.lifetime=\"1d\"", "kill", "jump 24h"], "launch",
      "<launch>; appStart, 0 tags fired; <container v1 saved>; <refresh ok v2>"
    ),
    ([], "screen \"Home\"", "openScreen Home, 2 tags fired"),
    ([], "screen \"Blank\"", "<screen Blank>"),
    (["screen \"Home\""], "tap \"Buy\" price=5", "buy sku=S-1 price=5, 1 tag fired"),
    (["screen \"Home\""], "tap \"To cart\"", "openScreen Cart, 2 tags fired"),
    (["screen \"Home\""], "tap \"Shrug\"", "<tap Shrug>"),
    ([], "push event=\"x\" a=1 b=2 c=3 d=4", "x a=1 b=2 c=3, 0 tags fired"),
    ([], "push user.tier=\"staff\"", "(data only) user.tier=staff"),
    ([], "push n=null s=\"\"", "(data only) n=null s="),
    ([], "push {\"event\": \"x\", \"bad\": [absent]}", "x bad=[], 0 tags fired"),
    ([], "read string title", "<read title> \"Title 1\" as string"),
    ([], "read int64 nothing", "<read nothing> 0 as int64"),
    ([], "network offline", "<network offline>"),
    ([], "network online", ""),
    (["network offline"], "network online", "<network online>"),
    ([], "background", "<background>"),
    (["background"], "foreground", "<foreground>"),
    ([], "kill", "<kill>"),
    ([], "jump 3h", "<jump 3h00m>"),
    ([], "refresh", "<refresh ok v2>"),
    (
      ["refresh"], "refresh",
      "<refresh refused> too often; 29 tokens left, allowed again in 4.8 s"
    ),
    (["network offline"], "refresh", "<refresh failed> no-network"),
    (["screen \"Home\""], "dispatch", "<dispatch good> 1 sent"),
    ([], "dispatch", "<dispatch no data> nothing waits, or there is no network"),
    (["screen \"Home\""], "wait 2m", "<dispatch good> 1 sent"),
    ([], "wait 30s", ""),
    (["screen \"Home\""], "at 10:02:30", "<dispatch good> 1 sent"),
    ([], "dispatch-interval off", ""),
    ([], "dispatch-interval 999ms", "less than 1 s is off"),
    (
      [], "device language=ko country=KR", "<device> language=ko country=KR screen=640x1136 idfa on"
    ),
    ([], "publish v1", "<publish v1>"),
    ([], "publish v1 version=43", "<publish v43>"),
    (
      [], "container default bundled",
      "bundled as GTM-SHOP.plist: a phone would not find it under its own name"
    ),
    (
      [], "container default v1", "compiled from the export: a phone rejects the export itself"
    ),
    ([], "container default v1 name=GTM-SHOP.json", "an export: a phone rejects it"),
    (
      [], "container default v1 target=no", "not in the app's target, so not in the bundle"
    ),
    ([], "container saved v1", ""),
    ([], "settle off", ""),
    ([], "mark here", ""),
    ([], "focus tags", ""),
  ]

  @Test(arguments: acts)
  func act(_ before: [String], _ line: String, _ summary: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "publish v2", "launch"] + before + [line])
    #expect(run.last == .done(summary))
    #expect(!run.results.contains { $0.isPoint }, "an act is no point of a report")
  }

  private static let refused: [(before: [String], line: String, sentence: String)] = [
    ([], "launch", "the app is already running: kill it first, or bring it to the foreground"),
    (["kill"], "screen \"Home\"", "the app is not running: launch it first"),
    (["kill"], "tap \"Buy\"", "the app is not running: launch it first"),
    (["kill"], "push a=1", "the app is not running: launch it first"),
    (["kill"], "read string title", "the app is not running: launch it first"),
    (["kill"], "refresh", "the app is not running: launch it first"),
    (["kill"], "dispatch", "the app is not running: launch it first"),
    (["kill"], "background", "the app is not running: launch it first"),
    (["kill"], "foreground", "the app is not running: launch it first"),
    (["kill"], "kill", "the app is not running: launch it first"),
    (["background"], "screen \"Home\"", "the app is in the background: bring it to the …"),
    (["background"], "push a=1", "the app is in the background: bring it to the foreground …"),
    (["background"], "background", "the app is in the background: bring it to the foreground …"),
    ([], "foreground", "the app is not in the background"),
    ([], "screen \"Hime\"", "the app has no screen \"Hime\"; its screens are \"Home\" …"),
    ([], "tap \"Buy\"", "no screen is open, so button \"Buy\" cannot be tapped: open a screen …"),
    (["screen \"Home\""], "tap \"Sell\"", "screen \"Home\" has no button \"Sell\"; its buttons …"),
    (["screen \"Cart\""], "tap \"Buy\"", "screen \"Cart\" has no button \"Buy\"; its buttons …"),
    (["screen \"Home\""], "tap \"Buy\"", "\"Buy\" needs the argument price: write it as …"),
    (["screen \"Home\""], "tap \"Buy\" prize=1", "button \"Buy\" takes no argument prize; it …"),
    ([], "publish v3", "the file v3 was not read before the run"),
    ([], "container default v3", "the file v3 was not read before the run"),
  ]

  @Test(arguments: refused)
  func impossible(_ before: [String], _ line: String, _ sentence: String) throws {
    let start = ["container saved v1 age=1h", "publish v2", "launch"]
    let without = try Shop.play(start + before)
    let run = try Shop.play(start + before + [line])
    #expect(run.refusal?.reads(sentence) == true, "\(run.refusal ?? "")")
    #expect(run.results.last?.isPoint == true, "a report counts it")
    #expect(run.rowNames == without.rowNames, "nothing was done")
    #expect(run.elapsed == without.elapsed)
  }

  @Test func deviceStartsFromTheHeaderAndKeepsWhatIsNotNamed() throws {
    let run = try Shop.play("device language=ko", "device country=KR")
    let device = run.timeline.live.world.device
    #expect(device.language == "ko")
    #expect(device.country == "KR")
    #expect(device.model == Device().model)
  }
}
