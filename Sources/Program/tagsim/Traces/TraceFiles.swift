import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// A store that remembers the requested files, so that a trace can include them.
final class RememberedFiles: WrappedFiles {
  let store: any FileStore
  private var files: OrderedDictionary<String, [UInt8]> = [:]
  /// The time zones that were requested, in order.
  private(set) var zones: [Trace.Zone] = []

  init(_ store: any FileStore) { self.store = store }

  var count: Int { files.count }

  func has(_ path: String) -> Bool { files[path] != nil }

  var read: [Trace.File] { files.elements.map { Trace.File($0.key, $0.value) } }

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let bytes = try store.bytes(of: path, limit: limit)
    if files[path] == nil { files[path] = bytes }
    return bytes
  }

  func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    let rules = store.zone(name, around: start)
    let isKnown = zones.contains { $0.name == name && $0.around == start }
    if let rules, !isKnown { zones.append(Trace.Zone(name, around: start, rules)) }
    return rules
  }

  func forget() { (files, zones) = ([:], []) }
}

/// The files of a scenario, with a container of the machine that overrides published ones.
struct OverriddenFiles: WrappedFiles {
  let store: any FileStore
  /// The path of the container.
  let override: String

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    try (path == override ? DiskFiles() : store).bytes(of: path, limit: limit)
  }

  func origin(of path: String, in scenario: String?) -> FileOrigin {
    (path == override ? DiskFiles() : store).origin(of: path, in: scenario)
  }
}

/// The files in a trace, and no others: nothing on the machine is read or written.
struct TraceFiles: FileStore {
  let trace: Trace
  /// The trace's name for users.
  let name: String

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    guard let file = trace.files[path] else {
      throw CommandFailure(
        "\(name): has no file '\(path)', which its scenario names: the trace was truncated or "
          + "changed",
        code: .badInput)
    }
    guard let bytes = file.bytes else {
      throw CommandFailure(
        "\(name): has not what is in '\(path)': \(file.lack ?? "")", code: .badInput)
    }
    guard bytes.count <= limit else {
      throw CommandFailure(
        "\(name): '\(path)' in it has \(bytes.count) bytes, but at most \(limit) are read",
        code: .badInput)
    }
    return bytes
  }

  func names(in folder: String) -> [String] { [] }

  func origin(of path: String, in scenario: String?) -> FileOrigin { .memory }

  func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    trace.zones.first { $0.name == name && $0.around == start }?.rules
  }
}
