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
    let path = scratch.path("a")
    #expect(try DiskFiles().bytes(of: path, limit: 3) == [1, 2, 3])
    #expect(try complaint(path, limit: 2).hasPrefix("\(path): has 3 bytes, but at most 2 are read"))
  }

  /// A device tells no size and never ends.
  @Test func anEndlessFileIsLeft() throws {
    #expect(
      try complaint("/dev/zero", limit: 100_000, streams: ["/dev/zero"])
        .hasPrefix("/dev/zero: has more than 100000 bytes"))
  }

  /// What nobody named on the command line is not waited for.
  @Test func onlyTheCommandLineNamesStreams() throws {
    let scratch = try ScratchFolder()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, told) in [
      (pipe, "is a pipe, but a file is needed"), ("/dev/zero", "is a device, but a file is needed"),
      ("-", "is standard input"), ("standard input", "is standard input"),
      (scratch.url.path, "is a folder, but a file is needed"),
    ] {
      #expect(try complaint(path, limit: 9).hasPrefix("\(path): \(told)"))
    }
  }

  /// The superuser may read everything.
  @Test(.enabled(if: getuid() != 0))
  func aLockedFileIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a", [1])
    let path = scratch.path("a")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(try complaint(path, limit: 9).hasPrefix("\(path): you have no permission to read it"))
  }

  // MARK: Writing

  @Test func aNewFileReplacesNothing() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("a")
    let link = scratch.path("link")
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
    #expect(try scratch.names().count == 2)
  }

  /// The permissions of a file that is replaced stay, and nothing else is left in the folder.
  @Test func aFileIsReplacedAsItIs() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("a")
    try DiskFiles().write([1], to: path)
    chmod(path, 0o640)
    try DiskFiles().write([2], to: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try DiskFiles().bytes(of: path, limit: 9) == [2])
    #expect(try scratch.names() == ["a"])
  }

  @Test func foldersAreMadeFromTheFirstMissingOne() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("a/b/c")
    try DiskFiles().makeFolder(path + "/")
    try DiskFiles().makeFolder(path)
    try DiskFiles().write([1], to: path + "/file")
    let failure = #expect(throws: CommandFailure.self) {
      try DiskFiles().makeFolder(path + "/file/d")
    }
    let told = "\(path)/file/d: cannot be written (Not a directory)"
    #expect(failure?.lines.first?.hasPrefix(told) == true)
  }

  private static let bounds: [(bound: String, arguments: String, sentence: String)] = [
    ("ulimit -f 4", "run \(scenario) --report json=out >/dev/null", "out: \(tooLarge)"),
    (
      "ulimit -f 4", "run \(scenario) --trace folder >/dev/null",
      "folder/first-run.trace: \(tooLarge)"
    ),
    (
      "ulimit -n 4", "run --device phone.sqlite \(scenario)",
      "phone.sqlite: cannot be opened: too many files are open"
    ),
    (
      "ulimit -n 5", "run --device phone.sqlite \(scenario)",
      "first-run.scenario: cannot be read: too many files are open"
    ),
  ]
  private static let tooLarge = "cannot be written (File too large)"
  private static let scenario = CommandLineTool.path("Scenarios/first-run.scenario")

  /// What the system says is told in its words.
  @Test(arguments: bounds)
  func theReasonIsTold(_ given: (bound: String, arguments: String, sentence: String)) throws {
    let scratch = try ScratchFolder()
    let result = try CommandLineTool.shell(
      given.bound + "; exec \"$0\" " + given.arguments, in: scratch.url)
    #expect(result.complaint.contains(given.sentence), "\(result.complaint)")
    #expect(!scratch.has("out"))
  }
}
