import OrderedCollections
import TagRuntime
import TagSimulation

@testable import ScenarioEngine

/// A small world to play statements in: an app with three screens, and containers for it.
enum Shop {
  static let app = #"""
    app "Shop"
      package com.example.shop
      container GTM-SHOP
      open prefer-non-default timeout=2s
      on launch push event="appStart"
      read string title
      screen "Home"
        on view push event="openScreen" screenName="Home"
        button "Buy" push event="buy" sku=${sku="S-1"} price=${price}
        button "To cart" goes "Cart"
        button "Shrug"
      end
      screen "Cart"
        on view push event="openScreen" screenName="Cart"
      end
      screen "Blank"
      end
    end
    """#

  /// Texts for the values, no rules: what an app has in its bundle.
  static let bundled = CompiledContainer(
    ContainerVersion(
      format: .plist, macros: [constant("title", "Bundled"), constant("rate", "0.15")]))

  /// A container with a tag for every way not to fire.
  static func container(_ version: String) -> CompiledContainer {
    CompiledContainer(
      ContainerVersion(
        containerID: "GTM-SHOP", version: version, format: .export,
        macros: [
          FunctionCall(function: "_e", name: "Event"),
          variable("screen name", "screenName"), variable("tier", "user.tier"),
          constant("title", .string("Title \(version)")), constant("count", 320),
          constant("word", "many"),
        ],
        tags: [
          analytics("Screens", "appview"),
          FunctionCall(
            function: "_img", name: "Thanks", parameters: ["url": .constant("https://a.example")]),
          FunctionCall(
            function: "_func", name: "Bonus",
            parameters: ["function_call_macro_name": .constant("addBonus")]),
          analytics("Purchase", "transaction"), analytics("Idle", "event"),
        ],
        predicates: [
          equals("Event", "openScreen"), equals("screen name", "Thanks"), equals("Event", "buy"),
          equals("tier", "staff"),
        ],
        rules: [
          rule("Screen seen", [0], adds: [0, 2]), rule("Thanked", [0, 1], adds: [1]),
          rule("Bought", [2], adds: [3]), rule("Staff", [3], removes: [3]),
        ]))
  }

  static let inputs = RunInputs(
    app: (try? AppParser.parse(app, file: "shop.app"))
      ?? App(name: "unreadable", package: ""),
    containers: [
      "bundled": bundled, "v1": container("1"), "v2": container("2"), "empty": .empty,
    ],
    zone: .fixed(3600))

  /// Plays lines from ten in the morning, with version 1 saved and version 2 on the server.
  static func play(
    _ lines: String..., inputs: RunInputs = inputs, isPrepared: Bool = true
  ) throws -> ScenarioRun {
    let prepared = ["container saved v1 age=1h", "publish v2", "launch"]
    return try play((isPrepared ? prepared : []) + lines, inputs: inputs)
  }

  static func play(_ lines: [String], inputs: RunInputs = inputs) throws -> ScenarioRun {
    let header = "tagsim 1\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    let text = header + lines.joined(separator: "\n")
    var run = ScenarioRun(try ScenarioParser.parse(text, file: "shop.scenario"), inputs: inputs)
    while run.executeNext() != nil {}
    return run
  }

  // MARK: Parts of containers

  private static func constant(_ name: String, _ value: Value) -> FunctionCall {
    FunctionCall(function: "_c", name: name, parameters: ["value": .constant(value)])
  }

  private static func variable(_ name: String, _ path: Value) -> FunctionCall {
    FunctionCall(function: "_v", name: name, parameters: ["name": .constant(path)])
  }

  private static func analytics(_ name: String, _ type: Value) -> FunctionCall {
    FunctionCall(
      function: "_ua", name: name,
      parameters: [
        "analytics_pass_through": .constant(true),
        "analytics_fields": .map([
          Expression.Entry(key: .constant("&t"), value: .constant(type)),
          Expression.Entry(key: .constant("&cd"), value: .macro("screen name")),
        ]),
      ])
  }

  private static func equals(_ macro: String, _ text: Value) -> FunctionCall {
    FunctionCall(
      function: "_eq", parameters: ["arg0": .macro(macro), "arg1": .constant(text)])
  }

  private static func rule(
    _ name: String, _ conditions: [Int], adds: [Int] = [], removes: [Int] = []
  ) -> ContainerRule {
    var rule = ContainerRule()
    rule.positivePredicates = conditions
    rule.addTags = adds
    rule.removeTags = removes
    rule.addTagRuleNames = adds.map { _ in name }
    rule.removeTagRuleNames = removes.map { _ in name }
    return rule
  }
}

extension ScenarioRun {
  /// What came of the last statement.
  var last: StatementResult.Outcome? { results.last?.outcome }

  /// The lines of the last failure; empty where there is none.
  var failureLines: [String] {
    if case .failed(let failure)? = last { failure.lines } else { [] }
  }

  /// Why the last statement could not be done; nil where it could.
  var refusal: String? {
    if case .error(let sentence)? = last { sentence } else { nil }
  }

  /// The names in the event list.
  var rowNames: [String] { timeline.rows(in: 1...).map(\.event.name) }

  /// Milliseconds since the beginning.
  var elapsed: Int64 { timeline.live.now.instant.milliseconds }
}
