import OrderedCollections
import ScenarioEngine
package import TagRuntime

/// Draws phones whose logs are followed: a container whose tags make hits and events of what the
/// app tells them, and a day in which it tells them much.
package enum RandomPhone {
  /// How the scenario names the container's file.
  package static let path = "phone.json"

  private static let screens = ["Home", "Cart", "Café \"Uno\", dos", "Search 7", "a=b, c"]
  private static let items = ["S-77", "12", "7.50", "Blue \\ shoe", "x{y}"]

  // MARK: Containers

  /// The container of a seed.
  package static func container(
    seed: UInt64, _ generation: SDKGeneration, _ platform: Platform
  ) -> ContainerVersion {
    var draws = Draws(seed: seed, "container of a phone")
    let isSecond = generation == .firebase
    var version = ContainerVersion(
      version: "1", format: isSecond ? .firebase : .binary, generation: generation)
    version.usageContexts = [platform.rawValue]
    func call(
      _ function: String, _ name: String, _ parameters: OrderedDictionary<String, Expression> = [:]
    ) -> FunctionCall { FunctionCall(function: function, name: name, parameters: parameters) }
    version.macros = [call(isSecond ? "__e" : "_e", "event")]
    if isSecond { version.macros.append(call("__fup", "tier", ["key": .text("tier")])) }
    for key in ["screen", "item"] {
      version.macros.append(
        isSecond
          ? call("__md", key, ["eventType": .text("CUSTOM"), "key": .text(key)])
          : call("_v", key, ["name": .text(key)]))
    }
    for (number, event) in RandomPhone.events.enumerated() {
      version.predicates.append(
        call("_eq", "", ["arg0": .macro("event"), "arg1": .text(event)]))
      var rule = ContainerRule()
      rule.positivePredicates = [number]
      for place in 0...draws.below(3) {
        rule.addTags.append(version.tags.count)
        let name = "Tag \(number).\(place)"
        version.tags.append(
          isSecond
            ? second(name, number, place, &draws)
            : call(
              "_ua", name,
              [
                "analytics_pass_through": .flag(true),
                "analytics_fields": fields(number, place, &draws),
              ]))
      }
      version.rules.append(rule)
    }
    if isSecond {
      version.runtime = []
      version.fingerprint = "MQ$0"
      version.runtimeFunctions = Array(
        OrderedSet((version.macros + version.tags).map(\.function)))
    }
    return version
  }

  private static let events = ["open_screen", "buy", "play", "search"]

  private static func tracker(_ place: Int) -> Expression { .text("UA-12345-\(place + 1)") }

  private static func fields(_ event: Int, _ place: Int, _ draws: inout Draws) -> Expression {
    let shared: KeyValuePairs<String, Expression> =
      event % 2 == 0
      ? ["&t": .text("screenview"), "&tid": tracker(place), "&cd": .macro("screen")]
      : [
        "&t": .text("event"), "&tid": tracker(place), "&ec": .text("shop \(event)"),
        "&ea": .macro("item"), "&el": .text("label \(place)"),
      ]
    let more = event % 2 == 0 ? [("&cd12", Expression.text("view \(event).\(place)"))] : []
    return .map(
      (shared.map { ($0, $1) } + more).map { .init(key: .text($0), value: $1) })
  }

  private static func second(
    _ name: String, _ event: Int, _ place: Int, _ draws: inout Draws
  ) -> FunctionCall {
    var parameters: OrderedDictionary<String, Expression>
    switch place == 0 ? 0 : draws.below(5) {
    case 0, 1, 2:
      let dimension: Expression = .fields([
        "index": .text("12"), "dimension": .template([.text("v\(event)."), .macro("tier")]),
      ])
      parameters = ["trackingId": tracker(place), "dimension": .list([dimension])]
      if event % 2 == 0 {
        parameters["trackType"] = .text("TRACK_SCREENVIEW")
        parameters["fieldsToSet"] = .list([
          .fields(["fieldName": .text("screenName"), "value": .macro("screen")])
        ])
      } else {
        parameters["trackType"] = .text("TRACK_EVENT")
        parameters["eventCategory"] = .text("shop \(event)")
        parameters["eventAction"] = .macro("item")
        parameters["eventLabel"] = .text("label \(place)")
      }
      return FunctionCall(function: "__ua", name: name, parameters: parameters)
    case 3:
      parameters = ["action": .text("measure"), "eventName": .text("made_\(event)_\(place)")]
      return FunctionCall(function: "__fm", name: name, parameters: parameters)
    case _:
      parameters = ["url": .template([.text("https://p.example/?i="), .macro("item")])]
      return FunctionCall(function: "__img", name: name, parameters: parameters)
    }
  }

  // MARK: Days

  /// The scenario of a seed, whose app uses the container.
  package static func story(
    seed: UInt64, _ generation: SDKGeneration, _ platform: Platform
  ) -> String {
    var draws = Draws(seed: seed, "day of a phone")
    let isSecond = generation == .firebase
    let start = draws.pick([
      "2024-12-31T23:58:10+00:00", "2024-05-02T12:18:00+00:00", "2023-02-28T23:59:50+00:00",
    ])
    var lines = ["tagsim 1", "start: \(start)", "sdk: \(isSecond ? "v5" : "v3")", "seed: \(seed)"]
    lines += ["---", "app \"Shop\"", "  package com.example.shop"]
    // Firebase of Android is played as that of iOS: the events and hits are the same.
    if platform == .android, !isSecond { lines.append("  platform android") }
    lines.append("  container GTM-AB12")
    if !isSecond { lines.append("  open prefer-non-default timeout=2s") }
    lines += ["end", "setup", "  container default \(path)", "  publish \(path)"]
    lines += ["end", "launch", "wait 7s"]
    for number in 0..<(8 + draws.below(6)) {
      let event = number == 5 ? events[0] : draws.pick(events)
      let values =
        "screen=\(draws.pick(screens).quoted) item=\(draws.pick(items).quoted)"
      lines.append(isSecond ? "log-event \(event) \(values)" : "push event=\"\(event)\" \(values)")
      let wait = number == 5 ? "7m" : draws.pick(["6s", "11s", "40s", "150s"])
      lines.append("wait " + wait)
      switch draws.below(8) {
      case 0: lines += ["network offline", "wait 30s", "network online", "wait 8s"]
      case 1: lines += ["background", "wait 20s", "foreground", "wait 8s"]
      case 2...4 where isSecond: lines.append("user-property tier=\"gold \(number)\"")
      case _: break
      }
    }
    return (lines + ["wait 31m", ""]).joined(separator: "\n")
  }
}
