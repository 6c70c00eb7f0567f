import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagLanguage

/// Lines about several containers, previews, handlers, the network, the disk and settings.
@Suite struct GoodWorldLinesTests {
  private static let blocking = AppOpening(
    kind: .preferFresh, timeout: .seconds(2), isBlocking: true)

  private static let containers: [(String, Command)] = [
    ("container default a.json id=GTM-B", .containerDefault(path: "a.json", id: "GTM-B")),
    (
      "container default a.json name=\"gtm b\" id=GTM-B",
      .containerDefault(path: "a.json", id: "GTM-B", name: "gtm b")
    ),
    (
      "container saved a.json id=GTM-B age=1d",
      .containerSaved(path: "a.json", id: "GTM-B", age: .days(1))
    ),
    ("container used a.json", .containerUsed(path: "a.json")),
    ("container used a.json id=GTM-B", .containerUsed(path: "a.json", id: "GTM-B")),
    (
      "publish a.json id=GTM-B version=8",
      .publish(path: "a.json", id: "GTM-B", version: "8")
    ),
    (
      "container default a.json target=no id=GTM-B",
      .containerDefault(path: "a.json", id: "GTM-B", isInTarget: false)
    ),
    ("container default a.json target=yes", .containerDefault(path: "a.json")),
    ("container default unreadable", .act(.installUnreadable(container: nil, name: nil))),
    (
      "container default unreadable name=gtm.plist id=GTM-B",
      .act(.installUnreadable(container: "GTM-B", name: "gtm.plist"))
    ),
    ("container saved unreadable id=GTM-B", .act(.damageSaved(container: "GTM-B"))),
    ("publish unreadable id=GTM-B", .act(.publishUnreadable(container: "GTM-B"))),
    ("draft a.json", .draft(path: "a.json")),
    ("draft a.json version=9 id=GTM-B", .draft(path: "a.json", id: "GTM-B", version: "9")),
    ("open prefer-non-default", .act(.open(container: nil, AppOpening()))),
    ("open prefer-fresh timeout=2s blocking id=GTM-B", .act(.open(container: "GTM-B", blocking))),
    ("open prefer-fresh blocking id=GTM-B timeout=2s", .act(.open(container: "GTM-B", blocking))),
    ("open callback id=\"GTM-B\"", .act(.open(container: "GTM-B", AppOpening(kind: .callback)))),
    ("close", .act(.app(.close()))), ("close id=GTM-B", .act(.app(.close(container: "GTM-B")))),
    ("preview v9", .preview(version: 9)), ("preview 9", .preview(version: 9)),
    ("preview v9 id=GTM-B", .preview(version: 9, id: "GTM-B")),
    ("preview exit", .preview(version: nil)),
    ("preview exit id=GTM-B", .preview(version: nil, id: "GTM-B")),
    ("open-url \"a://b c\"", .act(.openURL("a://b c"))),
    ("register macro discount", .act(.register(.macro, "discount", container: nil, isOn: true))),
    (
      "register tag \"log it\" id=GTM-B",
      .act(.register(.tag, "log it", container: "GTM-B", isOn: true))
    ),
    ("unregister tag log", .act(.register(.tag, "log", container: nil, isOn: false))),
    (
      "unregister macro discount id=GTM-B",
      .act(.register(.macro, "discount", container: "GTM-B", isOn: false))
    ),
    ("read string k id=GTM-B", .act(.app(.read("k", .string, container: "GTM-B")))),
    ("refresh id=GTM-B", .act(.app(.refresh(container: "GTM-B")))),
  ]

  private static let world: [(String, Command)] = [
    ("network online", .act(.network(.online))), ("network timeout", .act(.network(.timeout))),
    ("network reset", .act(.network(.reset))), ("network captive", .act(.network(.captive))),
    ("network status 503", .act(.network(.status(503)))),
    ("network status 0", .act(.network(.status(0)))),
    ("network slow latency=3s", .act(.network(.slow(latency: .seconds(3), jitter: .zero)))),
    (
      "network slow jitter=500ms latency=3s",
      .act(.network(.slow(latency: .seconds(3), jitter: .milliseconds(500))))
    ),
    ("disk ok", .act(.disk(.ok))), ("disk io-error", .act(.disk(.ioError))),
    ("disk damaged", .act(.disk(.damaged))),
    ("disk empty", .act(.emptyDisk)),
    ("idfa on", .device(DeviceSettings(tracking: .authorized))),
    ("idfa off", .device(DeviceSettings(tracking: .denied))),
    ("tracking not-determined", .device(DeviceSettings(tracking: .notDetermined))),
    ("tracking restricted", .device(DeviceSettings(tracking: .restricted))),
    ("set logger default", .logger(level: nil, isCustom: false)),
    ("set logger custom", .logger(level: nil, isCustom: true)),
    ("set sdk-version 3.09", .act(.setSDKVersion(SDKVersion(3, 9)))),
    ("set sdk-version 3.17", .act(.setSDKVersion(SDKVersion(3, 17)))),
    ("set refresh-timer 6h", .act(.setRefreshTimer(.hours(6)))),
    ("set refresh-timer off", .act(.setRefreshTimer(nil))),
    ("queue-limit 1", .act(.setQueueLimit(1))),
    ("queue-limit 100000", .act(.setQueueLimit(100_000))),
    (
      "clock 23:58:40",
      .clock(.local(LocalTime(hour: 23, minute: 58, second: 40, millisecond: 0)))
    ),
    ("clock 2014-03-01T00:00:00Z", .clock(.full(WallTime(milliseconds: 1_393_632_000_000)))),
    ("ask \"Which?\"", .ask("Which?", answer: nil)),
    ("ask \"Which?\" answer=\"That.\"", .ask("Which?", answer: "That.")),
  ]

  /// Every name that `set` takes with every word it takes.
  private static let settings: [(String, Command)] =
    LogLevel.allCases.map { ("set log-level \($0.name)", .logger(level: $0, isCustom: nil)) }
    + LogLevel.allCases.filter { $0 != .debug }.map {
      ("set analytics-log-level \($0.name)", .act(.app(.setAnalyticsLogger(Logger(level: $0)))))
    }
    + LogWording.allCases.map { ("set wording \($0.rawValue)", .wording($0)) }
    + RefreshMode.allCases.map {
      ("set refresh-mode \($0.rawValue)", .act(.app(.setRefreshMode($0))))
    }
    + DeliveryProfile.allCases.map { ("set delivery \($0.rawValue)", .act(.setDelivery($0))) }
    + Quirk.allCases.flatMap { quirk -> [(String, Command)] in
      [("on", true), ("off", false)].map { word, isOn in
        ("set \(quirk.rawValue) \(word)", .act(.setQuirk(quirk, isOn: isOn)))
      }
    }

  @Test(arguments: containers + world + settings)
  func command(_ line: String, _ command: Command) throws {
    try expectCommand(line, command)
    #expect(try StatementParser.parse(line: line)?.text == line)
  }

  private static let expectations: [(String, ScenarioEngine.Expectation)] = [
    ("container closed", .container(.init(isClosed: true))),
    ("container closed id=GTM-B", .container(.init(isClosed: true, id: "GTM-B"))),
    ("container id=GTM-B source=preview", .container(.init(source: .preview, id: "GTM-B"))),
    (
      "container source=none age<1h id=GTM-B",
      .container(
        .init(source: ContainerSource.none, age: Comparison(.less, .hours(1)), id: "GTM-B"))
    ),
    (
      "value k == 1 id=GTM-B",
      .value(.init(key: "k", comparison: Comparison(.equal, 1), id: "GTM-B"))
    ),
    (
      "value k == 1 id=GTM-B from network as int64",
      .value(
        .init(
          key: "k", comparison: Comparison(.equal, 1), kind: .int64, source: .network,
          id: "GTM-B"))
    ),
    ("callback available", .callback(.available(nil), id: nil)),
    ("callback available timed-out id=GTM-B", .callback(.available(.timedOut), id: "GTM-B")),
    ("callback refresh-begin", .callback(.refreshBegin(nil), id: nil)),
    ("callback refresh-begin network", .callback(.refreshBegin(.network), id: nil)),
    ("callback refresh-success saved", .callback(.refreshSuccess(.saved), id: nil)),
    ("callback refresh-failure", .callback(.refreshFailure(nil, nil), id: nil)),
    (
      "callback refresh-failure network no-network id=GTM-B",
      .callback(.refreshFailure(.network, .noNetwork), id: "GTM-B")
    ),
    ("tokens 29", .tokens(Comparison(.equal, 29), id: nil)),
    ("tokens >= 1 id=GTM-B", .tokens(Comparison(.greaterOrEqual, 1), id: "GTM-B")),
    ("log warning ~ /handler/", .log(.sdk(.warning), pattern: "handler")),
    ("log error ~ /a b/", .log(.sdk(.error), pattern: "a b")),
    ("log verbose ~ \"a /b\"", .log(.sdk(.verbose), pattern: "a /b")),
    ("log info ~ word", .log(.sdk(.info), pattern: "word")),
    ("log app ~ /Doing nothing/", .log(.app, pattern: "Doing nothing")),
    ("log tagsim ~ /no handler/", .log(.tagsim, pattern: "no handler")),
  ]

  @Test(arguments: expectations)
  func expectation(_ text: String, _ expectation: ScenarioEngine.Expectation) throws {
    try expectExpectation(text, expectation)
  }
}
