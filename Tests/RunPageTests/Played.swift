import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import RunPage

/// Small runs that the tests turn into pages.
enum Played {
  private static let app = """
    app "Shop"
      package com.example.shop
      version "1.4"
      container GTM-TEST
      read string title
      read double absent
      screen "Home"
        text "Welcome"
        on view push event="openScreen" screenName="Home"
        button "Buy" push event="buy" price=9
      end
      screen "Confirmation"
        on view push event="openScreen" screenName="Confirmation"
      end
    end
    """

  static let story = [
    "chapter \"1 At home\"", "caption \"The app starts.\"", "container saved c age=1h",
    "launch", "tracker UA-1-1", "screen \"Home\"", "expect tag \"View\" fired 1x",
    "chapter \"2 In the tunnel\"", "network offline",
    "ask \"Does Conversion fire?\" answer=\"No.\"", "screen \"Confirmation\"",
    "label \"A purchase counts\" expect tag \"Conversion\" fired 1x", "screen \"Home\"",
    "tap \"Buy\"",
    "network online", "wait 130s", "kill", "launch",
  ]

  /// A container with tags that fire, do nothing, do not fire, wait for others, and never fire.
  static func container(named name: String = "", tags: Int = 0) -> CompiledContainer {
    ContainerBuilder(version: "7") {
      $0.version.containerID = "GTM-TEST"
      $0.variable("screen name", path: "screenName")
      $0.constant("title", .constant(.string("Hello" + name)))
      $0.analyticsTag("View" + name, ["&t": "appview", "&cd": .macro("screen name")])
      $0.rule(when: [.event("openScreen")], fires: ["View" + name], named: "Opened" + name)
      $0.analyticsTag("Conversion" + name, ["&t": "event", "&ec": "shop", "&ea": "buy"])
      $0.rule(
        when: [
          .event("openScreen"),
          Condition("_eq", .macro("screen name"), .constant(.string("Paid" + name))),
        ],
        fires: ["Conversion" + name], named: "Paid")
      $0.rule(when: [.event("openScreen")], fires: ["Bonus" + name])
      $0.rule(when: [.event("buy")], fires: ["Bought" + name])
      $0.rule(
        when: [.event("openScreen"), .event("other")], fires: ["Never" + name], named: "Never")
      for number in 0..<tags { $0.rule(when: [.event("e\(number)")], fires: ["T\(number)"]) }
    }.compiled
  }

  static func run(
    _ lines: [String] = story, _ container: CompiledContainer? = nil, title: String = "A test"
  ) throws -> FinishedRun {
    let head = """
      tagsim 1
      title: \(title)
      start: 2014-03-01T10:00:00+01:00
      ---

      """
    let scenario = try ScenarioParser.parse(
      head + lines.joined(separator: "\n"), file: "test.scenario")
    let inputs = RunInputs(
      app: try AppParser.parse(Array(app.utf8), file: "test.app"),
      containers: ["c": container ?? self.container()], zone: .fixed(3600))
    return FinishedRun(scenario, inputs: inputs)
  }

  static func page(_ run: FinishedRun) -> String {
    RunPage(of: run, by: "tagsim of a test").lines.joined(separator: "\n")
  }
}

extension PageFacts {
  /// Reads packed facts, as the script does.
  init(unpacking page: String, at place: Int = 0) throws {
    self.init()
    let scripts = page.split(separator: "<script type=\"application/json\"").dropFirst()
    let script = scripts[scripts.startIndex + place]
    let json = script.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    let object = try #require(try JSONReader.read(String(json)).members)
    let texts = try #require(object["text"]?.elements).map(ValueConversion.text)
    for table in Table.allCases {
      self[table] = try #require(object[table.rawValue]?.elements).map { row in
        let cells = try #require(row.elements)
        #expect(cells.count == table.kinds.count, "\(table)")
        return zip(cells, table.kinds).map { cell, kind in
          func number(_ value: Value) -> Int {
            if case .int(let number) = value { Int(number) } else { -99 }
          }
          switch kind {
          case "t": return .text(texts[number(cell)])
          case "n": return .number(number(cell))
          case "l": return .numbers((cell.elements ?? []).map(number))
          default: return .texts((cell.elements ?? []).map { texts[number($0)] })
          }
        }
      }
    }
  }
}
