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
        expected: size == .full ? ["bytes": .int(Int64(fullBytes * cycles))] : nil
      ) { written(Pushes.screens(count), cycles) },
      Workload(
        "W6.read", "pushes of W1 read from JSON of 1.48 kB", "push", count * cycles,
        expected: ["leaves": .int(leaves), "refused": 0]
      ) { read(Pushes.screens(count), cycles) },
    ] + containers(isFull: size == .full)
  }

  private static func containers(isFull: Bool) -> [Workload] {
    let published = ContainerSize(tags: isFull ? 961 : 20)
    let large = ContainerSize(tags: isFull ? 1600 : 20, dimensions: ContainerSize.large)
    let count = isFull ? 40 : 2
    return [
      Workload(
        "W6.container", "a binary container of 200 kB read and compiled", "file", count,
        expected: published.matches(count)
      ) { () throws(WorkloadFailure) in
        try containers(published, count, isRead: true)
      },
      Workload(
        "W6.compile", "the same container compiled alone", "container", count,
        expected: published.matches(count)
      ) { () throws(WorkloadFailure) in
        try containers(published, count, isRead: false)
      },
      Workload(
        "W6.large", "a binary container of 10 MB read and compiled", "file", 1,
        expected: large.matches(1)
      ) { () throws(WorkloadFailure) in
        try containers(large, 1, isRead: true)
      },
    ]
  }
}

// MARK: - Rounds

extension Workload {
  /// The size of the 1000 pushes with the spacing of our writer.
  private static let fullBytes = 1_646_403

  private static func written(_ pushes: [DataMap], _ cycles: Int) -> WorkloadRound {
    let pushes = pushes.map(Value.map)
    return {
      var bytes = 0
      for _ in 0..<cycles {
        for push in pushes { bytes += JSONWriter.write(push).utf8.count }
      }
      return { [bytes] in WorkloadOutcome(matches: ["bytes": .int(Int64(bytes))]) }
    }
  }

  private static func read(_ pushes: [DataMap], _ cycles: Int) -> WorkloadRound {
    let texts = pushes.map { CompactJSON.write(.map($0)) }
    return {
      var refused = 0
      // The value read last from each text.
      var read = Array(repeating: Value.null, count: texts.count)
      for _ in 0..<cycles {
        for (index, text) in texts.enumerated() {
          do throws(JSONError) {
            read[index] = try JSONReader.read(text)
          } catch {
            refused += 1
          }
        }
      }
      return { [refused, read] in
        WorkloadOutcome(
          matches: [
            "leaves": .int(Int64(read.reduce(0) { $0 + $1.leafCount } * cycles)),
            "refused": .int(Int64(refused)),
          ],
          counters: ["bytes": .int(Int64(texts.reduce(0) { $0 + $1.count } * cycles))])
      }
    }
  }

  /// Reads a container file, or compiles what was read.
  private static func containers(
    _ size: ContainerSize, _ count: Int, isRead: Bool
  ) throws(WorkloadFailure) -> WorkloadRound {
    let version = SampleContainer.session(tags: size.tags, dimensions: size.dimensions).version
    let bytes: [UInt8]
    do throws(UnwritableContainer) {
      bytes = try BinaryWriter.write(version).bytes
    } catch {
      throw WorkloadFailure(error.description)
    }
    return { () throws(WorkloadFailure) in
      var (tags, rules, conditions) = (0, 0, 0)
      do throws(ContainerError) {
        for _ in 0..<count {
          let compiled = CompiledContainer(
            isRead ? try ContainerReader.read(bytes, name: "the container") : version)
          tags += compiled.tags.count
          rules += compiled.rules.count
          conditions += compiled.predicates.count
        }
      } catch {
        throw WorkloadFailure(error.description)
      }
      return { [tags, rules, conditions] in
        WorkloadOutcome(
          matches: [
            "tags": .int(Int64(tags)), "rules": .int(Int64(rules)),
            "conditions": .int(Int64(conditions)),
          ],
          counters: isRead ? ["bytes": .int(Int64(bytes.count * count))] : [:])
      }
    }
  }
}

private struct ContainerSize: Sendable {
  /// The dimensions of each hit that make 1600 tags take 10 MB. There cannot be many more tags,
  /// because a container has at most 5000 conditions.
  static let large = 82

  var tags: Int
  var dimensions = 0

  /// The outcome of a number of containers. Each tag has its own rule, for one of 20 events and one
  /// of 1000 bounds.
  func matches(_ count: Int) -> Workload.Facts {
    let conditions = min(tags, 20) + 1 + min(tags, 1000)
    return [
      "tags": .int(Int64(tags * count)), "rules": .int(Int64(tags * count)),
      "conditions": .int(Int64(conditions * count)),
    ]
  }
}
