import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TextKit

/// The trace of a session, written as things happen, so that it survives any end of the program.
///
/// Each line is written immediately and in whole. The file is locked while it is being written, so
/// that other sessions know, and starts with the first action.
final class SessionTrace {
  /// The most traces that are kept.
  static let limit = 10

  /// The path of the file; nil until something was done.
  private(set) var path: String?
  private let folder: String
  private let name: String
  private var stream: Int32 = -1
  private var journal = TraceJournal()
  private var size = 0
  private var hasEnded = false
  /// The number of actions of the run when the session began.
  private var beginning: Int?
  private var switches = 0
  /// The counts that were written last.
  private var told = (acts: 0, rows: 0)
  private var source: TraceSource?
  private var known = (files: 0, zones: 0, containers: 0)

  /// Creates a trace without a file yet.
  ///
  /// - Parameters:
  ///   - folder: the folder of the traces; it is created with the first one.
  ///   - name: the name of the file.
  init(in folder: String, name: String) {
    (self.folder, self.name) = (folder, name)
  }

  /// Creates the trace of a file that was just opened.
  convenience init(of opened: OpenedFile, in folder: String) {
    let name = TraceFolder.name(of: opened.scenarioPath, at: Date(), process: getpid())
    self.init(in: folder, name: name)
  }

  deinit { if stream >= 0 { close(stream) } }

  /// Returns the trace of the file that replaces the current one.
  func next(for opened: OpenedFile) -> SessionTrace { SessionTrace(of: opened, in: folder) }

  /// Writes what was done since the last call.
  ///
  /// - Parameters:
  ///   - monitor: the monitor.
  ///   - source: the scenario that is played, and the files that were read for it.
  /// - Returns: why the trace cannot be written, the first time; nil later, and if it is written.
  /// - Complexity: O(n) in what was done since, unless another run is at hand.
  func follow(_ monitor: Monitor, _ source: TraceSource) -> String? {
    guard !hasEnded else { return nil }
    let run = monitor.run
    let isSame = monitor.switches == switches
    if beginning == nil { (beginning, switches) = (run.acts.count, monitor.switches) }
    if stream < 0, isSame, run.acts.count == beginning { return nil }
    // Passing time is written only when something results from it.
    let counts = (acts: run.acts.count, rows: run.timeline.rowCount)
    if stream >= 0, isSame, counts == told { return nil }
    (switches, told, self.source) = (monitor.switches, counts, source)
    do throws(CommandFailure) {
      if stream < 0 { try begin() }
      var lines: [String] = []
      let files = source.files
      let counts = (files.count, files.zones.count, run.inputs.containers.count)
      if counts != known || !isSame {
        known = counts
        lines += journal.adding(source.files(of: run), files.zones)
      }
      try write(lines + journal.following(run, playing: source.play.of(run), isSame: isSame))
      return nil
    } catch {
      hasEnded = true
      return "this session is not saved: \(error.lines.joined(separator: " "))"
    }
  }

  /// The message about the trace if a session ends without the user quitting.
  static func farewell(_ path: String) -> String {
    "tagsim: session saved: tagsim \(ShellText.path(path)) opens it"
  }

  /// The short message about a session that was cut short: its trace comes first, and how it opens
  /// appears on quitting.
  static let lostHint = "last session ended early and was saved: q shows how to open it"

  /// The message about a session that was cut short.
  static func sentence(ofLost path: String) -> String {
    "tagsim: an earlier session ended early: tagsim \(ShellText.path(path)) reopens it"
  }

  func end(_ monitor: Monitor, _ how: String) {
    guard stream >= 0, !hasEnded else { return }
    hasEnded = true
    guard let source else { return }
    let last = journal.following(
      monitor.run, playing: source.play.of(monitor.run), isSame: monitor.switches == switches)
    try? write(last + journal.closing(monitor.run, end: how))
  }

  // MARK: The file

  private func begin() throws(CommandFailure) {
    let files = DiskFiles()
    if !FileManager.default.fileExists(atPath: folder) {
      try files.makeFolder(folder)
      chmod(folder, 0o700)
    }
    TraceFolder(folder).makeRoom()
    let path = (folder as NSString).appendingPathComponent(name)
    stream = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard stream >= 0 else { throw DiskFiles.unwritable(path, errno) }
    flock(stream, LOCK_EX | LOCK_NB)
    self.path = path
    try write(journal.beginning(build: ProgramVersion.build))
  }

  private func write(_ lines: [String]) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    let bytes = Console.bytes(of: lines)
    guard bytes.count <= Trace.byteLimit - size else {
      throw CommandFailure(
        "\(path ?? name): a trace has at most \(Trace.byteLimit) bytes", code: .internalError)
    }
    if let error = Console.write(bytes, to: stream) {
      // Half a line is useless.
      ftruncate(stream, off_t(size))
      throw DiskFiles.unwritable(path ?? name, error, needed: bytes.count)
    }
    size += bytes.count
  }
}

struct TraceFolder {
  /// The extension of traces.
  static let ending = ".trace"
  /// The number of bytes at the end of a trace that are checked.
  private static let room = 4096

  private let path: String

  init(_ path: String) { self.path = path }

  /// Returns the name of a session's trace.
  ///
  /// - Parameters:
  ///   - scenario: the path of what is opened.
  ///   - date: the time of opening.
  ///   - process: the number of the process.
  static func name(of scenario: String, at date: Date, process: Int32) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      in: .gmt, from: date)
    let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
      .map { NumberText.padded($0 ?? 0) }
    let (day, time) = ([NumberText.padded(parts.year ?? 0, to: 4)] + numbers[..<2], numbers[2...])
    return day.joined(separator: "-") + "T" + time.joined(separator: "-") + "Z-\(process)-"
      + TraceName.plain(scenario) + ending
  }

  /// The names of the traces, the oldest first.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { $0.hasSuffix(Self.ending) }.sorted()
  }

  private func place(_ name: String) -> String {
    (path as NSString).appendingPathComponent(name)
  }

  /// Makes room for one more trace by removing the oldest ones that are not being written.
  func makeRoom() {
    let names = names
    for name in names.prefix(max(0, names.count - SessionTrace.limit + 1))
    where !isWritten(place(name)) {
      unlink(place(name))
    }
  }

  /// Returns the newest trace of a session without an end, and reports each only once.
  func takeLost() -> String? {
    let lost = names.reversed().map { place($0) }.filter { path in
      // A trace that is not writable was already reported.
      access(path, W_OK) == 0 && mode(of: path) & 0o200 != 0 && !hasEnd(path) && !isWritten(path)
    }
    for path in lost { chmod(path, 0o400) }
    return lost.first
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status.st_mode : 0
  }

  /// Whether another process is writing a trace.
  private func isWritten(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return true }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
  }

  /// Whether the session of a trace ended properly.
  private func hasEnd(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return true }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    lseek(file, max(0, size - off_t(Self.room)), SEEK_SET)
    guard let bytes = try? DiskFiles().bytes(in: file, path, limit: Trace.byteLimit) else {
      return true
    }
    let last = bytes.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    return last?.hasPrefix("{\"end\":") ?? false
  }
}

enum TraceName {
  /// The most characters of the part that names the scenario.
  static let limit = 100

  /// The name of a scenario's file, without characters that file names should not contain.
  static func plain(_ path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? "trace"
    let stem = last.hasSuffix(scenarioEnding) ? String(last.dropLast(scenarioEnding.count)) : last
    return words(stem)
  }

  /// Returns names for the traces of scenarios; files with the same name are distinguished by their
  /// folders.
  static func all(for paths: [String]) -> [String] {
    let stems = paths.map { plain($0) }
    var counts: [String: Int] = [:]
    for stem in stems { counts[stem.lowercased(), default: 0] += 1 }
    var taken: Set<String> = []
    return zip(paths, stems).map { path, stem in
      let isAlone = counts[stem.lowercased()] == 1
      let whole =
        path.hasSuffix(scenarioEnding) ? String(path.dropLast(scenarioEnding.count)) : path
      let base = isAlone ? stem : words(whole)
      var name = base
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(base)-\(number)"
      }
      return name
    }
  }

  private static let scenarioEnding = ".scenario"

  /// Replaces everything except letters, digits and a few signs with hyphens.
  static func words(_ text: String) -> String {
    let signs = text.unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || "._=".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    let plain = String(signs).split(separator: "-").joined(separator: "-")
    // A name that begins with a dot would be hidden.
    let name = String(plain.drop { ".-".contains($0) }.prefix(limit))
    return name.isEmpty ? "trace" : name
  }
}
