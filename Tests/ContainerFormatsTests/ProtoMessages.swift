// The messages of a binary container, as tests build them.
// `container.proto` in Tests/ContainerOracleTests describes the fields; the tests there compare
// these messages with SwiftProtobuf's.

/// A container. Macros, tags, conditions and rules refer to the other entries by index.
struct ProtoResource: ProtoMessage {
  var key: [String] = []
  var value: [ProtoValue] = []
  var property: [ProtoProperty] = []
  var macro: [ProtoFunctionCall] = []
  var tag: [ProtoFunctionCall] = []
  var predicate: [ProtoFunctionCall] = []
  var rule: [ProtoRule] = []
  var templateVersionSet: String?
  var version: String?
  var usageContext: [String] = []
  var resourceFormatVersion: Int32?
  var supplemental: [String] = []

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, key)
    encoder.add(2, value)
    encoder.add(3, property)
    encoder.add(4, macro)
    encoder.add(5, tag)
    encoder.add(6, predicate)
    encoder.add(7, rule)
    encoder.add(12, templateVersionSet)
    encoder.add(13, version)
    encoder.add(16, usageContext)
    encoder.add(17, resourceFormatVersion)
    encoder.add(19, supplemental)
  }
}

/// A pair of a key and a value, shared between function calls.
struct ProtoProperty: ProtoMessage {
  var key: Int32?
  var value: Int32?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, key)
    encoder.add(2, value)
  }
}

struct ProtoFunctionCall: ProtoMessage {
  var serverSide: Bool?
  var function: Int32?
  var property: [Int32] = []
  var name: Int32?
  var liveOnly: Bool?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, serverSide)
    encoder.add(2, function)
    encoder.add(3, property)
    encoder.add(4, name)
    encoder.add(6, liveOnly)
  }
}

/// Indices of conditions, tags and macros, and of the values that name them.
struct ProtoRule: ProtoMessage {
  var positivePredicate: [Int32] = []
  var negativePredicate: [Int32] = []
  var addTag: [Int32] = []
  var removeTag: [Int32] = []
  var addTagRuleName: [Int32] = []
  var removeTagRuleName: [Int32] = []
  var addMacro: [Int32] = []
  var removeMacro: [Int32] = []
  var addMacroRuleName: [Int32] = []
  var removeMacroRuleName: [Int32] = []
  var addTagRuleTriggerID: [Int32] = []
  var removeTagRuleTriggerID: [Int32] = []
  var addMacroRuleTriggerID: [Int32] = []
  var removeMacroRuleTriggerID: [Int32] = []

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, positivePredicate)
    encoder.add(2, negativePredicate)
    encoder.add(3, addTag)
    encoder.add(4, removeTag)
    encoder.add(5, addTagRuleName)
    encoder.add(6, removeTagRuleName)
    encoder.add(7, addMacro)
    encoder.add(8, removeMacro)
    encoder.add(9, addMacroRuleName)
    encoder.add(10, removeMacroRuleName)
    encoder.add(11, addTagRuleTriggerID)
    encoder.add(12, removeTagRuleTriggerID)
    encoder.add(13, addMacroRuleTriggerID)
    encoder.add(14, removeMacroRuleTriggerID)
  }
}

struct ProtoValue: ProtoMessage {
  enum Kind: Int32, CaseIterable {
    case string = 1
    case list, map, macroReference, functionID, integer, template, boolean, tagReference
  }

  var type: Kind?
  var string: String?
  var functionID: String?
  var integer: Int64?
  var containsReferences: Bool?
  /// The numbers of `Value.Escaping`.
  var escaping: [Int32] = []
  var boolean: Bool?
  var ext: ProtoServingValue?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, type?.rawValue)
    encoder.add(2, string)
    encoder.add(7, functionID)
    encoder.add(8, integer)
    encoder.add(9, containsReferences)
    encoder.add(10, escaping)
    encoder.add(12, boolean)
    encoder.add(101, ext)
  }
}

/// The children of a value, as indices of values.
struct ProtoServingValue: ProtoMessage {
  var listItem: [Int32] = []
  var mapKey: [Int32] = []
  var mapValue: [Int32] = []
  var macroReference: Int32?
  var templateToken: [Int32] = []
  var macroNameReference: Int32?
  var tagReference: Int32?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, listItem)
    encoder.add(2, mapKey)
    encoder.add(3, mapValue)
    encoder.add(4, macroReference)
    encoder.add(5, templateToken)
    encoder.add(6, macroNameReference)
    encoder.add(7, tagReference)
  }
}

/// The answer of a tag server.
struct ProtoSupplementedResource: ProtoMessage {
  var supplemental: [ProtoSupplemental] = []
  var resource: ProtoResource?
  var fingerprint: String?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, supplemental)
    encoder.add(2, resource)
    encoder.add(3, fingerprint)
  }
}

/// The file that the SDK saves.
struct ProtoResourceWithMetadata: ProtoMessage {
  var timeStamp: Int64?
  var resource: ProtoResource?
  var supplementedResource: ProtoSupplementedResource?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, timeStamp)
    encoder.add(2, resource)
    encoder.add(3, supplementedResource)
  }
}

struct ProtoSupplemental: ProtoMessage {
  var name: String?
  var experimentSupplemental: ProtoExperimentSupplemental?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, name)
    encoder.add(3, experimentSupplemental)
  }
}

struct ProtoExperimentSupplemental: ProtoMessage {
  var valueToPush: [ProtoPlainValue] = []
  var valueToClear: [ProtoPlainValue] = []
  var experimentRandom: [ProtoExperimentRandom] = []

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, valueToPush)
    encoder.add(2, valueToClear)
    encoder.add(3, experimentRandom)
  }
}

struct ProtoExperimentRandom: ProtoMessage {
  var key: String?
  var minRandom: Int64?
  var maxRandom: Int64?
  var retainOriginalValue: Bool?
  var lifetimeInMilliseconds: Int64?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, key)
    encoder.add(2, minRandom)
    encoder.add(3, maxRandom)
    encoder.add(4, retainOriginalValue)
    encoder.add(5, lifetimeInMilliseconds)
  }
}

/// A value that holds its children itself.
struct ProtoPlainValue: ProtoMessage {
  var type: ProtoValue.Kind?
  var string: String?
  var listItem: [ProtoPlainValue] = []
  var mapKey: [ProtoPlainValue] = []
  var mapValue: [ProtoPlainValue] = []
  var integer: Int64?
  var templateToken: [ProtoPlainValue] = []
  var boolean: Bool?

  func encode(to encoder: inout ProtoEncoder) {
    encoder.add(1, type?.rawValue)
    encoder.add(2, string)
    encoder.add(3, listItem)
    encoder.add(4, mapKey)
    encoder.add(5, mapValue)
    encoder.add(8, integer)
    encoder.add(11, templateToken)
    encoder.add(12, boolean)
  }
}
