import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime

/// Where recordings are written, with the files that they need and that lie nowhere yet: those of
/// the demo and the lessons, of standard input, and edited copies.
struct RecordingFiles {
  /// Where the scenario comes from that was recorded.
  let loader: ScenarioLoader
  /// Its path.
  let scenarioPath: String
  /// The files that it names.
  private let store: any FileStore
  /// Where what nobody wrote is kept.
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
  ///   - path: the file, which is not there yet.
  ///   - replaces: whether it is there, because this session wrote it before.
  /// - Returns: a sentence that tells what was written, and how it is played.
  func write(
    _ monitor: Monitor, to path: String, replacing replaces: Bool = false
  ) throws(CommandFailure) -> String {
    if path == DiskFiles.standardOutput {
      throw CommandFailure(
        "\(path): the screen is there: name a file, as in record mine.scenario", code: .badInput)
    }
    if !replaces { try NewScenario.refuse(existing: path) }
    let folder = DiskFiles.folder(of: path)
    var needed: OrderedDictionary<String, String> = [:]
    let recording = monitor.recording(override: loader.containerOverride) { name in
      let place =
        name == loader.containerOverride ? name : loader.resolved(name, besides: scenarioPath)
      if let known = needed[name] { return known }
      if let copy = copyName(of: name, place, monitor) {
        needed[name] = copy
        return copy
      }
      // Where the scenario has a whole path, the recording has it, too.
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

  /// What a copy of a file is called beside the recording; nil for a file that lies where it is.
  private func copyName(of name: String, _ place: String, _ monitor: Monitor) -> String? {
    if StandardInput.isMeant(by: place) { return "container" }
    if monitor.editedCopy(named: name) != nil, !FileManager.default.fileExists(atPath: place) {
      return name
    }
    if store.isOnDisk(place) { return nil }
    // What a trace has may have lain anywhere; a copy lies beside the recording.
    let parts = name.split(separator: "/")
    let isBeside = !name.hasPrefix("/") && !parts.contains("..")
    return isBeside ? name : parts.suffix(2).filter { $0 != ".." }.joined(separator: "/")
  }

  /// Writes a copy; false where the same is there already.
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
      "\(place): is there already and is another file: write the recording to another folder",
      code: .usage)
  }

  /// The bytes of a file; nil where none is.
  private func existing(_ path: String) throws(CommandFailure) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try disk.bytes(of: path, limit: ContainerLimits.bytes)
  }

  // MARK: Paths

  /// How a file is named from a folder.
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

  // MARK: What nobody wrote

  /// Keeps a recording that nobody wrote where the user's own files lie, so that it is not lost.
  ///
  /// - Returns: a sentence that tells where.
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
        "\(folder): has \(Self.keptLimit) recordings of this name: remove some",
        code: .internalError)
    }
    return "the recording is kept: " + (try write(monitor, to: path))
  }

  /// How many recordings of one name are kept that nobody wrote.
  static let keptLimit = 100
}
