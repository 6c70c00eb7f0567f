import Foundation

/// Where a user's own files lie, by the rules of XDG.
struct UserFolders {
  /// The environment that names them.
  let environment: [String: String]

  /// Those of the user who has started the program.
  static var present: UserFolders { UserFolders(environment: ProcessInfo.processInfo.environment) }

  /// The folder for what outlasts a session.
  var state: String { folder("XDG_STATE_HOME", ".local/state") }

  /// The lines that were typed.
  var history: String { (state as NSString).appendingPathComponent("history") }

  /// The recordings that nobody wrote.
  var recordings: String { (state as NSString).appendingPathComponent("recordings") }

  /// The traces of the last sessions.
  var traces: String { (state as NSString).appendingPathComponent("traces") }

  /// The named pipe of the presenter's notes.
  var notes: String { (state as NSString).appendingPathComponent("notes") }

  /// The configuration: the file that `TAGSIM_CONFIG` names, or the usual one.
  var configuration: String {
    if let named = environment[Self.configurationVariable], !named.isEmpty { return named }
    return (folder("XDG_CONFIG_HOME", ".config") as NSString).appendingPathComponent("config")
  }

  /// Whether the environment names a configuration.
  var namesConfiguration: Bool { environment[Self.configurationVariable]?.isEmpty == false }

  /// The variable that names the configuration.
  static let configurationVariable = "TAGSIM_CONFIG"

  private func folder(_ variable: String, _ usual: String) -> String {
    let base = environment[variable] ?? ""
    // A relative folder is to be taken as none.
    if base.hasPrefix("/") { return (base as NSString).appendingPathComponent("tagsim") }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return ((home as NSString).appendingPathComponent(usual) as NSString)
      .appendingPathComponent("tagsim")
  }
}
