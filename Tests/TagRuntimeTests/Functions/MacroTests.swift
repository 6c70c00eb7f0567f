import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct MacroTests {
  private static var facts: DeviceFacts {
    var facts = DeviceFacts()
    facts.language = "ES"
    facts.screenWidth = 1080
    facts.screenHeight = 1920
    facts.osVersion = "4.4"
    facts.sdkVersion = "19"
    facts.deviceName = "Nexus 5"
    facts.platform = "Android"
    facts.appID = "com.example.shop"
    facts.appName = "Shop"
    facts.appVersion = "21"
    facts.appVersionName = "2.1"
    facts.advertisingID = "0000-AD"
    facts.isAdvertisingTrackingEnabled = true
    return facts
  }

  /// A harness whose container has the macro `m` and a tag that shows it.
  private func harness(
    _ function: String, _ parameters: OrderedDictionary<String, Expression> = [:],
    sdk version: SDKVersion = SDKVersion(3, 17)
  ) -> RuntimeHarness {
    var harness = RuntimeHarness(settings: .with { $0.sdkVersion = version }, facts: Self.facts)
    harness.bundle =
      ContainerBuilder(version: "42") { container in
        container.macro("m", function, parameters)
        container.functionTag("T", parameters: .members(["m": .macro("m")]))
        container.rule(fires: ["T"])
      }.compiled
    harness.open()
    return harness
  }

  @Test(
    arguments: [
      ("_e", "any"), ("_p", "Android"), ("_l", "es"), ("_ov", "4.4"), ("_an", "Shop"),
      ("_ai", "com.example.shop"), ("_av", "21"), ("_dn", "Nexus 5"), ("_rs", "1080x1920"),
      ("_sv", "19"), ("_rv", 72_183_736), ("_ctv", "42"), ("_t", 1_393_714_620_000),
      ("_aid", "0000-AD"), ("_ate", true), ("_gtmv", "3.17"),
    ] as [(String, Value)])
  func tells(_ function: String, _ value: Value) {
    var harness = harness(function)
    harness.event("any")
    #expect(harness.host.ran.first?.parameters["m"] == value)
  }

  @Test func theEventHasNoValueOutsideOfOne() {
    let reading = harness("_e").read("m")
    #expect(reading.value == "")
    #expect(reading.origin == .noKey)
  }

  @Test func aChangedPhoneIsSeenAtTheNextEvent() {
    var harness = harness("_l")
    var facts = Self.facts
    facts.language = "fr"
    harness.send(.deviceChanged(facts))
    #expect(harness.read("m").value == "fr")
  }

  @Test func withoutAnAdvertisingIDThereIsNoValue() {
    var harness = harness("_aid")
    var facts = Self.facts
    facts.advertisingID = nil
    harness.send(.deviceChanged(facts))
    #expect(harness.read("m").origin == .noKey)
    #expect(harness.read("m").logs == [])
  }

  // MARK: What a release knows

  @Test(arguments: [("3.02", nil), ("3.17", nil), ("4.0", nil), ("4.1", "2.1"), ("4.2", "2.1")])
  func theNameOfTheAppsVersionCameLater(_ version: String, _ name: String?) throws {
    let harness = harness("_avn", sdk: try #require(SDKVersion(version)))
    #expect(harness.read("m").value == .string(name ?? ""))
    #expect(
      harness.read("m").logs == (name == nil ? [LogRecord(.noImplementation, ["_avn"])] : []))
  }

  @Test func theReleaseIsToldAsItIsWritten() {
    #expect(harness("_gtmv", sdk: SDKVersion(3, 9)).read("m").value == "3.09")
  }

  /// Functions of Android only, and web functions that never ran on a phone.
  @Test(arguments: ["_did", "_ir", "_ls", "_us", "_smm", "_u", "_j"])
  func whatThisPlatformHasNotIsUnknown(_ function: String) {
    let reading = harness(function).read("m")
    #expect(reading.origin == .noKey)
    #expect(reading.logs == [LogRecord(.noImplementation, [function])])
  }

  /// iOS has a class for it, and nobody has seen its value.
  @Test func whatIsNotKnownIsNotClaimed() {
    let reading = harness("_awid").read("m")
    #expect(reading.origin == .noKey)
    #expect(reading.logs == [LogRecord(.valueNotKnown, ["m", "_awid"])])
  }

  // MARK: Data-layer variables

  @Test(
    arguments: [
      ("text", "text"), (5, 5), (true, true), (2.5, "2.5"), (1.0, "1"), ([1, 2.5], [1, "2.5"]),
      (["k": 0.1], ["k": "0.1"]), ("", ""), ([], []),
      ([:], [:]),
    ] as [(Value, Value)])
  func aVariableHoldsWhatAContainerCanHold(_ pushed: Value, _ seen: Value) {
    var harness = harness("_v", ["name": "v", "default_value": "fallback"])
    let effects = harness.push(["event": "any", "v": pushed])
    #expect(harness.host.ran.last?.parameters["m"] == seen)
    #expect(effects.logs(.error) == [])
  }

  @Test func aMissingVariableIsItsFallback() {
    var harness = harness("_v", ["name": "v", "default_value": "fallback"])
    let effects = harness.push(["event": "any", "w": 1])
    #expect(harness.host.ran.last?.parameters["m"] == "fallback")
    #expect(effects.logs(.error) == [])
  }

  /// What was pushed is not missing, so the fallback is not looked at.
  @Test(
    arguments: [
      (nil, "<null>"), (.absent, "kTAGDataLayerObjectNotPresent"), ([1, nil], "<null>"),
      ([nil, nil], "<null>"), (["k": ["l": nil]], "<null>"),
      ([[.absent, 1]], "<null>"),
    ] as [(Value, String)])
  func aVariableWithANullHasNoValue(_ pushed: Value, _ what: String) {
    var harness = harness("_v", ["name": "v", "default_value": "fallback"])
    let effects = harness.push(["event": "any", "v": pushed])
    #expect(harness.host.ran.last?.parameters["m"] == "")
    #expect(
      effects.logs(.error) == ["Converting to Value from unknown object type: " + what])
  }

  @Test func aVariableReadsADottedPath() {
    var harness = harness("_v", ["name": "user.tier"])
    harness.push(["event": "any", "user": ["tier": "gold"]])
    #expect(harness.host.ran.last?.parameters["m"] == "gold")
  }

  @Test func theNameOfAVariableMayComeFromAMacro() {
    var harness = RuntimeHarness { container in
      container.variable("which")
      container.macro("m", "_v", ["name": .macro("which")])
    }
    harness.push(["which": "price", "price": 5])
    #expect(harness.read("m", .int64).value == 5)
  }

  @Test func theFallbackMayBeAMacro() {
    let container = ContainerBuilder { container in
      container.constant("default price", 7)
      container.variable("price", default: .macro("default price"))
    }
    #expect(RuntimeHarness(container).read("price", .int64).value == 7)
  }

  // MARK: Chance

  @Test(
    arguments: [
      (3, 5, 3...5), (4, 4, 4...4), ("3", "5.9", 3...5), (5, 3, 0...2_147_483_647),
      ("x", 3, 0...2_147_483_647), (-9, -7, -9...(-7)),
    ] as [(Expression, Expression, ClosedRange<Int64>)])
  func aRandomNumberIsInItsRange(
    _ low: Expression, _ high: Expression, _ range: ClosedRange<Int64>
  ) {
    var harness = harness("_r", ["min": low, "max": high])
    for _ in 1...50 { harness.event("any") }
    let drawn = harness.host.ran.compactMap { $0.parameters["m"] }
    #expect(drawn.count == 50)
    for case .int(let number) in drawn { #expect(range.contains(number)) }
    #expect(Set(drawn).count > 1 || range.count == 1)
  }

  @Test func theSameSeedDrawsTheSame() {
    func draws(_ seed: UInt64) -> [Value?] {
      var harness = RuntimeHarness(settings: .with { $0.seed = seed }) { container in
        container.macro("r", "_r")
        container.functionTag("T", parameters: .members(["r": .macro("r")]))
        container.rule(fires: ["T"])
      }
      for _ in 1...5 { harness.event("any") }
      return harness.host.ran.map { $0.parameters["r"] }
    }
    #expect(draws(1) == draws(1))
    #expect(draws(1) != draws(2))
  }

  // MARK: What cannot be called

  @Test(
    arguments: [
      ("_avn", [:], "_avn has no backing implementation."),
      ("", [:], "No function id in properties"),
      ("_c", [:], "Incorrect keys for function _c required [value] had []"),
      ("_v", ["nom": "x"], "Incorrect keys for function _v required [name] had [nom]"),
      (
        "_func", ["additional_params": .list([])],
        "Incorrect keys for function _func required [function_call_macro_name] "
          + "had [additional_params]"
      ),
    ] as [(String, OrderedDictionary<String, Expression>, String)])
  func whatCannotBeCalledSaysWhy(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>, _ error: String
  ) {
    var harness = harness(function, parameters)
    let effects = harness.event("any")
    #expect(effects.firedTags == [])
    #expect(effects.logs(.error) == [error])
    guard case .refused(let reason)? = effects.tagResults.first else {
      Issue.record("the tag is run")
      return
    }
    #expect(reason.hasPrefix(error))
  }
}
