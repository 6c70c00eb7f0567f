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

  /// The public id (`GTM-…`) where the format carries one; the legacy binary does not.
  public var containerID: String?
  /// The version as text, such as "43"; empty for simple JSON and plists.
  public var version: String
  /// The format it was read from.
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
  /// By what the tag server knows it, where the file tells.
  public var fingerprint: String?
  /// The instructions of a v5 container that define its functions, as they stand in the file.
  public var runtime: Value?
  /// The names of the functions that the runtime defines, in its order.
  public var runtimeFunctions: [String]
  /// The parts of the file that do not run in the app, kind by kind.
  public var leftOut: [LeftOutPart]
  /// What an export tells beyond what runs; nil for any other format.
  public var authoring: ContainerAuthoring?
  /// What a reader noticed and a user should know, one sentence each.
  public var remarks: [String]

  /// Creates a container version.
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
