/// What a reader noticed that does not keep a container from being opened; each has one sentence.
enum ContainerRemark {
  /// The file is larger than what Google publishes.
  case large(bytes: Int)
  /// A binary without what stands near its end.
  case cutOff
  /// A list of an export that the reader knows nothing about.
  case unknownPart(name: String, count: Int)
  case pausedTag(String)
  case unknownTag(String, type: String)
  case unknownVariable(String, type: String)
  case unknownBuiltIn(String, type: String)
  case unknownTrigger(String, type: String)
  case unknownCondition(trigger: String, type: String)
  case unusedTrigger(String)
  /// A tag or variable names a trigger that is not there.
  case missingTrigger(id: String, owner: String)
  case neverEnabled(collection: String)
  /// Parts of an experiment that no phone can read.
  case unreadableExperiment(String, count: Int)
  /// An experiment that a bare binary has no place for.
  case unwrittenExperiment(String)
  /// A member at the top of a v5 container that means nothing.
  case unknownMember(String)
  /// A macro of a v5 container whose name another one has.
  case renamedMacro(String, as: String)
  /// A v5 container without the runtime that defines its functions.
  case noRuntime
  /// A function that the runtime of a v5 container does not define.
  case undefinedFunction(String)
  /// A name in `{{…}}` that nothing has.
  case missingVariable(String, users: [String])

  var sentence: String {
    switch self {
    case .large(let bytes):
      "The container has \(bytes / 1_000) kB; Google Tag Manager publishes up to "
        + "\(ContainerLimits.publishedBytes / 1_000) kB."
    case .cutOff:
      "The binary has no number of its format (field 17), which stands near its end: it may be cut "
        + "off."
    case .unknownPart(let name, let count):
      "'\(name)' (\(count)) is left out: no such part of a mobile container is known."
    case .pausedTag(let name): "Tag '\(name)' is left out: it is paused."
    case .unknownTag(let name, let type):
      "Tag '\(name)' is left out: the legacy SDK has no tags of type \(type)."
    case .unknownVariable(let name, let type):
      "Variable '\(name)' is left out: the legacy SDK has no variables of type \(type)."
    case .unknownBuiltIn(let name, let type):
      "Built-in variable '\(name)' is left out: the legacy SDK has none of type \(type)."
    case .unknownTrigger(let name, let type):
      "Trigger '\(name)' is left out: mobile containers have no triggers of type \(type); "
        + "what it fires or blocks goes without it."
    case .unknownCondition(let trigger, let type):
      "Trigger '\(trigger)' is left out: mobile containers have no condition of type \(type); "
        + "what it fires or blocks goes without it."
    case .unusedTrigger(let name):
      "Trigger '\(name)' is left out: no tag and no variable uses it."
    case .missingTrigger(let id, let owner):
      "\(owner) names trigger \(id), which the export does not hold."
    case .neverEnabled(let collection):
      "Value collection '\(collection)' has no enabling trigger, so its values are never used."
    case .unreadableExperiment(let name, let count):
      "\(count) parts of experiment '\(name)' are left out: they have no value or no key."
    case .unwrittenExperiment(let name):
      "Experiment '\(name)' is left out: it comes with an answer of the tag server, not with a "
        + "binary."
    case .unknownMember(let key): "'\(key)' is left out: no such part of a v5 container is known."
    case .renamedMacro(let name, let read):
      "Several macros are called '\(name)'; one of them is read as '\(read)'."
    case .noRuntime: "The container has no runtime, so none of its functions is defined."
    case .undefinedFunction(let function):
      "Function '\(function)' is called, but the runtime does not define it."
    case .missingVariable(let name, let users):
      "'{{\(name)}}' is used by \(users.joined(separator: ", ")), "
        + "but the export has no variable of that name."
    }
  }
}
