import ContainerFormats
import OrderedCollections
import Publishing
import ScenarioEngine
import TagBench
import TagFuzz
import TagInspection
import TagRuntime

/// What the commands do with a container, a phone's log and a run, without their files.
enum CommandWorkloads {
  /// Returns the workloads in the order in which they are shown.
  static func all(_ size: WorkloadSize) -> [Workload] {
    let (tags, phones, events) = size == .full ? (961, 40, 5000) : (20, 2, 50)
    let words = "a container of \(tags) tags"
    return [
      ofContainer("inspect", "\(words), described as a page", tags) { version in
        ContainerDescription(of: version, file: "a", bytes: 0).page.count
      },
      ofContainer("lint", "\(words), checked", tags) { version in
        Linter(version).findings.count
      },
      ofContainer("diff", "\(words), compared with another version", tags) { version in
        let sides = [version, changed(version)].map {
          ContainerDescription(of: $0, file: "a", bytes: 0)
        }
        return ContainerComparison(sides[0], sides[1]).comparedTags.count
      },
      ofContainer("try", "\(words), its rules tried one after the other", tags) { version in
        TriedEvents(CompiledContainer(version), CompiledContainer(changed(version)), path: "a")
          .count
      },
      Workload(
        "command.follow", "\(phones) phones that are played, and their logs followed", "phone",
        phones, expected: ["departed": 0]
      ) { () throws(WorkloadFailure) in
        return { () throws(WorkloadFailure) in
          var report = FollowReport()
          for seed in 1...UInt64(phones) {
            do throws(ScenarioErrors) {
              report.take(try FollowVerdict(seed: seed))
            } catch {
              throw WorkloadFailure("\(error)")
            }
          }
          return { [report] in
            WorkloadOutcome(matches: ["departed": .int(Int64(report.failed))])
          }
        }
      },
      Workload(
        "command.export", "a run of \(events) events, exported as rows", "event", events,
        expected: ["events": .int(Int64(events))]
      ) { () throws(WorkloadFailure) in
        let run = try SessionScript(events: events).played()
        return {
          var count = 0
          let remarks = RunRows(run, where: nil).forEach(.events, as: .ndjson) { _ in count += 1 }
          return { [count] in
            WorkloadOutcome(
              matches: ["events": .int(Int64(min(count, events)))],
              counters: ["rows": .int(Int64(count)), "remarks": .int(Int64(remarks.count))])
          }
        }
      },
    ]
  }

  /// Does something with a container once, and counts what came of it.
  private static func ofContainer(
    _ name: String, _ summary: String, _ tags: Int,
    _ count: @escaping @Sendable (ContainerVersion) -> Int
  ) -> Workload {
    Workload("command.\(name)", summary, "container", 1, expected: nil) {
      let version = SampleContainer.session(tags: tags).version
      return {
        let found = count(version)
        return { WorkloadOutcome(matches: ["found": .int(Int64(found))]) }
      }
    }
  }

  /// The next version of a container, without its last tag.
  private static func changed(_ version: ContainerVersion) -> ContainerVersion {
    var next = version
    next.tags.removeLast()
    return next
  }
}
