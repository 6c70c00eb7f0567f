/// One version of a container, as any file format describes it: macros, tags, conditions and
/// rules, not yet compiled.
public struct ContainerVersion: Sendable, Hashable {
  /// The file format that a container version was read from.
  public enum Format: String, Sendable, Hashable {
    /// The legacy binary, a protocol buffer.
    case binary
    /// The legacy JSON of keys and values.
    case simpleJSON
    /// The legacy property list of keys and values.
    case plist
    /// The export of the web interface.
    case export
    /// The JSON of the second generation (v5).
    case firebase
  }

  /// The public id (`GTM-…`), if the format carries one; the legacy binary does not.
  public var containerID: String?
  /// The version as text, such as "43"; empty for simple JSON and plists.
  public var version: String
  /// The format of the file it was read from; `binary` by default if there is no file.
  public var format: Format
  /// The SDK that loads it.
  public var generation: SDKGeneration
  /// Macros in the order of the file.
  public var macros: [FunctionCall]
  /// Tags in the order of the file.
  public var tags: [FunctionCall]
  /// Conditions in the order of the file.
  public var predicates: [FunctionCall]
  /// Rules in the order of the file.
  public var rules: [ContainerRule]
  /// The platforms it was made for, such as "ios".
  public var usageContexts: [String]
  /// Names of supplementals (content experiments) that it needs.
  public var supplementals: [String]
  /// Content experiments that came with it.
  public var experiments: [Experiment]
  /// The id by which the tag server knows it, if the file contains it.
  public var fingerprint: String?
  /// The instructions of a v5 container that define its functions, as they are in the file.
  public var runtime: Value?
  /// The names of the functions that the runtime defines, in its order.
  public var runtimeFunctions: [String]
  /// The parts of the file that do not run in the app, kind by kind.
  public var leftOut: [LeftOutPart]
  /// The information in an export beyond what runs; nil for any other format.
  public var authoring: ContainerAuthoring?
  /// The remarks of a reader for the user, one sentence each.
  public var remarks: [String]
  /// Why the SDK of iOS rejects the file, which that of Android reads; nil if both read it.
  ///
  /// Source: Platforms §4.
  package var iosFault: String?

  /// Creates a version; by default an empty one for the legacy SDK.
  public init(
    containerID: String? = nil, version: String = "", format: Format = .binary,
    generation: SDKGeneration = .legacy, macros: [FunctionCall] = [], tags: [FunctionCall] = [],
    predicates: [FunctionCall] = [],
    rules: [ContainerRule] = [], usageContexts: [String] = [], supplementals: [String] = [],
    experiments: [Experiment] = [], fingerprint: String? = nil,
    runtime: Value? = nil, runtimeFunctions: [String] = [], leftOut: [LeftOutPart] = [],
    authoring: ContainerAuthoring? = nil, remarks: [String] = []
  ) {
    self.containerID = containerID
    self.version = version
    self.format = format
    self.generation = generation
    self.macros = macros
    self.tags = tags
    self.predicates = predicates
    self.rules = rules
    self.usageContexts = usageContexts
    self.supplementals = supplementals
    self.experiments = experiments
    self.fingerprint = fingerprint
    self.runtime = runtime
    self.runtimeFunctions = runtimeFunctions
    self.leftOut = leftOut
    self.authoring = authoring
    self.remarks = remarks
  }
}

/// A rule: when all its conditions hold it adds or removes tags and macros.
///
/// Numbers are positions in the lists of the `ContainerVersion` that the rule belongs to.
public struct ContainerRule: Sendable, Hashable {
  /// Conditions that must be true.
  public var positivePredicates: [Int] = []
  /// Conditions that must be false ("unless").
  public var negativePredicates: [Int] = []
  /// Tags that fire when the rule is true.
  public var addTags: [Int] = []
  /// Tags that the rule blocks when it is true.
  public var removeTags: [Int] = []
  /// Macro definitions that apply when the rule is true.
  public var addMacros: [Int] = []
  /// Macro definitions that are switched off when the rule is true.
  public var removeMacros: [Int] = []
  /// Display names of the rule, parallel to `addTags`; may be shorter or empty.
  public var addTagRuleNames: [String] = []
  /// Display names of the rule, parallel to `removeTags`; may be shorter or empty.
  public var removeTagRuleNames: [String] = []
  /// Display names of the rule, parallel to `addMacros`; may be shorter or empty.
  public var addMacroRuleNames: [String] = []
  /// Display names of the rule, parallel to `removeMacros`; may be shorter or empty.
  public var removeMacroRuleNames: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `addTags`; kept, not used.
  public var addTagTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `removeTags`; kept, not used.
  public var removeTagTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `addMacros`; kept, not used.
  public var addMacroTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `removeMacros`; kept, not used.
  public var removeMacroTriggerIDs: [String] = []

  /// Creates a rule that is always true and does nothing.
  public init() {}

  /// The name that a user gave the rule: the first of its display names that is not empty.
  package var name: String? {
    let names = addTagRuleNames + removeTagRuleNames + addMacroRuleNames + removeMacroRuleNames
    return names.first { !$0.isEmpty }
  }
}

/// A content experiment that comes with a container: the data that it writes to the data layer when
/// the container comes into use.
///
/// Source: LegacySDK §12, Formats §2.8; GaExperimentSupplemental.
public struct Experiment: Sendable, Hashable {
  /// The prefix of the names of supplementals that are experiments; phones know no others.
  package static let namePrefix = "gaExperiment:"

  /// A random number that is written under a key, so that a phone stays in its group.
  public struct Random: Sendable, Hashable {
    /// The dotted path in the data layer.
    public var key: String
    /// The least number.
    public var min: Int64
    /// The greatest number.
    public var max: Int64
    /// Whether an existing value of the key stays.
    public var retainsOriginalValue: Bool
    /// Milliseconds for which the number outlasts the process; zero or less means not at all.
    public var lifetime: Int64

    /// Creates a random number; the defaults are those of the container format.
    public init(
      key: String, min: Int64 = 0, max: Int64 = 2_147_483_647, retainsOriginalValue: Bool = false,
      lifetime: Int64 = 0
    ) {
      self.key = key
      self.min = min
      self.max = max
      self.retainsOriginalValue = retainsOriginalValue
      self.lifetime = lifetime
    }
  }

  /// The name of the supplemental, such as "gaExperiment:GTM-5HPNSZ_5D4X".
  public var name: String
  /// Prefixes that are cleared first, in the data layer and in the stored data.
  public var clears: [String]
  /// Updates that are pushed next, in order; values that are not maps are skipped.
  public var pushes: [Value]
  /// Random numbers that are written last, in order.
  public var randoms: [Random]

  /// Creates an experiment that by default clears, pushes and writes nothing.
  public init(
    name: String, clears: [String] = [], pushes: [Value] = [], randoms: [Random] = []
  ) {
    self.name = name
    self.clears = clears
    self.pushes = pushes
    self.randoms = randoms
  }
}

// MARK: - Faults

extension ContainerVersion {
  /// The fault that makes the version unusable as a whole: a rule that refers to something that
  /// does not exist. Nil if there is none.
  ///
  /// Source: Formats §2.5; ResourceUtil of the Android twin: an index out of bounds refuses the
  /// whole resource.
  ///
  /// - Complexity: O(n) in the number of references of all rules.
  package var structuralFault: String? {
    for (position, rule) in rules.enumerated() {
      let name = rule.name ?? "rule \(position + 1)"
      let uses: [(String, [Int], Int)] = [
        ("condition", rule.positivePredicates + rule.negativePredicates, predicates.count),
        ("tag", rule.addTags + rule.removeTags, tags.count),
        ("macro", rule.addMacros + rule.removeMacros, macros.count),
      ]
      for (what, indices, count) in uses {
        if let wrong = indices.first(where: { !(0..<count).contains($0) }) {
          return "\(name) points at \(what) \(wrong &+ 1) of \(count)"
        }
      }
    }
    return nil
  }
}

/// The two generations of the mobile SDK, which load different containers.
public enum SDKGeneration: String, Sendable, Hashable, CaseIterable {
  /// The legacy SDK: binaries and containers of keys and values, macros and rules.
  case legacy
  /// The SDK on Firebase (v5): JSON containers, variables and triggers.
  case firebase
}
