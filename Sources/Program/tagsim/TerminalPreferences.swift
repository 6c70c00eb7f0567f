import ArgumentParser

/// The preferences for the screen in the environment.
enum TerminalPreferences {
  /// Whether the environment turns colours off.
  static func isPlain(_ environment: [String: String]) -> Bool {
    ["NO_COLOR", "TAGSIM_NO_COLOR"].contains { environment[$0]?.isEmpty == false }
      || environment["TERM"] == "dumb"
  }
}

/// When the text for people is in colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never

  /// Whether text is in colours: a choice counts before the environment, and what turns colours off
  /// there before `FORCE_COLOR` and `CLICOLOR_FORCE`.
  func hasColors(on isTerminal: Bool, _ environment: [String: String]) -> Bool {
    guard self == .auto else { return self == .always }
    if TerminalPreferences.isPlain(environment) { return false }
    let isForced = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains {
      !["", "0", "false", nil].contains(environment[$0])
    }
    return isForced || isTerminal
  }
}
