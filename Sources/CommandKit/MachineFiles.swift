import ContainerFormats
import Foundation
package import ScenarioEngine
package import TagRuntime
package import TagSimulation

/// The files of a command line for the loader of scenarios.
package struct MachineFiles: ScenarioFiles {
  /// Where the scenario and what it names lie.
  package var store: any FileStore
  /// Containers that were compiled before, of files that do not change meanwhile; nil where every
  /// one is read again.
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
    do throws(CommandFailure) {
      return try Self.version(in: store.bytes(of: path, limit: ContainerLimits.bytes), path)
    } catch {
      throw LoadFailure(error.problems)
    }
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

  /// The container that the bytes of a file hold, as it stands there.
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

/// Containers by their paths, for a thread that plays many scenarios: most name the same few.
package final class KnownContainers {
  /// How many are kept.
  private static let limit = 64
  private var containers: [String: CompiledContainer] = [:]

  package init() {}

  /// The container of a path, which is made the first time.
  package func container(
    _ path: String, make: () throws -> CompiledContainer
  ) rethrows -> CompiledContainer {
    if let known = containers[path] { return known }
    let container = try make()
    // Whoever has so many goes through them in turn; the next ones are as likely as these.
    if containers.count == Self.limit { containers = [:] }
    containers[path] = container
    return container
  }
}

extension ScenarioLoader {
  /// A loader for the files of a command line.
  package init(of store: any FileStore, containerOverride: String? = nil) {
    self.init(MachineFiles(store: store), containerOverride: containerOverride)
  }

  /// Loads something of a file; what is wrong with it ends the command as bad input.
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
