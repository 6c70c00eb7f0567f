import ContainerFormats
import OrderedCollections
import ScenarioEngine
package import TagRuntime
package import TagSimulation

/// What playing one world came to.
package struct FuzzResult: Sendable {
  /// Where it parted from the reference; nil where it did not.
  package var departure: Departure?
  package var counts = JudgedCounts()
  package var marks = FaultMarks()
  /// A number that two runs share only where the same happened in both.
  package var digest: UInt64 = 0
  /// How much virtual time passed, in whole seconds.
  package var seconds: Int64 = 0
}

package enum FuzzRun {
  /// Where a world finds its containers: in memory, as the bytes that a file would have.
  private struct Files: ScenarioFiles {
    let path: String
    let text: [UInt8]
    let containers: [String: [UInt8]]

    func bytes(of path: String, limit: Int) throws -> [UInt8] {
      if path == self.path { return text }
      throw LoadFailure(["\(path): there is no such file"])
    }

    func container(_ path: String) throws -> ContainerVersion {
      guard let bytes = containers[path] else {
        throw LoadFailure(["\(path): there is no such file"])
      }
      return try ContainerReader.read(bytes, name: path)
    }

    func zone(_ name: String, around start: WallTime) -> ZoneRules? {
      name == RandomCase.repeatingZone.name ? RandomCase.repeatingZone : nil
    }
  }

  /// The bytes of the file of a container.
  ///
  /// - Throws: a departure where it cannot be written.
  package static func bytes(of version: ContainerVersion) throws(Departure) -> [UInt8] {
    do throws(UnwritableContainer) {
      return version.generation == .legacy
        ? try BinaryWriter.write(version).bytes : try FirebaseWriter.write(version).bytes
    } catch {
      throw Departure(
        kind: .files, step: 0, row: 0, sentence: "a container cannot be written: \(error)")
    }
  }

  /// Plays a random world to its end.
  package static func play(_ fuzzCase: FuzzCase) -> FuzzResult {
    play(
      fuzzCase,
      originals: Dictionary(
        fuzzCase.containers.values.map { ($0.version, $0) }, uniquingKeysWith: { $1 }))
  }

  /// Plays a random world to its end, and judges it by containers as they should be.
  static func play(
    _ fuzzCase: FuzzCase, originals: [String: ContainerVersion]
  ) -> FuzzResult {
    var result = FuzzResult()
    do throws(Departure) {
      let loaded = try load(fuzzCase)
      var run = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
      while run.next != nil, !isLong(run.timeline, fuzzCase.seed) { run.executeNext() }
      let looks = looksBack(on: run.timeline, fuzzCase.seed)
      result = judge(
        run.timeline, originals: originals, judgesLateness: true, looksBackAt: looks.steps,
        tracesAt: looks.row)
      result.departure =
        result.departure ?? (run.next == nil ? liveness(of: run.timeline, fuzzCase) : nil)
        ?? (looks.steps.isEmpty ? nil : explanation(on: run.timeline, row: looks.row))
    } catch {
      result.departure = error
    }
    return result
  }

  /// The number of rows, and of steps, after which a world is long.
  private static let longWorld = 800
  /// How many seeds apart worlds are played to their ends, however long they are.
  private static let seedsPerWholeWorld: UInt64 = 16

  /// Whether a world is left after this statement: one that turns in circles takes as long as a
  /// hundred others, and shows little more.
  private static func isLong(_ timeline: Timeline, _ seed: UInt64) -> Bool {
    !seed.isMultiple(of: seedsPerWholeWorld)
      && (timeline.rowCount > longWorld || timeline.stepCount > longWorld)
  }

  private static func load(_ fuzzCase: FuzzCase) throws(Departure) -> LoadedScenario {
    let files = try files(fuzzCase)
    do throws(LoadFailure) {
      return try ScenarioLoader(files).load(scenarioPath)
    } catch {
      throw Departure(
        kind: .files, step: 0, row: 0, sentence: "the scenario cannot be read: \(error)")
    }
  }

  private static let scenarioPath = "seed.scenario"

  private static func files(_ fuzzCase: FuzzCase) throws(Departure) -> Files {
    let text = fuzzCase.text()
    var containers: [String: [UInt8]] = [:]
    for (name, version) in fuzzCase.containers where text.contains(name) {
      containers[name] = try bytes(of: version)
    }
    return Files(path: scenarioPath, text: Array(text.utf8), containers: containers)
  }

  /// A world without the statements of its story that name what it does not have, which readers
  /// refuse; what they find wrong elsewhere stays.
  static func readable(_ fuzzCase: FuzzCase) -> FuzzCase {
    var fuzzCase = fuzzCase
    // Readers stop at so many mistakes, so that it takes several looks.
    for _ in 0..<8 {
      guard let files = try? files(fuzzCase) else { return fuzzCase }
      do throws(LoadFailure) {
        _ = try ScenarioLoader(files).load(scenarioPath)
        return fuzzCase
      } catch {
        let first = fuzzCase.linesBeforeStory
        let wrong = Set(error.problems.compactMap { $0.location?.line })
        fuzzCase.story = fuzzCase.story.enumerated().filter {
          !wrong.contains($0.offset + first + 1)
        }.map(\.element)
      }
    }
    return fuzzCase
  }

  /// Judges what happened in a world.
  ///
  /// - Parameters:
  ///   - timeline: the world.
  ///   - originals: the containers as they were before they were written, by their versions.
  ///   - judgesLateness: whether the clocks of its zone are changed once at most.
  ///   - steps: the steps to which is gone back, whether the world is as it was.
  ///   - place: the place of a row whose explanation is compared with it; nil for none.
  package static func judge(
    _ timeline: Timeline, originals: [String: ContainerVersion] = [:], judgesLateness: Bool,
    looksBackAt steps: Set<Int> = [], tracesAt place: Int? = nil
  ) -> FuzzResult {
    var judge = Judge(originals: originals, judgesLateness: judgesLateness)
    var marks = FaultMarks()
    var elsewhere: Departure?
    var rows = 0
    timeline.redo { step in
      marks.strike(FaultStrike.kinds(of: step), step.before)
      if steps.contains(step.number) { elsewhere = lookBack(to: step, on: timeline) }
      if let place, step.record.rows.indices.contains(place - rows) {
        elsewhere = elsewhere ?? explanation(of: place - rows, in: step, row: place + 1)
      }
      rows += step.record.rows.count
      return judge.look(at: step) && elsewhere == nil
    }
    var result = FuzzResult()
    result.departure = judge.departure ?? elsewhere
    result.counts = judge.counts
    result.marks = marks
    result.digest = judge.digest
    result.seconds = timeline.live.now.instant.milliseconds / 1000
    return result
  }

  /// When all faults are over nothing may wait any more.
  private static func liveness(of timeline: Timeline, _ fuzzCase: FuzzCase) -> Departure? {
    let world = timeline.live
    func waits(_ sentence: String) -> Departure {
      Departure(
        kind: .liveness, step: timeline.stepCount, row: timeline.rowCount, sentence: sentence)
    }
    guard fuzzCase.calmCount > 0, timeline.end == nil else { return nil }
    guard world.isRunning, !world.isInBackground, !world.isFrozen else {
      return waits("the app does not run in front, though it was launched")
    }
    // Events travel an hour after the last ones, and engagement waits for others.
    let waiting = world.world.disk.hits.count {
      guard case .firebase(let event, _) = $0.hit.kind else { return true }
      return event.name != "_e" && world.now.wall - $0.hit.created > .hours(1)
    }
    if waiting > 0 { return waits("\(waiting) hits wait, though all is well for hours") }
    if world.flows?.opening == .waiting { return waits("an opener waits, though all is well") }
    return nil
  }

  // MARK: Going back

  /// How many moments of a world are gone back to.
  private static let looks = 2
  /// How many seeds apart worlds are gone back in.
  private static let seedsPerLook: UInt64 = 5

  /// Where a world is gone back to, and of which row is asked why.
  private static func looksBack(on timeline: Timeline, _ seed: UInt64) -> (
    steps: Set<Int>, row: Int
  ) {
    var draws = Draws(seed: seed, "history")
    guard timeline.stepCount > 0 else { return ([], 0) }
    // It costs as much as a fifth of a world, so most are not asked.
    guard seed.isMultiple(of: seedsPerLook) else { return ([], draws.below(timeline.rowCount)) }
    let steps = Set((0..<looks).map { _ in 1 + draws.below(timeline.stepCount) })
    return (steps, draws.below(timeline.rowCount))
  }

  /// Whoever goes back finds the world as it was.
  private static func lookBack(
    to step: Timeline.RedoneStep, on timeline: Timeline
  ) -> Departure? {
    let seen = timeline.simulation(afterStep: step.number)
    let isSame =
      seen.now == step.after.now && seen.runtime?.dataLayer == step.after.runtime?.dataLayer
      && seen.world.disk.hits.map(\.id) == step.after.world.disk.hits.map(\.id)
      && seen.world.ledger.sent == step.after.world.ledger.sent
      && seen.world.ledger.lost == step.after.world.ledger.lost
      && seen.container?.version == step.after.container?.version
    if isSame { return nil }
    return Departure(
      kind: .history, step: step.number, row: 0,
      sentence: "going back to step \(step.number) leads elsewhere")
  }

  /// An explanation has the tags that fired, where the step is done once more.
  private static func explanation(
    of place: Int, in step: Timeline.RedoneStep, row number: Int
  ) -> Departure? {
    guard let update = step.record.rows[place].update else { return nil }
    let traced = step.tracedRows()
    if traced.indices.contains(place), traced[place].update?.firings == update.firings {
      return nil
    }
    return Departure(
      kind: .history, step: step.number, row: number,
      sentence: "the explanation of row \(number) has other tags than the row")
  }

  /// Whoever asks why sees the tags that fired.
  private static func explanation(on timeline: Timeline, row place: Int) -> Departure? {
    guard place < timeline.rowCount else { return nil }
    let row = timeline.row(at: place + 1)
    guard let update = row.event.update, let traced = timeline.traced(row: row),
      traced.firings != update.firings
    else { return nil }
    return Departure(
      kind: .history, step: row.step, row: row.number,
      sentence: "the explanation of row \(row.number) has other tags than the row")
  }
}
