import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// `tagsim cast`: what the screen shows while a scenario plays, as an asciicast.
struct CastTests {
  private static let size = Size(columns: 80, rows: 24)

  private static let lines = [
    "chapter \"1 At home\"", "caption \"The app starts.\"", "launch", "screen \"Home Screen\"",
    "chapter \"2 In the tunnel\"", "network offline", "ask \"What now?\" answer=\"It waits.\"",
    "tap \"Buy\"", "wait 3h", "expect sent 5", "pause", "screen \"Cart\"",
  ]

  private static func cast(idleLimit: Duration? = nil) throws -> Cast {
    let run = try Shown.played(lines).run
    return CastRecorder.cast(
      of: Monitor(ScenarioRun(run.scenario, inputs: run.inputs)), size: size, idleLimit: idleLimit)
  }

  private static func texts(of cast: Cast) -> [String] {
    cast.events.compactMap { if case .output(let text) = $0.kind { text } else { nil } }
  }

  /// What a terminal shows in the end is what the monitor does; the same scenario gives the same.
  @Test func aTerminalShowsTheScreen() throws {
    let cast = try Self.cast()
    var terminal = AnsiScreen(Self.size)
    for text in Self.texts(of: cast) { terminal.take(text) }
    for words in ["The end", "1 check FAILED", "q quit"] { #expect(terminal.text.contains(words)) }
    #expect(try Self.cast().lines(.v3) == cast.lines(.v3))
  }

  /// Every change leads from one screen to the next one, in text and in colour.
  @Test func changesLeadFromScreenToScreen() throws {
    var monitor = try Shown.played(Worlds.over, size: Self.size)
    var terminal = AnsiScreen(Self.size)
    var last: CellBuffer?
    for keys in ["", "1", "j", "4", "+", "+", "?", "<esc>", "0", "<esc>", "L"] {
      monitor.press(keys)
      let buffer = monitor.frame(size: Self.size).buffer
      terminal.take(buffer.ansiChanges(from: last, theme: .standard))
      last = buffer
      var whole = AnsiScreen(Self.size)
      for (row, text) in buffer.ansiRows(theme: .standard).enumerated() {
        whole.take("\u{1B}[\(row + 1);1H" + text)
      }
      #expect(terminal == whole, "after \(keys)")
      #expect(terminal.text == buffer.text)
    }
    #expect(last?.ansiChanges(from: last, theme: .standard) == "")
  }

  @Test func timeGoesOnAndTheEndIsLast() throws {
    let cast = try Self.cast()
    let times = cast.events.map(\.time)
    #expect(times == times.sorted())
    #expect(cast.events.last?.kind == .exit)
    #expect(cast.length > .seconds(10) && cast.length < .seconds(120))
    #expect(!cast.isCut)
    let markers = cast.events.compactMap { event -> String? in
      if case .marker(let title) = event.kind { title } else { nil }
    }
    #expect(markers == ["1 At home", "2 In the tunnel"])
  }

  @Test func nothingStandsLongerThanTheLimit() throws {
    let limit = Duration.seconds(1)
    let long = try Self.cast()
    let cast = try Self.cast(idleLimit: limit)
    let times = [.zero] + cast.events.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= limit })
    #expect(cast.length < long.length)
    #expect(Self.texts(of: cast) == Self.texts(of: long))
  }

  /// What was done already is shown row by row, at its moments.
  @Test func aHistoryIsShownAtItsMoments() throws {
    let monitor = try Shown.played(Self.lines)
    let cast = CastRecorder.cast(
      ofHistory: monitor, size: Self.size, idleLimit: .seconds(2))
    #expect(Self.texts(of: cast).count == monitor.run.timeline.rowCount)
    let times = cast.events.map(\.time)
    #expect(times == times.sorted())
    #expect(cast.length <= .seconds(2 * (monitor.run.timeline.rowCount + 1)))
    #expect(cast.events.contains { $0.kind == .marker("2 In the tunnel") })
  }

  // docs.asciinema.org on asciicast v3: intervals, and "x" with the exit status at the end.
  @Test func versionThreeHasIntervals() throws {
    let cast = try Self.cast()
    let lines = cast.lines(.v3)
    #expect(
      lines[0].hasPrefix(
        "{\"version\": 3, \"term\": {\"cols\": 80, \"rows\": 24, \"type\": \"xterm-256color\", "))
    #expect(lines[0].hasSuffix("\"title\": \"A test\"}"))
    #expect(lines.last == "[5.000, \"x\", \"0\"]")
    #expect(lines.count == cast.events.count + 1)
    #expect(lines.contains { $0.hasSuffix(", \"m\", \"2 In the tunnel\"]") })
  }

  // docs.asciinema.org on asciicast v2: times since the beginning.
  @Test func versionTwoHasTimes() throws {
    let cast = try Self.cast()
    let lines = cast.lines(.v2)
    #expect(lines[0].hasPrefix("{\"version\": 2, \"width\": 80, \"height\": 24, "))
    #expect(lines.count == cast.events.count)
    let last = cast.events.dropLast().last?.time.wholeMilliseconds ?? 0
    let digits = String(last % 1000 + 1000).dropFirst()
    #expect(lines.last?.hasPrefix("[\(last / 1000).\(digits), \"o\", ") == true)
  }

  /// What a container or a scenario says is shown, and never obeyed.
  @Test func noDataIsASequence() throws {
    let hostile = JSONWriter.write(.string("\u{1B}[2J\u{1B}]0;owned\u{7}"))
    let run = try Shown.played(["chapter \(hostile)", "launch", "push event=\(hostile)"]).run
    let cast = CastRecorder.cast(
      of: Monitor(ScenarioRun(run.scenario, inputs: run.inputs)), size: Self.size, idleLimit: nil)
    let whole = Self.texts(of: cast).joined()
    let ours = try Regex("\u{1B}\\[(\\?25l|2J|[0-9;]+[Hm])")
    #expect(!whole.replacing(ours, with: "").contains("\u{1B}"))
    #expect(!whole.contains("\u{7}"))
    // The screen is cleared once.
    #expect(whole.ranges(of: "\u{1B}[2J").count == 1)
  }
}

/// A terminal that knows the sequences that a cast has, and no others.
struct AnsiScreen: Equatable {
  private struct Cell: Equatable {
    var text = " "
    var codes = ""
  }

  private let size: Size
  private var cells: [Cell]
  private var row = 0
  private var column = 0
  private var codes = ""

  init(_ size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
  }

  /// The rows as text.
  var text: String {
    (0..<size.rows).map { row in
      cells[(row * size.columns)..<((row + 1) * size.columns)].map(\.text).joined()
    }.joined(separator: "\n")
  }

  static func == (one: AnsiScreen, other: AnsiScreen) -> Bool { one.cells == other.cells }

  mutating func take(_ text: String) {
    var rest = text[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        let sequence = rest.dropFirst(2).prefix { !$0.isLetter }
        rest = rest.dropFirst(2 + sequence.count)
        obey(String(sequence), rest.removeFirst())
      } else {
        rest.removeFirst()
        put(character)
      }
    }
  }

  private mutating func obey(_ parameters: String, _ letter: Character) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch letter {
    case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "J": cells = Array(repeating: Cell(), count: cells.count)
    case "m":
      let codes = numbers.first == 0 ? numbers.dropFirst() : numbers[...]
      self.codes = codes.map(String.init).joined(separator: ";")
    case "l": break
    default: Issue.record("the sequence \(parameters)\(letter) is unknown")
    }
  }

  private mutating func put(_ character: Character) {
    let width = TextWidth.columns(of: character)
    guard row < size.rows, column + width <= size.columns else {
      Issue.record("\(character) is outside at \(row), \(column)")
      return
    }
    for place in 0..<width {
      cells[row * size.columns + column + place] = Cell(
        text: place == 0 ? String(character) : "", codes: codes)
    }
    column += width
  }
}
