import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Buttons by their letters and places, and links that start the app.
struct PressTests {
  private static let presses: [(line: String, event: String)] = [
    ("press b price=3", "buy"), ("press 1 price=3", "buy"), ("press t", "openScreen"),
    ("press 2", "openScreen"), ("press s", "<tap Shrug>"),
  ]

  @Test(arguments: presses)
  func pressed(_ line: String, _ event: String) throws {
    let run = try Shop.play("screen \"Home\"", line)
    #expect(run.rowNames.last == event, "\(run.results)")
  }

  /// A letter is looked up on the screen that is seen, as a tap is.
  @Test func pressIsATap() throws {
    let tapped = try Shop.play("screen \"Home\"", "tap \"Buy\" sku=\"S-9\" price=3")
    let pressed = try Shop.play("screen \"Home\"", "press b sku=\"S-9\" price=3")
    #expect(
      pressed.timeline.rows(in: 1...).map(\.event.summary)
        == tapped.timeline.rows(in: 1...).map(\.event.summary))
  }

  private static let refusals: [(lines: [String], sentence: String)] = [
    (["kill", "press b price=3"], "the app is not running: launch it first"),
    (["background", "press b price=3"], "the app is in the background: bring it to the …"),
    (["press b price=3"], "no screen is open, so button \"b\" cannot be tapped: open a screen …"),
    (["screen \"Home\"", "press x"], "screen \"Home\" has no button x; its buttons are b …"),
    (["screen \"Cart\"", "press 1"], "screen \"Cart\" has no button 1; its buttons are none"),
    (["screen \"Home\"", "press b"], "\"Buy\" needs the argument price: write it as price=VALUE"),
  ]

  @Test(arguments: refusals)
  func refused(_ lines: [String], _ sentence: String) throws {
    let run = try Shop.play(["container saved v1 age=1h", "launch"] + lines)
    #expect(run.refusal?.reads(sentence) == true, "\(run.refusal ?? "")")
  }

  /// What is for v3 only does nothing under v5, and says so as it does for a tap.
  @Test func deadButton() throws {
    let run = try SongShop.play("press u")
    #expect(
      run.last
        == .error("the button only works under v3: add a 'log-event' to it in the app"))
  }

  // MARK: Letters

  private static let letters: [(titles: [String], letters: String)] = [
    (["Buy", "Back", "Bag"], "bag"), (["Jkq", "Ünder"], "an"), (["12", "é"], "ab"),
  ]

  /// The key that the app names, else the first letter of the title that is free; j, k and q move
  /// in a menu.
  @Test(arguments: letters)
  func lettered(_ titles: [String], _ letters: String) {
    let screen = AppScreen(name: "A", buttons: titles.map { AppButton(title: $0) })
    #expect(String(screen.letters.compactMap { $0 }) == letters)
  }

  @Test func aKeyComesBeforeAPlace() {
    let buttons = [AppButton(title: "One"), AppButton(title: "Two", key: "1")]
    let screen = AppScreen(name: "A", buttons: buttons)
    #expect(screen.button(pressedBy: "1")?.title == "Two")
    #expect(screen.button(pressedBy: "2")?.title == "Two")
    #expect(screen.button(pressedBy: "o")?.title == "One")
    #expect(screen.button(pressedBy: "3") == nil)
  }

  // MARK: Links

  private static let preview =
    "tagmanager.c.com.example.shop://preview/p?id=GTM-SHOP&gtm_auth=a&gtm_preview=2"

  /// A preview that comes with the start counts for the opening: what is saved is not loaded
  /// (LegacySDK §6.2).
  @Test func aLinkStartsTheApp() throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "publish v2", "launch cold url=\"\(Self.preview)\""])
    #expect(run.rowNames.contains("<launch cold>"))
    #expect(run.timeline.live.container?.source == .preview)
    #expect(run.timeline.live.container?.version == "2")
  }

  /// The system asks which app has registered the scheme, and none has.
  @Test func aLinkOfNobodyStartsNothing() throws {
    let run = try Shop.play(["launch url=\"other://x\""])
    #expect(!run.timeline.live.isRunning)
    #expect(run.rowNames == ["<link refused>"])
  }

  @Test func aLinkIsForAnAppThatDoesNotRun() throws {
    let run = try Shop.play("launch url=\"\(Self.preview)\"")
    #expect(
      run.last
        == .error("the app is already running: kill it first, or bring it to the foreground"))
  }
}
