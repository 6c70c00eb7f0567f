import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  static func evaluating(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .pushLoop, .drainCut:
      log { harness in
        harness.host.tags["T"] = { _ in .ran(pushes: [["event": "go"]]) }
        harness.bundle = ContainerBuilder { $0.rule(when: [.event("go")], fires: ["T"]) }.compiled
        harness.open()
        harness.event("go")
      }
    case .pushRefused: log { $0.push([String(repeating: "k", count: Limits.keyBytes + 1): 1]) }
    case .tagsFired: log { $0.rule(when: [.event("go")], fires: ["T"]) }
    case .evaluationEnded:
      log(of: settings(.tagExceptionEndsEvaluation)) { container in
        container.tag("P", "_img", ["url": ""])
        container.rule(when: [.event("go")], fires: ["P", "T"])
      }
    case .limitReached:
      log { container in
        for level in 1...Limits.macroDepth {
          container.constant("m\(level - 1)", .macro("m\(level)"))
        }
        container.constant("m\(Limits.macroDepth)", "x")
        container.rule(when: [.equals("m0", "x")], fires: ["T"])
      }
    case .moreLines:
      log { container in
        for number in 0...Limits.logLinesPerEvaluation {
          container.tag("T\(number)", "_none")
          container.rule(when: [.event("go")], fires: ["T\(number)"])
        }
      }
    default: nil
    }
  }

  static func resolving(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .invalidMacro: log(reading: "_c", ["value": .macro("nobody")])
    case .macroCycle: log(reading: "_c", ["value": .macro("m")])
    case .multipleMacros:
      log { container in
        let values = ["a", "b"].map { container.ruledConstant("m", .constant(.string($0))) }
        container.rule(when: [.event("go")], applies: values)
        container.rule(when: [.equals("m", "a")], fires: ["T"])
      }
    case .noFunctionID: log(reading: "", [:])
    case .noImplementation: log(reading: "_none", [:])
    case .valueNotKnown: log(reading: "_awid", [:])
    case .incorrectKeys: log(reading: "_jn", ["escape": "url"])
    case .escapingOfNoText: log(reading: "_c", ["value": .escaped(5, [12])])
    case .unknownEscaping: log(reading: "_c", ["value": .escaped("a", [3])])
    case .unknownObjectType:
      log(pushing: ["v": .null]) { container in
        container.variable("v")
        container.rule(when: [.equals("v", "x")], fires: ["T"])
      }
    case .notANumber: log(reading: "_c", ["value": "many"], as: .double)
    case .notABoolean: log(reading: "_c", ["value": "perhaps"], as: .boolean)
    case .pushedNoMap: log(reading: "_c", ["value": "x"], pushes: "text")
    default: nil
    }
  }
}
