import Foundation
import OrderedCollections
import TagBench
import TagRuntime
import TagStore

/// W3: hits that a store saves and removes again, in a real file in a temporary folder.
enum StoreWorkloads {
  /// The number of hits that the dispatcher takes at once.
  private static let batch = Limits.hitsPerFetch

  /// Returns the workloads in the order in which they are shown.
  static func all(_ size: WorkloadSize) -> [Workload] {
    let single = size == .full ? 500 : 5
    let many = size == .full ? Limits.storedHits : 2 * batch
    return [
      Workload(
        "W3.single", "a hit of about 600 bytes stored for good, one by one", "row", single,
        expected: ["rows": .int(Int64(single))]
      ) { () throws(WorkloadFailure) in try prepared(single, batch: 1, isDrain: false) },
      Workload(
        "W3.batch", "such hits stored for good, \(batch) at a time", "row", many,
        expected: ["rows": .int(Int64(many))]
      ) { () throws(WorkloadFailure) in try prepared(many, batch: batch, isDrain: false) },
      Workload(
        "W3.drain", "such hits taken out of a full store, \(batch) at a time", "row", many,
        expected: ["rows": 0]
      ) { () throws(WorkloadFailure) in try prepared(many, batch: batch, isDrain: true) },
    ]
  }

  /// A store that is filled or emptied.
  private static func prepared(
    _ rows: Int, batch: Int, isDrain: Bool
  ) throws(WorkloadFailure) -> WorkloadRound {
    let hits = BenchWorld.hits(rows)
    let folder = try StoreFolder()
    let store = try checked { () throws(StoreError) in
      let store = try TagStore(folder.file)
      if isDrain { try store.save(changes(hits.map(DiskChange.keep))) }
      return store
    }
    return { () throws(WorkloadFailure) in
      var saves = 0
      for start in stride(from: 0, to: hits.count, by: batch) {
        let some = hits[start..<min(start + batch, hits.count)]
        try checked { () throws(StoreError) in
          try store.save(changes(some.map { isDrain ? .remove(hit: $0.id) : .keep($0) }))
        }
        saves += 1
      }
      // The outcome that another program would find in the file.
      return { [saves] in
        store.close()
        let found = try? TagStore(folder.file)
        defer { found?.close() }
        return WorkloadOutcome(
          matches: ["rows": .int(Int64(found?.device.hits.count ?? -1))],
          counters: ["saves": .int(Int64(saves))])
      }
    }
  }

  private static func changes(_ changes: [DiskChange]) -> StoredChanges {
    StoredChanges(changes, clientID: "", isOptedOut: false)
  }

  private static func checked<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(WorkloadFailure) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw WorkloadFailure(error.description)
    }
  }
}

/// A temporary folder for a store, removed together with this object.
private final class StoreFolder {
  private let url: URL

  var file: String { url.appendingPathComponent("phone.sqlite").path }

  init() throws(WorkloadFailure) {
    let files = FileManager.default
    url = files.temporaryDirectory.appendingPathComponent("tagsim-bench-" + UUID().uuidString)
    BenchInterruption.keepsFiles(true)
    do {
      try files.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      BenchInterruption.keepsFiles(false)
      throw WorkloadFailure("\(url.path): the temporary folder cannot be made")
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    BenchInterruption.keepsFiles(false)
  }
}
