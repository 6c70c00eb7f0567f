import ContainerFormats
import Foundation
package import ScenarioEngine
package import TagRuntime
package import TagSimulation

/// The files of a command line, for the scenario loader.
package struct MachineFiles: ScenarioFiles {
  /// The store of the scenario and the files that it names.
  package var store: any FileStore
  /// Containers that were already compiled, from files that do not change meanwhile; nil to read
  /// each one again.
  package var known: KnownContainers?

  package init(store: any FileStore = DiskFiles(), known: KnownContainers? = nil) {
    (self.store, self.known) = (store, known)
  }

  package func bytes(of path: String, limit: Int) throws -> [UInt8] {
    do throws(CommandFailure) {
      return try store.bytes(of: path, limit: limit)
    } catch {
      throw LoadFailure(error.problems)
    }
  }

  package func container(_ path: String) throws -> ContainerVersion {
    try ContainerReader.read(bytes(of: path, limit: ContainerLimits.bytes), name: path)
  }

  package func origin(of path: String, in scenario: String?) -> FileOrigin {
    store.origin(of: path, in: scenario)
  }

  package func compiled(_ path: String) throws -> CompiledContainer {
    guard let known else { return CompiledContainer(try container(path)) }
    return try known.container(path) { CompiledContainer(try container(path)) }
  }

  package func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    store.zone(name, around: start)
  }

  package var zoneNames: [String] { TimeZone.knownTimeZoneIdentifiers }

  package func names(in folder: String) -> [String] { store.names(in: folder) }

  /// Returns the container in the bytes of a file, unchanged.
  package static func version(
    in bytes: [UInt8], _ path: String
  ) throws(CommandFailure) -> ContainerVersion {
    do throws(ContainerError) {
      return try ContainerReader.read(bytes, name: path)
    } catch {
      throw CommandFailure(error.description, code: .badInput)
    }
  }
}

/// Containers by path, for a thread that plays many scenarios, which mostly name the same few.
package final class KnownContainers {
  /// The most containers that are kept.
  private static let limit = 64
  private var containers: [String: CompiledContainer] = [:]

  package init() {}

  /// Returns the container of a path, which is compiled the first time.
  package func container(
    _ path: String, make: () throws -> CompiledContainer
  ) rethrows -> CompiledContainer {
    if let known = containers[path] { return known }
    let container = try make()
    // With this many containers in turn, the next ones are as likely to be needed as these.
    if containers.count == Self.limit { containers = [:] }
    containers[path] = container
    return container
  }
}

extension ScenarioLoader {
  /// Creates a loader for the files of a command line.
  package init(of store: any FileStore, containerOverride: String? = nil) {
    self.init(MachineFiles(store: store), containerOverride: containerOverride)
  }

  /// Loads something from a file; its problems end the command as bad input.
  package static func read<Source, Loaded>(
    _ source: Source, by load: (Source) throws(LoadFailure) -> Loaded
  ) throws(CommandFailure) -> Loaded {
    do throws(LoadFailure) {
      return try load(source)
    } catch {
      throw CommandFailure(problems: error.problems, code: .badInput)
    }
  }
}
