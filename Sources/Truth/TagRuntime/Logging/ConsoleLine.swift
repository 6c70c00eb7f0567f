/// A line that an SDK, an app or this program writes to a phone's console: the simulation prints
/// from it, and a reader of logs recognizes it.
///
/// The text of the tables has a line for each part: `=` generation, platform and tag; `:` what the
/// rows below mean and what to do; a row has its level, its kind, its code or `-`, and patterns
/// with `|` between them; `>` above it, or `~` behind the pattern, begins its plain words, and `<`
/// its level and its pattern in former releases.
package final class ConsoleLine: Sendable {
  /// The code by which the simulation and the reader know it; nil where neither writes or reads it.
  package let code: String?
  /// The number that Firebase writes before it.
  package let number: String?
  /// The generation of the SDK; nil for any.
  package let generation: SDKGeneration?
  /// The platform; nil for any.
  package let platform: Platform?
  /// The name under which it is in the log.
  package let tag: String
  /// Its severity; nil where nobody has seen it.
  package let level: LogLevel?
  /// What it says of the world: `fault`, `dropped`, `note`, `normal`, `hit-sent`, …
  package let kind: String
  /// The words, with a hole for each value that they name.
  package let pattern: String
  /// What it means, and what to do.
  package let meaning: String
  /// The words of this program, with the same holes; nil if there are no others.
  package let plain: String?
  let former: (level: LogLevel, pattern: String)?

  /// The placeholder for a value, and the one for a value that only the other words name.
  package static let hole: Unicode.Scalar = "◊"
  private static let silentHole: Unicode.Scalar = "◌"

  /// Whether something does not work, is lost, or is not sent.
  package var isFault: Bool { Self.faults.contains(kind) }
  private static let faults = ["fault", "dropped", "event-passed-by", "dry-run", "upload-failed"]

  /// Whether the phone keeps what it could not send, and tries again.
  package var isTriedAgain: Bool { kind == "upload-failed" }

  /// Whether a report lists it: it is no fault, but the SDK warns, or what it tells may be wanted.
  package var isListed: Bool {
    !isFault && (kind == "listed" || level.map { $0 >= .warning } ?? false)
  }

  /// Whether it is normal, so that nobody needs to know more.
  package var isHarmless: Bool {
    !isFault && !["note", "listed"].contains(kind)
  }

  /// Whether Analytics logs it, and not the tag manager.
  package var isOfAnalytics: Bool { tag == "GoogleAnalytics" || tag == "GAv4" }

  package var source: LogRecord.Source { LogRecord.Source(rawValue: tag) ?? .sdk }

  /// The words as the console shows them, with the number of Firebase.
  package var words: String { (number.map { "[\($0)] " } ?? "") + pattern }

  /// The bytes of the pattern between its holes.
  package var literals: [[UInt8]] {
    pattern.unicodeScalars.filter { $0 != Self.silentHole }.split(separator: Self.hole).map {
      Array(String($0).utf8)
    }
  }

  /// Returns words with values in their holes.
  package static func filled(_ words: String, with values: [String]) -> String {
    var text = String.UnicodeScalarView()
    var rest = values[...]
    for sign in words.unicodeScalars {
      switch sign {
      case hole: text += (rest.popFirst() ?? "").unicodeScalars
      case silentHole: rest = rest.dropFirst()
      default: text.append(sign)
      }
    }
    return String(text)
  }

  // MARK: The table

  /// All lines.
  package static let all: [ConsoleLine] = {
    let parts = [legacyLines, analyticsLines, managerLines, firebaseLines, ownLines]
    return parts.reduce(into: []) { $0 += read($1) }
  }()

  /// The place of each code; some have further lines, which are other beginnings of the same.
  package static let places: [String: Int] = all.indices.reduce(into: [:]) { places, index in
    if let code = all[index].code, places[code] == nil { places[code] = index }
  }

  private static func read(_ table: String) -> [ConsoleLine] {
    var lines: [ConsoleLine] = []
    var section: [Substring] = []
    var meaning = ""
    var plain: String?
    var former: (LogLevel, String)?
    for row in table.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = row.split(separator: UInt8(ascii: " "), maxSplits: 3).map { Substring($0) }
      let rest = Substring(row.dropFirst(2))
      switch words[0] {
      case "=": section = Array(words.dropFirst())
      case ":": meaning = String(rest)
      case ">": plain = String(rest)
      case "<": former = (level(of: rest.utf8.first) ?? .none, String(rest.dropFirst(2)))
      default:
        for pattern in words[3].utf8.split(separator: UInt8(ascii: "|")) {
          lines.append(ConsoleLine(words, pattern, section, meaning, plain, former))
        }
        (plain, former) = (nil, nil)
      }
    }
    return lines
  }

  private init(
    _ words: [Substring], _ text: Substring.UTF8View, _ section: [Substring], _ meaning: String,
    _ plain: String?, _ former: (LogLevel, String)?
  ) {
    let parts = text.split(separator: UInt8(ascii: "~")).map { Self.trimmed($0) }
    let number = parts[0].hasPrefix("I-ACS") ? parts[0].prefix { $0 != " " } : ""
    code = words[2] == "-" ? nil : String(words[2])
    self.number = number.isEmpty ? nil : String(number)
    generation = SDKGeneration(rawValue: String(section[0]))
    platform = Platform(rawValue: String(section[1]))
    tag = String(section[2])
    level = Self.level(of: words[0].utf8.first)
    kind = String(words[1])
    pattern = String(number.isEmpty ? parts[0] : parts[0].dropFirst(number.count + 1))
    self.meaning = meaning
    self.plain = plain ?? (parts.count > 1 ? String(parts[1]) : nil)
    self.former = former
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring {
    let blank = UInt8(ascii: " ")
    var text = text.drop { $0 == blank }
    while text.last == blank { text.removeLast() }
    return Substring(text)
  }

  /// Returns the level of a letter of logcat.
  private static func level(of letter: UInt8?) -> LogLevel? {
    letter.flatMap { letter in
      LogLevel.allCases.first { $0 != .none && $0.name.utf8.first == letter | 0x20 }
    }
  }
}

extension LogCode {
  private static let lines: [LogCode: ConsoleLine] = allCases.reduce(into: [:]) { lines, code in
    lines[code] = ConsoleLine.places[code.rawValue].map { ConsoleLine.all[$0] }
  }

  /// Its line in the table.
  package var line: ConsoleLine {
    guard let line = Self.lines[self] else { preconditionFailure("\(rawValue) has no words") }
    return line
  }

  /// Whether Analytics logs it, and not the tag manager.
  package var isOfAnalytics: Bool { line.isOfAnalytics }
}
