@testable import ContainerFormatsTests

// The same messages for SwiftProtobuf, field by field.

extension ProtoResource {
  init(_ ours: ContainerFormatsTests.ProtoResource) {
    self.init()
    key = ours.key
    value = ours.value.map { ProtoValue($0) }
    property = ours.property.map { ProtoProperty($0) }
    macro = ours.macro.map { ProtoFunctionCall($0) }
    tag = ours.tag.map { ProtoFunctionCall($0) }
    predicate = ours.predicate.map { ProtoFunctionCall($0) }
    rule = ours.rule.map { ProtoRule($0) }
    if let templateVersionSet = ours.templateVersionSet {
      self.templateVersionSet = templateVersionSet
    }
    if let version = ours.version { self.version = version }
    usageContext = ours.usageContext
    if let resourceFormatVersion = ours.resourceFormatVersion {
      self.resourceFormatVersion = resourceFormatVersion
    }
    supplemental = ours.supplemental
  }
}

extension ProtoProperty {
  init(_ ours: ContainerFormatsTests.ProtoProperty) {
    self.init()
    if let key = ours.key { self.key = key }
    if let value = ours.value { self.value = value }
  }
}

extension ProtoFunctionCall {
  init(_ ours: ContainerFormatsTests.ProtoFunctionCall) {
    self.init()
    if let serverSide = ours.serverSide { self.serverSide = serverSide }
    if let function = ours.function { self.function = function }
    property = ours.property
    if let name = ours.name { self.name = name }
    if let liveOnly = ours.liveOnly { self.liveOnly = liveOnly }
  }
}

extension ProtoRule {
  init(_ ours: ContainerFormatsTests.ProtoRule) {
    self.init()
    positivePredicate = ours.positivePredicate
    negativePredicate = ours.negativePredicate
    addTag = ours.addTag
    removeTag = ours.removeTag
    addTagRuleName = ours.addTagRuleName
    removeTagRuleName = ours.removeTagRuleName
    addMacro = ours.addMacro
    removeMacro = ours.removeMacro
    addMacroRuleName = ours.addMacroRuleName
    removeMacroRuleName = ours.removeMacroRuleName
    addTagRuleTriggerID = ours.addTagRuleTriggerID
    removeTagRuleTriggerID = ours.removeTagRuleTriggerID
    addMacroRuleTriggerID = ours.addMacroRuleTriggerID
    removeMacroRuleTriggerID = ours.removeMacroRuleTriggerID
  }
}

extension ProtoValue {
  init(_ ours: ContainerFormatsTests.ProtoValue) {
    self.init()
    if let kind = ours.type, let kind = ProtoValue.TypeEnum(rawValue: Int(kind.rawValue)) {
      type = kind
    }
    if let string = ours.string { self.string = string }
    if let functionID = ours.functionID { self.functionID = functionID }
    if let integer = ours.integer { self.integer = integer }
    if let containsReferences = ours.containsReferences {
      self.containsReferences = containsReferences
    }
    escaping = ours.escaping.compactMap { ProtoValue.Escaping(rawValue: Int($0)) }
    if let boolean = ours.boolean { self.boolean = boolean }
    if let content = ours.ext { ProtoServingValue_ext = ProtoServingValue(content) }
  }
}

extension ProtoServingValue {
  init(_ ours: ContainerFormatsTests.ProtoServingValue) {
    self.init()
    listItem = ours.listItem
    mapKey = ours.mapKey
    mapValue = ours.mapValue
    if let macroReference = ours.macroReference { self.macroReference = macroReference }
    templateToken = ours.templateToken
    if let macroNameReference = ours.macroNameReference {
      self.macroNameReference = macroNameReference
    }
    if let tagReference = ours.tagReference { self.tagReference = tagReference }
  }
}

extension ProtoSupplementedResource {
  init(_ ours: ContainerFormatsTests.ProtoSupplementedResource) {
    self.init()
    supplemental = ours.supplemental.map { ProtoSupplemental($0) }
    if let content = ours.resource { resource = ProtoResource(content) }
    if let fingerprint = ours.fingerprint { self.fingerprint = fingerprint }
  }
}

extension ProtoResourceWithMetadata {
  init(_ ours: ContainerFormatsTests.ProtoResourceWithMetadata) {
    self.init()
    if let timeStamp = ours.timeStamp { self.timeStamp = timeStamp }
    if let content = ours.resource { resource = ProtoResource(content) }
    if let content = ours.supplementedResource {
      supplementedResource = ProtoSupplementedResource(content)
    }
  }
}

extension ProtoSupplemental {
  init(_ ours: ContainerFormatsTests.ProtoSupplemental) {
    self.init()
    if let name = ours.name { self.name = name }
    if let content = ours.experimentSupplemental {
      experimentSupplemental = ProtoExperimentSupplemental(content)
    }
  }
}

extension ProtoExperimentSupplemental {
  init(_ ours: ContainerFormatsTests.ProtoExperimentSupplemental) {
    self.init()
    valueToPush = ours.valueToPush.map { ProtoPlainValue($0) }
    valueToClear = ours.valueToClear.map { ProtoPlainValue($0) }
    experimentRandom = ours.experimentRandom.map { ProtoExperimentRandom($0) }
  }
}

extension ProtoExperimentRandom {
  init(_ ours: ContainerFormatsTests.ProtoExperimentRandom) {
    self.init()
    if let key = ours.key { self.key = key }
    if let minRandom = ours.minRandom { self.minRandom = minRandom }
    if let maxRandom = ours.maxRandom { self.maxRandom = maxRandom }
    if let retainOriginalValue = ours.retainOriginalValue {
      self.retainOriginalValue = retainOriginalValue
    }
    if let lifetimeInMilliseconds = ours.lifetimeInMilliseconds {
      self.lifetimeInMilliseconds = lifetimeInMilliseconds
    }
  }
}

extension ProtoPlainValue {
  init(_ ours: ContainerFormatsTests.ProtoPlainValue) {
    self.init()
    if let kind = ours.type, let kind = ProtoValue.TypeEnum(rawValue: Int(kind.rawValue)) {
      type = kind
    }
    if let string = ours.string { self.string = string }
    listItem = ours.listItem.map { ProtoPlainValue($0) }
    mapKey = ours.mapKey.map { ProtoPlainValue($0) }
    mapValue = ours.mapValue.map { ProtoPlainValue($0) }
    if let integer = ours.integer { self.integer = integer }
    templateToken = ours.templateToken.map { ProtoPlainValue($0) }
    if let boolean = ours.boolean { self.boolean = boolean }
  }
}
