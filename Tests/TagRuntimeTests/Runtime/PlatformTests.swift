import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// What differs between the platforms, row by row.
struct PlatformTests {
  private static func harness(
    _ function: String, _ parameters: OrderedDictionary<String, Expression> = [:],
    on platform: Platform = .android
  ) -> RuntimeHarness {
    var facts = DeviceFacts()
    facts.appVersion = "34"
    facts.appVersionName = "2.1"
    facts.sdkVersion = "19"
    facts.androidID = "00aa"
    var harness = RuntimeHarness(settings: Settings(platform: platform), facts: facts)
    harness.bundle =
      ContainerBuilder {
        $0.macro("m", function, parameters)
        $0.macro("teller", "_c", ["value": ""], pushes: .members(["told": .macro("m")]))
      }.compiled
    harness.open()
    return harness
  }

  private static let rows: [(String, OrderedDictionary<String, Expression>, Value, Value?)] = [
    ("_avn", [:], "2.1", nil), ("_did", [:], "00aa", nil), ("_awid", [:], "00aa", ""),
    ("_ls", ["arg0": "AbÇ"], "abç", nil), ("_us", ["arg0": "abç"], "ABÇ", nil),
    ("_av", [:], 34, "34"), ("_sv", [:], 19, "19"), ("_gtmv", [:], "4.00", "3.17"),
    ("_rv", [:], 65_833_898, .int(Settings().runtimeVersion)),
  ]

  @Test(arguments: rows.indices)
  func value(_ index: Int) {
    let (function, parameters, android, ios) = Self.rows[index]
    #expect(Self.value(function, parameters, on: .android) == android)
    #expect(Self.value(function, parameters, on: .ios) == ios)
  }

  /// The value as the container has it, told by what it pushes; nil where the call fails.
  private static func value(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>,
    on platform: Platform
  ) -> Value? {
    var harness = harness(function, parameters, on: platform)
    harness.send(.call(.read("teller", .string, container: RuntimeHarness.containerID)))
    return harness.runtime.dataLayer.get("told")
  }

  /// Nothing of Android's legacy SDK is claimed of an app that is built with v5.
  @Test func theSecondGenerationIsPlayedAsOnIOS() {
    var (android, ios) = (Settings(platform: .android), Settings())
    #expect(android.played == android)
    android.generation = .firebase
    ios.generation = .firebase
    var played = android.played
    #expect(played.patterns == .java)
    played.patterns = nil
    #expect(played == ios)
  }

  /// Java has flags in a pattern, which JavaScript refuses; JavaScript has `[^]`, which ICU lacks.
  @Test(arguments: [("(?i)^check", Platform.android), ("out[^]*", .ios), ("^checkout$", nil)])
  func patternsOfV5AreThoseOfThePlatform(_ pattern: String, _ only: Platform?) {
    for platform in Platform.allCases {
      var settings = Settings(platform: platform)
      settings.generation = .firebase
      var harness = RuntimeHarness(settings: settings.played)
      harness.send(.launched(isReachable: true))
      let container = ContainerBuilder.firebase {
        $0.macro("page", "__md", ["eventType": "CUSTOM", "key": "page"])
        $0.tag("T", "__img", ["url": "https://p.example/"])
        $0.rule(
          when: [Condition("_re", .macro("page"), .constant(.string(pattern)))], fires: ["T"])
      }
      harness.openBundled("container/GTM-TEST.json", .container(CompiledContainer(container)))
      harness.wait(.seconds(3))
      let hits = harness.log("view", ["page": "checkout"]).wholeHits
      let hasPixel = hits.contains { if case .pixel = $0.kind { true } else { false } }
      #expect(hasPixel == (only == nil || only == platform), "\(pattern) on \(platform)")
    }
  }

  @Test(
    arguments: [
      ("_jn", ["arg0": .constant("a~b*c d"), "escape": "url"], "a%7Eb*c%20d", "a~b%2Ac%20d"),
      ("_c", ["value": .escaped("a~b*c d", [12])], "a%7Eb*c%20d", "a~b%2Ac%20d"),
      ("_enc", ["arg0": "TW\nE=", "input_format": "base64"], "4D61", nil),
      ("_enc", ["arg0": "Ma", "output_format": "text"], nil, "Ma"),
      (
        "_enc", ["arg0": "Ma", "output_format": "base64", "no_padding": "TRUE"], "TWE", "TWE="
      ),
    ] as [(String, OrderedDictionary<String, Expression>, String?, String?)])
  func textsAreWrittenAsOnTheirPlatform(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>, _ android: String?,
    _ ios: String?
  ) {
    for (platform, text) in [(Platform.android, android), (.ios, ios)] {
      let reading = Self.harness(function, parameters, on: platform).read("m")
      #expect((reading.origin == .container ? reading.value.text : nil) == text)
    }
  }

  @Test(arguments: ["TRUE", "True", "false", "FALSE", "yes"])
  func aTextIsABooleanInAnyLettersOnAndroid(_ text: String) {
    let isOnAndroid = text == "yes" ? nil : text.lowercased() == "true"
    #expect(ValueConversion.boolean(.string(text), on: .android) == isOnAndroid)
    #expect(ValueConversion.boolean(.string(text)) == (text == "false" ? false : nil))
    let reading = Self.harness("_c", ["value": .constant(.string(text))]).read("m", .boolean)
    #expect((reading.origin == .container ? reading.value == .bool(true) : nil) == isOnAndroid)
  }

  @Test func noReferrerBroughtTheApp() {
    let reading = Self.harness("_ir").read("m")
    #expect(reading.origin == .noKey && reading.logs == [])
  }

  @Test(arguments: [(Platform.ios, String?.none), (.android, "fallback")])
  func aNullMayCountAsMissing(_ platform: Platform, _ value: String?) {
    for name in [Expression.constant("v"), .template(["v", .macro("empty")])] {
      var harness = RuntimeHarness(settings: Settings(platform: platform))
      harness.bundle =
        ContainerBuilder {
          $0.constant("empty", "")
          $0.macro("m", "_v", ["name": name, "default_value": "fallback"])
        }.compiled
      harness.open()
      harness.push(["v": .null])
      let reading = harness.read("m")
      #expect((reading.origin == .container ? reading.value.text : nil) == value)
      #expect(reading.logs.isEmpty == (value != nil))
    }
  }

  @Test(
    arguments: [
      (1, "1", "1.0"), (2.5, "2.5", "2.5"), (0.001, "0.001", "0.001"),
      (0.0001, "0.0001", "1.0E-4"), (1e7, "10000000", "1.0E7"),
      (1_234_567.5, "1234567.5", "1234567.5"),
      (12_345_678.5, "12345678.5", "1.23456785E7"), (-0.0, "-0", "-0.0"),
    ] as [(Double, String, String)])
  func doublesHaveTheTextOfTheirPlatform(_ double: Double, _ ios: String, _ android: String) {
    for (platform, text) in [(Platform.ios, ios), (.android, android)] {
      var harness = Self.harness("_v", ["name": "v"], on: platform)
      harness.push(["v": .double(double)])
      #expect(harness.read("m").value == .string(text))
    }
  }
}
