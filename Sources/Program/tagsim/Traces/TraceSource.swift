import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime

/// The inputs of a trace besides the actions: what is played, and the files that were read.
struct TraceSource {
  /// The scenario and the way that is played.
  let play: Trace.Play
  let files: RememberedFiles

  /// The refusal for a phone with a saved disk, whose original content is not in a trace.
  static var deviceRefusal: CommandFailure {
    CommandFailure(
      "this phone started with the disk in a file, which a trace does not include: leave out "
        + "--device", code: .usage)
  }

  /// Returns the files that a run needs. A container that was edited by hand appears as the output
  /// of `compile`, or with the reason why it cannot be compiled.
  func files(of run: some TracedRun) -> [Trace.File] {
    guard let run = run as? ScenarioRun else { return files.read }
    let altered = run.inputs.containers.elements.compactMap { path, container -> Trace.File? in
      let place = ScenarioPath.resolved(path, besides: play.scenario)
      guard !files.has(place) else { return nil }
      do throws(CommandFailure) {
        return Trace.File(place, try DraftFiles.compiled(container.version, path).bytes)
      } catch {
        return Trace.File(place, lack: error.lines.joined(separator: " "))
      }
    }
    return files.read + altered
  }

  /// Returns the bytes of a trace.
  func bytes(of run: some TracedRun) throws(CommandFailure) -> [UInt8] {
    let lines = TraceJournal.lines(
      of: run, playing: play, files: files(of: run), zones: files.zones,
      build: ProgramVersion.build)
    let bytes = Console.bytes(of: lines)
    guard bytes.count <= Trace.byteLimit else {
      throw CommandFailure(
        "the trace would have \(bytes.count) bytes, but at most \(Trace.byteLimit) can be read: "
          + "play less, or use smaller containers", code: .internalError)
    }
    return bytes
  }

  /// Writes the trace of a run, replacing an existing one.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - path: the path of the trace.
  func write(_ run: some TracedRun, to path: String) throws(CommandFailure) {
    try DiskFiles().write(try bytes(of: run), to: path)
  }

  /// Writes the trace of a run without replacing an existing file.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - path: the path of the trace; nil for a name after the scenario, in the current folder.
  /// - Returns: the path of the trace.
  func save(_ run: ScenarioRun, to path: String?) throws(CommandFailure) -> String {
    if DiskFiles.isStandardOutput(path) {
      throw CommandFailure(
        "\(DiskFiles.standardOutput): that is the screen: name a file, as in save-trace "
          + "mine.trace", code: .badInput)
    }
    let disk = DiskFiles()
    if let path, DiskFiles.isTaken(path) {
      throw disk.refusal(existing: path)
    }
    let bytes = try TraceSource(play: play.of(run), files: files).bytes(of: run)
    if let path {
      try disk.writeNew(bytes, to: path)
      return path
    }
    // A free name, such as "offline.trace" or "offline-2.trace".
    let stem = TraceName.plain(play.scenario)
    var name = stem + TraceFolder.ending
    var number = 1
    while try !disk.create(bytes, at: name) {
      number += 1
      name = "\(stem)-\(number)\(TraceFolder.ending)"
    }
    return name
  }
}
