import Foundation

/// Where the files of scenarios come from.
protocol FileStore {
  /// The bytes of a file.
  func bytes(of path: String) throws(CommandFailure) -> [UInt8]
}

/// The files of the machine.
struct DiskFiles: FileStore {
  /// The largest file that is read; a scenario may have 50 MB.
  static let byteLimit = 50_000_000

  func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure(
        "\(path): there is no such file: check the name and the folder", code: .badInput)
    }
    if isDirectory.boolValue {
      throw CommandFailure("\(path): is a folder, and a file is needed", code: .badInput)
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      return try Self.bytes(from: handle, path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        "\(path): cannot be read (\(error.localizedDescription)): check its permissions",
        code: .badInput)
    }
  }
}
