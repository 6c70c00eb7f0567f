import OrderedCollections
import TestSupport

@testable import TagRuntime

/// Functions of v5 containers, called in an evaluation of their own.
extension LogSituation {
  static func callingFirebase(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .unknownFunction: log(asking: "__gone", [:])
    case .runtimeFunction: log(asking: "__own", [:])
    case .functionFailed: log(asking: "__md", ["key": 5])
    case .noEventParameter: log(asking: "__md", ["key": "price"])
    case .noParameterName: log(asking: "__md", ["eventType": "CUSTOM"])
    case .secondParameterName:
      log(asking: "__md", ["eventType": "SUGGESTED", "aParam": "a", "bParam": "b"])
    case .noClass: log(asking: "__funct", ["classPath": "Nobody"])
    case .classFailed: log(asking: "__funct", ["classPath": "Tired"])
    case .classAnswer: log(asking: "__funct", ["classPath": "Lister"])
    case .badEventName: log(doing: "__fm", ["action": "measure", "eventName": "a b"])
    case .badParameterName: logEdit("_a", drops: "b")
    case .setAndDropped: logEdit("a", drops: "a")
    case .noShopEvent:
      log(doing: "__ua", ["enableEcommerce": true, "readDataFrom": "FIREBASE_EVENT_DATA"])
    case .noAnalyticsLibrary:
      log(doing: "__ua", [:], .with { $0.sdkVersion = SDKVersion(12, 0) })
    case .unknownHitField:
      log(doing: "__ua", ["fieldsToSet": .table(["fieldName": "colour", "value": "red"])])
    default: nil
    }
  }

  private static func logEdit(_ key: Expression, drops: Expression) -> [LogRecord] {
    log(
      doing: "__fm",
      [
        "action": "filter", "editParamTable": .table(["editParamKey": key, "editParamValue": 1]),
        "dropParamTable": .table(["dropParamKey": drops]),
      ])
  }

  private static func log(
    asking function: String, _ parameters: OrderedDictionary<String, Expression>
  ) -> [LogRecord] {
    evaluated { container in
      container.macro("m", function, parameters)
      container.rule(when: [.equals("m", "x")], fires: [])
    }
  }

  private static func log(
    doing function: String, _ parameters: OrderedDictionary<String, Expression>,
    _ settings: Settings = Settings()
  ) -> [LogRecord] {
    evaluated(settings) { container in
      container.tag("T", function, parameters)
      container.rule(fires: ["T"])
    }
  }

  private static func evaluated(
    _ settings: Settings = Settings(), _ build: (inout ContainerBuilder) -> Void
  ) -> [LogRecord] {
    let host = RecordingHost()
    host.macros["Tired"] = { _ in .failed("it is tired") }
    host.macros["Lister"] = { _ in .value([1]) }
    var evaluator = Evaluator(
      CompiledContainer(ContainerBuilder.firebase(build)), id: "GTM-TEST", event: "go",
      dataLayer: DataLayer(), lasting: Lasting(), in: Surroundings(settings, DeviceFacts()),
      moment: Moment(instant: .start, wall: RuntimeHarness.start), random: RandomSource(seed: 1),
      host: host, isTracing: false,
      firebase: FirebaseScope(event: FirebaseEvent(name: "go"), userProperties: [:]))
    _ = evaluator.evaluateTags()
    return evaluator.logs
  }
}
