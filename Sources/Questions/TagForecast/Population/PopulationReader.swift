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
  /// The forms of its lines.
  package static let forms = PopulationAnswer.all.map(\.form)
  /// The largest file that is read, in bytes (1 MB).
  package static let textLimit = 1_000_000
  /// The most mistakes that are reported.
  static let mistakeLimit = 20

  /// A line without its comment.
  struct Line {
    var number: Int
    var words: [String]
    var named: [String: String]
    /// The words between the first one and the share.
    var values: [String] = []
    var share: Population.BasisPoints = 0
    /// Whether it is the first with its word.
    var isFirst = false
  }

  struct Mistake: Error { var sentence: String }

  private let file: String
  var population = Population()
  private var problems: [LoadProblem] = []
  /// The words that occur in the file, with the line of their first occurrence and their sum.
  private var seen: [(word: String, line: Int, sum: Population.BasisPoints)] = []
  var chances: Set<String> = []

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

  private mutating func readLine(_ line: Line) {
    guard let word = line.words.first else {
      return note("a line begins with a word such as 'sessions'", line.number)
    }
    guard let answer = PopulationAnswer.byWord[word] else {
      let words = PopulationAnswer.all.map(\.form.word)
      let hint = Suggestion.nearest(to: word, among: words).map { ": did you mean '\($0)'?" }
      let list = ": 'tagsim help population' lists them"
      return note("unknown word '\(word)'" + (hint ?? list), line.number)
    }
    do throws(Mistake) {
      try take(answer, line)
    } catch {
      note(error.sentence, line.number)
    }
  }

  private mutating func take(_ answer: PopulationAnswer, _ line: Line) throws(Mistake) {
    let word = answer.form.word
    var line = line
    line.values = Array(line.words.dropFirst())
    // The name of a file may contain blanks.
    if word == "journey", line.values.count > 2, let last = line.values.last {
      line.values = [line.values.dropLast().joined(separator: " "), last]
    }
    try checkNames(line)
    let example = answer.form.example.split(separator: " ")
    guard line.values.count == example.count - 1, let last = line.values.popLast(),
      let share = Self.share(last)
    else {
      let form = example.dropLast().joined(separator: " ") + " SHARE"
      throw Mistake(sentence: "'\(word)' is written as '\(form)', with a share such as 12.5%")
    }
    line.share = share
    if let place = seen.firstIndex(where: { $0.word == word }) {
      seen[place].sum += share
    } else {
      line.isFirst = true
      seen.append((word, line.number, share))
    }
    try answer.take(&self, line)
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

  private mutating func checkSums() {
    // A line that could not be read is missing in the sum.
    guard problems.isEmpty else { return }
    for (word, line, sum) in seen where word != "chance" && sum != Population.whole {
      note("the shares of '\(word)' add up to \(ShareText.percent(sum)), not to 100%", line)
    }
  }

  // MARK: Values

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
  static func number(
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
  static func durations(_ text: String) throws(Mistake) -> ClosedRange<Int64> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
      .map { DurationText.duration(String($0))?.wholeMilliseconds }
    guard let first = parts.first ?? nil, parts.count <= 2, let last = parts.last ?? nil,
      first <= last
    else {
      throw Mistake(sentence: "'\(text)' is not a duration such as 30s or a range such as 30s..2m")
    }
    return first...last
  }

  static func minutesAhead(_ text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = number(parts[0]),
      let minutes = number(parts[1]), hours <= 14, minutes < 60
    else { return nil }
    let all = Int64(hours * 60 + minutes)
    return sign == "-" ? -all : all
  }
}
