import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime

/// Writes recordings, with the files that they need and that are not on disk: those of the demo and
/// the lessons, of standard input, and edited copies.
struct RecordingFiles {
  let loader: ScenarioLoader
  let scenarioPath: String
  private let store: any FileStore
  /// The folders for unsaved recordings.
  var folders = UserFolders.present
  private let disk = DiskFiles()

  init(loader: ScenarioLoader, scenarioPath: String) {
    self.loader = loader
    self.scenarioPath = scenarioPath
    store = (loader.files as? MachineFiles)?.store ?? DiskFiles()
  }

  /// Writes the recording of a monitor.
  ///
  /// - Parameters:
  ///   - monitor: the monitor.
  ///   - path: the file, which does not exist yet.
  ///   - replaces: whether it exists, because this session wrote it before.
  /// - Returns: a sentence that says what was written, and how to play it.
  func write(
    _ monitor: Monitor, to path: String, replacing replaces: Bool = false
  ) throws(CommandFailure) -> String {
    if DiskFiles.isStandardOutput(path) {
      throw CommandFailure(
        "\(path): that is the screen: name a file, as in record mine.scenario", code: .badInput)
    }
    if !replaces { try NewScenario.refuse(existing: path) }
    let folder = DiskFiles.folder(of: path)
    var needed: OrderedDictionary<String, String> = [:]
    let recording = Recording(of: monitor.run, override: loader.containerOverride) { name in
      let place =
        name == loader.containerOverride ? name : loader.resolved(name, besides: scenarioPath)
      if let known = needed[name] { return known }
      if let copy = copyName(of: name, place, monitor) {
        needed[name] = copy
        return copy
      }
      // If the scenario uses an absolute path, so does the recording.
      return name.hasPrefix("/") ? name : Self.path(to: place, from: folder)
    }
    if !folder.isEmpty { try disk.makeFolder(folder) }
    var written: [String] = []
    for (name, copy) in needed.elements {
      let place = (folder as NSString).appendingPathComponent(copy)
      if try writeCopy(of: name, to: place, monitor) { written.append(place) }
    }
    if replaces {
      try disk.write(Array(recording.text.utf8), to: path)
    } else {
      try NewScenario.write(Array(recording.text.utf8), to: path)
    }
    let sum = monitor.recordedWords
    let files = written.isEmpty ? "" : ", with " + written.joined(separator: ", ")
    let departs = recording.departure.map { "; " + $0 } ?? ""
    return "\(path): \(sum)\(files)\(departs); 'tagsim run \(ShellText.path(path))' plays it"
  }

  // MARK: Copies

  /// The name of a file's copy beside the recording; nil for a file that needs no copy.
  private func copyName(of name: String, _ place: String, _ monitor: Monitor) -> String? {
    if StandardInput.isMeant(by: place) { return "container" }
    if monitor.editedCopy(named: name) != nil, !FileManager.default.fileExists(atPath: place) {
      return name
    }
    if store.origin(of: place, in: scenarioPath) != .memory { return nil }
    // Files of a trace may come from anywhere; their copies are beside the recording.
    let parts = name.split(separator: "/")
    let isBeside = !name.hasPrefix("/") && !parts.contains("..")
    return isBeside ? name : parts.suffix(2).filter { $0 != ".." }.joined(separator: "/")
  }

  /// Writes a copy; false if the same file already exists.
  private func writeCopy(
    of name: String, to place: String, _ monitor: Monitor
  ) throws(CommandFailure) -> Bool {
    if let draft = monitor.editedCopy(named: name) {
      let there = try existing(place)
      if let there, there == (try DraftFiles.compiled(draft.version, place)).bytes { return false }
      _ = try DraftFiles().save(draft, at: place)
      return true
    }
    let source =
      name == loader.containerOverride ? name : loader.resolved(name, besides: scenarioPath)
    let bytes = try store.bytes(of: source, limit: ContainerLimits.bytes)
    if let there = try existing(place) {
      if there == bytes { return false }
      throw Self.refusal(place)
    }
    let folder = DiskFiles.folder(of: place)
    if !folder.isEmpty { try disk.makeFolder(folder) }
    guard try disk.create(bytes, at: place) else { throw Self.refusal(place) }
    return true
  }

  private static func refusal(_ place: String) -> CommandFailure {
    CommandFailure(
      "\(place): already exists and is not a recording: choose another folder",
      code: .usage)
  }

  /// The bytes of a file; nil if it does not exist.
  private func existing(_ path: String) throws(CommandFailure) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try disk.bytes(of: path, limit: ContainerLimits.bytes)
  }

  // MARK: Paths

  /// Returns the path of a file relative to a folder.
  static func path(to file: String, from folder: String) -> String {
    let present = FileManager.default.currentDirectoryPath as NSString
    func parts(_ path: String) -> [String] {
      let whole = path.hasPrefix("/") ? path : present.appendingPathComponent(path)
      return (whole as NSString).standardizingPath.split(separator: "/").map(String.init)
    }
    let (own, other) = (parts(file), parts(folder))
    let shared = zip(own, other).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: other.count - shared)
    return (up + own.dropFirst(shared)).joined(separator: "/")
  }

  // MARK: Unsaved recordings

  /// Saves an unsaved recording among the user's own files, so that it is not lost.
  ///
  /// - Returns: a sentence that says where it is.
  func keepUnwritten(_ monitor: Monitor) throws(CommandFailure) -> String {
    let folder = folders.recordings
    let stem = (monitor.recordingName as NSString).deletingPathExtension
    let names = [stem] + (2...Self.keptLimit).map { "\(stem)-\($0)" }
    let path = names.map {
      (folder as NSString).appendingPathComponent($0) + "/" + $0 + ".scenario"
    }
    .first { !FileManager.default.fileExists(atPath: $0) }
    guard let path else {
      throw CommandFailure(
        "\(folder): has \(Self.keptLimit) recordings of this name: delete some",
        code: .internalError)
    }
    return "recording saved: " + (try write(monitor, to: path))
  }

  /// The most unsaved recordings of one name that are kept.
  static let keptLimit = 100
}
