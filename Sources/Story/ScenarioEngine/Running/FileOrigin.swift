import TagRuntime

/// The origin of a file that a scenario names. Anyone can write a scenario that names a private
/// file, so errors quote only files that the user named and those of the scenario's own project.
public enum FileOrigin: Sendable, Hashable {
  /// Bytes that are not on the disk under this path: of the program, a trace or standard input.
  case memory
  case named
  /// A file below the project of the scenario; `path` is without links.
  case project(path: String)
  /// Any other file.
  case elsewhere
}

/// The roles of a file, which decide the names that it may have if errors are to quote it.
enum FileRole: Sendable, Hashable { case scenario, app, container, snapshot, plan }

extension ScenarioLoader {
  /// The ends of the names of scenarios and what they need.
  private static let endings = [".scenario", ".app", ".population", ".csv", ".json", ".plist"]
  /// The start of the name that the web interface gives to a container, which has no ending.
  private static let containerStart = "GTM-"
  static let hint =
    " (the words of this file are not shown; to see them, name it on the command line)"

  /// Whether errors may quote a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - role: what the scenario uses it as.
  ///   - scenario: the scenario that names it; nil if the user did.
  func mayQuote(_ path: String, as role: FileRole, in scenario: String?) -> Bool {
    switch files.origin(of: path, in: scenario) {
    case .memory, .named: true
    case .project(let place): hasName(place, of: role) || role == .scenario && beginsWithVerb(path)
    case .elsewhere: false
    }
  }

  private func hasName(_ place: String, of role: FileRole) -> Bool {
    let parts = place.split(separator: "/")
    let name = parts.last ?? ""
    return Self.endings.contains { name.lowercased().hasSuffix($0) }
      || name.hasPrefix(Self.containerStart)
      || role == .snapshot && parts.dropLast().last?.hasSuffix(ScenarioPath.snapshotFolder) == true
  }

  /// Whether the first word of a file opens a line of a scenario.
  private func beginsWithVerb(_ path: String) -> Bool {
    guard let bytes = try? files.bytes(of: path, limit: Self.textLimit) else { return false }
    return ScenarioParser.beginsWithVerb(bytes, file: path)
  }

  /// Returns the problem of an error, the one place in which an error about a file becomes text.
  func problem(
    _ error: any QuotingError, of files: [(path: String, role: FileRole)], in scenario: String?,
    at place: ScenarioLocation? = nil
  ) -> LoadProblem {
    if files.allSatisfy({ mayQuote($0.path, as: $0.role, in: scenario) }) {
      return LoadProblem(error.sentence, at: place)
    }
    let sentence = error.withoutWords.sentence
    return LoadProblem(sentence == error.sentence ? sentence : sentence + Self.hint, at: place)
  }

  package func failure(
    _ errors: ScenarioErrors, in scenario: String, isApp: Bool = false
  ) -> LoadFailure {
    var failure = failure(errors.errors, in: scenario, isApp: isApp)
    if errors.isFull {
      failure.problems.append(LoadProblem("and perhaps more: reading stopped here"))
    }
    return failure
  }

  func failure(
    _ errors: [ScenarioError], in scenario: String, isApp: Bool = false
  ) -> LoadFailure {
    LoadFailure(
      errors.map { error in
        var files = [(path: error.file, role: isApp ? FileRole.app : .scenario)]
        if let path = error.includedPath { files.append((path, .scenario)) }
        if let path = error.appPath { files.append((path, .app)) }
        return problem(error, of: files, in: scenario, at: error.location)
      })
  }
}
