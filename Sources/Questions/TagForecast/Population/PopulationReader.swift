package import ScenarioEngine
import TagRuntime
import TagSimulation

/// Reads a `.population` file, which has a line for every value that phones draw from.
///
/// ```
/// WORD VALUES SHARE [name=value]
/// ```
///
/// The shares of each word add up to 100 %; `chance` is an exception.
package struct PopulationReader {
  /// The largest file that is read, in bytes (1 MB).
  package static let textLimit = 1_000_000
  /// The most mistakes that are reported.
  static let mistakeLimit = 20

  /// A line without its comment.
  private struct Line {
    var number: Int
    var words: [String]
    var named: [String: String]
  }

  private struct Mistake: Error { var sentence: String }

  private let file: String
  private var population = Population()
  private var problems: [LoadProblem] = []
  /// The words that occur in the file, with the line of their first occurrence.
  private var seen: [(word: String, line: Int)] = []
  private var chances: Set<String> = []

  private init(file: String) { self.file = file }

  /// Reads a population.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - file: the file's name in messages.
  /// - Throws: all mistakes in it, by line.
  package static func read(_ text: String, file: String) throws(LoadFailure) -> Population {
    var reader = PopulationReader(file: file)
    reader.read(text)
    if !reader.problems.isEmpty {
      throw LoadFailure(Array(reader.problems.prefix(mistakeLimit)))
    }
    return reader.population
  }

  private mutating func read(_ text: String) {
    var isHeader = true
    let text = text.drop { $0 == "\u{FEFF}" }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let number = index + 1
      let plain = String(line.prefix { $0 != "#" }.trimmed { " \t\r".contains($0) })
      if number == 1, plain != "tagsim 1" {
        note("the file must begin with the line 'tagsim 1'", 1)
      } else if plain == "---" {
        isHeader = false
      } else if isHeader {
        if plain.hasPrefix("title:") {
          population.title = plain.dropFirst("title:".count).trimmedSpaces
        } else if number > 1, !plain.isEmpty {
          note("'\(plain)' is in the header, which only has a title and ends with ---", number)
        }
      } else if !plain.isEmpty {
        readLine(Self.line(plain, number))
      }
    }
    if isHeader { note("the header must end with a line ---", 1) }
    checkSums()
  }

  private mutating func note(_ sentence: String, _ line: Int) {
    problems.append(LoadProblem(sentence, at: ScenarioLocation(file: file, line: line, column: 1)))
  }

  private static func line(_ text: String, _ number: Int) -> Line {
    var line = Line(number: number, words: [], named: [:])
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2 {
        line.named[String(parts[0])] = String(parts[1])
      } else {
        line.words.append(String(word))
      }
    }
    return line
  }

  // MARK: Lines

  private static let words = [
    "locale", "app-version", "sdk", "sdk-version", "refresh-mode", "refresh-timer", "sessions",
    "hours", "length", "journey", "network", "background", "clock", "chance",
  ]

  private mutating func readLine(_ line: Line) {
    guard let word = line.words.first else {
      return note("a line begins with a word such as 'sessions'", line.number)
    }
    guard Self.words.contains(word) else {
      let hint = Suggestion.nearest(to: word, among: Self.words).map { ": did you mean '\($0)'?" }
      return note("unknown word '\(word)'" + (hint ?? ""), line.number)
    }
    // The file's values for a word replace the default ones.
    if !seen.contains(where: { $0.word == word }) {
      seen.append((word, line.number))
      clear(word)
    }
    do throws(Mistake) {
      try take(word, line)
    } catch {
      note(error.sentence, line.number)
    }
  }

  private mutating func clear(_ word: String) {
    switch word {
    case "locale": population.locales = .init()
    case "sessions": population.sessions = .init()
    case "hours": population.hours = .init()
    case "length": population.lengths = .init()
    case "journey": population.journeys = .init()
    case "network": population.connections = .init()
    case "clock": population.clocks = .init()
    default: break
    }
  }

  private mutating func take(_ word: String, _ line: Line) throws(Mistake) {
    var values = Array(line.words.dropFirst())
    // The name of a file may contain blanks.
    if word == "journey", values.count > 2, let last = values.last {
      values = [values.dropLast().joined(separator: " "), last]
    }
    try checkNames(line)
    let form = Self.form(of: word)
    let count = word == "locale" ? 4 : 2
    guard values.count == count, let share = Self.share(values[count - 1]) else {
      throw Mistake(sentence: "'\(word)' is written as '\(form)', with a share such as 12.5%")
    }
    switch word {
    case "locale":
      guard let ahead = Self.minutesAhead(values[2]) else {
        throw Mistake(sentence: "'\(values[2])' is not an offset from UTC: write +01:00")
      }
      population.locales.add(
        .init(language: values[0], country: values[1], minutesAhead: ahead), share)
    case "app-version": population.appVersions.add(values[0], share)
    case "sdk":
      guard let sdk = ScenarioHeader.SDK(rawValue: values[0]) else {
        throw Mistake(sentence: "'sdk' is 'v3' or 'v5', not '\(values[0])'")
      }
      population.generations.add(sdk.generation, share)
    case "refresh-mode":
      guard let mode = RefreshMode(rawValue: values[0]) else {
        throw Mistake(
          sentence: "'refresh-mode' is 'standard' or 'default-container', not '\(values[0])'")
      }
      population.refreshModes.add(mode, share)
    case "refresh-timer": population.refreshTimers.add(try Self.refreshTimer(values[0]), share)
    case "sdk-version":
      guard let version = SDKVersion(values[0]) else {
        throw Mistake(sentence: "'\(values[0])' is not a release of the SDK: write 3.12")
      }
      population.sdkVersions.add(version, share)
    case "sessions":
      population.sessions.add(try Self.number(values[0], in: 0...100), share)
    case "hours": population.hours.add(try Self.number(values[0], in: 0...23), share)
    case "length":
      let lengths = try Self.durations(values[0])
      guard lengths.upperBound <= ForecastPlan.day else {
        throw Mistake(sentence: "'\(values[0])' is longer than a session may be, which is 24h")
      }
      population.lengths.add(lengths, share)
    case "journey": population.journeys.add(values[0], share)
    case "network": try takeNetwork(values[0], share, line)
    case "background":
      guard ["sends", "as-written"].contains(values[0]) else {
        throw Mistake(sentence: "'background' is 'sends' or 'as-written', not '\(values[0])'")
      }
      population.backgroundSends.add(values[0] == "sends", share)
    case "clock": population.clocks.add(try Self.durations(values[0]), share)
    default: try takeChance(values[0], share, line)
    }
  }

  /// Checks the names before an equals sign, for the words that take some.
  private func checkNames(_ line: Line) throws(Mistake) {
    let known =
      switch line.words.prefix(2) {
      case ["network", "spells"]: ["a-day", "length"]
      case ["chance", "away"]: ["days"]
      default: [String]()
      }
    guard let other = line.named.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let hint = Suggestion.nearest(to: other, among: known).map { ": did you mean '\($0)='?" }
    throw Mistake(
      sentence: "'\(other)=' means nothing for '\(line.words.prefix(2).joined(separator: " "))'"
        + (hint ?? ""))
  }

  private static func refreshTimer(_ text: String) throws(Mistake) -> Duration? {
    if text == "off" { return nil }
    guard let period = DurationText.duration(text), period >= App.shortestRefreshTimer else {
      throw Mistake(sentence: "'\(text)' is not a timer period: write 6h, at least 1s, or off")
    }
    return period
  }

  private mutating func takeNetwork(
    _ kind: String, _ share: Population.BasisPoints, _ line: Line
  ) throws(Mistake) {
    switch kind {
    case "online": population.connections.add(.online, share)
    case "offline": population.connections.add(.offline, share)
    case "captive": population.connections.add(.captive, share)
    case "spells":
      guard let count = line.named["a-day"], let length = line.named["length"] else {
        throw Mistake(sentence: "'network spells' needs a-day=4 and length=2m..1h")
      }
      population.connections.add(
        .spells(
          aDay: try Self.number(count, in: 0...100),
          length: try Self.durations(length)), share)
    default:
      throw Mistake(
        sentence: "'network' is 'online', 'offline', 'captive' or 'spells', not '\(kind)'")
    }
  }

  private mutating func takeChance(
    _ what: String, _ share: Population.BasisPoints, _ line: Line
  ) throws(Mistake) {
    guard chances.insert(what).inserted else {
      throw Mistake(sentence: "'chance \(what)' is given twice")
    }
    switch what {
    case "killed": population.killed = share
    case "fresh": population.fresh = share
    case "installed": population.installed = share
    case "reinstalled": population.reinstalled = share
    case "away":
      population.away = share
      population.awayDays = try Self.number(line.named["days"] ?? "1", in: 1...365)
    default:
      throw Mistake(
        sentence: "'chance' is 'killed', 'away', 'installed', 'fresh' or 'reinstalled', not "
          + "'\(what)'")
    }
  }

  private mutating func checkSums() {
    let sums = [
      ("locale", population.locales.sum), ("app-version", population.appVersions.sum),
      ("sdk", population.generations.sum), ("sdk-version", population.sdkVersions.sum),
      ("refresh-mode", population.refreshModes.sum),
      ("refresh-timer", population.refreshTimers.sum), ("sessions", population.sessions.sum),
      ("hours", population.hours.sum), ("length", population.lengths.sum),
      ("journey", population.journeys.sum), ("network", population.connections.sum),
      ("background", population.backgroundSends.sum), ("clock", population.clocks.sum),
    ]
    // A line that could not be read is missing in the sum.
    guard problems.isEmpty else { return }
    for (word, sum) in sums where sum != Population.whole {
      guard let line = seen.first(where: { $0.word == word })?.line else { continue }
      note(
        "the shares of '\(word)' add up to \(ShareText.percent(sum)), not to 100%", line)
    }
  }

  // MARK: Values

  private static func form(of word: String) -> String {
    switch word {
    case "locale": "locale en US -05:00 SHARE"
    case "app-version": "app-version 2.1 SHARE"
    case "sdk": "sdk v3 SHARE"
    case "sdk-version": "sdk-version 3.12 SHARE"
    case "refresh-mode": "refresh-mode standard SHARE"
    case "refresh-timer": "refresh-timer 6h SHARE"
    case "sessions": "sessions 3 SHARE"
    case "hours": "hours 7..9 SHARE"
    case "length": "length 30s..2m SHARE"
    case "journey": "journey checkout.scenario SHARE"
    case "network": "network online SHARE"
    case "background": "background sends SHARE"
    case "clock": "clock 1m..10m SHARE"
    default: "chance killed SHARE"
    }
  }

  /// Reads `12.5%` in hundredths of a percent; nil if it is not a share, or more than all.
  private static func share(_ text: String) -> Population.BasisPoints? {
    guard text.hasSuffix("%") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = number(parts[0]), whole <= 100 else {
      return nil
    }
    var rest = 0
    if parts.count == 2 {
      guard (1...2).contains(parts[1].count), let digits = number(parts[1]) else { return nil }
      rest = parts[1].count == 1 ? digits * 10 : digits
    }
    let share = whole * 100 + rest
    return share <= Population.whole ? share : nil
  }

  private static func number(_ digits: some StringProtocol) -> Int? {
    guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits)
  }

  /// Reads a number, or two with `..` between them.
  private static func number(
    _ text: String, in bounds: ClosedRange<Int64>
  ) throws(Mistake) -> ClosedRange<Int64> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
      .map { number($0).map(Int64.init) }
    guard let first = parts.first ?? nil, parts.count <= 2, let last = parts.last ?? nil,
      bounds.contains(first), bounds.contains(last), first <= last
    else {
      throw Mistake(
        sentence: "'\(text)' is not a number from \(bounds.lowerBound) to \(bounds.upperBound), or "
          + "range of them such as \(bounds.lowerBound)..\(bounds.upperBound)")
    }
    return first...last
  }

  /// Reads a duration, or two with `..` between them.
  private static func durations(_ text: String) throws(Mistake) -> ClosedRange<Int64> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
      .map { DurationText.duration(String($0))?.wholeMilliseconds }
    guard let first = parts.first ?? nil, parts.count <= 2, let last = parts.last ?? nil,
      first <= last
    else {
      throw Mistake(sentence: "'\(text)' is not a duration such as 30s or a range such as 30s..2m")
    }
    return first...last
  }

  private static func minutesAhead(_ text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = number(parts[0]),
      let minutes = number(parts[1]), hours <= 14, minutes < 60
    else { return nil }
    let all = Int64(hours * 60 + minutes)
    return sign == "-" ? -all : all
  }
}
