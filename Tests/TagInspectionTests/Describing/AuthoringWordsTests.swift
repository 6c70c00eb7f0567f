import OrderedCollections
import TestSupport
import Testing
import TextKit

@testable import TagInspection
@testable import TagRuntime

/// What the web interface keeps about a container, in words and in JSON.
struct AuthoringWordsTests {
  private static let described: ContainerDescription = {
    var container = ContainerBuilder { builder in
      builder.functionTag("First")
      builder.functionTag("Second")
    }
    var settings = ContainerAuthoring.TagSettings()
    settings.firingOption = .oncePerEvent
    settings.priority = "5"
    settings.scheduleStartMs = 1_767_225_600_000
    settings.scheduleEndMs = 1_772_357_405_000
    settings.setupTags = ["Setup"]
    settings.teardownTags = ["Clean", "Sweep"]
    settings.isLiveOnly = true
    settings.notes = "ask Ada\nfirst"
    container.version.authoring = ContainerAuthoring(
      containerName: "Shop", versionName: "spring", notes: "", exportTime: "2026-01-02 03:04:05",
      folders: [
        ContainerAuthoring.Folder(name: "Ads", tags: ["First"], variables: ["event"]),
        ContainerAuthoring.Folder(name: "Old"),
      ], tagSettings: [settings])
    container.version.leftOut = [
      LeftOutPart(kind: .tag, name: "Script", type: "html", reason: .webOnly)
    ]
    return ContainerDescription(of: container.version, file: "f", bytes: 1)
  }()

  @Test func page() {
    let lines = Self.described.page.map { String(repeating: " ", count: $0.indent) + $0.text }
    #expect(
      lines.prefix(5) == [
        "f", "  version 1, legacy binary container, 1 byte",
        "  a binary does not contain its public id: the app opens it by its file name",
        "  container: Shop", "  version: spring",
      ])
    #expect(lines.contains("  exported: 2026-01-02 03:04:05"))
    #expect(!lines.contains { $0.hasPrefix("  notes") })
    #expect(
      lines.contains(
        "    in the web interface: once per event; priority 5; from 2026-01-01 00:00 UTC; "
          + "until 2026-03-01 09:30:05 UTC; after tag Setup; before tag Clean, Sweep; "
          + "only in published versions"))
    #expect(lines.contains("    notes: ask Ada / first"))
    #expect(lines.contains("  Ads: tags First; variables event"))
    #expect(lines.contains("  Old: empty"))
    let heading = lines.firstIndex(of: "Left out: 1")
    #expect(heading.map { lines[$0 + 1].contains("Script") } == true)
  }

  @Test func json() throws {
    let read = try JSONReader.read(Array(Self.described.json.utf8))
    let authoring = read.members?["authoring"]?.members
    #expect(authoring?["containerName"] == "Shop")
    #expect(
      authoring?["folders"]?.elements?[0]
        == ["name": "Ads", "tags": ["First"], "triggers": [], "variables": ["event"]])
    let tags = read.members?["tags"]?.elements
    let settings = tags?[0].members?["settings"]?.members
    #expect(settings?["scheduleStartMs"] == 1_767_225_600_000)
    #expect(settings?["firingOption"] == "oncePerEvent")
    #expect(settings?["teardownTags"] == ["Clean", "Sweep"])
    #expect(tags?[1].members?["settings"] == .null)
    let part = read.members?["leftOut"]?.elements?[0].members
    #expect(part?["kind"] == "tag" && part?["type"] == "html" && part?["reason"] == "webOnly")
    #expect(part?["sentence"] == .string(Self.described.leftOutLines[0].text))
  }

  private static let times: [(milliseconds: Int64, text: String)] = [
    (0, "1970-01-01 00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
    (951_782_400_000, "2000-02-29 00:00 UTC"), (1_772_357_405_999, "2026-03-01 09:30:05 UTC"),
    (.min, "-292275055-05-16 16:47:04 UTC"), (.max, "292278994-08-17 07:12:55 UTC"),
  ]

  @Test(arguments: times.indices)
  func dateInUTC(_ index: Int) {
    let time = Self.times[index]
    #expect(WallTime(milliseconds: time.milliseconds).utcText == time.text)
  }
}
