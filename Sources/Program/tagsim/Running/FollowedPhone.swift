import CommandKit
import ContainerFormats
import Following
import Foundation
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit

/// A phone that was followed to the end of its log or its capture: what its events set off in the
/// container, and how the two match.
struct FollowedPhone {
  @Boxed private(set) var follower: PhoneFollower
  let matches: [PhoneMatch]
  /// What Firebase drops before the container gets it, in sentences.
  let dropped: [String]

  /// The events, in their order.
  var events: [PhonePlayer.Played] { follower.player.played }

  /// Plays a log or a capture.
  ///
  /// - Throws: if it and the container are of different generations, or if no scenario can be made
  ///   of it.
  init(
    _ capture: Capture, named file: String, _ source: CapturedContainer?, folder: String?
  ) throws(CommandFailure) {
    if let source { try Self.refuseOtherGeneration(capture, file, source) }
    let container = source.map { ($0.container, $0.path(from: folder ?? "")) }
    let made: PhoneFollower
    do throws(ScenarioErrors) {
      made = try ProgressLine.during("playing \(file)") { () throws(ScenarioErrors) in
        try PhoneFollower(
          of: capture, named: String(file.split(separator: "/").last ?? ""),
          container: container, isWritten: folder != nil)
      }
    } catch {
      let reason = error.errors.first?.sentence ?? "one of its names cannot be written"
      throw CommandFailure("\(file): cannot become a scenario: \(reason)", code: .badInput)
    }
    _follower = Boxed(wrappedValue: made)
    matches = source == nil ? [] : Self.known(made.matches, capture.log, source)
    dropped = source.map { Linter($0.container.version).namesDropped } ?? []
  }

  /// Returns the matches; if the log loads other containers only, none of them can be seen.
  private static func known(
    _ matches: [PhoneMatch], _ record: PhoneRecord?, _ source: CapturedContainer?
  ) -> [PhoneMatch] {
    var ids: [String] = []
    for case .container(let id) in record?.facts ?? [] { ids.append(id) }
    guard let source, let own = source.id, !ids.isEmpty, !ids.contains(own) else { return matches }
    let due = matches.filter { $0.state != .surplus }
    return (due.isEmpty ? [PhoneMatch(.hidden, "container " + own)] : due).map { match in
      var match = match
      (match.state, match.differences) = (.hidden, [])
      match.reason = "the log loads \(ids.joined(separator: ", ")), and this container is \(own)"
      return match
    }
  }

  /// Refuses evidence without anything that reveals the tags of a container.
  private static func refuseOtherGeneration(
    _ capture: Capture, _ file: String, _ source: CapturedContainer
  ) throws(CommandFailure) {
    let isFirebase = source.container.version.generation == .firebase
    let isEmpty = isFirebase ? capture.log?.events.isEmpty ?? true : capture.hits.isEmpty
    let isFaulty = capture.findings.contains { $0.isOfLog && $0.isFault }
    guard isEmpty, !isFaulty else { return }
    throw CommandFailure(
      isFirebase
        ? "\(file): has no Firebase event, but \(source.words) is a container of the second "
          + "generation (v5): use the app's own container"
          + (capture.form == .log ? "" : ", or save the log of the phone, which shows events")
        : "\(file): has no Analytics hit, but \(source.words) is a container of the first "
          + "generation, whose tags are recognised by their hits: use the app's own container",
      code: .badInput)
  }
}

/// The container whose tags are matched with captured hits.
struct CapturedContainer {
  let container: CompiledContainer
  private let file: String

  /// The file's name for users.
  var words: String { file }
  /// The id, of the container or of its file's name; nil if neither says it.
  var id: String? {
    let id = LanguageWord.id(of: container.version, path: file)
    return id == LanguageWord.unknownID ? nil : id
  }

  init(_ argument: String) throws(CommandFailure) {
    let input = try DiskFiles().input(argument)
    try self.init(input.bytes, named: input.name)
  }

  init(_ bytes: [UInt8], named name: String) throws(CommandFailure) {
    file = name
    container = CompiledContainer(try MachineFiles.version(in: bytes, name))
  }

  /// Returns the path to its file from a scenario's folder.
  func path(from folder: String) -> String { RecordingFiles.path(to: file, from: folder) }
}

/// The year for lines that have none, such as those of logcat.
enum LogYear {
  /// The year of this machine's clock.
  static var present: Int {
    Calendar(identifier: .gregorian).component(.year, from: Date())
  }
}
