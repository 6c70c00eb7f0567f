import OrderedCollections
import TagRuntime
import TagSimulation

/// Values, keys of the data layer and containers that differ over a span of rows.
extension RunComparison {
  /// The differences between the worlds after the rows of some pairs.
  struct States {
    var values: [StateDifference] = []
    var keys: [StateDifference] = []
    var containers: [StateDifference] = []
  }

  /// Compares the worlds after those pairs that may have changed them.
  ///
  /// - Complexity: of replaying the steps of those pairs once in each run.
  func states(ofPairs pairs: Range<Int>) -> States {
    let places = pairs.filter { place in
      ComparedSide.allCases.contains {
        event(ofPair: place, in: $0)?.changesWhatIsRead ?? false
      }
    }
    guard let last = pairs.last, !places.isEmpty else { return States() }
    let states = ComparedSide.allCases.map { worlds(at: places, in: $0) }
    var (values, keys, containers) = (Spans(), Spans(), Spans())
    for (index, place) in places.enumerated() {
      let (a, b) = (states[0][index], states[1][index])
      values.note(a.values, b.values, at: place)
      containers.note(a.containers, b.containers, at: place)
      if a.dataLayer != b.dataLayer {
        keys.note(a.keys, b.keys, at: place)
      } else {
        keys.note([:], [:], at: place)
      }
    }
    return States(
      values: values.all(upTo: last), keys: keys.all(upTo: last),
      containers: containers.all(upTo: last))
  }

  /// Returns the worlds of a run after the rows of some pairs.
  private func worlds(at places: [Int], in side: ComparedSide) -> [ReadState] {
    let timeline = timeline(of: side)
    let steps = places.map { place -> Int in
      let row = lastRow(upTo: place, in: side)
      return row == 0 ? 0 : timeline.row(at: row).step
    }
    var states: [ReadState] = []
    timeline.look(afterSteps: steps) { _, world in
      states.append(ReadState(world, after: states.last))
    }
    return states
  }
}

extension EventRow {
  /// Whether the row may change the values that the app reads.
  fileprivate var changesWhatIsRead: Bool {
    switch kind {
    case .launched, .killed, .containerAvailable, .refreshed, .closed, .link, .update, .reinstalled,
      .upgraded, .deviceChanged, .clockSet, .thawed:
      true
    default: false
    }
  }
}

/// The name of something readable, with its container.
private struct StateName: Hashable {
  var container: String
  var name: String
}

/// Everything that an app could read at a moment.
private struct ReadState {
  var values: OrderedDictionary<StateName, StateText> = [:]
  /// The open containers, with their versions and sources.
  var containers: OrderedDictionary<StateName, StateText> = [:]
  var dataLayer: DataLayer
  private var used: [CompiledContainer?] = []
  private var device: Device

  init(_ world: Simulation, after last: ReadState?) {
    dataLayer = world.runtime?.dataLayer ?? DataLayer()
    device = world.world.device
    let open = world.runtime?.containerStatuses ?? []
    for container in open {
      let name = StateName(container: container.id, name: "")
      containers[name] = StateText(text: container.versionText)
    }
    used = open.map { world.runtime?.compiledContainer($0.id) }
    if let last, last.used.elementsEqual(used, by: ===), last.dataLayer == dataLayer,
      last.device == device, last.containers == containers
    {
      values = last.values
      return
    }
    for container in open {
      for read in world.world.app.container(container.id)?.reads ?? [] {
        let name = StateName(container: container.id, name: read.key)
        values[name] = Self.text(of: world.reading(of: read, in: container.id))
      }
    }
  }

  /// The values in the data layer, by their paths.
  var keys: OrderedDictionary<StateName, StateText> {
    OrderedDictionary(
      dataLayer.leaves().map {
        (StateName(container: "", name: $0.path), StateText(text: $0.value.comparedText))
      },
      uniquingKeysWith: { first, _ in first })
  }

  private static func text(of reading: ValueReading) -> StateText {
    switch reading.origin {
    case .container: StateText(text: reading.shownValue)
    case .noKey: StateText(text: reading.shownValue, remark: "  NO KEY", isMissing: true)
    case .unconvertible: StateText(text: reading.shownValue, remark: "  NOT CONVERTIBLE")
    }
  }
}

extension ContainerStatus {
  /// The version with its source: "v7 saved".
  fileprivate var versionText: String {
    version.isEmpty ? source.rawValue : "v\(version) \(source.rawValue)"
  }
}

/// The spans of pairs over which something reads differently.
private struct Spans {
  /// The texts that both runs read under one name.
  private struct Reading: Hashable {
    var name: StateName
    var a: StateText?
    var b: StateText?
  }

  private struct Open {
    var a: StateText?
    var b: StateText?
    var start: Int
  }

  private var open: OrderedDictionary<StateName, Open> = [:]
  private var ended: OrderedDictionary<Reading, [ClosedRange<Int>]> = [:]

  /// Records everything read after a pair.
  mutating func note(
    _ a: OrderedDictionary<StateName, StateText>, _ b: OrderedDictionary<StateName, StateText>,
    at place: Int
  ) {
    for (name, span) in open.elements where a[name] != span.a || b[name] != span.b {
      end(name, at: place - 1)
    }
    for name in a.keys.elements + b.keys.filter({ a[$0] == nil }) {
      let (one, other) = (a[name], b[name])
      if one != other, open[name] == nil { open[name] = Open(a: one, b: other, start: place) }
    }
  }

  private mutating func end(_ name: StateName, at place: Int) {
    guard let span = open.removeValue(forKey: name) else { return }
    ended[Reading(name: name, a: span.a, b: span.b), default: []].append(
      span.start...max(span.start, place))
  }

  /// Returns all differences, ordered by their beginnings.
  func all(upTo last: Int) -> [StateDifference] {
    var spans = self
    for name in open.keys { spans.end(name, at: last) }
    let all = spans.ended.elements.map { reading, spans in
      StateDifference(
        container: reading.name.container, name: reading.name.name, a: reading.a, b: reading.b,
        spans: spans)
    }
    return all.enumerated().sorted {
      ($0.element.spans[0].lowerBound, $0.offset) < ($1.element.spans[0].lowerBound, $1.offset)
    }.map(\.element)
  }
}
