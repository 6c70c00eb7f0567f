import Foundation
import TagRuntime
import TagStore
import Testing

/// A phone whose file has no room any more.
struct FullDiskTests {
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    try scratch.scenario(
      "today.scenario", "container default GTM-NEW", "network offline", "launch",
      "screen \"Home\"", "screen \"Home\"", "expect queue size == 2")
    try scratch.scenario(
      "later.scenario", "container default GTM-NEW", "launch", "wait 1h", "expect sent 2",
      "expect queue size == 0")
    try scratch.scenario("after.scenario", "expect queue size == 0", "expect sent 0")
    return scratch
  }

  private static func shell(
    _ script: String, in scratch: ScratchFolder
  ) throws -> CommandLineTool.Result {
    let tool = try CommandLineTool.executable().path
    return try CommandLineTool.run(
      ["-c", script, tool], in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
  }

  /// A bound of the process for the length of files: no log can be written at all.
  @Test(arguments: ["human", "tap"])
  func aRunGoesOnWithoutItsFile(_ report: String) throws {
    let scratch = try Self.folder()
    let made = try CommandLineTool.run(
      ["run", "--device", "phone.sqlite", "today.scenario"], in: scratch.url)
    #expect(made.code == 0, "\(made.complaint)")
    let result = try Self.shell(
      "ulimit -f 8; exec \"$0\" run --device phone.sqlite later.scenario --report \(report)",
      in: scratch)
    let path = scratch.url.appendingPathComponent("phone.sqlite").path
    #expect(
      result.complaint.hasSuffix(
        "\ntagsim: \(path): is full, and what happened last is not in it: make room on its disk; "
          + "it grows to 65536 KB at most\n"))
    #expect(result.complaint.split(separator: "\n").count == 2)
    #expect(result.code == 3)
    #expect(!result.output.contains("not ok") && !result.output.contains("FAIL"))
    #expect(!result.output.contains("Bail out!"))
    #expect(report == "human" || result.lines.last == "1..2")
    let device = try TagStore(path).device
    #expect(device.hits.count == 2)
  }

  @Test func aPhoneThatCannotBeMadeIsTold() throws {
    let scratch = try Self.folder()
    let result = try Self.shell(
      "ulimit -f 8; exec \"$0\" run --device phone.sqlite today.scenario", in: scratch)
    let path = scratch.url.appendingPathComponent("phone.sqlite").path
    #expect(
      result.complaint
        == "tagsim: \(path): its disk has no room for it; make room there, or name another file\n")
    #expect(result.code == 6)
    let again = try CommandLineTool.run(
      ["run", "--device", "phone.sqlite", "today.scenario"], in: scratch.url)
    #expect(again.code == 0, "\(again.complaint)")
  }

  // MARK: A disk

  /// How the shell is started in which a disk of its own can be made; nil where nobody may.
  private static let disk: String? = ["unshare -m", "unshare -Urm"].first { prefix in
    let script = "\(prefix) mount -t tmpfs tagsim \"$PWD\" 2>/dev/null"
    guard let scratch = try? ScratchFolder() else { return false }
    return (try? shell(script, in: scratch))?.code == 0
  }

  /// What was sent is removed from a file whose disk has not a byte left.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"))
  func aRunThatGoesOnlineSendsAndRemovesOnAFullDisk() throws {
    let scratch = try Self.folder()
    try scratch.file(
      "script",
      """
      mkdir disk && mount -t tmpfs -o size=1m tagsim disk || exit 99
      "$0" run --device disk/phone.sqlite today.scenario >&2 || exit 98
      dd if=/dev/zero of=disk/rest bs=4k 2>/dev/null
      dd if=/dev/zero of=disk/more bs=1 count=1 2>/dev/null && exit 97
      "$0" run --device disk/phone.sqlite later.scenario >&2 || exit 96
      "$0" run --device disk/phone.sqlite after.scenario >&2 || exit 95
      ls disk
      """)
    let prefix = try #require(Self.disk)
    let played = try Self.shell("exec \(prefix) sh -c \"$(cat script)\" \"$0\"", in: scratch)
    #expect(played.code == 0, "\(played.complaint)")
    #expect(played.lines == ["more", "phone.sqlite", "rest"])
  }
}
