/// The preferences for the screen in the environment.
enum TerminalPreferences {
  /// Whether the environment turns colours off.
  static func isPlain(_ environment: [String: String]) -> Bool {
    ["NO_COLOR", "TAGSIM_NO_COLOR"].contains { environment[$0]?.isEmpty == false }
      || environment["TERM"] == "dumb"
  }
}
