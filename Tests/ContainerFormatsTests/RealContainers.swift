import Foundation

/// The folder of real containers that the environment names.
enum RealContainers {
  static let folder: URL? =
    ProcessInfo.processInfo.environment["TAGSIM_REAL_CONTAINERS"].map { URL(filePath: $0) }

  static func files(in subfolder: String) -> [String] {
    guard let folder else { return [] }
    let path = folder.appending(path: subfolder).path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return Array(try Data(contentsOf: folder.appending(path: path)))
  }
}
