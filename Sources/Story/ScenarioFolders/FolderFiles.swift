import ContainerFormats
import Foundation
public import ScenarioEngine
public import TagRuntime
public import TagSimulation

/// The files of the machine, for a scenario loader.
public struct FolderFiles: ScenarioFiles {
  /// Creates access to all files that the process may read.
  public init() {}

  /// Reads the bytes of a file, which must not be a folder or a device.
  public func bytes(of path: String, limit: Int) throws -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw LoadFailure(["\(path): there is no such file: check the name"])
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LoadFailure(["\(path): is a folder or a device, but a file is needed"])
    }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // One more byte shows that the file is too large.
    let bytes = try file.read(upToCount: limit + 1) ?? Data()
    if bytes.count > limit {
      throw LoadFailure(["\(path): has more than \(limit) bytes: is it the right file?"])
    }
    return Array(bytes)
  }

  /// Reads the container in a file of any format.
  public func container(_ path: String) throws -> ContainerVersion {
    try ContainerReader.read(bytes(of: path, limit: ContainerLimits.bytes), name: path)
  }

  /// Returns the origin of a file; the caller names the scenario itself.
  public func origin(of path: String, in scenario: String?) -> FileOrigin {
    guard let scenario, scenario != path else { return .named }
    return ScenarioFolder.origin(of: path, in: scenario)
  }

  /// Returns the rules of a time zone that the system knows.
  public func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    ZoneRules(ofSystem: name, around: start)
  }

  /// The time zones that the system knows.
  public var zoneNames: [String] { TimeZone.knownTimeZoneIdentifiers }

  /// Returns the names in a folder, with a `/` after those of folders.
  public func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { name in
      ScenarioFolder.isFolder((folder as NSString).appendingPathComponent(name)) ? name + "/" : name
    }
  }
}

extension ZoneRules {
  /// The system's rules of a time zone; nil if it does not know the name.
  package init?(ofSystem name: String, around start: WallTime) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.init(name: zone.identifier, around: start) {
      zone.secondsFromGMT(for: $0.date)
    } nextChange: {
      zone.nextDaylightSavingTimeTransition(after: $0.date).map(WallTime.init)
    }
  }
}

extension WallTime {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
