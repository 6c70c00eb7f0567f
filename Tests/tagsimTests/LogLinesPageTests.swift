import ScenarioEngine
import TagRuntime
import Testing

/// The page of the documentation on the log is the table of its lines.
@Suite struct LogLinesPageTests {
  private static let beginning = """
    # The lines of the log

    Look up at which level a line is, who says it, and whether the app prints it.

    ## Loggers and levels

    An app has the default logger of the SDK unless it sets one (LegacySDK §14.1). A statement of a
    scenario sets either, before the launch or while the app runs:

    ```
    set logger custom
    set logger default
    set log-level verbose
    ```

    """

  private static func printed(_ level: LogLevel, by logger: Logger) -> String {
    let code = LogCode.allCases.first { code in
      let record = LogRecord(code)
      return record.level == level && record.source == .sdk && !code.isOfAnalytics
    }
    guard let code else { return logger.isCustom || level >= logger.level ? "yes" : "no" }
    return logger.prints(LogRecord(code)) ? "yes" : "no"
  }

  private static var levels: [String] {
    let own = Logger(isCustom: true)
    return ["| level | lines | the default logger prints it | a logger of the app gets it |"]
      + ["|---|---|---|---|"]
      + LogLevel.allCases.filter { $0 != .none }.map { level in
        let count = LogCode.allCases.count { LogRecord($0).level == level }
        return "| \(level.name) | \(count) | \(printed(level, by: Logger())) | "
          + "\(printed(level, by: own)) |"
      }
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static func row(_ code: LogCode) -> String {
    let places = Array(repeating: "…", count: 9)
    let record = LogRecord(code, places)
    let source =
      switch record.source {
      case .sdk: code.isOfAnalytics ? "Analytics" : "SDK"
      case .app: "app"
      case .tagsim: "tagsim"
      }
    let (sdk, plain) = (cell(record.text(in: .sdk)), cell(record.text(in: .plain)))
    return "| `\(code.rawValue)` | \(source) | \(sdk) | \(sdk == plain ? "" : plain) |"
  }

  private static func row(_ line: ConsoleLine) -> String {
    let told = line.isFault ? "*fault*: " : line.isListed ? "*remark*: " : ""
    let words = line.words.replacing("◊", with: "…")
    return "| \(line.level?.name ?? "") | \(line.tag) | \(cell(words)) | \(told)\(line.meaning) |"
  }

  @Test func thePageIsTheTable() throws {
    var lines = [Self.beginning] + Self.levels
    lines += [
      "",
      "Lines of `tagsim` are hints where the SDK is silent: no app prints them. What the app's own",
      "code prints passes by every logger. Analytics has a logger of its own",
      "(`set analytics-log-level`, Dispatch §2.5) without a debug level.",
    ]
    for level in LogLevel.allCases.reversed() where level != .none {
      let codes = LogCode.allCases.filter { LogRecord($0).level == level }
      lines += ["", "## \(level.name.prefix(1).uppercased() + level.name.dropFirst())", ""]
      lines += ["| code | by | line | in plain words |", "|---|---|---|---|"] + codes.map(Self.row)
    }
    lines += [
      "", "## Lines of a real phone", "",
      "`tagsim follow` and `tagsim import` know these, too. A *fault* ends with 1; a *remark* does",
      "not, as healthy apps have such lines. `tagsim help` with a part of a line explains it.", "",
      "| level | tag | line | what it says |", "|---|---|---|---|",
    ]
    lines += ConsoleLine.all.filter { line in line.code.flatMap(LogCode.init) == nil }
      .map(Self.row)
    try PageGolden.compare(
      lines.joined(separator: "\n") + "\n",
      "../../../Sources/Truth/TagRuntime/TagRuntime.docc/LogLines.md")
  }

  /// The statements of the page are of the language.
  @Test(arguments: ["set logger custom", "set logger default", "set log-level verbose"])
  func statement(_ line: String) throws {
    #expect(Self.beginning.contains(line))
    #expect(try StatementParser.parse(line: line) != nil)
  }
}
