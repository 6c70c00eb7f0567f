import CommandKit
import Following
import Foundation
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime

/// A phone that was followed to the end of its log: what its events set off in the container, and
/// how the two match.
struct FollowedPhone {
  let events: [PhonePlayer.Played]
  let matches: [PhoneMatch]
  let offsetSeconds: Int
  /// Without its story if it is not written.
  let scenario: String
  /// The lines that could not be played, in sentences.
  let unplayed: [String]
  /// How many hits or requests are beyond a limit.
  private(set) var leftOut = 0
  /// What Firebase drops before the container gets it, in sentences.
  private(set) var dropped: [String] = []

  /// Plays a log.
  ///
  /// - Throws: if log and container are of different generations, or if no scenario can be made
  ///   from the log.
  init(
    _ record: PhoneRecord, named file: String, _ source: CapturedContainer?, folder: String?
  ) throws(CommandFailure) {
    if source?.container.version.generation ?? .firebase == .firebase {
      let isEmpty = record.events.isEmpty && !record.flaws.contains { $0.kind != .sdkRemark }
      if let source { try Self.refuseOtherGeneration(isEmpty, file, source) }
      let container = source.map { ($0.container, $0.path(from: folder ?? "")) }
      self = try Self.made(of: file) { () throws(ScenarioErrors) in
        Self(
          try PhoneScenario(
            of: record, named: Self.name(of: file), container: container, year: LogYear.present,
            isWritten: folder != nil),
          record, source)
      }
      dropped = source.map { Linter($0.container.version).namesDropped } ?? []
    } else {
      let capture = Capture(of: record, year: LogYear.present)
      self = try Self(capture, named: file, source, folder: folder)
    }
  }

  /// Plays the hits of a capture.
  ///
  /// - Throws: as for a log.
  init(
    _ capture: Capture, named file: String, _ source: CapturedContainer?, folder: String?
  ) throws(CommandFailure) {
    let isEmpty =
      capture.hits.isEmpty && capture.log?.flaws.contains { $0.kind != .sdkRemark } != true
    if let source { try Self.refuseOtherGeneration(isEmpty, file, source) }
    let container = source.map { ($0.container, $0.path(from: folder ?? "")) }
    self = try Self.made(of: file) { () throws(ScenarioErrors) in
      Self(
        try CaptureScenario(
          of: capture, named: Self.name(of: file), container: container, tellsPhone: true), capture,
        source)
    }
  }

  /// Returns the matches; if the log loads other containers only, none of them can be seen.
  private static func known(
    _ matches: [PhoneMatch], _ record: PhoneRecord?, _ source: CapturedContainer?
  ) -> [PhoneMatch] {
    var ids: [String] = []
    for case .container(let id) in record?.facts ?? [] { ids.append(id) }
    guard let source, let own = source.id, !ids.isEmpty, !ids.contains(own) else { return matches }
    return matches.filter { $0.state != .surplus }.map { match in
      var match = match
      (match.state, match.differences) = (.hidden, [])
      match.reason = "the log loads \(ids.joined(separator: ", ")), and this container is \(own)"
      return match
    }
  }

  private static func name(of file: String) -> String {
    String(file.split(separator: "/").last ?? "")
  }

  static func made<Made>(
    of file: String, _ make: () throws(ScenarioErrors) -> Made
  ) throws(CommandFailure) -> Made {
    do throws(ScenarioErrors) {
      return try make()
    } catch {
      let reason = error.errors.first?.sentence ?? "one of its names cannot be written"
      throw CommandFailure("\(file): cannot become a scenario: \(reason)", code: .badInput)
    }
  }

  private init(_ made: PhoneScenario, _ record: PhoneRecord, _ source: CapturedContainer?) {
    offsetSeconds = made.offsetSeconds
    scenario = made.text
    let judged = made.player.matches.judged(by: record.hits.map { ($0.source, $0.lack) })
    matches = Self.known(judged, record, source)
    unplayed = made.player.unplayed
    events = made.player.played
  }

  private init(_ made: CaptureScenario, _ capture: Capture, _ source: CapturedContainer?) {
    offsetSeconds = capture.hits.first?.sent?.offsetSeconds ?? 0
    scenario = made.text
    let judged = made.replay.matches.judged(by: capture.hits.map { ($0.source, $0.lack) })
    matches = Self.known(judged, capture.log, source)
    let left = capture.entriesLeftOut
    leftOut = made.replay.leftOut + left
    unplayed =
      made.replay.unplayed + (left > 0 ? ["\(Counted.text(left, "request")) more not read"] : [])
    events = []
  }

  /// Refuses a log without anything that reveals the tags of a container.
  private static func refuseOtherGeneration(
    _ isEmpty: Bool, _ file: String, _ source: CapturedContainer
  ) throws(CommandFailure) {
    guard isEmpty else { return }
    throw CommandFailure(
      source.container.version.generation == .firebase
        ? "\(file): has no Firebase event, but \(source.words) is a container of the second "
          + "generation (v5): use the app's own container"
        : "\(file): has no Analytics hit, but \(source.words) is a container of the first "
          + "generation, whose tags are recognised by their hits: use the app's own container",
      code: .badInput)
  }
}

/// The year for lines that have none, such as those of logcat.
enum LogYear {
  /// The year of this machine's clock.
  static var present: Int {
    Calendar(identifier: .gregorian).component(.year, from: Date())
  }
}

// MARK: - Words

extension PhonePlayer.Played {
  /// What the container did at the event.
  var action: String {
    if let reason { return "not played: " + reason }
    let tags = fired.isEmpty ? "no tag fires" : "fires " + fired.joined(separator: ", ")
    return blockedBy.isEmpty ? tags : tags + "; blocked by " + blockedBy.joined(separator: ", ")
  }
}
