import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  private static let reasons: [(LintCode, LeftOutPart.Reason)] = [
    (.webOnly, .webOnly), (.serverOnly, .serverOnly), (.customTemplate, .customTemplate),
    (.paused, .paused), (.otherGeneration, .otherGeneration(.firebase)),
    (.retiredProduct, .retired), (.madeByServer, .madeByServer), (.unknownType, .unknownType),
    (.unknownType, .unknownCondition(type: "CSS_SELECTOR")), (.unusedPart, .unused),
  ]

  private static func settings(
    _ change: @escaping @Sendable (inout ContainerAuthoring.TagSettings) -> Void
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    { container in
      container.functionTag("t")
      var settings = ContainerAuthoring.TagSettings()
      change(&settings)
      container.version.authoring = ContainerAuthoring(tagSettings: [settings])
    }
  }

  static let web: [LintCase] =
    reasons.flatMap { code, reason -> [LintCase] in
      [
        .found(code, "\(reason)") {
          $0.version.leftOut = [LeftOutPart(kind: .tag, name: "t", type: "x", reason: reason)]
        },
        .absent(code, "nothing is left out") { _ in },
      ]
    } + [
      .found(.ignoredSettings, "a priority", settings { $0.priority = "10" }),
      .found(.ignoredSettings, "a schedule", settings { $0.scheduleStartMs = 1 }),
      .found(.ignoredSettings, "a tag before it", settings { $0.setupTags = ["u"] }),
      .absent(.ignoredSettings, "once per event", settings { $0.firingOption = .oncePerEvent }),
      .found(.webEvent, "gtm.load") { $0.rule(when: [.event("gtm.load")], fires: ["t"]) },
      .absent(.webEvent, "the app pushes it", facts: .app { $0.laterEvents = ["gtm.load"] }) {
        $0.rule(when: [.event("gtm.load")], fires: ["t"])
      },
    ]
}
