import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Two runs side by side: what is seen, what the keys do, and where they lead.
struct ComparisonTests {
  private static let narrow = Size(columns: 80, rows: 24)
  private static let middle = Size(columns: 120, rows: 40)
  private static let wide = Size(columns: 200, rows: 60)

  private static let acts = [
    "network status 503", "launch cold", "network online", "wait 10s", "screen \"Home Screen\"",
    "wait 20s", "network offline", "tap \"Buy\" price=19.90", "screen \"Cart\"",
    "screen \"Confirmation\"", "wait 130s", "background", "kill", "jump 3h", "network online",
    "launch", "wait 130s",
  ]

  /// One story twice: as it was written, and with a fix of the container on the phone.
  static func story(_ size: Size = middle) throws -> Monitor {
    var monitor = try usual.get()
    _ = monitor.handle(.resized(size))
    return monitor
  }

  /// The story at the size that most tests look at, played once.
  private static let usual = Result { try play() }

  private static func play() throws -> Monitor {
    var monitor = try Shown.played(
      ["chapter \"1 At home\"", "container default plist", "dispatch-interval 120s"],
      size: middle)
    monitor.type("branch fix")
    monitor.type("container saved fix.json age=13h")
    monitor.loaded(
      try Shown.container("containers/GTM-AB12-v9-fix.json"), path: "fix.json")
    for act in acts { monitor.type(act) }
    monitor.go(toBranch: 0)
    monitor.type("container saved v7.json age=13h")
    for act in acts + ["screen \"Confirmation\"", "background"] { monitor.type(act) }
    return monitor
  }

  /// A run, and one in which something else was done at its end.
  private static func pair(
    _ a: [String], _ b: [String], size: Size = middle
  ) throws -> Monitor {
    var monitor = try Shown.played(
      ["container saved v7.json age=1h", "launch", "screen \"Home Screen\"", "wait 5s"],
      size: size)
    monitor.type("branch other")
    for act in b { monitor.type(act) }
    monitor.go(toBranch: 0)
    for act in a { monitor.type(act) }
    monitor.press("C")
    return monitor
  }

  // MARK: What is seen

  private static let pages: [(name: String, keys: String, size: Size)] = [
    ("compare-80x24", "C", narrow), ("compare-sum-80x24", "Cl", narrow),
    ("compare-120x40", "C", middle), ("compare-200x60", "C", wide),
    ("compare-differences-120x40", "CD<tab>n", middle),
  ]

  @Test(arguments: pages)
  func page(_ page: (name: String, keys: String, size: Size)) throws {
    var monitor = try Self.story(page.size)
    monitor.press(page.keys)
    try Golden.compare(monitor.withoutColours.screen, page.name)
  }

  /// Whoever has no colours, no such letters, or listens, has the same words.
  @Test(arguments: [Size(columns: 40, rows: 10), narrow, Size(columns: 121, rows: 31), wide])
  func fitsEveryScreen(_ size: Size) throws {
    let story = try Self.story(size)
    for borders in Borders.allCases {
      for isReader in [false, true] {
        var monitor = story
        monitor.display.borders = borders
        monitor.display.isReader = isReader
        monitor.press("C")
        for key in ["", "n", "l", "<tab>", "D", "G", "g", "h"] {
          monitor.press(key)
          try Frames.check(monitor.frame(size: size), size, "\(borders) \(isReader) \(key)")
        }
        if size.columns >= 80 {
          #expect(monitor.screen.contains("Compare"))
          #expect(monitor.screen.contains(isReader ? "differs" : borders == .utf8 ? "≠" : "!="))
        }
      }
    }
  }

  /// With other letters the goldens of the page have it.
  @Test func inASCIIAnArrowIsTwoLetters() throws {
    var monitor = try Self.story()
    monitor.display.borders = .ascii
    monitor.walk(["C": [.sees("did not fire (A) -> fired, made hit 5 (B)")]])
  }

  private static let ends: [(a: [String], b: [String], said: [String])] = [
    ([], [], ["no difference", "No difference so far."]),
    (["screen \"Cart\""], [], ["no difference", "A continues for 1 row", "⋯ 1 more", "the end"]),
    (
      ["screen \"Cart\""], ["screen \"Confirmation\""],
      ["First difference: #", "Cart: only in A", "·", "2 differences ‹1 of 2›"]
    ),
    (["tap \"Buy\" price=1"], ["tap \"Buy\" price=2"], ["price is 1 in A, 2 in B"]),
  ]

  @Test(arguments: ends)
  func saysWhatDiffers(_ row: (a: [String], b: [String], said: [String])) throws {
    let screen = try Self.pair(row.a, row.b).screen
    for said in row.said { #expect(screen.contains(said), "\(screen)") }
  }

  @Test func namesAreShownAndNotObeyed() throws {
    var monitor = try Self.story()
    let name = "\u{1B}[2J\u{202E}x" + String(repeating: "환", count: 60)
    monitor.comparing.branches.rename(1, to: name)
    for size in [Self.narrow, Self.middle, Self.wide] {
      monitor.press("C")
      _ = monitor.handle(.resized(size))
      try Frames.check(monitor.frame(size: size), size, "\(size)")
      monitor.press("<tab><enter>")
      #expect(monitor.comparing.compared == nil)
      #expect(monitor.comparing.branches.currentName == name)
      try Frames.check(monitor.frame(size: size), size, "\(size) after Enter")
      monitor.go(toBranch: 0)
    }
  }

  // MARK: Keys

  /// It opens on the first difference in what the app did, and n goes around.
  @Test func walksOverTheDifferences() throws {
    var monitor = try Self.story().walk(["C": [.sees("did not fire (A) → fired, made hit 5 (B)")]])
    let differing = try #require(monitor.comparing.compared?.comparison.differing)
    #expect(differing.count > 3)
    let first = try #require(monitor.comparing.compared?.selected)
    var seen: [Int] = []
    for _ in differing {
      seen.append(try #require(monitor.comparing.compared?.selected))
      monitor.press("n")
    }
    #expect(seen.sorted() == differing)
    monitor.walk([
      "": [.is(\.compared?.selected, first)], "g": [.is(\.compared?.selected, 0)],
      "N": [.is(\.comparing.compared?.selected, differing.last), .says("wrapped to the last")],
      "n": [.says("wrapped to the first")], "D": [.is(\.compared?.count, differing.count + 1)],
      "GDk": [.silent],
    ])
  }

  private static let leaving: [(keys: String, branch: String, row: Int?)] = [
    ("<esc>", "as written", nil), ("q", "as written", nil), ("C", "as written", nil),
    ("<enter>", "as written", 11), ("<tab><enter>", "fix", 11), ("l<enter>", "fix", 11),
    ("g<enter>", "as written", 2), ("G<enter>", "as written", nil),
  ]

  @Test(arguments: leaving)
  func aKeyLeads(_ row: (keys: String, branch: String, row: Int?)) throws {
    let said = row.row.map { "#\($0) of \"\(row.branch)\"   C compares again" } ?? ""
    try Self.story().walk([
      "C" + row.keys: [
        .is(\.comparing.compared?.names, nil), .on(row.branch), .at(row.row),
        row.row == nil ? .closed : .says(said),
      ]
    ])
  }

  private static let refused: [(line: String, said: String)] = [
    ("compare fx", "no branch \"fx\": did you mean \"fix\"?"),
    ("compare \"as written\" zzz", "no branch \"zzz\": there are \"as written\", \"fix\""),
    ("compare \"as written\"", "\"as written\" is one run"), ("compare a b c", "column 13: "),
  ]

  @Test(arguments: refused)
  func refusalsSayWhy(_ row: (line: String, said: String)) throws {
    try Self.story().walk([":\(row.line)<enter>": [.is(\.compared?.names, nil), .says(row.said)]])
  }

  @Test(arguments: [
    ":compare<enter>", ":compare fix<enter>", ":compare \"as written\" fix<enter>",
    ":branches<enter>jC",
  ])
  func aLineCompares(_ keys: String) throws {
    try Self.story().walk([keys: [.is(\.compared?.names, ["as written", "fix"]), .closed]])
  }

  @Test func oneRunIsNotCompared() throws {
    try Shown.played(["launch"]).walk([
      "C": [.is(\.comparing.compared?.names, nil), .says("there is only one run: B")]
    ])
  }

  /// All that differs can be read, however small the screen is.
  @Test(arguments: [narrow, middle])
  func everyLineOfTheSumCanBeRead(_ size: Size) throws {
    var monitor = try Self.story(size).walk(["Cl": [.hides("The same: ")]])
    for _ in 0..<4 where !monitor.screen.contains("The same: ") { monitor.press(" ") }
    monitor = monitor.walk([
      "": [.sees("The same: the first 3 rows")], " ": [.sees("Tags that fire differently")],
    ])
    guard size == Self.narrow else { return }
    monitor.walk([
      String(repeating: "j", count: 60): [.sees("The same: the first 3 rows")],
      String(repeating: "k", count: 60): [.sees("Tags that fire differently")],
    ])
  }

  /// What is done while the page is open is seen on it.
  @Test func growsWithTheRun() throws {
    let monitor = try Self.pair([], []).walk([
      ":network offline<enter>": [], "§": [.says("nothing here: Esc closes the comparison")],
    ])
    #expect(monitor.comparing.compared?.comparison.rowsAfterEnd(in: .a) == 1)
  }

  // MARK: Mouse

  @Test(arguments: [narrow, middle])
  func aClickSelectsAndASecondOpens(_ size: Size) throws {
    var monitor = try Self.story(size)
    monitor.press("C")
    let before = try #require(monitor.comparing.compared?.selected)
    let place = Point(column: 10, row: size == Self.narrow ? 8 : 7)
    _ = monitor.handle(.click(place))
    #expect(monitor.comparing.compared?.selected != before)
    _ = monitor.handle(.wheel(up: false, place))
    let page = try #require(monitor.comparing.compared).page(in: monitor)
    let here = try #require(monitor.comparing.compared?.index)
    let row = try #require(
      (0..<size.rows).first { page.row(at: Point(column: 9, row: $0)) == here })
    _ = monitor.handle(.click(Point(column: 9, row: row)))
    #expect(monitor.comparing.compared == nil)
  }

  // MARK: What it costs

  /// A redraw finds out nothing, and a move only what is new: the reasons of one tag.
  @Test func aRedrawFindsOutNothing() throws {
    let monitor = try Self.story().walk(["C": [.sees("Compare")]])
    let memory = try #require(monitor.comparing.compared?.memory)
    let made = memory.made
    #expect(made.sums == 1)
    #expect(made.reasons <= 2)
    let isDrawn = [Seen.sees("Compare")]
    monitor.walk([
      "k": isDrawn, "j": isDrawn, "n": isDrawn, "N": isDrawn, "<tab>": isDrawn, "D": isDrawn,
      "D": isDrawn,
    ])
    #expect(memory.made.sums == 1)
    #expect(memory.made.reasons == made.reasons)
  }
}
