import Foundation
import OrderedCollections
import TagRuntime
import TagStore
import Testing

/// A phone whose file has no room any more.
struct FullDiskTests {
  /// A bound of the process for the length of files: no log can be written at all.
  @Test(arguments: ["human", "tap"])
  func aRunGoesOnWithoutItsFile(_ report: String) throws {
    let scratch = try DeviceTests.folder()
    try scratch.run("run --device phone.sqlite today.scenario")
    let result = try CommandLineTool.shell(
      "ulimit -f 8; exec \"$0\" run --device phone.sqlite later.scenario --report \(report)",
      in: scratch.url)
    let path = scratch.path("phone.sqlite")
    #expect(result.complaint.contains("\ntagsim: \(path): is full, and the last changes are not"))
    #expect(result.complaint.split(separator: "\n").count == 2)
    #expect(result.code == 3)
    let full = "phone.sqlite is full: the last events are missing"
    if report == "human" {
      #expect(result.output.contains("\nFAIL  \(full), of later.scenario\n"))
      #expect(result.output.contains("FAIL --device phone.sqlite\n  \(full)\n"))
      #expect(result.output.contains("2 passed, 0 failed; 1 step not possible"))
    } else {
      #expect(result.output.contains("\nnot ok 3 - later.scenario:14 --device phone.sqlite\n"))
      #expect(result.output.hasSuffix("\nnot ok 4 - \(full), of later.scenario\n1..4\n"))
    }
    #expect(!result.output.contains("Bail out!"))
    let device = try TagStore(path).device
    #expect(device.hits.count == 2)
  }

  @Test func aPhoneThatCannotBeMadeIsTold() throws {
    let scratch = try DeviceTests.folder()
    let result = try CommandLineTool.shell(
      "ulimit -f 8; exec \"$0\" run --device phone.sqlite today.scenario", in: scratch.url)
    #expect(result.complaint.contains("phone.sqlite: its disk has no room for it"))
    #expect(result.code == 6)
    try scratch.run("run --device phone.sqlite today.scenario")
  }

  // MARK: A disk

  /// How the shell is started in which a disk of its own can be made; nil where nobody may.
  private static let disk: String? = ["unshare -m", "unshare -Urm"].first { prefix in
    let script = "\(prefix) mount -t tmpfs tagsim \"$PWD\" 2>/dev/null"
    guard let scratch = try? ScratchFolder() else { return false }
    return (try? CommandLineTool.shell(script, in: scratch.url))?.code == 0
  }

  /// What was sent is removed from a file whose disk has not a byte left.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"))
  func aRunThatGoesOnlineSendsAndRemovesOnAFullDisk() throws {
    let scratch = try DeviceTests.folder()
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
    let played = try CommandLineTool.shell(
      "exec \(prefix) sh -c \"$(cat script)\" \"$0\"", in: scratch.url)
    #expect(played.code == 0, "\(played.complaint)")
    #expect(played.lines == ["more", "phone.sqlite", "rest"])
  }

  private static let shop = "\"$R\"/Scenarios/midnight.scenario"
  private static let shops =
    "\"$R\"/Scenarios/containers/GTM-AB12-v7.json \"$R\"/Scenarios/containers/GTM-AB12-v8.json"
  private static let follow =
    "follow --container \"$R\"/Scenarios/containers/GTM-MV50-v1.json "
    + "\"$R\"/Scenarios/logs/follow.log"

  /// Commands that write to a full disk, in R the package.
  private static let writers: [String] = [
    "export \(shop) --format csv -o disk/out", "run \(shop) --report junit=disk/out",
    "run \(shop) --report json=disk/out", "run \(shop) --trace disk", "share \(shop) -o disk/out",
    "render \(shop) -o disk/out", "\(follow) -o disk/out", "\(follow) --report md=disk/out",
    "forecast \(shops) --phones 2 --days 1 -o disk/out",
    "diff \(shops) --try --report html=disk/out", "new x -o disk",
    "new --from \(shops.split(separator: " ")[0]) -o disk/out.scenario",
    "compile \(shops.split(separator: " ")[0]) -o disk/out",
    "repl \(shop) <lines",
  ]

  /// What has no room is told with its size and with what helps, and nothing is left of it.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"), arguments: writers)
  func anOutputWithoutRoom(_ arguments: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("lines", "record \(scratch.url.path)/disk/out.scenario\n")
    try scratch.file(
      "script",
      """
      R='\(CommandLineTool.root.path)'
      mkdir disk && mount -t tmpfs -o size=64k tagsim disk || exit 99
      dd if=/dev/zero of=disk/rest bs=4k 2>/dev/null
      "$0" \(arguments); code=$?
      [ "$(ls -A disk)" = rest ] || exit 98
      exit $code
      """)
    let prefix = try #require(Self.disk)
    let told = try CommandLineTool.shell(
      "exec \(prefix) sh -c \"$(cat script)\" \"$0\"", in: scratch.url)
    let sentence = /: cannot be written \(the disk is full, with \d+ bytes to write\)/
    #expect(told.complaint.contains(sentence), "\(told.complaint)")
    #expect(told.code == (arguments.hasPrefix("repl") ? 6 : 3))
  }

  /// A device that is always full takes nothing, and says so like a disk.
  @Test(arguments: [
    ("export \(shop) --format csv -o /dev/full", "/dev/full:", ""),
    ("run \(shop) --report junit=/dev/full", "/dev/full:", ""),
    ("render \(shop) >/dev/full", "the output", ""), ("run \(shop) >/dev/full", "the output", ""),
  ])
  func aDeviceWithoutRoom(_ arguments: String, _ place: String, _ size: String) throws {
    let told = try CommandLineTool.shell(
      "R='\(CommandLineTool.root.path)'; exec \"$0\" \(arguments)")
    #expect(told.code == 3)
    let complaint = told.complaint.replacing(/\d+ bytes/, with: "N bytes")
    #expect(complaint.hasPrefix("tagsim: \(place) cannot be written (the disk is full\(size))"))
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
      ? [
        SmallDisk(kilobytes: 450, isTemporary: true, hits: 300, kept: 150),
        SmallDisk(kilobytes: 300, isTemporary: true, hits: 840, kept: 100),
      ]
      : [(300, 100), (600, 400), (1200, 840), (3000, 840), (4500, 840)].flatMap { kilobytes, kept in
        [true, false].map {
          SmallDisk(kilobytes: kilobytes, isTemporary: $0, hits: 840, kept: kept)
        }
      }
  }

  /// Whether a file can be a disk here.
  private static let canMakeAnyDisk: Bool = {
    guard let disk, let scratch = try? ScratchFolder() else { return false }
    let script = "truncate -s 8m i && mkfs.ext4 -q -F i && mkdir d && mount -o loop i d"
    return (try? CommandLineTool.shell("exec \(disk) sh -c '\(script)'", in: scratch.url))?.code
      == 0
  }()

  /// Hits are kept in their order while there is room; the run says how many are not; what was
  /// sent is removed, and stays away.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"), arguments: SmallDisk.tried)
  func hitsAreKeptWhileThereIsRoom(_ small: SmallDisk) throws {
    try #require(small.isTemporary || Self.canMakeAnyDisk, "no file can be a disk here")
    let scratch = try DeviceTests.folder()
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
    let played = try CommandLineTool.shell(
      "exec \(prefix) sh -c \"$(cat script)\" \"$0\"", in: scratch.url)
    let hits = try TagStore(scratch.path("kept.sqlite")).device.hits
    #expect(hits.map(\.id) == Array(1...Int64(hits.count)))
    #expect(hits.count >= small.kept, "\(hits.count) kept")
    let missing = small.hits - hits.count
    let sentence =
      "disk/phone.sqlite is full: \(missing) of \(small.hits) waiting hits are not in it"
    #expect(played.code == (missing == 0 ? 0 : 3), "\(played.complaint)")
    #expect(
      played.output.contains("not ok 2 - \(sentence), of many.scenario\n1..2") == (missing > 0))
    #expect(
      played.complaint.contains("is full, and \(missing) of \(small.hits) waiting hits")
        == (missing > 0))
  }

  // MARK: Several scenarios

  /// A folder with scenarios that store some hits each, and a script that plays all of them.
  private static func folder(of scenarios: Int, _ each: Int) throws -> ScratchFolder {
    let scratch = try DeviceTests.folder()
    for number in 10..<10 + scenarios {
      try scratch.file(
        "t-\(number).scenario",
        """
        tagsim 1
        ---
        app "A"
          package com.example.a
          container GTM-AB12
          tracker UA-1-1
        end
        network offline
        launch
        repeat \(each)
        send screen "S"
        end

        """)
    }
    try scratch.file(
      "script",
      """
      mkdir disk && mount -t tmpfs -o size=300k tagsim disk || exit 99
      "$0" run --device disk/phone.sqlite t-*.scenario --report tap --report json=run.json \
        --report junit=run.xml --report github=notes --report md=page >tap
      code=$?
      cp disk/phone.sqlite kept.sqlite || exit 98
      exit $code
      """)
    return scratch
  }

  /// Hits that an ended scenario could not save are missing for good: every report counts those of
  /// all scenarios, and says whose they are, even if the last one empties the file.
  @Test(.enabled(if: disk != nil, "nobody may make a disk here"), arguments: [false, true])
  func lossesOfScenariosAddUp(_ sendsAtTheEnd: Bool) throws {
    let (scenarios, each) = (20, 24)
    let scratch = try Self.folder(of: scenarios, each)
    if sendsAtTheEnd {
      try scratch.scenario("t-99.scenario", "launch", "wait 12h", "expect queue size == 0")
    }
    let played = try CommandLineTool.shell(
      "exec \(Self.disk ?? "") sh -c \"$(cat script)\" \"$0\"", in: scratch.url)
    #expect(played.code == 3, "\(played.complaint)")
    let json = try JSONReader.read(Array(scratch.text("run.json").utf8)).members ?? [:]
    let files = json["files"]?.elements ?? []
    let runs = files.flatMap { $0.members?["runs"]?.elements ?? [] }.compactMap(\.members)
    let losers = runs.filter { $0["failed"] == Value.bool(true) }
    var lost = 0
    for run in losers {
      let point = run["points"]?.elements?.last?.members
      guard case .string(let sentence)? = point?["why"]?.elements?.first else { continue }
      lost += sentence.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    let stored = try TagStore(scratch.path("kept.sqlite")).device
    #expect(stored.hits.count == (sendsAtTheEnd ? 0 : scenarios * each - lost))
    #expect(lost > 6 * each && lost <= scenarios * each - 100)
    #expect(losers.count == (lost + each - 1) / each)
    let steps = json["totals"]?.members?["steps"]?.members ?? [:]
    #expect(steps["failed"] == Value.int(Int64(losers.count)))
    let named = (30 - losers.count..<35 - losers.count).map { "t-\($0).scenario" }.joined(
      separator: ", ")
    let whole = "\(lost) of \(sendsAtTheEnd ? lost : scenarios * each) waiting hits"
    let sentence =
      "disk/phone.sqlite is full: \(whole) are not in it, of \(named) and \(losers.count - 5) more"
    #expect(played.complaint.contains("is full, and \(whole) are not in it: make room"))
    #expect(try scratch.text("tap").contains(" - \(sentence)\n"))
    #expect(try scratch.text("run.json").contains("\"text\": \"\(sentence)\""))
    #expect(try scratch.text("run.xml").contains("message=\"\(sentence)\""))
    #expect(try scratch.text("notes").contains(sentence))
    #expect(try scratch.text("page").contains(sentence))
    for (report, sign, count) in [
      ("tap", "\nnot ok ", losers.count + 1), ("run.xml", "<error ", losers.count),
      ("notes", "::error ", losers.count + 1), ("page", "| FAIL |", losers.count),
    ] {
      #expect(
        try scratch.text(report).components(separatedBy: sign).count == count + 1, "\(report)")
    }
  }
}
