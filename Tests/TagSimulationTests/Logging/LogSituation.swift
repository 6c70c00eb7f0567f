import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// A situation for every line of the log: it gives what the log says then.
enum LogSituation {
  static func records(of code: LogCode) throws -> [LogRecord] {
    let groups: [(LogCode) throws -> [LogRecord]?] = [
      firebase, opening, refreshing, evaluating, resolving, calling, selling, callingFirebase,
      lasting, tracking, phone, instantiating, brazing,
    ]
    for group in groups {
      if let records = try group(code) { return records }
    }
    return try living(code)
  }

  /// What the log says while the runtime goes through something.
  static func log(
    of settings: Settings = Settings(), _ drive: (inout RuntimeHarness) -> Void
  ) -> [LogRecord] {
    var harness = RuntimeHarness(settings: settings)
    drive(&harness)
    return harness.effects.logs
  }

  /// What the log says when the event `go` comes to a container.
  static func log(
    of settings: Settings = Settings(), pushing update: Value = [:],
    _ build: (inout ContainerBuilder) -> Void
  ) -> [LogRecord] {
    log(of: settings) { harness in
      harness.bundle = ContainerBuilder { build(&$0) }.compiled
      harness.open()
      harness.push(update)
      harness.event("go")
    }
  }

  /// What the log says when the tag of a function fires.
  static func log(
    firing function: String, _ parameters: OrderedDictionary<String, Expression>,
    pushing update: Value = [:]
  ) -> [LogRecord] {
    log(pushing: update) { container in
      container.tag("T", function, parameters)
      container.rule(when: [.event("go")], fires: ["T"])
    }
  }

  /// What the log says when the app reads the macro of a function.
  static func log(
    reading function: String, _ parameters: OrderedDictionary<String, Expression>,
    as kind: ValueKind = .string, pushes: Expression? = nil
  ) -> [LogRecord] {
    log { harness in
      harness.bundle =
        ContainerBuilder { container in
          container.macro("m", function, parameters, pushes: pushes)
        }.compiled
      harness.open()
      harness.send(.call(.read("m", kind, container: RuntimeHarness.containerID)))
    }
  }
}
