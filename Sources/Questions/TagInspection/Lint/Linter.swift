import OrderedCollections
public import TagRuntime

/// Checks a container for what cannot work, what is probably a mistake and what is worth knowing.
/// It runs nothing.
public struct Linter: Sendable {
  let container: CompiledContainer
  /// The release of the SDK whose functions the container may call.
  let sdkVersion: SDKVersion
  /// The platform of the app whose SDK loads the container: according to the app or the container;
  /// otherwise iOS.
  let platform: Platform
  /// The parts of the container that cannot work because functions are missing.
  let missing: MissingReach
  /// The size of the compiled container in bytes, if known.
  let bytes: Int?
  /// The conditions in words, in the order of those of the compiled container.
  let conditions: [ContainerDescription.Condition]
  /// The names that each condition refers to, each once, in the order of the compiled container.
  let namesInConditions: [[String]]
  /// Whether something refers to a macro, by its slot.
  let isUsed: [Bool]
  /// Whether a rule can never be true, by its position.
  let isNeverTrue: [Bool]
  /// Whether a rule is true at every event, by its position.
  let isAlwaysTrue: [Bool]
  /// The known facts about the app; nil if there are none.
  let facts: AppFacts?

  var version: ContainerVersion { container.version }

  /// Prepares the checks of a container.
  ///
  /// - Parameter version: the container to check.
  /// - Parameter bytes: the size of the compiled container in bytes, if known.
  /// - Parameter facts: the known facts about the app; without them, the app is not checked.
  /// - Parameter sdkVersion: the release of the legacy SDK whose functions it may call; nil is the
  ///   default for apps of the platform.
  /// - Parameter platform: the platform of the app; nil is that of the facts, then that of the
  ///   container, then iOS.
  public init(
    _ version: ContainerVersion, bytes: Int? = nil, facts: AppFacts? = nil,
    sdkVersion: SDKVersion? = nil, platform: Platform? = nil
  ) {
    let container = CompiledContainer(version)
    let platform = platform ?? facts?.platform ?? version.platform ?? .ios
    let sdkVersion = sdkVersion ?? Settings(platform: platform).sdkVersion
    self.container = container
    self.platform = platform
    missing = MissingReach(of: container, in: sdkVersion, on: platform)
    self.bytes = bytes
    self.facts = facts
    self.sdkVersion = sdkVersion
    namesInConditions = Self.namesInConditions(of: container)
    isUsed = Self.uses(in: container, namesInConditions)
    isNeverTrue = container.rules.map(container.isNeverTrue)
    isAlwaysTrue = container.rules.map(container.isAlwaysTrue)
    conditions = ContainerDescriber(version, sdkVersion: sdkVersion, platform: platform)
      .conditions()
  }

  private typealias Check = @Sendable (Linter) -> [LintFinding]

  /// All checks; a new check needs an entry here.
  private static let checks: [Check] = [
    { $0.files() }, { $0.bundledNames() }, { $0.opening() },
    { $0.handlers() }, { $0.reads() },
    { $0.trackers() },
    { $0.launchPushes() }, { $0.pushes() }, { $0.neverTrueRules() }, { $0.alwaysTrueRules() },
    { $0.unfiredTags() }, { $0.blockedTags() }, { $0.patterns() }, { $0.lookalikes() },
    { $0.oddTexts() }, { $0.undefinedVariables() }, { $0.unusedVariables() }, { $0.cycles() },
    { $0.definitions() }, { $0.duplicateTags() }, { $0.unknownFunctions() },
    { $0.missingParameters() }, { $0.analyticsHits() }, { $0.firebaseEvents() },
    { $0.droppedNames() },
    { $0.leftOutParts() }, { $0.ignoredSettings() }, { $0.webEvents() },
  ]

  /// The maximum number of findings reported for one container; a hostile file could have millions.
  public static let limit = 1_000

  /// The findings: errors first, then warnings, then notes, each by code and place.
  ///
  /// - Complexity: O(n) in the size of the container, times the conditions of a rule and the rules
  ///   of a tag; limits bound the work.
  public var findings: [LintFinding] {
    let found = Self.checks.flatMap { $0(self) }
    let order = LintSeverity.allCases
    let ranked = found.enumerated().map { number, finding in
      (
        rank: order.firstIndex(of: finding.severity) ?? 0, code: finding.code.rawValue,
        index: finding.place.index ?? -1, number: number, finding: finding
      )
    }
    let sorted = ranked.sorted {
      ($0.rank, $0.code, $0.index, $0.number) < ($1.rank, $1.code, $1.index, $1.number)
    }
    return sorted.prefix(Self.limit).map(\.finding)
  }
}

extension Linter {
  /// Whether the container has only keys and values.
  var isSimple: Bool { version.format == .simpleJSON || version.format == .plist }

  var isFirebase: Bool { version.generation == .firebase }

  /// The words of the SDK's generation.
  var vocabulary: Vocabulary { Vocabulary(version.generation) }

  // MARK: Places

  var wholeContainer: LintPlace { LintPlace(.container) }

  func place(ofTag index: Int) -> LintPlace {
    let tag = version.tags[index]
    return LintPlace(.tag, index: index, name: Self.given(tag.name) ?? tag.function)
  }

  func place(ofRule index: Int) -> LintPlace {
    LintPlace(isFirebase ? .trigger : .rule, index: index, name: version.rules[index].name)
  }

  func place(ofMacro index: Int) -> LintPlace {
    LintPlace(isFirebase ? .variable : .macro, index: index, name: version.macros[index].name)
  }

  private static func given(_ name: String?) -> String? {
    name.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Words

  /// Returns a text in single quotes, cut to a readable length.
  func quoted(_ text: String) -> String { "'\(BoundedWords.cut(text))'" }

  /// Lists some tags by their names, or by their numbers if they have none.
  func tags(_ indices: [Int]) -> String {
    let names = indices.map { Self.given(version.tags[$0].name).map(quoted) ?? "\($0 + 1)" }
    return (indices.count == 1 ? "tag " : "tags ") + list(names)
  }

  func ruleName(_ index: Int) -> String {
    "\(vocabulary.rule) " + (version.rules[index].name.map(quoted) ?? "\(index + 1)")
  }

  /// Lists the first names and says how many more there are.
  func list(_ names: [String]) -> String {
    names.listed(upTo: DescriptionLimits.names)
  }

  /// Describes a condition in words.
  func words(ofCondition position: Int, isNegative: Bool = false) -> String {
    let condition = conditions[position]
    let verb = isNegative ? condition.negatedVerb : condition.verb
    return "\(condition.left) \(verb) \(condition.right)"
  }

  // MARK: Use

  /// Whether the compiler of the web interface created a macro for itself.
  static func isHidden(_ name: String?) -> Bool { name?.hasPrefix("_") == true }
}
