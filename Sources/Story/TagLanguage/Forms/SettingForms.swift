import TagRuntime
import TagSimulation

/// The settings of the app, its SDK and the monitor, as `set` takes them.
extension Form {
  static let settings: [Form] =
    [
      .verb(
        "refresh-mode standard|default-container",
        "Whether the app refreshes its container, or uses the default one alone. " + Form.ofProcess,
        "refresh-mode default-container", in: .setting
      ) { reader throws(ScenarioError) in
        .act(.app(.setRefreshMode(try reader.cursor.choice("refresh mode"))))
      },
      .verb(
        "refresh-timer DURATION|off", "How often the app asks for a newer container by a timer.",
        "refresh-timer 6h", in: .setting
      ) { reader throws(ScenarioError) in
        guard reader.cursor.peek?.name == "off" else {
          return .act(.setRefreshTimer(try reader.cursor.refreshPeriod("off or a duration")))
        }
        reader.cursor.index += 1
        return .act(.setRefreshTimer(nil))
      },
      .verb(
        "log-level LEVEL", "The lowest level of the lines that the SDK logs. " + Form.ofProcess,
        "log-level info",
        in: .setting
      ) { reader throws(ScenarioError) in
        .logger(level: try reader.logLevel(among: LogLevel.allCases), isCustom: nil)
      },
      .verb(
        "logger default|custom",
        "Whether the app gives the SDK a logger of its own. " + Form.ofProcess,
        "logger custom", in: .setting
      ) { reader throws(ScenarioError) in
        let isCustom = try reader.cursor.choice("logger", ["default": false, "custom": true])
        return .logger(level: nil, isCustom: isCustom)
      },
      .verb(
        "wording sdk|plain", "Whether the log has the SDK's words or plain ones.", "wording plain",
        in: .setting
      ) { reader throws(ScenarioError) in .wording(try reader.cursor.choice("wording")) },
      .verb(
        "sdk-version RELEASE",
        "The release of the SDK: that of Tag Manager in an app for the legacy SDK, and that of "
          + "Firebase in one for v5.", "sdk-version 3.09", in: .setting
      ) { reader throws(ScenarioError) in
        let expected = "a release such as 3.09, or 10.22 of Firebase"
        let token = try reader.cursor.next(expected)
        let parts = (token.word ?? "").split(separator: ".", omittingEmptySubsequences: false)
        // The third number of a release of Firebase changes no rule.
        let isLong = parts.count == 3 && Int(parts[0]) ?? 0 >= 4 && Int(parts[2]) != nil
        let text = isLong ? parts.prefix(2).joined(separator: ".") : token.word ?? ""
        guard let version = SDKVersion(text), version.major >= 3 else {
          throw reader.cursor.unexpected(token, expected)
        }
        return .act(.setSDKVersion(version))
      },
      .verb(
        "delivery sdk|strict", "The rules by which answers settle hits: the SDK's, or strict ones.",
        "delivery strict", in: .setting
      ) { reader throws(ScenarioError) in
        .act(.setDelivery(try reader.cursor.choice("profile of delivery")))
      },
      .verb(
        "analytics-log-level LEVEL",
        "The lowest level of the lines that Analytics logs. " + Form.ofProcess,
        "analytics-log-level info", in: .setting
      ) { reader throws(ScenarioError) in
        // The logger of Analytics has no debug level.
        let level = try reader.logLevel(among: LogLevel.allCases.filter { $0 != .debug })
        return .act(.app(.setAnalyticsLogger(Logger(level: level))))
      },
      .verb(
        "firebase-validation drop|warn",
        "Whether Firebase drops what it objects to, or only reports it.",
        "firebase-validation warn", in: .setting
      ) { reader throws(ScenarioError) in
        .act(.setFirebaseValidation(try reader.cursor.choice("validation")))
      },
      screen(.systemRows, "Whether the monitor's event list has the rows of the system."),
      screen(.reader, "Whether the monitor is laid out for a screen reader."),
      screen(.mouse, "Whether the monitor takes the mouse."),
      screen(.differences, "Whether the data layer and the values show only what changed."),
      .verb(
        "borders utf8|ascii|none", "The characters of the monitor's borders.", "borders ascii",
        in: .setting
      ) { reader throws(ScenarioError) in
        let names = ["utf8", "ascii", "none"]
        let token = try reader.cursor.next("utf8, ascii or none")
        guard names.contains(token.name) else {
          throw reader.cursor.unknown(token, "borders", among: names)
        }
        return .view(ViewCommand(.borders, words: [token.name]))
      },
      .verb(
        "copy-command COMMAND|off",
        "What takes the text that you copy in the monitor; off leaves it to the terminal.",
        "copy-command \"pbcopy\"", in: .setting
      ) { reader throws(ScenarioError) in
        try reader.finding(.copyCommand, "a command such as \"pbcopy\", or off")
      },
    ] + Quirk.allCases.map(quirk)

  /// A part of the screen.
  private static func screen(_ kind: ViewCommand.Kind, _ meaning: String) -> Form {
    .isOn(kind.rawValue, meaning, in: .setting) {
      .view(ViewCommand(kind, words: [$0 ? "on" : "off"]))
    }
  }

  private static func quirk(_ quirk: Quirk) -> Form {
    .isOn(quirk.rawValue, "As in \(quirk.version): \(quirk.summary).", in: .setting) {
      .act(.setQuirk(quirk, isOn: $0))
    }
  }
}

extension StatementReader {
  mutating func set() throws(ScenarioError) -> Command {
    let token = try cursor.next("the name of a setting")
    let settings = FormTable[.setting]
    guard case .statement(let read)? = settings[token.name]?.reading else {
      throw cursor.unknown(token, "setting", among: settings.words)
    }
    return try read(&self)
  }

  mutating func logLevel(among levels: [LogLevel]) throws(ScenarioError) -> LogLevel {
    let token = try cursor.next(levels.map(\.name).listed())
    guard let level = levels.first(where: { $0.name == token.word }) else {
      throw cursor.unknown(token, "log level", among: levels.map(\.name))
    }
    return level
  }
}
