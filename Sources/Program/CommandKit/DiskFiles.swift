import Foundation
package import ScenarioEngine
import ScenarioFolders

/// The files of the machine, and the one place where they are read.
///
/// Reading a pipe or a device may block forever. One on the command line is intended by the user;
/// one that a file or a prompt names is refused.
package struct DiskFiles: FileStore {
  private static let chunk = 1 << 16
  /// The paths that may be pipes or devices.
  private let streams: Set<String>

  /// - Parameter streams: the paths that may be pipes or devices; by default those of the command
  ///   line.
  package init(streams: Set<String> = NamedStreams.paths) { self.streams = streams }

  package func origin(of path: String, in scenario: String?) -> FileOrigin {
    if StandardInput.isMeant(by: path) { return .memory }
    guard let scenario else { return .named }
    // Any word of the command line may look like the path of a link that somebody left there.
    if streams.contains(path), path == scenario || !Self.isLink(path) { return .named }
    return ScenarioFolder.origin(
      of: path, in: scenario,
      project: StandardInput.isMeant(by: scenario) ? ScenarioFolder.resolved(".") : nil)
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  package func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    if StandardInput.isMeant(by: path) {
      guard streams.contains(path) else { throw Self.misplacedStandardInput(path) }
      return try StandardInput.bytes(limit: limit)
    }
    return try reading(path) { file throws(CommandFailure) in
      try bytes(in: file, path, limit: limit)
    }
  }

  /// Returns the first bytes of a file, up to a count.
  package func start(of path: String, count: Int) throws(CommandFailure) -> [UInt8] {
    try reading(path) { file throws(CommandFailure) in
      var bytes: [UInt8] = []
      while bytes.count < count, try append(to: &bytes, from: file, path, atMost: count) {}
      return Array(bytes.prefix(count))
    }
  }

  /// Opens a file, reads from it, and closes it.
  private func reading(
    _ path: String, _ read: (Int32) throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) -> [UInt8] {
    let isStream = streams.contains(path)
    // Opening a pipe without a writer would wait for one.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isStream ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw Self.unreadable(path, errno) }
    defer { close(file) }
    if !isStream { try refuseStream(file, path) }
    return try read(file)
  }

  private func refuseStream(_ file: Int32, _ path: String) throws(CommandFailure) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.unreadable(path, errno) }
    let words: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw Self.unreadable(path, EISDIR)
    case S_IFIFO: words = "a pipe"
    default: words = "a device"
    }
    throw CommandFailure(
      "\(path): is \(words), but a file is needed: save its output, and name that file",
      code: .badInput)
  }

  package func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.map { name in
      let path = (folder as NSString).appendingPathComponent(name)
      let isFolder = status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
      return name + (isFolder ? "/" : "")
    }
  }

  /// Returns the rest of an open file.
  package func bytes(in file: Int32, _ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.unreadable(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Self.unreadable(path, EISDIR) }
    // A pipe or a device has no size; a file may grow while it is read.
    let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    if size > limit {
      throw Self.tooLarge(
        path,
        "has \(size) bytes, but at most \(limit) are read")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while try append(to: &bytes, from: file, path) {
      if bytes.count > limit {
        throw Self.tooLarge(path, "has more than \(limit) bytes, the most that is read")
      }
    }
    return bytes
  }

  /// Reads more; false at the end.
  private func append(
    to bytes: inout [UInt8], from file: Int32, _ path: String, atMost size: Int = chunk
  ) throws(CommandFailure) -> Bool {
    var failure: Int32?
    let size = min(size, Self.chunk)
    let part = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var length = -1
      repeat {
        length = read(file, buffer.baseAddress, size)
      } while length < 0 && errno == EINTR
      if length < 0 { failure = errno }
      count = max(0, length)
    }
    if let failure { throw Self.unreadable(path, failure) }
    bytes += part
    return !part.isEmpty
  }

  private static func misplacedStandardInput(_ path: String) -> CommandFailure {
    CommandFailure(
      "\(path): is standard input, which only the command line names: name a file, './\(path)' "
        + "if that is its name", code: .badInput)
  }

  private static func tooLarge(_ path: String, _ size: String) -> CommandFailure {
    CommandFailure(
      "\(path): \(size): check that it is the right file", code: .badInput)
  }

  private static func unreadable(_ path: String, _ error: Int32) -> CommandFailure {
    let trouble =
      switch error {
      case ENOENT, ENOTDIR: "there is no such file: check the name and the folder"
      case EISDIR: "is a folder, but a file is needed: name a file in it"
      case EACCES, EPERM: "you have no permission to read it: try chmod u+r"
      case ENXIO: "is a socket or a device, but a file is needed: name a file"
      case EMFILE, ENFILE:
        "cannot be read: too many files are open: close other programs, or raise the limit (ulimit "
          + "-n)"
      default: "cannot be read (\(String(cString: strerror(error)))): check the file and its disk"
      }
    return CommandFailure("\(path): \(trouble)", code: .badInput)
  }
}

// MARK: - Writing

extension DiskFiles {
  /// The argument for standard output on a command line.
  package static let standardOutput = "-"

  /// Writes a file in one step: a concurrent reader sees either the old or the new content
  /// entirely, and after a failure the old one is unchanged. A stream gets the bytes.
  package func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    if Self.isStream(path) { return try Self.pass(bytes, to: path) }
    try checkPlace(of: path)
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let mode = status(of: place).map { $0.st_mode & 0o7777 }
    let draft = Self.draftPath(besides: place)
    guard try put(bytes, at: draft, named: path) else { throw Self.unwritable(path, EEXIST) }
    if let mode { chmod(draft, mode) }
    guard rename(draft, place) == 0 else {
      let error = errno
      unlink(draft)
      throw Self.unwritable(path, error)
    }
  }

  /// Creates a file where nothing exists, not even a broken link. A stream gets the bytes.
  ///
  /// Nothing can appear there in between; after a failure, nothing exists there.
  ///
  /// - Returns: whether it was written; false if something exists.
  package func create(_ bytes: [UInt8], at path: String) throws(CommandFailure) -> Bool {
    if Self.isStream(path) {
      try Self.pass(bytes, to: path)
      return true
    }
    try checkFolder(of: path)
    return try put(bytes, at: path, named: path)
  }

  /// Creates a file where nothing exists.
  ///
  /// - Throws: also if something exists.
  package func writeNew(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    guard try create(bytes, at: path) else { throw refusal(existing: path) }
  }

  /// Returns the error about a file that already exists and stays.
  package func refusal(existing path: String) -> CommandFailure {
    CommandFailure("\(path): already exists: choose another file", code: .badInput)
  }

  /// The temporary path of a file before it has its name. Searches for scenarios or containers in
  /// the folder skip it.
  private static func draftPath(besides path: String) -> String {
    let name = ".tagsim-\(getpid())-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return (folder(of: path) as NSString).appendingPathComponent(name)
  }

  private func put(
    _ bytes: [UInt8], at place: String, named path: String
  ) throws(CommandFailure) -> Bool {
    let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      if errno == EEXIST { return false }
      throw Self.unwritable(path, errno)
    }
    let error = Console.write(bytes, to: file)
    // A network disk may only now report that it is full.
    let isClosed = close(file) == 0
    guard error == nil, isClosed else {
      let error = error ?? errno
      unlink(place)
      throw Self.unwritable(path, error, needed: bytes.count)
    }
    return true
  }

  /// Finds obstacles to writing a file, before any work is done for it.
  package func checkWritable(_ path: String) throws(CommandFailure) {
    if Self.isStream(path) { return }
    try checkPlace(of: path)
    let folder = Self.folder(of: path)
    if let error = Self.obstacle(toWritingIn: folder.isEmpty ? "." : folder) {
      throw Self.unwritable(path, error)
    }
  }

  /// Returns why no file can be created in a folder; nil if one was created, then removed.
  /// Permissions are not sufficient: `/proc` grants them, and a disk may be read-only.
  package static func obstacle(toWritingIn folder: String) -> Int32? {
    let probe = draftPath(besides: (folder as NSString).appendingPathComponent("probe"))
    let file = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    close(file)
    unlink(probe)
    return nil
  }

  private func checkPlace(of path: String) throws(CommandFailure) {
    try checkFolder(of: path)
    if Self.kind(of: path) == S_IFDIR {
      throw Self.unwritable(path, "it is a folder, but a file is needed")
    }
  }

  private func checkFolder(of path: String) throws(CommandFailure) {
    let folder = Self.folder(of: path)
    if !folder.isEmpty, status(of: folder).map({ $0.st_mode & S_IFMT == S_IFDIR }) != true {
      throw Self.unwritable(path, "there is no folder \(folder)")
    }
  }

  /// Refuses to overwrite a file that is read, whatever name it is given.
  package func refuse(
    overwriting read: [String], with path: String, option: String
  ) throws(CommandFailure) {
    guard !Self.isStream(path), let file = read.first(where: { areSame($0, path) }) else { return }
    throw CommandFailure(
      "\(option)\(path): is \(file), which is an input: choose another name", code: .usage)
  }

  /// Refuses to overwrite the only file that is read.
  package func refuse(overwritingInput file: String, with path: String) throws(CommandFailure) {
    guard !Self.isStream(path), areSame(file, path) else { return }
    throw CommandFailure("--output \(path): is the input file: choose another name", code: .usage)
  }

  /// Returns the folder of a file; empty if its path has none. Names may be one character long.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates a folder, and those above it, if missing.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - isPrivate: whether only the owner may access the created folders.
  package func makeFolder(_ path: String, isPrivate: Bool = false) throws(CommandFailure) {
    if let kind = status(of: path).map({ $0.st_mode & S_IFMT }), kind != S_IFDIR {
      throw Self.unwritable(path, "it is a file, but a folder is needed")
    }
    // Starts from the first folder that is missing.
    var missing: [String] = []
    var place = path
    while !place.isEmpty, status(of: place) == nil {
      missing.append(place)
      place = Self.folder(of: Self.withoutSlashes(place))
    }
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    for place in missing.reversed() where mkdir(place, mode) != 0 && errno != EEXIST {
      throw Self.unwritable(path, errno)
    }
  }

  private static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Replaces the content of an existing file in one step, keeping its name and permissions; links
  /// to it stay valid.
  package func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if access(place, W_OK) != 0 { throw Self.unwritable(path, errno) }
    try write(bytes, to: place)
  }

  /// Whether two paths name one file, whatever their names and links.
  package func areSame(_ first: String, _ second: String) -> Bool {
    guard let first = status(of: first), let second = status(of: second) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether a path is a file that can be read repeatedly.
  package func isPlain(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Returns the failure of a file that cannot be written, with the system's number of the error.
  ///
  /// `needed` is the number of bytes that it would have; nil if unknown.
  package static func unwritable(
    _ path: String, _ error: Int32, needed: Int? = nil
  ) -> CommandFailure {
    .unwritten("\(path):", error, needed: needed)
  }

  private static func unwritable(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      "\(path): cannot be written (\(reason)): check the folder and its permissions",
      code: .internalError)
  }
}

// MARK: - Streams

extension DiskFiles {
  /// Whether a path on a command line, or what a link there leads to, takes bytes as they come and
  /// keeps no file: `-`, a stream of the process, a device or a pipe. None is ever replaced.
  package static func isStream(_ path: String) -> Bool {
    if descriptor(of: path) != nil { return true }
    switch kind(of: path) {
    case nil, S_IFDIR: return false
    // What another process has open looks like the file that it is led to.
    case S_IFREG: return targets(of: path).contains { $0.hasPrefix("/proc/") }
    default: return true
    }
  }

  /// Whether a path on a command line is standard output, whatever its name.
  package static func isStandardOutput(_ path: String?) -> Bool {
    path.flatMap(descriptor) == STDOUT_FILENO
  }

  /// Whether something is at a path that must not be replaced; a stream is not replaced.
  package static func isTaken(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && !isStream(path)
  }

  /// Opens a stream other than standard output.
  package static func openStream(_ path: String) throws(CommandFailure) -> Int32 {
    let stream =
      if let own = descriptor(of: path) {
        fcntl(own, F_DUPFD_CLOEXEC, 0)
      } else {
        open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY)
      }
    guard stream >= 0 else { throw unwritable(path, errno) }
    return stream
  }

  private static func pass(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    if isStandardOutput(path) { return Console.write(bytes) }
    let stream = try openStream(path)
    defer { close(stream) }
    if let error = Console.write(bytes, to: stream) {
      throw unwritable(path, error, needed: bytes.count)
    }
  }

  /// The number of a stream of this process; nil for other paths. Opened by its name, a file that
  /// it is led to would be written from its start.
  private static func descriptor(of path: String) -> Int32? {
    if path == standardOutput { return STDOUT_FILENO }
    let names = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
    for target in targets(of: path) {
      if let number = names[target] { return number }
      for folder in ["/dev/fd/", "/proc/self/fd/"] where target.hasPrefix(folder) {
        return Int32(target.dropFirst(folder.count))
      }
    }
    return nil
  }

  /// The path, and what a link there leads to.
  private static func targets(of path: String) -> [String] {
    [path] + [try? FileManager.default.destinationOfSymbolicLink(atPath: path)].compactMap { $0 }
  }

  private static func kind(of path: String) -> mode_t? {
    DiskFiles().status(of: path).map { $0.st_mode & S_IFMT }
  }
}
