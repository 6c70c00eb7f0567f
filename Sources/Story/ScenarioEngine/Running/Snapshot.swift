import OrderedCollections
import TagRuntime
import TagSimulation

/// The facts of a moment as text, stored in a file and compared with the same moment of a later
/// run. They show the behaviour of a container and its hits, not the layout of the screen.
package enum Snapshot {
  package enum Use: Sendable, Hashable {
    /// It fails if it differs from the stored one, or none is stored.
    case compare
    /// It replaces the stored one.
    case keep
    /// It fails if it differs; if none is stored, it is only taken.
    case show
  }

  static let lineLimit = 2_000

  /// Returns the facts of the present.
  ///
  /// - Complexity: O(n) in the keys of the data layer, the values and the hits.
  static func lines(of run: ScenarioRun) -> [String] {
    let live = run.timeline.live
    var lines = ["\(run.dateText) \(run.clockText)"]
    lines.append(app(live))
    lines += (live.runtime?.containerStatuses ?? []).map { container in
      let version = container.version.isEmpty ? "" : " v" + container.version
      return "container \(container.id)\(version) from \(container.source.rawValue)"
    }
    lines += part("data layer", live.runtime?.dataLayer.leaves().map(leaf) ?? [])
    lines += part("values", values(live))
    lines += part("firebase", (live.runtime?.firebase).map(firebase) ?? [])
    lines += part("tags", tags(run))
    lines += part("hits", hits(live))
    let rest = lines.count - lineLimit
    return rest > 0 ? lines.prefix(lineLimit) + ["and " + Counted.text(rest, "more line")] : lines
  }

  /// Returns the differences, as `- kept` and `+ now`, in the order of the text.
  static func difference(from kept: [String], to now: [String]) -> [String] {
    let changes = now.difference(from: kept)
    let removed = changes.removals.map { change -> (Int, Int, String) in
      guard case .remove(let offset, let line, _) = change else { return (0, 0, "") }
      return (offset, 0, "- " + line)
    }
    let inserted = changes.insertions.map { change -> (Int, Int, String) in
      guard case .insert(let offset, let line, _) = change else { return (0, 1, "") }
      return (offset, 1, "+ " + line)
    }
    return (removed + inserted).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func part(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", title] + lines.map { "  " + $0 }
  }

  private static func app(_ live: Simulation) -> String {
    guard live.isRunning else { return "the app is not running" }
    let place = live.isInBackground ? "in the background" : "in the foreground"
    let screen = live.screen.map { ", screen " + $0.name.quoted } ?? ""
    return "the app is \(place)\(screen)"
  }

  private static func leaf(_ leaf: DataLayer.Leaf) -> String {
    "\(leaf.path) = \(JSONWriter.write(leaf.value))"
  }

  private static func values(_ live: Simulation) -> [String] {
    (live.runtime?.containerStatuses ?? []).flatMap { container in
      (live.world.app.container(container.id)?.reads ?? []).map { read in
        let reading = live.reading(of: read, in: container.id)
        let source = reading.origin == .container ? container.source : .none
        return "\(read.key) = \(reading.shownValue) as \(read.kind.rawValue) "
          + "from \(source.rawValue)"
      }
    }
  }

  private static func firebase(_ state: FirebaseState) -> [String] {
    state.userProperties.elements.map { "user property \($0.key) = \($0.value)" }
      + (state.userID.map { ["user id \($0)"] } ?? [])
      + (state.session.map { ["session \($0.number)"] } ?? [])
  }

  /// Returns the tags of the events of the last statement that caused any.
  private static func tags(_ run: ScenarioRun) -> [String] {
    run.timeline.traced(rows: run.eventRows).flatMap { _, update -> [String] in
      let tags = update.explanations.flatMap(\.tags)
      let name = update.event ?? ""
      return tags.map { "\(name): \($0.name) " + ($0.didFire ? "fired" : "did not fire") }
    }
  }

  private static func hits(_ live: Simulation) -> [String] {
    live.world.hits(waiting: lineLimit, ended: lineLimit).map { story in
      let hit = story.hit
      let type = hit.queue == .firebase ? "" : hit.typeName + " "
      return "\(hit.queue.rawValue): \(type)\(hit.title), \(story.words)"
    }
  }
}

extension ScenarioRun {
  /// The snapshots to store, with their files and lines.
  var newSnapshots: OrderedDictionary<String, [String]> {
    snapshots.filter { path, lines in
      switch inputs.snapshotUse {
      case .compare: inputs.snapshots[path] == nil
      case .keep: inputs.snapshots[path] != lines
      case .show: false
      }
    }
  }

  /// Takes a snapshot, and compares it with the one stored under its name.
  mutating func takeSnapshot(_ name: String) -> StatementResult.Outcome {
    let path = ScenarioPath.snapshot(name, of: scenario)
    if snapshots[path] != nil {
      return .error(
        "the snapshot \(name) already exists: use a different name for each, as in \(name)-${pass}")
    }
    let now = Snapshot.lines(of: self)
    snapshots[path] = now
    let row = timeline.lastRow?.number
    switch (inputs.snapshots[path], inputs.snapshotUse) {
    case (_, .keep): return .done("kept")
    case (let kept?, _):
      if kept == now { return .passed }
      let isQuoted = !inputs.unquotedSnapshots.contains(path)
      let stored = isQuoted ? "- is stored" : "\(path) is outside the project and is not shown"
      let difference = Snapshot.difference(from: kept, to: now).filter {
        isQuoted || $0.hasPrefix("+")
      }
      return .failed(
        .init(
          row: row,
          lines: ["it differs from the stored snapshot: \(stored), + is current"] + difference))
    case (nil, .show): return .done("snapshot taken; there was none to compare with")
    case (nil, .compare):
      return .failed(
        .init(
          row: row,
          lines: ["a new snapshot was stored: check it, and run again"]))
    }
  }
}

extension ScenarioPath {
  /// The end of the name of a folder with snapshots.
  static let snapshotFolder = ".snapshots"

  /// Returns the file of a scenario's snapshot; each way to play it and each of its branches has a
  /// separate file.
  package static func snapshot(_ name: String, of scenario: Scenario) -> String {
    let suffix = ".scenario"
    let file = scenario.file
    let base = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    // Runs with different seeds are compared with one file.
    let choices =
      scenario.header.choices.elements.map { "\($0.key)=\($0.value)" }
      + (scenario.branch.map { ["branch=" + $0.name] } ?? [])
    let way = choices.isEmpty ? "" : "." + fileName(choices.joined(separator: " "))
    return "\(base)\(snapshotFolder)/\(name)\(way).txt"
  }
}

extension ScenarioPath {
  /// Converts a text to a part of a file name; different texts have different names.
  private static func fileName(_ text: String) -> String {
    let plain = [UInt8]("=._-".utf8)
    return text.utf8.map { byte in
      let isPlain =
        plain.contains(byte) || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let digits = NumberText.padded(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + digits
    }.joined()
  }
}

extension Scenario {
  /// The files of the snapshots in the scenario, including its branches.
  var snapshotPaths: [String] {
    func paths(_ statements: [Statement], _ scenario: Scenario) -> [String] {
      statements.compactMap { statement in
        guard case .snapshot(let name) = statement.command else { return nil }
        return ScenarioPath.snapshot(name, of: scenario)
      }
    }
    let teardown = statements.suffix(teardownCount)
    return paths(setup + statements, self)
      + branches.flatMap { paths($0.statements + teardown, played(as: $0)) }
  }
}
