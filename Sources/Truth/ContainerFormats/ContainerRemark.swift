import TagRuntime

/// A reader's remark on something that does not prevent a container from being opened; each has one
/// sentence.
enum ContainerRemark {
  /// The file is larger than Google's published containers.
  case large(bytes: Int)
  /// The only key of a file reads like a note to people.
  case placeholder(key: String)
  /// Settings of an export that all mobile SDKs ignore, with the names of the parts that have them.
  case ignoredSetting(IgnoredSetting, of: [String])
  /// A binary without the fields near its end.
  case cutOff
  /// A tag or variable names a trigger that does not exist.
  case missingTrigger(id: String, owner: String)
  case neverEnabled(collection: String)
  /// Parts of an experiment that no phone can read.
  case unreadableExperiment(String, count: Int)
  /// An experiment that a bare binary has no place for.
  case unwrittenExperiment(String)
  /// A member at the top of a v5 container that means nothing.
  case unknownMember(String)
  /// A macro of a v5 container whose name another macro has.
  case renamedMacro(String, as: String)
  /// A v5 container without the runtime that defines its functions, or with an empty one.
  case noRuntime
  /// A function that the runtime of a v5 container does not define.
  case undefinedFunction(String)
  /// A name in `{{…}}` that no variable has.
  case missingVariable(String, users: [String])

  var sentence: String {
    switch self {
    case .large(let bytes):
      "The container has \(bytes / 1_000) kB; Google Tag Manager publishes up to "
        + "\(ContainerLimits.publishedBytes / 1_000) kB."
    case .placeholder(let key):
      "The only key, '\(key)', reads like a note: this may be a placeholder for a "
        + "container that was never filled in."
    case .ignoredSetting(let setting, let names):
      "Mobile SDKs ignore \(setting.rawValue) of \(Self.list(names))."
    case .cutOff:
      "The binary has no number of its format (field 17), which is near its end: it may be "
        + "truncated."
    case .missingTrigger(let id, let owner):
      "\(owner) names trigger \(id), which the export does not have."
    case .neverEnabled(let collection):
      "Value collection '\(collection)' has no enabling trigger, so its values are never used."
    case .unreadableExperiment(let name, let count):
      "\(count) parts of experiment '\(name)' are left out: they have no value or no key."
    case .unwrittenExperiment(let name):
      "Experiment '\(name)' is left out: it belongs in an answer of the tag server, not in a "
        + "binary."
    case .unknownMember(let key): "'\(key)' is left out: it is not a known part of a v5 container."
    case .renamedMacro(let name, let read):
      "Several macros are named '\(name)'; one of them is read as '\(read)'."
    case .noRuntime:
      "The container has no runtime (Google's code that defines its functions): tagsim reads "
        + "and compares it, but an app needs the container that the web interface downloads."
    case .undefinedFunction(let function):
      "Function '\(function)' is called, but the runtime does not define it."
    case .missingVariable(let name, let users):
      "'{{\(name)}}' is used by \(Self.list(users, quote: "")), "
        + "but the export has no variable of that name."
    }
  }

  /// Returns the remark on keys and values with only one key, named like a note; nil for others.
  static func placeholder(in keys: [String]) -> ContainerRemark? {
    guard keys.count == 1, let key = keys.first else { return nil }
    let words = key.lowercased().split { !$0.isLetter }
    return words.contains { notes.contains(String($0)) } ? .placeholder(key: key) : nil
  }

  /// Words with which notes to readers begin.
  private static let notes: Set<String> = [
    "warning", "caution", "attention", "note", "notice", "todo", "fixme", "placeholder", "replace",
    "readme", "comment", "dummy", "example",
  ]

  /// The maximum number of names that one sentence lists.
  private static let namesPerSentence = 10

  private static func list(_ names: [String], quote: String = "'") -> String {
    names.map { quote + $0 + quote }.listed(upTo: namesPerSentence)
  }
}
