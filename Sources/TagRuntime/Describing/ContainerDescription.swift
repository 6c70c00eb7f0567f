/// What is in a container, in the words of the people who made it: what its tags do and when, what
/// its variables read, and what it wants of the app.
///
/// It is made of facts with positions and short texts; pages, JSON and graphs are written from it.
public struct ContainerDescription: Sendable, Hashable {
  /// What the caller calls the container, such as the path of its file.
  let file: String
  let bytes: Int
  /// The SDK that loads it.
  let generation: SDKGeneration
  /// The release of the legacy SDK by which its functions are judged.
  let sdkVersion: SDKVersion
  let containerID: String?
  let version: String
  let format: ContainerVersion.Format
  let usageContexts: [String]
  let supplementals: [String]
  let experiments: [String]
  let fingerprint: String?
  let remarks: [String]
  let leftOut: [LeftOutPart]
  let authoring: ContainerAuthoring?
  let counts: Counts
  let functions: [Function]
  let tags: [Tag]
  let conditions: [Condition]
  let rules: [Rule]
  let variables: [Variable]
  let keys: [KeyRead]
  let events: [EventHeard]
  let handlers: [Handler]
  /// The container itself, for what words leave out.
  let source: ContainerVersion

  var vocabulary: Vocabulary { Vocabulary(generation) }

  /// The lengths of the four lists of the file.
  struct Counts: Sendable, Hashable {
    var macros: Int
    var tags: Int
    var predicates: Int
    var rules: Int
  }

  /// A function that macros, tags or conditions call.
  struct Function: Sendable, Hashable {
    var id: String
    var kind: MissingFunction.Kind
    var count: Int
    /// Whether the SDK has it, or the runtime that a v5 container brings.
    var isKnown: Bool
  }

  /// A name with a value, in words.
  struct Field: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// What a tag does when it fires.
  enum Action: Sendable, Hashable {
    /// A hit of a type to a property, both in words.
    case hit(type: String, property: String, fields: [Field], ecommerce: String?)
    case transaction(property: String)
    case request(url: String, isOnce: Bool)
    /// An event of Firebase is logged, changed or kept back.
    case firebase(FirebaseEvent)
    /// A function runs that only the runtime of the container knows.
    case runtime(function: String)
    /// A function of the app runs; in v5 containers a class.
    case call(function: String, parameters: [Field])
    case write(keys: [Field], clears: String?)
    /// It comes to nothing, whatever happens.
    case nothing(reason: String)
  }

  /// What a tag does to the events of Firebase.
  struct FirebaseEvent: Sendable, Hashable {
    enum Deed: String, Sendable, Hashable {
      /// A further event is logged.
      case measure
      /// The event at hand is replaced.
      case filter
      /// The event at hand does not reach Firebase.
      case block
    }

    var deed: Deed
    /// The name of the logged event; nil keeps that of the event at hand.
    var name: String?
    /// Parameters that are set.
    var edits: [Field] = []
    /// Parameters that are left out.
    var drops: [String] = []
    /// Whether it has the parameters of the event at hand.
    var keepsParameters = false
  }

  /// A tag, with the positions of the rules that fire it and of those that block it.
  struct Tag: Sendable, Hashable {
    /// The name that people gave it, or "tag 3".
    var name: String
    /// Whether it has a name; compiled v5 containers leave them out.
    var isNamed: Bool
    /// Its number in the web interface, where the container keeps it.
    var id: String?
    var function: String
    var action: Action
    var firing: [Int]
    var blocking: [Int]
    /// The positions of the variables it uses.
    var variables: [Int]
  }

  /// A condition; equal ones of a container are one.
  struct Condition: Sendable, Hashable {
    var left: String
    /// "equals".
    var verb: String
    /// "does not equal".
    var negatedVerb: String
    var right: String
    /// Whether it compares two constants that are equal.
    var isAlwaysTrue = false
    /// Why it is always false.
    var trouble: String?
    /// Whether its left side is the name of the event.
    var isAboutEvent = false
    /// Whether it holds at every event, whatever its name.
    var isEveryEvent = false
    /// The positions of the variables it uses.
    var variables: [Int]
    /// The positions of the rules that have it.
    var rules: [Int]
  }

  /// A rule, with the positions of its conditions and of what it fires and blocks.
  struct Rule: Sendable, Hashable {
    /// The name that people gave it.
    var name: String?
    var positive: [Int]
    var negative: [Int]
    /// Its conditions: "Event equals openScreen and Language does not equal es". Those that are
    /// always true go without saying; "always" or "at every event" where none is left.
    var sentence = ""
    /// Whether it holds at every event, whatever is in it.
    var isAlways = false
    /// Why it is never true, whatever the app does.
    var never: String?
    /// Whether it blocks its tags although it is never true: in v5 containers a condition that
    /// cannot be tested keeps a rule from firing, and not from blocking.
    var blocksAnyway = false
    var fires: [Int]
    var blocks: [Int]
  }

  /// All definitions of one macro name, with what uses it.
  struct Variable: Sendable, Hashable {
    var name: String
    var definitions: [Definition]
    var usingTags: [Int] = []
    /// The positions of the rules that test it, the first ones of many.
    var usingRules: [Int] = []
    var usingVariables: [Int] = []

    var isUnused: Bool {
      usingTags.isEmpty && usingRules.isEmpty && usingVariables.isEmpty
    }
    /// Whether it is a value that apps read by its name.
    var isForApp: Bool { isUnused && definitions.contains(where: \.isForApp) }
  }

  /// One definition of a variable, with the rules that switch it.
  struct Definition: Sendable, Hashable {
    var function: String
    /// What it reads, in words.
    var reads: String
    /// What it pushes to the data layer after each evaluation.
    var pushes: String?
    /// The value collection that it belongs to.
    var collection: String?
    /// The positions of the rules that switch it on.
    var onRules: [Int]
    /// The positions of the rules that switch it off.
    var offRules: [Int]
    /// Whether it is used where no rule chooses a definition.
    var isFallback: Bool
    var isForApp: Bool
  }

  /// Something of the app that the container reads by its key.
  struct KeyRead: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A path of the data layer.
      case dataLayer
      /// A parameter of the event, in v5 containers.
      case eventParameter
      /// A user property of Firebase, in v5 containers.
      case userProperty
    }

    var kind = Kind.dataLayer
    var key: String
    /// The event of Firebase for which the web interface suggests the key.
    var event: String?
    /// The variables and tags that read it.
    var readers: [String]
    /// What stands in for a missing value.
    var fallback: String?
  }

  /// An event that rules look for.
  struct EventHeard: Sendable, Hashable {
    /// "equals"; nil for rules that do not look at the name of the event.
    var verb: String?
    var text: String
    /// The positions of the rules.
    var rules: [Int]
  }

  /// A function of the app that the container calls; in v5 containers the path of a class.
  struct Handler: Sendable, Hashable {
    var function: String
    var kind: MissingFunction.Kind
    var parameters: [String]
    /// The variables or tags that call it.
    var users: [String]
  }
}
