import Foundation

/// The folders for a user's own files, by the rules of XDG.
struct UserFolders {
  let environment: [String: String]

  /// The folders of the user who started the program.
  static var present: UserFolders { UserFolders(environment: ProcessInfo.processInfo.environment) }

  /// The folder for state that outlasts a session.
  var state: String { folder("XDG_STATE_HOME", ".local/state") }

  /// The file of typed lines.
  var history: String { (state as NSString).appendingPathComponent("history") }

  /// The folder of unsaved recordings.
  var recordings: String { (state as NSString).appendingPathComponent("recordings") }

  /// The folder of the traces of recent sessions.
  var traces: String { (state as NSString).appendingPathComponent("traces") }

  /// The named pipe of the presenter's notes.
  var notes: String { (state as NSString).appendingPathComponent("notes") }

  /// The configuration: the file that `TAGSIM_CONFIG` names, or the usual one.
  var configuration: String {
    if let named = environment[Self.configurationVariable], !named.isEmpty { return named }
    return (folder("XDG_CONFIG_HOME", ".config") as NSString).appendingPathComponent("config")
  }

  var namesConfiguration: Bool { environment[Self.configurationVariable]?.isEmpty == false }

  static let configurationVariable = "TAGSIM_CONFIG"

  private func folder(_ variable: String, _ usual: String) -> String {
    let base = environment[variable] ?? ""
    // XDG requires relative folders to be ignored.
    if base.hasPrefix("/") { return (base as NSString).appendingPathComponent("tagsim") }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return ((home as NSString).appendingPathComponent(usual) as NSString)
      .appendingPathComponent("tagsim")
  }
}
