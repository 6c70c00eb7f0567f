import Foundation

extension DiskFiles {
  /// Writes a file in one step: whoever reads it meanwhile sees all of the old or all of the new,
  /// and after a failure the old one is as it was.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    // A device or a pipe would be replaced by a plain file.
    if let kind = status(of: path)?.st_mode, kind & S_IFMT != S_IFREG {
      throw Self.unwritable(path, "it is a folder or a device, and a file is needed")
    }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Self.unwritable(path, error.localizedDescription)
    }
  }

  /// Whether two paths lead to one file, by whatever names and links.
  func areSame(_ first: String, _ second: String) -> Bool {
    guard let first = status(of: first), let second = status(of: second) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func unwritable(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      "\(path): cannot be written (\(reason)): check the folder and its permissions",
      code: .internalError)
  }
}
