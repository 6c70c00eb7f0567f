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
        == "\(path): has 3 bytes, but at most 2 are read: check that it is the right file")
  }

  /// A device tells no size and never ends.
  @Test func anEndlessFileIsLeft() throws {
    #expect(
      try complaint("/dev/zero", limit: 100_000, streams: ["/dev/zero"])
        == "/dev/zero: has more than 100000 bytes, the most that is read: check that it is the "
        + "right file")
  }

  /// What nobody named on the command line is not waited for.
  @Test func onlyTheCommandLineNamesStreams() throws {
    let scratch = try ScratchFolder()
    let pipe = scratch.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let advice = ", but a file is needed: save its output, and name that file"
    #expect(try complaint(pipe, limit: 9) == "\(pipe): is a pipe" + advice)
    #expect(try complaint("/dev/zero", limit: 9) == "/dev/zero: is a device" + advice)
    for path in ["-", "standard input"] {
      #expect(
        try complaint(path, limit: 9)
          == "\(path): is standard input, which only the command line names: name a file, "
          + "'./\(path)' if that is its name")
    }
  }

  @Test func aFolderIsNoFile() throws {
    let scratch = try ScratchFolder()
    #expect(
      try complaint(scratch.url.path, limit: 9)
        == "\(scratch.url.path): is a folder, but a file is needed: name a file in it")
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
        == "\(path): you have no permission to read it: try chmod u+r")
  }

  // MARK: Writing

  @Test func aNewFileReplacesNothing() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("a").path
    let link = scratch.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(try DiskFiles().create([1, 2], at: path))
    for place in [path, link] {
      #expect(try !DiskFiles().create([3], at: place))
      let failure = #expect(throws: CommandFailure.self) {
        try DiskFiles().writeNew([3], to: place)
      }
      #expect(failure?.lines == ["\(place): already exists: choose another file"])
    }
    #expect(try DiskFiles().bytes(of: path, limit: 9) == [1, 2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).count == 2)
  }

  /// The permissions of a file that is replaced stay, and nothing else is left in the folder.
  @Test func aFileIsReplacedAsItIs() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("a").path
    try DiskFiles().write([1], to: path)
    chmod(path, 0o640)
    try DiskFiles().write([2], to: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try DiskFiles().bytes(of: path, limit: 9) == [2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["a"])
  }

  @Test func foldersAreMadeFromTheFirstMissingOne() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("a/b/c").path
    try DiskFiles().makeFolder(path + "/")
    try DiskFiles().makeFolder(path)
    try DiskFiles().write([1], to: path + "/file")
    let failure = #expect(throws: CommandFailure.self) {
      try DiskFiles().makeFolder(path + "/file/d")
    }
    #expect(
      failure?.lines == [
        "\(path)/file/d: cannot be written (Not a directory): check the folder and its permissions"
      ])
  }

  private static let bounds: [(bound: String, arguments: String, sentence: String)] = [
    (
      "ulimit -f 4", "run \(scenario) --report json=out >/dev/null",
      "out: cannot be written (File too large): check the folder and its permissions"
    ),
    (
      "ulimit -f 4", "run \(scenario) --trace folder >/dev/null",
      "folder/first-run.trace: cannot be written (File too large): check the folder and its "
        + "permissions"
    ),
    (
      "ulimit -n 4", "run --device phone.sqlite \(scenario)",
      "phone.sqlite: cannot be opened: too many files are open; close other programs, or raise "
        + "the limit (ulimit -n)"
    ),
    (
      "ulimit -n 5", "run --device phone.sqlite \(scenario)",
      "first-run.scenario: cannot be read: too many files are open: close other programs, or raise "
        + "the limit (ulimit -n)"
    ),
  ]
  private static let scenario = CommandLineTool.root
    .appendingPathComponent("Scenarios/first-run.scenario").path

  /// What the system says is told in its words.
  @Test(arguments: bounds)
  func theReasonIsTold(_ given: (bound: String, arguments: String, sentence: String)) throws {
    let scratch = try ScratchFolder()
    let result = try CommandLineTool.run(
      [
        "-c", given.bound + "; exec \"$0\" " + given.arguments,
        try CommandLineTool.executable().path,
      ], in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.complaint.contains(given.sentence), "\(result.complaint)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/out"))
  }
}
