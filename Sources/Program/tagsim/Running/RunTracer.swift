import CommandKit
import Foundation
import ScenarioEngine
import Synchronization

/// Writes the traces of `tagsim run`: one for each run, including an interrupted one.
struct RunTracer {
  let folder: String
  /// The part of the traces' names that depends on the file.
  let name: String
  /// The scenario and the way that is played.
  let play: Trace.Play
  let files: RememberedFiles
  /// Whether several seeds are played.
  let namesSeed: Bool
  /// The names used for the file's traces so far.
  let taken: TakenTraceNames

  /// Writes the trace of a run.
  ///
  /// - Returns: its path.
  func write(_ run: some TracedRun) throws(CommandFailure) -> String {
    var play = play
    play.branch = run.scenario.branch?.name
    play.history = play.of(run).history
    let seed = namesSeed ? play.seed.map { "seed=\($0)" } : nil
    let words = [name, play.way, play.branch, seed].compactMap { $0.map(TraceName.words) }
    let file =
      taken.name(words.joined(separator: "-"), of: [play.way, play.branch]) + TraceFolder.ending
    let path = (folder as NSString).appendingPathComponent(file)
    try TraceSource(play: play, files: files).write(run, to: path)
    return path
  }

  // MARK: Interruption

  private static let interrupted = Atomic(false)
  private static let awaited = Atomic(false)

  /// Whether an interruption was requested.
  static var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Whether an interruption ends the run between two statements.
  static var awaitsInterruption: Bool { awaited.load(ordering: .relaxed) }

  /// Makes Ctrl-C and SIGTERM end the run between two statements, so that its trace is written. A
  /// second signal ends it immediately, and a statement that takes long is ended after a while.
  static func awaitInterruption() {
    interrupted.store(false, ordering: .relaxed)
    awaited.store(true, ordering: .relaxed)
    Interruption.prepareToEndSoon()
    Interruption.calls { _ in
      if RunTracer.interrupted.exchange(true, ordering: .relaxed) { _exit(2) }
      Interruption.endSoon()
    }
  }
}

/// The names of the traces of one file. The ways to play it and its branches may have names that
/// differ only in characters that file names cannot contain.
final class TakenTraceNames {
  private var owners: [String: [String?]] = [:]

  /// Returns the name for a run, with a number if another run uses it, ignoring case.
  ///
  /// - Parameters:
  ///   - name: the preferred name.
  ///   - run: the way that is played, and the branch: the same run gets the same name again.
  func name(_ name: String, of run: [String?]) -> String {
    var free = name
    var number = 1
    while let owner = owners[free.lowercased()], owner != run {
      number += 1
      free = "\(name)-\(number)"
    }
    owners[free.lowercased()] = run
    return free
  }
}
