/// How the SDK looks for the default container of an id in the app's bundle: the binary, which has
/// no extension, before the property list before the JSON; of several only the first counts.
///
/// Source: TAGContainer loadDefault, sections 3.5 of the behaviour notes. That an unreadable file
/// makes it go on with the next one was not observed; it is so here.
public struct DefaultLookup: Sendable, Hashable {
  /// One thing that was found on the way.
  public enum Step: Sendable, Hashable {
    /// No file of this name.
    case missing(String)
    /// A file of this name that is no container.
    case unreadable(String, reason: String)
    /// The file that is used.
    case chosen(String)
    /// A file that would have done, had an earlier one not been chosen.
    case passedOver(String)
    /// A file that is meant for this id by its name, which the SDK never looks for.
    case similar(String, wanted: String)
  }

  /// What was found, in order.
  public private(set) var steps: [Step] = []

  /// Looks.
  ///
  /// - Returns: the container that is used, or nil.
  /// - Complexity: O(n) in the number of files.
  public mutating func look(for id: String, in files: [BundledFile]) -> CompiledContainer? {
    steps = []
    var found: CompiledContainer?
    let names = [id, id + ".plist", id + ".json"]
    for name in names {
      let file = files.first { $0.name == name }
      switch file?.content {
      case nil: if found == nil { steps.append(.missing(name)) }
      case .unreadable(let reason): steps.append(.unreadable(name, reason: reason))
      case .container(let container):
        steps.append(found == nil ? .chosen(name) : .passedOver(name))
        found = found ?? container
      }
    }
    let stem = id.lowercased()
    for file in files where !names.contains(file.name) && file.name.lowercased().hasPrefix(stem) {
      steps.append(.similar(file.name, wanted: Self.wanted(for: file, id)))
    }
    return found
  }

  /// Creates a lookup that has found nothing yet.
  public init() {}

  private static func wanted(for file: BundledFile, _ id: String) -> String {
    if case .container(let container) = file.content {
      return BundledFile.name(of: id, container.version.format)
    }
    return id
  }

  /// The log lines of the steps.
  var records: [LogRecord] {
    steps.compactMap { step in
      switch step {
      case .missing(let name):
        LogRecord(name.contains(".") ? .noDefaultFile : .noBinaryDefault, [name])
      case .unreadable(let name, let reason): LogRecord(.unreadableDefault, [name, reason])
      case .chosen(let name): LogRecord(.loadingDefault, [name])
      case .passedOver: nil
      case .similar(let name, let wanted): LogRecord(.similarDefault, [name, wanted])
      }
    }
  }
}
