import ContainerFormats
import OrderedCollections
import TagRuntime

/// W6: JSON of pushes, and a container file of the largest size that Google publishes.
extension Workload {
  static func files(_ size: WorkloadSize) -> [Workload] {
    let count = size(1000, 20)
    let cycles = size(20, 1)
    let leaves = Int64(count * cycles * 83)
    return [
      Workload(
        "W6.write", "pushes of W1 written as JSON", "push", count * cycles,
        expected: size == .full ? ["bytes": .int(Int64(WriteRound.fullBytes * cycles))] : nil
      ) { WriteRound(pushes: Pushes.screens(count), cycles: cycles) },
      Workload(
        "W6.read", "pushes of W1 read from JSON of 1.48 kB", "push", count * cycles,
        expected: ["leaves": .int(leaves), "refused": 0]
      ) { ReadJSONRound(pushes: Pushes.screens(count), cycles: cycles) },
    ] + containers(isFull: size == .full)
  }

  private static func containers(isFull: Bool) -> [Workload] {
    let published = FileRound.Size(tags: isFull ? 961 : 20)
    let large = FileRound.Size(tags: isFull ? 1600 : 20, dimensions: FileRound.dimensions)
    let count = isFull ? 40 : 2
    return [
      Workload(
        "W6.container", "a binary container of 200 kB read and compiled", "file", count,
        expected: published.matches(count)
      ) { () throws(WorkloadFailure) in
        try FileRound(published, count: count, isRead: true)
      },
      Workload(
        "W6.compile", "the same container compiled alone", "container", count,
        expected: published.matches(count)
      ) { () throws(WorkloadFailure) in
        try FileRound(published, count: count, isRead: false)
      },
      Workload(
        "W6.large", "a binary container of 10 MB read and compiled", "file", 1,
        expected: large.matches(1)
      ) { () throws(WorkloadFailure) in
        try FileRound(large, count: 1, isRead: true)
      },
    ]
  }
}

// MARK: - JSON

private struct WriteRound: WorkloadRound {
  /// The size of the 1000 pushes with the spacing of our writer.
  static let fullBytes = 1_646_403

  let pushes: [Value]
  let cycles: Int
  var bytes = 0

  init(pushes: [DataMap], cycles: Int) {
    self.pushes = pushes.map { .map($0) }
    self.cycles = cycles
  }

  mutating func run() {
    for _ in 0..<cycles {
      for push in pushes { bytes += JSONWriter.write(push).utf8.count }
    }
  }

  var outcome: WorkloadOutcome { WorkloadOutcome(matches: ["bytes": .int(Int64(bytes))]) }
}

private struct ReadJSONRound: WorkloadRound {
  let texts: [[UInt8]]
  let cycles: Int
  var refused = 0
  /// The value read last from each text.
  var read: [Value]

  init(pushes: [DataMap], cycles: Int) {
    texts = pushes.map { CompactJSON.write(.map($0)) }
    self.cycles = cycles
    read = Array(repeating: .null, count: texts.count)
  }

  mutating func run() {
    for _ in 0..<cycles {
      for (index, text) in texts.enumerated() {
        do throws(JSONError) {
          read[index] = try JSONReader.read(text)
        } catch {
          refused += 1
        }
      }
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: [
        "leaves": .int(Int64(read.reduce(0) { $0 + $1.leafCount } * cycles)),
        "refused": .int(Int64(refused)),
      ],
      counters: ["bytes": .int(Int64(texts.reduce(0) { $0 + $1.count } * cycles))])
  }
}

// MARK: - Containers

/// Reads a container file, or compiles what was read.
private struct FileRound: WorkloadRound {
  /// The dimensions of each hit that make 1600 tags take 10 MB. There cannot be many more tags,
  /// because a container has at most 5000 conditions.
  static let dimensions = 82

  struct Size: Sendable {
    var tags: Int
    var dimensions = 0

    /// The outcome of a number of containers. Each tag has its own rule, for one of 20 events and
    /// one of 1000 bounds.
    func matches(_ count: Int) -> Workload.Facts {
      let conditions = min(tags, 20) + 1 + min(tags, 1000)
      return [
        "tags": .int(Int64(tags * count)), "rules": .int(Int64(tags * count)),
        "conditions": .int(Int64(conditions * count)),
      ]
    }
  }

  let bytes: [UInt8]
  let version: ContainerVersion
  let count: Int
  let isRead: Bool
  var tags = 0
  var rules = 0
  var conditions = 0

  init(_ size: Size, count: Int, isRead: Bool) throws(WorkloadFailure) {
    version = SampleContainer.session(tags: size.tags, dimensions: size.dimensions).version
    self.count = count
    self.isRead = isRead
    do throws(UnwritableContainer) {
      bytes = try BinaryWriter.write(version).bytes
    } catch {
      throw WorkloadFailure(error.description)
    }
  }

  mutating func run() throws(WorkloadFailure) {
    for _ in 0..<count {
      let compiled = CompiledContainer(isRead ? try read() : version)
      tags += compiled.tags.count
      rules += compiled.rules.count
      conditions += compiled.predicates.count
    }
  }

  private func read() throws(WorkloadFailure) -> ContainerVersion {
    do throws(ContainerError) {
      return try ContainerReader.read(bytes, name: "the container")
    } catch {
      throw WorkloadFailure(error.description)
    }
  }

  var outcome: WorkloadOutcome {
    WorkloadOutcome(
      matches: [
        "tags": .int(Int64(tags)), "rules": .int(Int64(rules)),
        "conditions": .int(Int64(conditions)),
      ],
      counters: isRead ? ["bytes": .int(Int64(bytes.count * count))] : [:])
  }
}
