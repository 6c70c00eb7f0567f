import ContainerFormats
import Foundation
import MeasurementPlan
import OrderedCollections
import Publishing
import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing
import TextKit

@testable import TagMonitor

/// Monitors on the scenarios that the package ships, and on lines of a test.
enum Shown {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  /// A shipped scenario at a size of the screen. Monitors are values, so each is made once and
  /// shared by all tests.
  private struct Place: Hashable {
    var name: String
    var size: Size
  }

  private static let begun = Kept<Place, Monitor>()
  private static let ended = Kept<Place, Monitor>()
  private static let containers = Kept<String, CompiledContainer>()

  /// A monitor on a shipped scenario, paused before its first statement.
  static func shipped(_ name: String, size: Size = Size(columns: 120, rows: 40)) throws -> Monitor {
    var monitor = try begun.value(of: Place(name: name, size: size)) {
      try begin(name, size: size)
    }
    // The pages that other tests had made are not counted here.
    monitor.telling.memory = ExplainMemory()
    return monitor
  }

  /// The demo at its first step.
  static func demo(size: Size = Size(columns: 120, rows: 40)) throws -> Monitor {
    var monitor = try begin("demo", size: size, isWhole: true)
    monitor.beginDemo()
    return monitor
  }

  /// The demo is shown before its first step, as a world to try by hand.
  private static func begin(
    _ name: String, size: Size, isWhole: Bool = false
  ) throws -> Monitor {
    var scenario = try ScenarioParser.parse(bytes(name + ".scenario"), file: name + ".scenario")
    if name == "demo", !isWhole { scenario = DemoTour(of: scenario).opening }
    let app = try #require(
      try scenario.header.app.map { try AppParser.parse(bytes($0), file: "shop.app") }
        ?? scenario.apps.first)
    var inputs = RunInputs(app: app, zone: .fixed(3600))
    inputs.readers = Monitor.rowReaders
    for reference in scenario.references where reference.kind == .container {
      inputs.containers[reference.path] = try container(reference.path)
    }
    let plans = try scenario.references.filter { $0.kind == .plan }
      .map { (name: $0.path, bytes: try bytes($0.path)) }
    if !plans.isEmpty {
      inputs.plan = RunPlan(MeasurementPlan.read(plans), isQuoted: true)
    }
    return monitor(ScenarioRun(scenario, inputs: inputs), size: size)
  }

  /// Monitors on a shipped scenario and on each of its branches, before their first statements.
  static func ways(_ name: String) throws -> [Monitor] {
    let monitor = try shipped(name)
    let scenario = monitor.run.scenario
    let inputs = monitor.run.inputs
    return [monitor]
      + scenario.branches.map {
        self.monitor(ScenarioRun(scenario.played(as: $0), inputs: inputs), size: monitor.size)
      }
  }

  /// A monitor on a shipped scenario that was played to its end, looking at a row; nil is the
  /// present.
  static func over(
    _ name: String, at row: Int? = nil, size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    var monitor = try ended.value(of: Place(name: name, size: size)) {
      var monitor = try shipped(name, size: size)
      monitor.runToEnd()
      return monitor
    }
    monitor.telling.memory = ExplainMemory()
    monitor.look(at: row)
    return monitor
  }

  /// A monitor on lines that were played to their end, with the shipped containers at hand; on the
  /// shipped shop or on an app of the test.
  static func played(
    _ lines: [String], appText: String? = nil, size: Size = Size(columns: 120, rows: 40),
    containers: OrderedDictionary<String, CompiledContainer> = [:]
  ) throws -> Monitor {
    let text = "tagsim 1\ntitle: A test\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    let scenario = try ScenarioParser.parse(
      text + lines.joined(separator: "\n"), file: "test.scenario")
    let app = try AppParser.parse(
      appText.map { Array($0.utf8) } ?? bytes("apps/shop.app"), file: "test.app")
    var inputs = RunInputs(app: app, containers: containers, zone: .fixed(3600))
    inputs.readers = Monitor.rowReaders
    for name in ["v7.json", "v8.json"] where containers[name] == nil {
      inputs.containers[name] = try container("containers/GTM-AB12-" + name)
    }
    inputs.containers["plist"] = try container("containers/GTM-AB12.plist")
    var run = ScenarioRun(scenario, inputs: inputs)
    while run.executeNext() != nil {}
    return monitor(run, size: size)
  }

  /// A monitor after a line that was done so many times.
  static func long(_ line: String, _ times: Int) throws -> Monitor {
    var monitor = try played(["container saved v7.json age=1h", "launch"])
    for _ in 0..<times { monitor.run.execute(try #require(try StatementParser.parse(line: line))) }
    monitor.refreshView()
    return monitor
  }

  /// An app with two containers.
  static let twoContainers = """
    app "Two containers"
      package com.example.two
      container GTM-AB12
      read string title_string
      read string discount
      read string "screen name"
      read int64 subtitle
      macro-function discount
        returns 0.15
      end
      container GTM-CD34
      open prefer-fresh timeout=1s
      read string title_string
      screen "Home"
        on view push event="openScreen" screenName="Home"
      end
    end
    """

  /// A monitor on a container with an app that is made for it, the phone open.
  static func trial(
    of container: CompiledContainer, size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    let trial = TrialScenario(of: container, path: "container")
    let scenario = try ScenarioParser.parse(trial.text, file: "trial.scenario")
    let inputs = RunInputs(
      app: try #require(scenario.apps.first), containers: ["container": container])
    var monitor = monitor(ScenarioRun(scenario, inputs: inputs), size: size)
    monitor.openPhone()
    return monitor
  }

  static func container(_ path: String) throws -> CompiledContainer {
    try containers.value(of: path) {
      CompiledContainer(try ContainerReader.read(bytes(path), name: path))
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  private static func monitor(_ run: ScenarioRun, size: Size) -> Monitor {
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(size))
    return monitor
  }
}

/// Values that are made once.
final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  /// Returns the value of a key, which is made if it is not there.
  func value(of key: Key, make: () throws -> Value) rethrows -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let made = try make()
    values.withLock { $0[key] = made }
    return made
  }
}

extension Monitor {
  /// Presses keys, as a person writes them: a character each, or a name in angle brackets.
  ///
  /// - Returns: what the last of them leads to.
  @discardableResult
  mutating func press(_ keys: String) -> [MonitorEffect] {
    Self.keys(keys).reduce([]) { _, key in handle(.key(key)) }
  }

  /// Types a line at the prompt.
  @discardableResult
  mutating func type(_ line: String) -> [MonitorEffect] {
    press(":" + line)
    return handle(.key(.enter))
  }

  /// The screen as text, without the spaces at the ends of its rows.
  var screen: String { frame(size: display.size).buffer.trimmedText }

  /// The first line.
  func status(columns: Int) -> Line {
    StatusLine(context: context, title: scenarioTitle).line(columns: columns)
  }

  /// The second line.
  func strip(columns: Int) -> Line {
    timeStrip(context, at: display.size).line(columns: columns)
  }

  /// The same without colours, where brackets and heavy lines say what colours say.
  var withoutColours: Monitor {
    var monitor = self
    monitor.display.hasColors = false
    return monitor
  }

  static func keys(_ text: String) -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = named[String(rest[rest.index(after: rest.startIndex)..<end])]
      {
        keys.append(key)
        rest = rest[rest.index(after: end)...]
      } else {
        keys.append(.character(first))
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  private static var named: [String: Key] {
    [
      "enter": .enter, "esc": .escape, "tab": .tab, "backtab": .backTab, "up": .up, "down": .down,
      "pgup": .pageUp, "pgdn": .pageDown, "home": .home, "end": .end, "f1": .function(1),
      "del": .delete, "bs": .backspace, "left": .left, "right": .right, "f2": .function(2),
      "f3": .function(3), "ctrl-p": .control("p"), "ctrl-r": .control("r"),
      "ctrl-c": .control("c"), "ctrl-s": .control("s"),
    ]
  }
}

extension PaneView {
  /// Everything that the pane says, seen or not.
  func allLines(columns: Int) -> [Line] { items(columns: columns).flatMap { $0.lines() } }
}

/// Monitors on a small app of the second generation: what it logs is copied, renamed or kept back
/// by a container.
enum RadioShown {
  private static let app = """
    app "Radio"
      package com.example.radio
      version "1.4" build=14
      container GTM-RADIO
      on launch user-property tier="gold"
      screen "Stations"
        text "Radio Uno" "Jazz FM"
        button "Play" log-event play_station station=${station="Radio Uno"} bitrate=192
        button "Subscribe" log-event subscribe plan="gold" card="4111-1111"
        button "Share" log-event "share station" to="a friend"
        button "Whisper" log-event whisper text="hush"
      end
    end
    """

  static let container = CompiledContainer(
    ContainerBuilder.firebase {
      $0.version.version = "8"
      $0.version.containerID = "GTM-RADIO"
      $0.macro("station", "__md", ["eventType": "CUSTOM", "key": "station"])
      $0.macro("tier", "__fup", ["key": "tier"])
      $0.macro("brand", "__c", ["value": "Radio Box"])
      $0.tag(
        "Measure listening", "__fm",
        [
          "action": "measure", "eventName": "listening", "mergeEventParameters": true,
          "editParamTable": .table(["editParamKey": "genre", "editParamValue": "news"]),
          "dropParamTable": .table(["dropParamKey": "bitrate"]),
        ])
      $0.rule(when: [.event("play_station")], fires: ["Measure listening"])
      $0.tag(
        "Rename and clean", "__fm",
        [
          "action": "filter", "overrideEventName": "subscription_started",
          "editParamTable": .table(["editParamKey": "plan", "editParamValue": "plan gold"]),
          "dropParamTable": .table(["dropParamKey": "card"]),
        ])
      $0.rule(when: [.event("subscribe")], fires: ["Rename and clean"])
      $0.tag("Keep whispers back", "__fm", ["action": "block"])
      $0.rule(when: [.event("whisper")], fires: ["Keep whispers back"])
      $0.tag("Pixel", "__img", ["url": "https://p.example/seen"])
      $0.rule(when: [.event("paid")], fires: ["Pixel"])
    })

  /// What brings up the app with its container, on its only screen.
  static let start = ["container default f", "publish f", "launch", "screen \"Stations\""]

  /// A monitor on lines that were played to their end, after the app came up.
  static func played(
    _ lines: [String], isStarted: Bool = true, size: Size = Size(columns: 120, rows: 40),
    container: CompiledContainer = container
  ) throws -> Monitor {
    let text = "tagsim 1\ntitle: A test\nsdk: v5\nstart: 2024-05-14T18:30:00+02:00\n---\n"
    let scenario = try ScenarioParser.parse(
      text + ((isStarted ? start : []) + lines).joined(separator: "\n"), file: "test.scenario")
    let app = try AppParser.parse([UInt8](app.utf8), file: "radio.app")
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["f": container], zone: .fixed(7200)))
    while let result = run.executeNext() { try #require(!result.isFailure, "\(result.outcome)") }
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(size))
    return monitor
  }
}

/// What the structs of the monitor hold, in short.
extension Monitor {
  var size: Size { display.size }
  var branches: Branches { comparing.branches }
  var compared: ComparisonState? { comparing.compared }
  var changes: PublishedChanges? { comparing.changes }
  var playback: Playback { telling.playback }
}

extension KeySheet {
  /// The whole page.
  func lines(columns: Int) -> [Line] {
    groups.flatMap { group in
      [Line(group.title)]
        + group.entries.map { Line("  " + TextWidth.filled($0.shown, to: 14) + $0.help) }
    }
  }
}
