/// Paths in scenarios, relative to the scenario.
package enum ScenarioPath {
  /// Returns the path of a file that a scenario names.
  package static func resolved(_ path: String, besides scenario: String) -> String {
    joined(folder(of: scenario), path)
  }

  /// Returns the folder of a file, with its slash; empty if it has none.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Returns a path inside a folder.
  static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? path : folder + path
  }
}

extension Command {
  /// Returns the command with its file in a folder.
  func placed(in folder: String) -> Command {
    func placed(_ path: String) -> String { ScenarioPath.joined(folder, path) }
    return switch self {
    case .containerDefault(let path, let id, let name, let isInTarget):
      .containerDefault(path: placed(path), id: id, name: name, isInTarget: isInTarget)
    case .containerSaved(let path, let id, let age):
      .containerSaved(path: placed(path), id: id, age: age)
    case .containerUsed(let path, let id): .containerUsed(path: placed(path), id: id)
    case .publish(let path, let id, let version):
      .publish(path: placed(path), id: id, version: version)
    case .draft(let path, let id, let version):
      .draft(path: placed(path), id: id, version: version)
    case .act, .preview, .press, .device, .logger, .wait, .at, .clock, .background, .settle,
      .wording, .chapter, .caption, .note, .ask, .mark, .pause, .hidden, .snapshot, .view, .expect,
      .eventually, .never:
      self
    }
  }
}
