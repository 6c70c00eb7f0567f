import OrderedCollections
import TagRuntime
import TagSimulation

/// The sum of all differences, as far as both runs go, or around a row of long runs.
extension RunComparison {
  /// The number of pairs that are summed together.
  package static let sumPairs = 500
  /// The maximum number of differences listed per kind.
  package static let toldLimit = 200

  /// The differences over some pairs.
  package struct Sum: Sendable {
    package var pairs: Range<Int>
    package var tags: [TagDifference] = []
    package var hits: [HitDifference] = []
    package var values: [StateDifference] = []
    package var keys: [StateDifference] = []
    package var containers: [StateDifference] = []
    /// The number of differences that are not listed.
    package var leftOut = 0
    package var same: [String] = []

    /// The count of each kind: "1 tag", "2 values".
    package var counts: [String] {
      [
        (tags.count, "tag"), (values.count, "value"), (keys.count, "key"), (hits.count, "hit"),
        (containers.count, "container"),
      ].filter { $0.0 > 0 }.map { Counted.text($0.0, $0.1) }
    }
  }

  /// Returns the pairs that are summed together with one: all of them unless the runs are long.
  package func sumPairs(around place: Int) -> Range<Int> {
    let last = max(sharedPairs, min(place, pairCount - 1))
    let start = sharedPairs + (last - sharedPairs) / Self.sumPairs * Self.sumPairs
    return start..<max(start, min(pairCount, start + Self.sumPairs))
  }

  /// Whether one sum covers all pairs that may differ.
  package var isSummedAtOnce: Bool { rest.count <= Self.sumPairs }

  /// Sums the differences over the pairs around one.
  ///
  /// - Complexity: of replaying the steps of those pairs once in each run; no row is traced.
  package func sum(around place: Int) -> Sum {
    let pairs = sumPairs(around: place)
    var sum = Sum(pairs: pairs)
    for place in pairs {
      let parts = pair(at: place).parts
      if !parts.isDisjoint(with: [.tags, .presence]) { sum.tags += tags(ofPair: place) }
      if !parts.isDisjoint(with: [.hits, .presence]) { sum.hits += hits(ofPair: place) }
    }
    let earlier = pairs.lowerBound == sharedPairs ? earlierFates() : ([], 0)
    let fates = fates(ofPairs: pairs)
    sum.hits = (earlier.0 + sum.hits + fates.differing).enumerated().sorted {
      ($0.element.pair, $0.offset) < ($1.element.pair, $1.offset)
    }.map(\.element)
    let states = states(ofPairs: pairs)
    (sum.values, sum.keys, sum.containers) = (states.values, states.keys, states.containers)
    sum.same = same(sum, hits: earlier.1 + fates.same)
    sum.cut()
    return sum
  }

  private func same(_ sum: Sum, hits: Int) -> [String] {
    let events = sum.pairs.count { place in
      let pair = pair(at: place)
      return pair.parts.isEmpty && !pair.isOfWorld
    }
    var same: [String] = []
    if sharedPairs > 0, sum.pairs.lowerBound == sharedPairs {
      same.append(sharedPairs == 1 ? "the first row" : "the first \(sharedPairs) rows")
    }
    if events > 0 { same.append(Counted.text(events, same.isEmpty ? "event" : "more event")) }
    if hits > 0 { same.append(Counted.text(hits, "hit")) }
    let reads = ComparedSide.allCases.contains { side in
      timeline(of: side).live.world.app.containers.contains { !$0.reads.isEmpty }
    }
    if sum.values.isEmpty, reads { same.append("values that the app reads") }
    if sum.keys.isEmpty { same.append("the data layer") }
    if sum.containers.isEmpty { same.append("the containers") }
    return same
  }
}

extension RunComparison.Sum {
  /// Cuts lists that are too long to read.
  fileprivate mutating func cut() {
    let limit = RunComparison.toldLimit
    for count in [tags.count, hits.count, values.count, keys.count, containers.count] {
      leftOut += max(0, count - limit)
    }
    tags = Array(tags.prefix(limit))
    hits = Array(hits.prefix(limit))
    values = Array(values.prefix(limit))
    keys = Array(keys.prefix(limit))
    containers = Array(containers.prefix(limit))
  }
}

// MARK: - Setup

/// A difference of the setup before anything else differs.
package struct SetupDifference: Sendable, Hashable {
  /// The part of the setup: "the published container".
  package var name: String
  package var a: String
  package var b: String

  /// A sentence such as "the published container is v8 in A and v9 in B".
  package var words: String { "\(name) is \(a) in A and \(b) in B" }
}

extension RunComparison {
  /// The differences of the setup before the acts or the behaviour of the app differ: the causes,
  /// not the effects.
  ///
  /// - Complexity: of creating two worlds.
  package var setup: [SetupDifference] {
    let differing = rest.indices.filter { !rest[$0].parts.isEmpty }
    let effect = differing.first { !rest[$0].isSetup }
    let worlds = ComparedSide.allCases.map { side -> Simulation in
      let timeline = timeline(of: side)
      guard let effect else {
        let row = lastRow(upTo: pairCount - 1, in: side)
        return timeline.simulation(afterStep: row == 0 ? 0 : timeline.row(at: row).step)
      }
      // Use the row itself if the run has it: its step sets up nothing, and acts between the rows
      // are visible.
      if let row = rest[effect].row(in: side) {
        return timeline.simulation(afterStep: timeline.row(at: row).step - 1)
      }
      let row = lastRow(upTo: sharedPairs + effect, in: side)
      return timeline.simulation(afterStep: row == 0 ? 0 : timeline.row(at: row).step)
    }
    return SetupFacts.differences(SetupFacts(worlds[0]), SetupFacts(worlds[1]))
  }
}

/// The setup of a world: everything that people chose before the app did anything.
private struct SetupFacts {
  private var texts: OrderedDictionary<String, String> = [:]
  private var containers: OrderedDictionary<String, CompiledContainer> = [:]

  init(_ simulation: Simulation) {
    let world = simulation.world
    let ids = world.app.containers.map(\.id)
    func name(_ kind: String, _ id: String) -> String {
      ids.count > 1 ? "the \(kind) container \(id)" : "the \(kind) container"
    }
    texts["the app"] = world.app.name
    texts["the SDK"] = simulation.settings.generation == .firebase ? "v5" : "v3"
    for id in ids {
      containers[name("bundled", id)] = simulation.bundledContainer(of: id)
      containers[name("saved", id)] = world.disk.savedContainers[id]?.container
      containers[name("published", id)] = world.server.published[id]?.container
    }
    texts["the network"] = world.network.words
    texts["the disk"] = "\(world.disk.condition)"
    let device = world.device
    texts["the language of the phone"] = "\(device.language) \(device.country)"
    texts["the phone"] =
      "\(device.model) \(device.osVersion) \(device.screenWidth)x\(device.screenHeight)"
  }

  static func differences(_ a: SetupFacts, _ b: SetupFacts) -> [SetupDifference] {
    var differences: [SetupDifference] = []
    for name in a.containers.keys.elements + b.containers.keys.filter({ a.containers[$0] == nil }) {
      let (one, other) = (a.containers[name], b.containers[name])
      if one === other || one?.version == other?.version { continue }
      let texts = [one, other].map { $0.map(text) ?? "none" }
      let isSameText = texts[0] == texts[1]
      differences.append(
        SetupDifference(name: name, a: texts[0], b: isSameText ? "another " + texts[1] : texts[1]))
    }
    for name in a.texts.keys {
      guard let one = a.texts[name], let other = b.texts[name], one != other else { continue }
      differences.append(SetupDifference(name: name, a: one, b: other))
    }
    return differences
  }

  private static func text(of container: CompiledContainer) -> String {
    let version = container.version.version
    return version.isEmpty ? "one without a version" : "v" + version
  }
}

// MARK: - Text

extension RunComparison {
  /// The differences of the setup in a sentence; empty if there are none.
  package var setupText: String {
    let words = setup.map(\.words)
    return words.isEmpty ? "" : "Different setup: " + words.joined(separator: ", ") + "."
  }

  /// A sentence about the rows after the last compared one; nil if there are none.
  package var endText: String? {
    if isCut {
      let covered = pairCount == 0 ? "" : " after \(pair(at: pairCount - 1).number)"
      return "the rows\(covered) were not compared: there are too many"
    }
    for side in ComparedSide.allCases where rowsAfterEnd(in: side) > 0 {
      let rows = Counted.text(rowsAfterEnd(in: side), "row")
      return "\(side.rawValue) continues for \(rows)"
    }
    return nil
  }
}
