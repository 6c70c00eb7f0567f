import CommandKit
import Foundation
import ScenarioEngine
import Synchronization

/// Writes the traces of what `tagsim run` plays: one for each run, also for one that is
/// interrupted.
struct RunTracer {
  /// The folder.
  let folder: String
  /// What its traces are called, as far as that goes by the file.
  let name: String
  /// What is played.
  let play: Trace.Play
  /// The files that were read for it.
  let files: RememberedFiles
  /// Whether each of several seeds is played.
  let namesSeed: Bool
  /// What the traces of the file are called so far.
  let taken: TakenTraceNames

  /// Writes the trace of a run.
  ///
  /// - Returns: where it is.
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

  /// Whether somebody wants it to end.
  static var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Whether that ends the run between two statements.
  static var awaitsInterruption: Bool { awaited.load(ordering: .relaxed) }

  /// Has Ctrl-C and SIGTERM end the run between two statements, so that its trace is written; the
  /// second time they end it at once, and a statement that takes long ends it after a while.
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

/// The names of the traces of one file: the ways to play it, and its branches, may be called alike
/// but for signs that no name of a file has.
final class TakenTraceNames {
  private var owners: [String: [String?]] = [:]

  /// The name for a run; a number follows where another run has it, in whatever case.
  ///
  /// - Parameters:
  ///   - name: how it would be called.
  ///   - run: the way that is played, and the branch: the same one has the same name again.
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
