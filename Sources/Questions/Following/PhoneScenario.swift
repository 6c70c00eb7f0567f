import OrderedCollections
package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// A phone's log as a second-generation scenario: an app, the events that the phone logged, and the
/// tags that they fire.
package struct PhoneScenario: Sendable {
  /// Without its story if it is not written.
  package let text: String
  /// The outcome of each event, and the matches between phone and container.
  package let player: PhonePlayer
  /// The phone's time zone, in seconds ahead of UTC.
  package let offsetSeconds: Int

  /// Makes the scenario and plays it.
  ///
  /// - Parameters:
  ///   - record: what the phone logged.
  ///   - name: the log's name for users.
  ///   - container: the second-generation container, and the path to its file that the scenario
  ///     uses; nil for none.
  ///   - year: the present year, for lines that have none.
  ///   - isWritten: whether its text is wanted.
  /// - Throws: `ScenarioErrors` if a name in the log or the container cannot be written.
  /// - Complexity: O(n) in the events, and in what they set off.
  package init(
    of record: PhoneRecord, named name: String,
    container: (container: CompiledContainer, path: String)?, year: Int, isWritten: Bool = true
  ) throws(ScenarioErrors) {
    let lines = Self.prelude(record, name, container, year)
    var player = try Self.player(lines, record, container, year, keepsActs: isWritten)
    player.namesFaults = record.namesFaults
    player.take(record)
    player.finish()
    self.player = player
    offsetSeconds = player.offsetSeconds
    let whole = (lines + player.story).joined(separator: "\n") + "\n"
    text = String(
      decoding: try ScenarioFormatter.format(Array(whole.utf8), file: Self.file), as: UTF8.self)
  }

  /// The scenario before the first event, with a player at that point.
  ///
  /// - Parameters:
  ///   - record: what the phone has logged so far.
  ///   - name: the log's name for users.
  ///   - container: the container, and the path to its file that the scenario uses.
  ///   - year: the present year, for lines that have none.
  ///   - now: when the world begins if no event has arrived yet.
  /// - Throws: as the initializer.
  package static func beginning(
    of record: PhoneRecord, named name: String,
    container: (container: CompiledContainer, path: String), year: Int, now: CaptureTime
  ) throws(ScenarioErrors) -> (text: String, player: PhonePlayer) {
    let lines = prelude(record, name, container, year, now)
    return (
      lines.joined(separator: "\n") + "\n",
      try player(lines, record, container, year, keepsActs: true)
    )
  }

  private static let file = "phone.scenario"

  /// Returns a player before the first event.
  private static func player(
    _ lines: [String], _ record: PhoneRecord,
    _ container: (container: CompiledContainer, path: String)?, _ year: Int,
    keepsActs: Bool
  ) throws(ScenarioErrors) -> PhonePlayer {
    let text = lines.joined(separator: "\n") + "\n"
    let (scenario, inputs) = try RunInputs.parsed(text, file: file, container)
    return PhonePlayer(
      ScenarioRun(scenario, inputs: inputs).timeline.live, keepsActs: keepsActs,
      year: record.firstYear(present: year), offsetSeconds: scenario.header.startOffsetSeconds)
  }

  /// The scenario up to its story.
  private static func prelude(
    _ record: PhoneRecord, _ name: String,
    _ container: (container: CompiledContainer, path: String)?, _ year: Int,
    _ now: CaptureTime? = nil
  ) -> [String] {
    let title = String(name.unicodeScalars.filter { $0.properties.generalCategory != .control })
    var lines = ["tagsim 1", "title: Events of \(title.replacing("#", with: "no. "))", "sdk: v5"]
    let first = record.events.lazy.compactMap(\.time).first.map {
      CaptureTime(
        wall: $0.wall(inYear: record.firstYear(present: year))
          - .milliseconds(PhonePlayer.leadMilliseconds),
        offsetSeconds: $0.offsetSeconds ?? 0)
    }
    if let start = first ?? now { lines.append("start: " + start.isoText(of: start.wall)) }
    let traits = PhoneTraits(of: record)
    if let device = traits.deviceWords { lines.append("device: " + device) }
    lines += ["---", "# Made from a phone's log: " + title.quoted]
    lines += record.facts.map { "# " + $0.words } + traits.comments
    lines += record.flaws.filter { [.leftOut, .droppedName].contains($0.kind) }
      .map { "# Line \($0.lines[0]): \($0.sentence)" }
    lines += traits.appLines("Followed app", "com.example.followed")
    if isOfAndroid(record, container?.container) { lines.append("  platform android") }
    if let container {
      let id = LanguageWord.id(of: container.container.version, path: container.path)
      lines.append("  container " + LanguageWord.word(id))
      let trial = ContainerTrial(of: container.container)
      lines += LanguageWord.classes(of: trial.macroFunctions, trial.tagFunctions)
        .map { "  " + $0 }
    } else {
      lines.append("  container GTM-NONE")
    }
    lines += [
      "end", "", "setup",
      "  # Events that Firebase logs by itself are logged as the phone shows them.",
    ]
    lines.append("  set firebase-validation warn")
    if let container {
      let path = container.path.quoted
      lines += ["  container default \(path)", "  publish \(path)"]
    }
    return lines + ["  launch", "end", ""]
  }

  private static func isOfAndroid(_ record: PhoneRecord, _ container: CompiledContainer?) -> Bool {
    if let platform = container?.version.platform { return platform == .android }
    return record.isOfAndroid ?? false
  }
}

extension PhonePlayer {
  /// Plays everything that a phone logged, in the order of its lines.
  mutating func take(_ record: PhoneRecord) {
    for event in record.events { note(event.event.stages) }
    // An upload has events and properties under one number, each with its time.
    func place(_ line: Int, _ time: PhoneTime?) -> (Int, Int64) {
      (line, time?.year == nil ? 0 : time?.wall(inYear: 0).milliseconds ?? 0)
    }
    let (properties, events) = (record.properties.count, record.events.count)
    var places = record.properties.map { place($0.line, $0.time) }
    places += record.events.map { place($0.line, $0.time) }
    places += record.hits.map { place($0.line, nil) }
    for next in places.indices.sorted(by: { places[$0] < places[$1] }) {
      if next < properties {
        take(record.properties[next])
      } else if next < properties + events {
        take(record.events[next - properties])
      } else {
        take(record.hits[next - properties - events])
      }
    }
  }
}

extension PhoneFact {
  package var words: String {
    switch self {
    case .firebaseForIOS(let release): "Firebase Analytics \(release) for iOS"
    case .firebaseForAndroid(let release): "Firebase Analytics \(release) for Android"
    case .analyticsForIOS(let release): "Google Analytics \(release) for iOS"
    case .container(let id): "loads the container \(id)"
    case .app(let id): "the app \(id)"
    }
  }
}
