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
        "\ntagsim: \(path): is full, and the last changes are not in it: make room on its disk; "
          + "it grows to 65536 KB at most\n"))
    #expect(result.complaint.split(separator: "\n").count == 2)
    #expect(result.code == 3)
    let full = "phone.sqlite is full: the last events are missing"
    if report == "human" {
      #expect(result.output.contains("\nFAIL  \(full)\n"))
      #expect(result.output.contains("2 passed, 0 failed"))
    } else {
      #expect(result.output.hasSuffix("\nnot ok 3 - \(full)\n1..3\n"))
    }
    #expect(!result.output.contains("Bail out!"))
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

  /// A disk with little room, and how many hits come to it while the network is down.
  struct SmallDisk: CustomTestStringConvertible {
    var kilobytes: Int
    var isTemporary: Bool
    var hits: Int
    /// At least so many of the hits are kept.
    var kept: Int

    var testDescription: String {
      "\(kilobytes) KB of \(isTemporary ? "tmpfs" : "ext4"), \(hits) hits"
    }

    /// Makes it in the folder `disk`, and leaves so much room.
    var script: String {
      """
      mkdir disk
      \(isTemporary
        ? "mount -t tmpfs -o size=8m tagsim disk"
        : "truncate -s 8m image; mkfs.ext4 -q -F image; mount -o loop image disk") || exit 99
      free=$(df -k --output=avail disk | tail -n 1)
      dd if=/dev/zero of=disk/rest bs=1k count=$((free - \(kilobytes))) 2>/dev/null || exit 98
      """
    }

    /// All that are described on the page of TagStore; usually one of them.
    static let tried: [SmallDisk] =
      ProcessInfo.processInfo.environment["TAGSIM_DISK_SEEDS"] == nil
      ? [SmallDisk(kilobytes: 450, isTemporary: true, hits: 300, kept: 150)]
      : [(600, 400), (1200, 840), (3000, 840), (4500, 840)].flatMap { kilobytes, kept in
        [true, false].map {
          SmallDisk(kilobytes: kilobytes, isTemporary: $0, hits: 840, kept: kept)
        }
      }
  }

  /// Whether a file can be a disk here.
  private static let canMakeAnyDisk: Bool = {
    guard let disk, let scratch = try? ScratchFolder() else { return false }
    let script = "truncate -s 8m i && mkfs.ext4 -q -F i && mkdir d && mount -o loop i d"
    return (try? shell("exec \(disk) sh -c '\(script)'", in: scratch))?.code == 0
  }()

  /// Hits are kept in their order while there is room; the run says how many are not; what was
  /// sent is removed, and stays away.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"), arguments: SmallDisk.tried)
  func hitsAreKeptWhileThereIsRoom(_ small: SmallDisk) throws {
    try #require(small.isTemporary || Self.canMakeAnyDisk, "no file can be a disk here")
    let scratch = try Self.folder()
    try scratch.scenario(
      "many.scenario", "container default GTM-NEW", "network offline", "launch",
      "repeat \(small.hits)", "screen \"Home\"", "wait 3s", "end")
    try scratch.file(
      "script",
      """
      \(small.script)
      "$0" run --device disk/phone.sqlite many.scenario --report tap >tap
      code=$?
      [ $code = 0 ] || [ $code = 3 ] || exit 96
      cp disk/phone.sqlite kept.sqlite
      "$0" run --device disk/phone.sqlite later.scenario >&2 || exit 94
      "$0" run --device disk/phone.sqlite after.scenario >&2 || exit 95
      cat tap
      exit $code
      """)
    try scratch.scenario(
      "later.scenario", "container default GTM-NEW", "launch", "wait 12h",
      "expect queue size == 0")
    let prefix = try #require(Self.disk)
    let played = try Self.shell("exec \(prefix) sh -c \"$(cat script)\" \"$0\"", in: scratch)
    let hits = try TagStore(scratch.url.appendingPathComponent("kept.sqlite").path).device.hits
    #expect(hits.map(\.id) == Array(1...Int64(hits.count)))
    #expect(hits.count >= small.kept, "\(hits.count) kept")
    let missing = small.hits - hits.count
    let sentence =
      "disk/phone.sqlite is full: \(missing) of \(small.hits) waiting hits are not in it"
    #expect(played.code == (missing == 0 ? 0 : 3), "\(played.complaint)")
    #expect(played.output.contains("not ok 1 - \(sentence)\n1..1") == (missing > 0))
    #expect(
      played.complaint.contains("is full, and \(missing) of \(small.hits) waiting hits")
        == (missing > 0))
  }
}
