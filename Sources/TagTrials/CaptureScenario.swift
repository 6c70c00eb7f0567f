import OrderedCollections
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A capture as a scenario: an app, what it pushed or sent, when, and the hits that are expected
/// of that.
package struct CaptureScenario: Sendable {
  /// The scenario, in its layout.
  package let text: String
  /// What is known of each hit.
  package let replay: CaptureReplay

  /// Makes the scenario.
  ///
  /// - Parameters:
  ///   - capture: what was captured.
  ///   - name: what people call the capture.
  ///   - container: the container whose tags have sent the hits, and the path by which the scenario
  ///     is to name its file; nil for the app's own hits.
  /// - Throws: `ScenarioErrors` where a name of the container or the capture cannot be written.
  /// - Complexity: that of `CaptureReplay`.
  package init(
    of capture: Capture, named name: String,
    container: (container: CompiledContainer, path: String)?
  ) throws(ScenarioErrors) {
    let lines = Self.prelude(capture, name, container)
    let file = "capture.scenario"
    let scenario = try ScenarioParser.parse(lines.joined(separator: "\n") + "\n", file: file)
    guard let app = scenario.apps.first else {
      preconditionFailure("the lines before the story describe an app")
    }
    var inputs = RunInputs(app: app, zone: .fixed(scenario.header.startOffsetSeconds))
    if let container { inputs.containers[container.path] = container.container }
    replay = CaptureReplay(capture, container?.container, scenario, inputs)
    let whole = (lines + replay.story).joined(separator: "\n") + "\n"
    text = String(
      decoding: try ScenarioFormatter.format(Array(whole.utf8), file: file), as: UTF8.self)
  }

  /// The scenario up to its story.
  private static func prelude(
    _ capture: Capture, _ name: String, _ container: (container: CompiledContainer, path: String)?
  ) -> [String] {
    let title = String(name.unicodeScalars.filter { $0.properties.generalCategory != .control })
    var lines = ["tagsim 1", "title: Hits of \(title.replacing("#", with: "no. "))"]
    if let first = capture.hits.lazy.compactMap({ hit in hit.made.map { ($0, hit.sent) } }).first {
      let clock = first.1 ?? CaptureTime(wall: first.0)
      lines.append(
        "start: " + clock.isoText(of: first.0 - .milliseconds(CaptureReplay.leadMilliseconds)))
    }
    lines += ["---", "# Made of a capture: " + TrialScenario.quoted(title)]
    lines += ["app \"Captured app\"", "  package com.example.captured"]
    if isOfAndroid(capture, container?.container) { lines.append("  platform android") }
    if let container {
      lines += app(for: container.container, container.path)
    } else {
      lines += ["  container GTM-NONE", "  open never"]
      for id in trackers(of: capture) {
        lines.append("  tracker \(TrialScenario.quoted(id)) name=\(TrialScenario.quoted(id))")
      }
    }
    lines += ["  screen \"App\"", "  end", "end", ""]
    if let container {
      let path = TrialScenario.quoted(container.path)
      lines += ["setup", "  container default \(path)", "  publish \(path)", "end", ""]
    }
    return lines + ["launch", "screen \"App\""]
  }

  private static func app(for container: CompiledContainer, _ path: String) -> [String] {
    let trial = ContainerTrial(of: container)
    let id = TrialScenario.id(of: container.version, path: path)
    return ["  container " + TrialScenario.word(id), "  open prefer-non-default timeout=2s"]
      + trial.macroFunctions.flatMap {
        ["  macro-function " + TrialScenario.word($0), "    echoes", "  end"]
      }
      + trial.tagFunctions.map { "  tag-function \(TrialScenario.word($0)) notes" }
  }

  private static func isOfAndroid(_ capture: Capture, _ container: CompiledContainer?) -> Bool {
    if let container { return container.version.platform == .android }
    return capture.hits.first?.fields["&_v"]?.hasPrefix("ma") ?? false
  }

  private static func trackers(of capture: Capture) -> [String] {
    let ids = OrderedSet(capture.hits.compactMap { $0.fields["&tid"] }.filter { !$0.isEmpty })
    return Array(ids.prefix(Limits.trackers))
  }
}
