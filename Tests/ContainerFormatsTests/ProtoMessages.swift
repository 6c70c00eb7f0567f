// The messages of a binary container, as tests build them.
// `container.proto` in Tests/ContainerOracleTests describes the fields; the tests there compare
// these messages with SwiftProtobuf's.

/// A container. Macros, tags, conditions and rules refer to the other entries by index.
struct ProtoResource: ProtoMessage {
  @Field(1) var key: [String] = []
  @Field(2) var value: [ProtoValue] = []
  @Field(3) var property: [ProtoProperty] = []
  @Field(4) var macro: [ProtoFunctionCall] = []
  @Field(5) var tag: [ProtoFunctionCall] = []
  @Field(6) var predicate: [ProtoFunctionCall] = []
  @Field(7) var rule: [ProtoRule] = []
  @Field(12) var templateVersionSet: String? = nil
  @Field(13) var version: String? = nil
  @Field(16) var usageContext: [String] = []
  @Field(17) var resourceFormatVersion: Int32? = nil
  @Field(19) var supplemental: [String] = []
}

/// A pair of a key and a value, shared between function calls.
struct ProtoProperty: ProtoMessage {
  @Field(1) var key: Int32? = nil
  @Field(2) var value: Int32? = nil
}

struct ProtoFunctionCall: ProtoMessage {
  @Field(1) var serverSide: Bool? = nil
  @Field(2) var function: Int32? = nil
  @Field(3) var property: [Int32] = []
  @Field(4) var name: Int32? = nil
  @Field(6) var liveOnly: Bool? = nil
}

/// Indices of conditions, tags and macros, and of the values that name them.
struct ProtoRule: ProtoMessage {
  @Field(1) var positivePredicate: [Int32] = []
  @Field(2) var negativePredicate: [Int32] = []
  @Field(3) var addTag: [Int32] = []
  @Field(4) var removeTag: [Int32] = []
  @Field(5) var addTagRuleName: [Int32] = []
  @Field(6) var removeTagRuleName: [Int32] = []
  @Field(7) var addMacro: [Int32] = []
  @Field(8) var removeMacro: [Int32] = []
  @Field(9) var addMacroRuleName: [Int32] = []
  @Field(10) var removeMacroRuleName: [Int32] = []
  @Field(11) var addTagRuleTriggerID: [Int32] = []
  @Field(12) var removeTagRuleTriggerID: [Int32] = []
  @Field(13) var addMacroRuleTriggerID: [Int32] = []
  @Field(14) var removeMacroRuleTriggerID: [Int32] = []
}

struct ProtoValue: ProtoMessage {
  enum Kind: Int32, CaseIterable {
    case string = 1
    case list, map, macroReference, functionID, integer, template, boolean, tagReference
  }

  @Field(1) var type: Kind? = nil
  @Field(2) var string: String? = nil
  @Field(7) var functionID: String? = nil
  @Field(8) var integer: Int64? = nil
  @Field(9) var containsReferences: Bool? = nil
  /// The numbers of `Value.Escaping`.
  @Field(10) var escaping: [Int32] = []
  @Field(12) var boolean: Bool? = nil
  @Field(101) var ext: ProtoServingValue? = nil
}

/// The children of a value, as indices of values.
struct ProtoServingValue: ProtoMessage {
  @Field(1) var listItem: [Int32] = []
  @Field(2) var mapKey: [Int32] = []
  @Field(3) var mapValue: [Int32] = []
  @Field(4) var macroReference: Int32? = nil
  @Field(5) var templateToken: [Int32] = []
  @Field(6) var macroNameReference: Int32? = nil
  @Field(7) var tagReference: Int32? = nil
}

/// The answer of a tag server.
struct ProtoSupplementedResource: ProtoMessage {
  @Field(1) var supplemental: [ProtoSupplemental] = []
  @Field(2) var resource: ProtoResource? = nil
  @Field(3) var fingerprint: String? = nil
}

/// The file that the SDK saves.
struct ProtoResourceWithMetadata: ProtoMessage {
  @Field(1) var timeStamp: Int64? = nil
  @Field(2) var resource: ProtoResource? = nil
  @Field(3) var supplementedResource: ProtoSupplementedResource? = nil
}

struct ProtoSupplemental: ProtoMessage {
  @Field(1) var name: String? = nil
  @Field(3) var experimentSupplemental: ProtoExperimentSupplemental? = nil
}

struct ProtoExperimentSupplemental: ProtoMessage {
  @Field(1) var valueToPush: [ProtoPlainValue] = []
  @Field(2) var valueToClear: [ProtoPlainValue] = []
  @Field(3) var experimentRandom: [ProtoExperimentRandom] = []
}

struct ProtoExperimentRandom: ProtoMessage {
  @Field(1) var key: String? = nil
  @Field(2) var minRandom: Int64? = nil
  @Field(3) var maxRandom: Int64? = nil
  @Field(4) var retainOriginalValue: Bool? = nil
  @Field(5) var lifetimeInMilliseconds: Int64? = nil
}

/// A value that holds its children itself.
struct ProtoPlainValue: ProtoMessage {
  @Field(1) var type: ProtoValue.Kind? = nil
  @Field(2) var string: String? = nil
  @Field(3) var listItem: [ProtoPlainValue] = []
  @Field(4) var mapKey: [ProtoPlainValue] = []
  @Field(5) var mapValue: [ProtoPlainValue] = []
  @Field(8) var integer: Int64? = nil
  @Field(11) var templateToken: [ProtoPlainValue] = []
  @Field(12) var boolean: Bool? = nil
}
