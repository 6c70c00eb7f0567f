import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor

struct ConfigurationFile {
  /// The file's name in messages.
  let path: String
  private let text: String
  /// Why the file could not be read; nil if it could.
  private var unreadable: CommandFailure?

  /// Reads the configuration that a command line names, or the usual one.
  ///
  /// - Parameters:
  ///   - option: the file of `--config`; `none` or an empty text means no configuration.
  ///   - folders: the folders with the usual one; nil reads only a named file.
  /// - Returns: nil if there is no configuration.
  /// - Throws: if a named file cannot be read; errors in the usual file are reported later.
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

  func apply(to monitor: inout Monitor) -> ConfigurationMistakes {
    unreadable.map { ConfigurationMistakes($0.problems) } ?? monitor.configure(text, file: path)
  }

  /// Returns one sentence about the mistakes: the first one, and the number of others.
  static func sentence(of mistakes: ConfigurationMistakes) -> String? {
    guard let first = mistakes.told.first else { return nil }
    let more = mistakes.count > 1 ? ", and \(mistakes.count - 1) more" : ""
    return "\(first.description)\(more): 'tagsim info check' lists them; the other lines apply"
  }
}

struct ConfigurationOption: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The configuration file, with lines such as 'theme light'; none for no file.",
      discussion:
        "By default the monitor reads $TAGSIM_CONFIG, or ~/.config/tagsim/config if there is "
        + "one; render reads none.",
      valueName: "file"),
    completion: .file())
  var path: String?
}
