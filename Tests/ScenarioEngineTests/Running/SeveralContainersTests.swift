import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Statements and expectations that name a container, and what the app and its developer are told.
struct SeveralContainersTests {
  private static let ads = "id=GTM-ADS"
  private static let published = "publish v1 version=11 \(ads)"

  private static let holding: [(before: [String], line: String)] = [
    ([], "container source=saved version=1"),
    ([], "container source=none \(ads)"),
    ([published, "wait 5s", "refresh \(ads)"], "container \(ads) source=network version=11"),
    ([published, "wait 5s", "refresh \(ads)"], "value title == \"Title 1\" from network \(ads)"),
    ([published, "wait 5s", "refresh \(ads)"], "value title == \"Title 1\" from saved"),
    (["close \(ads)"], "container closed \(ads)"),
    (["close \(ads)", "open callback \(ads)"], "container source=none \(ads)"),
    (["kill"], "container closed"),
    (["kill"], "container closed \(ads)"),
    (["refresh"], "tokens 29"),
    (["refresh"], "tokens 30 \(ads)"),
    (["refresh"], "tokens < 30"),
    ([], "callback available"),
    ([], "callback available found"),
    ([], "callback refresh-success saved"),
    ([], "callback refresh-failure saved no-saved-container \(ads)"),
    ([], "callback refresh-failure network server-error \(ads)"),
    (["refresh"], "callback refresh-success network"),
    (["refresh"], "callback refresh-begin network"),
    (["open prefer-fresh"], "callback available already-open"),
    (["refresh", "refresh"], "log verbose ~ /too often/"),
    (["read string nobody"], "log error ~ /^Invalid macro: nobody$/"),
    (["read string nobody"], "log error ~ /has no macro named/"),
    (["draft v2 version=9", "wait 5s", "preview v9"], "container source=preview version=9"),
    (
      ["draft v2 version=9", "wait 5s", "preview v9", "wait 5s", "preview exit"],
      "container source=network version=2"
    ),
    (["disk io-error", "refresh"], "log error ~ /could not be saved/"),
    (["unregister tag addBonus", "push event=\"openScreen\""], "log tagsim ~ /no handler/"),
    (["read string nobody"], "log error ~ /Invalid (?=macro)(?!x)/"),
  ]

  @Test(arguments: holding)
  func holds(_ before: [String], _ line: String) throws {
    let run = try TwoShops.play(before + ["expect " + line])
    #expect(run.failureLines == [])
    #expect(run.last == .passed)
  }

  private static let failing: [(before: [String], line: String, told: String)] = [
    ([], "container closed", "container GTM-SHOP is open"),
    ([], "container closed \(ads)", "container GTM-ADS is open"),
    ([], "container source=saved id=GTM-AD", "… no container GTM-AD: did you mean GTM-ADS?"),
    ([], "container closed id=Z", "the app has no container Z"),
    ([], "tokens 1 id=Z", "the app has no container Z"),
    ([], "callback available id=Z", "the app has no container Z"),
    ([], "value title == \"\" id=Z", "the app has no container Z"),
    (["close \(ads)"], "container source=none \(ads)", "container GTM-ADS is not open"),
    (["close \(ads)"], "tokens 30 \(ads)", "container GTM-ADS is not open"),
    (["close \(ads)"], "value title == \"\" from none \(ads)", "container GTM-ADS is not open"),
    (["kill"], "tokens 30", "no container is open because the app is not running …"),
    (["refresh"], "tokens 30", "29 refresh tokens left, expected == 30"),
    (["refresh"], "tokens > 29 id=GTM-SHOP", "29 refresh tokens left, expected > 29"),
    (["refresh"], "log warning ~ /x/", "the last action logged nothing … warning"),
    (["read string nobody"], "log error ~ /x/", "lines … error: / error: Invalid macro: nobody"),
    (["kill", "launch"], "log info ~ /Cannot find/", "the line has changed, … 'GTM-SHOP'."),
  ]

  @Test(arguments: failing)
  func fails(_ before: [String], _ line: String, _ told: String) throws {
    let run = try TwoShops.play(before + ["expect " + line])
    #expect(run.failureLines.joined(separator: " / ").reads(told), "\(run.failureLines)")
  }

  /// A long act logs more than anyone reads: the first lines are shown, and the others are counted.
  @Test func aFailedSearchOfALongLogIsBounded() throws {
    let quiet = ["settle off", "network offline"]
    let run = try TwoShops.play(quiet + ["wait 30d", "expect log tagsim ~ /nowhere/"])
    let before = try TwoShops.play(quiet).timeline.lines.count
    let lines = run.timeline.lines.dropFirst(before)
    let all = lines.filter { $0.line.record.source == .tagsim }.map(\.line.record.text)
    let shown = BoundedText.lineCountLimit - 1
    #expect(all.count > 1000)
    #expect(
      run.failureLines == ["lines logged by the last action at level tagsim:"]
        + all.prefix(shown).map { "tagsim: " + $0 } + ["and \(all.count - shown) more lines"])
    let found = try TwoShops.play(quiet + ["wait 30d", "expect log tagsim ~ /no-network/"])
    #expect(found.last == .passed)
  }

  @Test func aFailedCallbackListsWhatWasCalledBack() throws {
    let run = try TwoShops.play(["refresh", "expect callback available"])
    #expect(run.failureLines.first == "callbacks:")
    #expect(run.failureLines.count == 3)
    let other = try TwoShops.play(["refresh", "expect callback refresh-begin \(Self.ads)"])
    #expect(other.failureLines == ["there was no callback"])
  }

  private static let refused: [(line: String, sentence: String)] = [
    ("close id=GTM-Z", "the app has no container GTM-Z; its containers are \"GTM-SHOP\" …"),
    ("publish v1 id=GTM-Z", "the app has no container GTM-Z; its containers are \"GTM-SHOP\" …"),
    ("register macro tier", "the app has no macro-function \"tier\"; it has none: describe it …"),
    ("register macro tire \(ads)", "the app has no macro-function \"tire\"; it has \"tier\" …"),
    ("draft v3", "the file v3 was not read before the run"),
  ]

  @Test(arguments: refused)
  func impossible(_ line: String, _ sentence: String) throws {
    let run = try TwoShops.play([line])
    #expect(run.refusal?.reads(sentence) == true, "\(run.refusal ?? "")")
    #expect(run.results.last?.isPoint == true)
  }

  /// What happens to a container that is not the app's first one says so.
  @Test func rowsNameTheSecondContainer() throws {
    let run = try TwoShops.play([Self.published, "wait 5s", "refresh \(Self.ads)"])
    #expect(run.rowNames.suffix(2).allSatisfy { $0.contains("GTM-ADS") })
  }

  @Test func aFrozenMainThreadSaysThatActsWait() throws {
    let run = try TwoShops.play([
      "close \(Self.ads)", "settle off", "open prefer-fresh blocking \(Self.ads)",
      "screen \"Cart\"", "wait 3s",
    ])
    let summaries = run.results.suffix(3).map(\.outcome)
    #expect(
      summaries.prefix(2) == [
        .done("the main thread waits for the container"),
        .done("it waits: the main thread is frozen"),
      ])
    #expect(run.timeline.live.screen?.name == "Cart")
  }
}
