import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// Deviations planted in what ships: each is found, at its place.
struct PlantedPlanTests {
  /// A change of one line, and the finding that it causes.
  private struct Planted {
    var text: String
    var line: Int
    var code: String
    var name: String
  }

  /// Changes the event of a line, or a parameter of it.
  private static func plant(
    in text: String, ahead: Int = 0,
    _ change: (_ line: String) -> [(line: String, code: String, name: String)]
  ) -> [Planted] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.flatMap { index in
      change(lines[index]).map { changed in
        var all = lines
        all[index] = changed.line
        return Planted(
          text: all.joined(separator: "\n"), line: index + 1 - ahead, code: changed.code,
          name: changed.name)
      }
    }
  }

  private static func pushes(_ line: String) -> [(line: String, code: String, name: String)] {
    guard let match = line.firstMatch(of: /event="(\w+)"( ([\w.]+)=(\$\{\w+=)?("[^"]*"|[\d.]+)}?)?/)
    else { return [] }
    let event = String(match.1)
    var changes = [
      (line.replacing("event=\"\(event)\"", with: "event=\"planted9\""), "P01", "planted9"),
      (line.replacing("event=\"\(event)\"", with: "event=\"\(event)\" extra9=1"), "P12", "extra9"),
    ]
    if let pair = match.2, let key = match.3, let value = match.5, !key.contains(".") {
      let name = String(key)
      let other = value.hasPrefix("\"") ? "9" : "\"nine\""
      changes += [
        (line.replacing(pair, with: ""), "P10", name),
        (
          line.replacing(
            pair, with: pair.replacing(key, with: key.uppercased(), maxReplacements: 1)),
          "P13", name
        ),
        (line.replacing(pair, with: pair.replacing(value, with: other)), "P14", name),
      ]
    }
    return changes
  }

  @Test func inAnAppAndItsRun() throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios", as: "s")
    let scenario = "s/offline.scenario"
    try write(from: scenario, in: scratch)
    let app = try scratch.text("s/apps/shop.app")
    var counts = (app: 0, run: 0)
    for planted in Self.plant(in: app, Self.pushes) {
      try Data(planted.text.utf8).write(to: scratch.url.appendingPathComponent("s/apps/shop.app"))
      let findings = try findings(of: scenario, in: scratch)
      #expect(
        findings.contains("app \(planted.code) \(planted.name) s/apps/shop.app:\(planted.line)"),
        "\(planted.line) \(planted.code) \(planted.name) \(findings)")
      counts.app += 1
      let prefix = "run \(planted.code) \(planted.name) \(scenario):"
      if findings.contains(where: { $0.hasPrefix(prefix) && !$0.hasSuffix(":0") }) {
        counts.run += 1
      }
    }
    #expect(counts.app >= 20 && counts.run >= 15, "\(counts)")
  }

  @Test func inTheLogOfAPhone() throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/logs/follow.log", as: "a.log")
    try write(from: "a.log", in: scratch)
    let log = try scratch.text("a.log")
    let planted = Self.plant(in: log) { line in
      guard let match = line.firstMatch(of: /logged event: (\w+) with/), match.1 != "session_start"
      else { return [] }
      return [
        (line.replacing(match.1, with: "planted9"), "P01", "planted9"),
        (line + "\n    extra9 = 1;", "P12", "extra9"),
      ]
    }
    let changed = Self.plant(in: log, ahead: 2) { line in
      guard line.hasPrefix("    screen =") else { return [] }
      return [
        (line.replacing("screen", with: "other9"), "P10", "screen"),
        (line.replacing("screen", with: "other9"), "P12", "other9"),
        (line.replacing("screen", with: "Screen"), "P13", "screen"),
        (line + "\n    more9 = 1;", "P12", "more9"),
      ]
    }
    for planted in planted + changed {
      try Data(planted.text.utf8).write(to: scratch.url.appendingPathComponent("a.log"))
      let findings = try findings(of: "a.log", in: scratch)
      #expect(
        findings.contains("phone \(planted.code) \(planted.name) a.log:\(planted.line)"),
        "\(planted.line) \(planted.code) \(findings)")
    }
    #expect((planted + changed).count >= 18)
  }

  @Test(arguments: ["GTM-AB12-v8", "GTM-RD10-v1", "GTM-TYPE-v3", "GTM-MV50-v1"])
  func inAContainer(_ name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/containers/\(name).json", as: "c.json")
    try write(from: "c.json", in: scratch)
    let container = try scratch.text("c.json")
    let plan = try scratch.text("plan.csv").split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let events = OrderedSet(plan.map { $0[0] })
    var count = 0
    let planted = Self.plant(in: container) { line in
      events.compactMap { event in
        guard line.contains("\"\(event)\""), line.contains(/arg1/) else { return nil }
        return (line.replacing("\"\(event)\"", with: "\"planted9\""), "P05", "planted9")
      }
    }
    for planted in planted {
      try Data(planted.text.utf8).write(to: scratch.url.appendingPathComponent("c.json"))
      let findings = try findings(of: "c.json", in: scratch)
      if findings.contains(where: { $0.hasPrefix("container P05 planted9 c.json:") }) { count += 1 }
    }
    // A rule that only blocks waits for nothing.
    #expect(count > 0 && planted.count - count <= 2, "\(count) of \(planted.count)")
  }

  // MARK: Running

  private func write(from source: String, in scratch: ScratchFolder) throws {
    let result = try CommandLineTool.run(
      ["plan", "--from", source, "-o", "plan.csv"], in: scratch.url)
    #expect(result.code == 0, "\(result.complaint)")
  }

  /// The deviations, as "app P10 sku shop.app:16", one for each place.
  private func findings(of source: String, in scratch: ScratchFolder) throws -> [String] {
    let result = try CommandLineTool.run(
      ["plan", "plan.csv", source, "--report", "json"], in: scratch.url)
    let findings = try #require(
      try result.json.members?["findings"]?.elements, "\(result.complaint)")
    return findings.compactMap(\.members).flatMap { finding in
      func text(_ key: String) -> String { finding[key]?.text ?? "" }
      let name = text("parameter").isEmpty ? text("event") : text("parameter")
      return (finding["places"]?.elements ?? []).compactMap(\.members).map { place in
        var line = "0"
        if case .int(let number)? = place["line"] { line = String(number) }
        return "\(text("source")) \(text("code")) \(name) \(place["file"]?.text ?? ""):\(line)"
      }
    }
  }
}
