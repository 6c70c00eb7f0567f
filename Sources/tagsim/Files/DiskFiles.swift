import Foundation

/// The files of the machine.
struct DiskFiles: FileStore {
  /// The largest scenario or app that is read, in bytes (50 MB).
  static let textLimit = 50_000_000
  private static let chunk = 1 << 16

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Self.unreadable(path, errno) }
    defer { close(file) }
    return try bytes(in: file, path, limit: limit)
  }

  /// What is left in an open file.
  func bytes(in file: Int32, _ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.unreadable(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Self.unreadable(path, EISDIR) }
    // A pipe or a device tells no size; a file may grow while it is read.
    let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    if size > limit { throw Self.tooLarge(path, "has \(size) bytes and at most \(limit) are read") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while try append(to: &bytes, from: file, path) {
      if bytes.count > limit {
        throw Self.tooLarge(path, "goes on past \(limit) bytes, the most that is read")
      }
    }
    return bytes
  }

  /// Reads on; false at the end.
  private func append(
    to bytes: inout [UInt8], from file: Int32, _ path: String
  ) throws(CommandFailure) -> Bool {
    var failure: Int32?
    let part = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      var length = -1
      repeat {
        length = read(file, buffer.baseAddress, Self.chunk)
      } while length < 0 && errno == EINTR
      if length < 0 { failure = errno }
      count = max(0, length)
    }
    if let failure { throw Self.unreadable(path, failure) }
    bytes += part
    return !part.isEmpty
  }

  private static func tooLarge(_ path: String, _ size: String) -> CommandFailure {
    CommandFailure(
      "\(path): \(size): check that it is the right file", code: .badInput)
  }

  private static func unreadable(_ path: String, _ error: Int32) -> CommandFailure {
    let trouble =
      switch error {
      case ENOENT, ENOTDIR: "there is no such file: check the name and the folder"
      case EISDIR: "is a folder, and a file is needed: name a file in it"
      case EACCES, EPERM: "you may not read it: check its permissions (chmod u+r)"
      default: "cannot be read (\(String(cString: strerror(error)))): check the file and its disk"
      }
    return CommandFailure("\(path): \(trouble)", code: .badInput)
  }
}
