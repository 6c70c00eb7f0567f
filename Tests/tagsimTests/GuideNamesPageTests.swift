import TagGlossary
import TagRuntime
import Testing
import TextKit

/// The page of the documentation is the table of the guides' names.
@Suite struct GuideNamesPageTests {
  private static let beginning = """
    # Legacy names

    Find what a name of the SDKs' guides is here: the line of a scenario or an app that does the
    same, the pane to look at, and the Swift call.

    `tagsim help previewWithUrl:` prints one of these entries; the palette of the monitor finds
    them, too. <doc:HostingTheRuntime> shows who carries out the effects. All calls on this page are
    one program, which begins so:

    ```swift
    import TagRuntime
    import TagSimulation

    var runtime = Runtime()
    var effects: [Effect] = []
    var loading: Set<String> = []
    var message = ""
    let now = Moment(instant: .start, wall: WallTime(milliseconds: 1_393_668_000_000))
    let host = NoFunctions()
    let url = "tagmanager.c.com.example.shop://preview/p?id=GTM-AB12&gtm_auth=a&gtm_preview=9"
    var simulation = Simulation(
      app: App(name: "Corner Shop", package: "com.example.shop"), start: now.wall)
    ```
    """

  private static func lines(of name: GuideName) -> [String] {
    var lines = ["", "### `\(name.title)`", ""]
    // A name stays on one line.
    let others = name.names.dropFirst().map { "`\($0.replacing(" ", with: "\u{A0}"))`" }
    if !others.isEmpty {
      let also = PageGolden.wrapped("Also: " + others.joined(separator: ", "))
      lines += also.map { $0.replacing("\u{A0}", with: " ") } + [""]
    }
    lines += PageGolden.wrapped(name.meaning)
    lines += ["", "```"] + name.line.split(separator: "\n").map { String($0) } + ["```", ""]
    lines += PageGolden.wrapped("Look at " + name.whereToLook + ".") + ["", "```swift"]
    return lines + name.swift + ["```"]
  }

  private static var fields: [String] {
    ["", "### The constants of fields", ""]
      + PageGolden.wrapped(
        "Each is a field that `set-field` sets and `expect hit` compares, by its code or its name.")
      + ["", "| constant | code | name |", "|---|---|---|"]
      + constants.map { constant, line in
        let code = String(line.split(separator: " ")[1])
        return "| `\(constant)` | `\(code)` | \(HitField.name(of: code) ?? "") |"
      }
  }

  /// Those that a line of the text has without meanings of their own.
  private static let constants = GuideName.all.filter { $0.line.hasSuffix("\"…\"") }
    .map { ($0.title, $0.line) }

  @Test func thePageIsTheTable() throws {
    var lines = [Self.beginning]
    for topic in GuideName.topics {
      lines += ["", "## \(topic.title)"]
      let fields = Set(Self.constants.map(\.0))
      lines += topic.names.filter { !fields.contains($0.title) }.flatMap(Self.lines)
      if topic.names.contains(where: { fields.contains($0.title) }) { lines += Self.fields }
    }
    try PageGolden.compare(
      lines.joined(separator: "\n") + "\n",
      "../../../Sources/Truth/TagRuntime/TagRuntime.docc/LegacyNames.md")
  }

  private static let pages: [(arguments: [String], words: [String])] = [
    (
      ["previewWithUrl:"],
      [
        "TAGManager previewWithUrl:", "In a scenario:", "  preview v9", "Phone (7): the link",
        "effects += runtime.handle(.call(.preview(url: url)), at: now, host: host)",
      ]
    ),
    (["kgaiscreenname"], ["kGAIScreenName", "The field &cd of a hit: screen name."]),
    (["TAGManager", "dispatch"], ["TAGManager dispatch", "  dispatch"]),
    (["error:"], ["TAGLogger error:", "  set logger custom"]),
    (["sendHitsInBackground"], ["In an app:", "  on background send-hits"]),
    (["refresh"], ["In the guides of the SDKs:", "tagsim help 'TAGContainer refresh'"]),
  ]

  @Test(arguments: pages)
  func helpFindsIt(_ arguments: [String], _ words: [String]) throws {
    let result = try CommandLineTool.run(["help"] + arguments, code: 0)
    #expect(result.complaint.isEmpty)
    for word in words { #expect(result.output.contains(word), "\(result.output)") }
    #expect(result.lines.allSatisfy { $0.count <= 100 })
  }
}
