/// What the environment says about the screen.
enum TerminalPreferences {
  /// Whether no colours are wanted.
  static func isPlain(_ environment: [String: String]) -> Bool {
    ["NO_COLOR", "TAGSIM_NO_COLOR"].contains { environment[$0]?.isEmpty == false }
      || environment["TERM"] == "dumb"
  }
}
