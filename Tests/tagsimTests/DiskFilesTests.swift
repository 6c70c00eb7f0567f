import CommandKit
import Foundation
import Testing

@testable import tagsim

/// Files that cannot be read, and files that should not be read to their end.
struct DiskFilesTests {
  private func complaint(
    _ path: String, limit: Int, streams: Set<String> = []
  ) throws -> String {
    let failure = try #require(throws: CommandFailure.self) {
      try DiskFiles(streams: streams).bytes(of: path, limit: limit)
    }
    #expect(failure.code == .badInput)
    return try #require(failure.lines.first)
  }

  @Test func aFileIsReadToItsLimit() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a", [1, 2, 3])
    let path = scratch.url.appendingPathComponent("a").path
    #expect(try DiskFiles().bytes(of: path, limit: 3) == [1, 2, 3])
    #expect(
      try complaint(path, limit: 2)
        == "\(path): has 3 bytes and at most 2 are read: check that it is the right file")
  }

  /// A device tells no size and never ends.
  @Test func anEndlessFileIsLeft() throws {
    #expect(
      try complaint("/dev/zero", limit: 100_000, streams: ["/dev/zero"])
        == "/dev/zero: goes on past 100000 bytes, the most that is read: check that it is the "
        + "right file")
  }

  /// What nobody named on the command line is not waited for.
  @Test func onlyTheCommandLineNamesStreams() throws {
    let scratch = try ScratchFolder()
    let pipe = scratch.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let advice = ", and a file is needed: save what comes from it, and name that file"
    #expect(try complaint(pipe, limit: 9) == "\(pipe): is a pipe" + advice)
    #expect(try complaint("/dev/zero", limit: 9) == "/dev/zero: is a device" + advice)
    for path in ["-", "standard input"] {
      #expect(
        try complaint(path, limit: 9)
          == "\(path): is standard input, which only the command line names: name a file, "
          + "'./\(path)' where it is called so")
    }
  }

  @Test func aFolderIsNoFile() throws {
    let scratch = try ScratchFolder()
    #expect(
      try complaint(scratch.url.path, limit: 9)
        == "\(scratch.url.path): is a folder, and a file is needed: name a file in it")
  }

  /// The superuser may read everything.
  @Test(.enabled(if: getuid() != 0))
  func aLockedFileIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a", [1])
    let path = scratch.url.appendingPathComponent("a").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(
      try complaint(path, limit: 9)
        == "\(path): you may not read it: check its permissions (chmod u+r)")
  }
}
