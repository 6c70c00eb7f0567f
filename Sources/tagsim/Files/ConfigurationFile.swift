import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor

/// What a configuration says, and what is wrong with it.
struct ConfigurationFile {
  /// Its name, for what is said of it.
  let path: String
  private let text: String
  /// Why nothing of it could be read; nil where it could.
  private var unreadable: CommandFailure?

  /// Reads the configuration that a command line names, or else the usual one.
  ///
  /// - Parameters:
  ///   - option: the file of `--config`; `none` and an empty one are none.
  ///   - folders: where the usual one is; nil where only a named one is read.
  /// - Returns: nil where there is none.
  /// - Throws: where a file that is named cannot be read; of the usual one that is said later.
  static func read(
    option: String?, folders: UserFolders?
  ) throws(CommandFailure) -> ConfigurationFile? {
    if let option, ["", "none"].contains(option) { return nil }
    let isNamed = option != nil || folders?.namesConfiguration == true
    guard let path = option ?? folders?.configuration,
      isNamed || FileManager.default.fileExists(atPath: path)
    else { return nil }
    do throws(CommandFailure) {
      let bytes = try DiskFiles().bytes(of: path, limit: Monitor.configurationLimit)
      return ConfigurationFile(path: path, bytes: bytes)
    } catch {
      if isNamed { throw error }
      var file = ConfigurationFile(path: path, bytes: [])
      file.unreadable = error
      return file
    }
  }

  private init(path: String, bytes: [UInt8]) {
    self.path = path
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Has a monitor obey it, and tells what is wrong with it.
  func apply(to monitor: inout Monitor) -> ConfigurationMistakes {
    unreadable.map { ConfigurationMistakes($0.problems) } ?? monitor.configure(text, file: path)
  }

  /// What is said of a configuration with mistakes, once: the first one, and how many more.
  static func sentence(of mistakes: ConfigurationMistakes) -> String? {
    guard let first = mistakes.told.first else { return nil }
    let more = mistakes.count > 1 ? ", and \(mistakes.count - 1) more" : ""
    return "\(first.description)\(more): 'tagsim doctor' lists them; the other lines hold"
  }
}

/// Which configuration the screen goes by.
struct ConfigurationOption: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The configuration, lines such as 'theme light'; none for no configuration.",
      discussion:
        "Without it the monitor reads $TAGSIM_CONFIG, or ~/.config/tagsim/config where there is "
        + "one; render reads none.",
      valueName: "file"),
    completion: .file())
  var path: String?
}
