import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// What a page says of functions that only one platform has.
struct PlatformWordsTests {
  private static func description(
    _ contexts: [String] = [], on platform: Platform? = nil
  ) -> ContainerDescription {
    let container = ContainerBuilder { builder in
      builder.version.usageContexts = contexts
      builder.macro("App Version Name", "_avn")
      builder.analyticsTag("Screen", ["&t": "screenview", "&av": .macro("App Version Name")])
      builder.analyticsTag("Sale", ["&t": "event"])
      builder.functionTag("First")
      builder.rule(when: [.event("openScreen")], fires: ["Screen"], named: "Opened")
      builder.rule(when: [.event("buy")], fires: ["Sale"])
      builder.rule(
        when: [.event("buy"), .equals("App Version Name", "1.0")], fires: ["First"],
        blocks: ["Sale"], named: "Old app")
    }
    return ContainerDescription(
      of: container.version, file: "f", bytes: 1, platform: platform)
  }

  private static func firing(_ description: ContainerDescription) -> [String] {
    description.tags.map { description.firing(of: $0).joined(separator: ", ") }
  }

  private static let lack = "the iOS SDK has no function App Version Name (_avn)"

  /// What a page says of it is in the goldens of pages.
  @Test func onIOSNothingIsPromisedThatNeedsIt() {
    let description = Self.description(["ios"])
    #expect(
      Self.firing(description) == [
        "never: " + Self.lack, "fires when event equals buy", "never: " + Self.lack,
      ])
    #expect(description.lacks.isEmpty)
    #expect(Self.firing(Self.description(["android"])).allSatisfy { !$0.hasPrefix("never") })
  }

  /// A usage context comes before what is guessed of functions.
  @Test(
    arguments: [
      ([], .android), (["ios"], .ios), (["android"], .android), (["android", "ios"], nil),
      (["ANDROID_SDK_5"], .android),
    ] as [([String], Platform?)])
  func aContainerTellsItsPlatform(_ contexts: [String], _ platform: Platform?) {
    #expect(Self.description(contexts).source.platform == platform)
    #expect(Self.description(contexts).platform == platform ?? .ios)
  }

  @Test func whoAsksForAPlatformGetsIt() {
    #expect(Self.firing(Self.description(["android"], on: .ios))[0] == "never: " + Self.lack)
    #expect(Self.description(["ios"], on: .android).lacks.count == 1)
  }

  /// A value that one of several definitions may give is not counted as missing.
  @Test func whatMayHaveAValueIsLeftAlone() {
    let container = ContainerBuilder { builder in
      builder.macro("name", "_avn")
      let other = builder.ruledConstant("name", "1.0")
      builder.rule(when: [.event("a")], applies: [other])
      builder.analyticsTag("Screen", ["&av": .macro("name")])
      builder.rule(when: [.event("a")], fires: ["Screen"])
    }.compiled
    let reach = MissingReach(of: container, in: SDKVersion(3, 17), on: .ios)
    #expect(reach.causes.isEmpty && reach.tags == [nil])
  }
}
