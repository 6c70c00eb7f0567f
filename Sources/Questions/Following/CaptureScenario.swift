import OrderedCollections
package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A capture as a scenario: an app, its pushes or sent hits with their times, and the hits that
/// they are expected to make.
package struct CaptureScenario: Sendable {
  package let text: String
  /// The explanations of the hits.
  package let replay: CaptureReplay

  /// Makes the scenario.
  ///
  /// - Parameters:
  ///   - capture: the capture.
  ///   - name: the capture's name for users.
  ///   - container: the container whose tags sent the hits, and the path to its file that the
  ///     scenario uses; nil for the app's own hits.
  ///   - tellsPhone: whether the scenario uses what the phone reveals about itself.
  /// - Throws: `ScenarioErrors` if a name of the container or the capture cannot be written.
  /// - Complexity: that of `CaptureReplay`.
  package init(
    of capture: Capture, named name: String,
    container: (container: CompiledContainer, path: String)?, tellsPhone: Bool = false
  ) throws(ScenarioErrors) {
    let lines = Self.prelude(capture, name, container, tellsPhone ? PhoneTraits(of: capture) : nil)
    let start = lines.joined(separator: "\n") + "\n"
    let (scenario, inputs) = try RunInputs.parsed(start, file: Self.file, container)
    replay = CaptureReplay(capture, container?.container, scenario, inputs)
    let whole = start + replay.story.map { $0 + "\n" }.joined()
    text = String(
      decoding: try ScenarioFormatter.format(Array(whole.utf8), file: Self.file), as: UTF8.self)
  }

  /// The scenario before the first hit, with a replay at that point.
  ///
  /// - Parameters:
  ///   - record: what the phone has logged so far.
  ///   - name: the log's name for users.
  ///   - container: the container, and the path to its file that the scenario uses.
  ///   - year: the present year, for lines that have none.
  ///   - now: when the world begins if no hit has arrived yet.
  /// - Throws: as the initializer.
  package static func beginning(
    of record: PhoneRecord, named name: String,
    container: (container: CompiledContainer, path: String), year: Int, now: CaptureTime
  ) throws(ScenarioErrors) -> (text: String, replay: CaptureReplay) {
    let capture = Capture(of: record, year: year)
    let lines = prelude(capture, name, container, PhoneTraits(of: record), now)
    let text = lines.joined(separator: "\n") + "\n"
    let (scenario, inputs) = try RunInputs.parsed(text, file: file, container)
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    return (text, CaptureReplay(following: container.container, run))
  }

  private static let file = "capture.scenario"

  /// The scenario up to its story.
  ///
  /// `traits` describes the phone; nil if the scenario does not use that. `now` is when the world
  /// begins if no hit has arrived yet.
  private static func prelude(
    _ capture: Capture, _ name: String, _ container: (container: CompiledContainer, path: String)?,
    _ traits: PhoneTraits?, _ now: CaptureTime? = nil
  ) -> [String] {
    let title = String(name.unicodeScalars.filter { $0.properties.generalCategory != .control })
    var lines = ["tagsim 1", "title: Hits of \(title.replacing("#", with: "no. "))"]
    let first = capture.hits.lazy.compactMap { hit in hit.made.map { ($0, hit.sent) } }.first
    if let first {
      let clock = first.1 ?? CaptureTime(wall: first.0)
      lines.append(
        "start: " + clock.isoText(of: first.0 - .milliseconds(CaptureReplay.leadMilliseconds)))
    } else if let now {
      lines.append("start: " + now.isoText(of: now.wall))
    }
    if let device = traits?.deviceWords { lines.append("device: " + device) }
    lines += ["---", "# Made from a capture: " + title.quoted]
    lines += traits?.comments ?? []
    lines +=
      traits?.appLines("Followed app", "com.example.followed")
      ?? ["app \"Captured app\"", "  package com.example.captured"]
    if isOfAndroid(capture, container?.container) { lines.append("  platform android") }
    if let container {
      lines += app(for: container.container, container.path)
    } else {
      lines += ["  container GTM-NONE", "  open never"]
      for id in trackers(of: capture) {
        lines.append("  tracker \(id.quoted) name=\(id.quoted)")
      }
    }
    lines += ["  screen \"App\"", "  end", "end", ""]
    if let container {
      let path = container.path.quoted
      // The app on a followed phone started before anyone looked.
      let start = now == nil ? [] : ["  launch", "  screen \"App\""]
      lines += ["setup", "  container default \(path)", "  publish \(path)"] + start + ["end", ""]
    }
    return lines + (now == nil ? ["launch", "screen \"App\""] : [])
  }

  private static func app(for container: CompiledContainer, _ path: String) -> [String] {
    let trial = ContainerTrial(of: container)
    let id = LanguageWord.id(of: container.version, path: path)
    return ["  container " + LanguageWord.word(id), "  open prefer-non-default timeout=2s"]
      + trial.macroFunctions.flatMap {
        ["  macro-function " + LanguageWord.word($0), "    echoes", "  end"]
      }
      + trial.tagFunctions.map { "  tag-function \(LanguageWord.word($0)) notes" }
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
