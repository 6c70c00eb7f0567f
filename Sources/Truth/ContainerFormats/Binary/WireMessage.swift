/// The messages of a binary container for the wire scan.
enum WireMessage: String {
  case resource = "Resource"
  case value = "Value"
  case servingValue = "ServingValue"
  case property = "Property"
  case functionCall = "FunctionCall"
  case rule = "Rule"
  case supplementedResource = "SupplementedResource"
  case resourceWithMetadata = "ResourceWithMetadata"
  case supplemental = "Supplemental"
  case experimentSupplemental = "ExperimentSupplemental"
  case experimentRandom = "ExperimentRandom"
  case plainValue = "PlainValue"

  enum Content {
    case number
    case valueType
    case indices
    case string
    case message(WireMessage)
  }

  /// A known field, with the maximum number of its entries.
  struct Field {
    var name: StaticString
    var content: Content
    var limit: Int = .max
  }

  /// The numbers of all fields with a limit are below this.
  static let countedFields = 20

  func field(_ number: Int) -> Field? {
    switch self {
    case .resource: resourceField(number)
    case .value: valueField(number)
    case .servingValue: servingValueField(number)
    case .property:
      switch number {
      case 1: Field(name: "key", content: .number)
      case 2: Field(name: "value", content: .number)
      default: nil
      }
    case .functionCall: functionCallField(number)
    case .rule: ruleField(number)
    case .supplementedResource, .resourceWithMetadata: envelopeField(number)
    case .supplemental, .experimentSupplemental, .experimentRandom: experimentField(number)
    case .plainValue: plainValueField(number)
    }
  }

  /// Whether it may occur many times without one of the limits above: such messages are counted
  /// together.
  var isPartOfExperiment: Bool {
    switch self {
    case .supplemental, .experimentSupplemental, .experimentRandom, .plainValue: true
    default: false
    }
  }

  /// Returns the memory cost of one entry of a field.
  func price(of content: Content) -> Int {
    switch content {
    case .message(.value): MemoryBudget.value
    case .message(.functionCall), .message(.rule): MemoryBudget.function
    case .message(let message): message.isPartOfExperiment ? MemoryBudget.experimentPart : 0
    case .indices:
      self == .functionCall || self == .rule ? MemoryBudget.use : MemoryBudget.index
    case .string: MemoryBudget.index
    case .number, .valueType: 0
    }
  }

  private func resourceField(_ number: Int) -> Field? {
    let entries = ContainerLimits.dictionaryEntries
    let functions = ContainerLimits.functions
    return switch number {
    case 1: Field(name: "key", content: .string, limit: entries)
    case 2: Field(name: "value", content: .message(.value), limit: entries)
    case 3: Field(name: "property", content: .message(.property), limit: entries)
    case 4: Field(name: "macro", content: .message(.functionCall), limit: functions)
    case 5: Field(name: "tag", content: .message(.functionCall), limit: functions)
    case 6: Field(name: "predicate", content: .message(.functionCall), limit: functions)
    case 7: Field(name: "rule", content: .message(.rule), limit: functions)
    case 12: Field(name: "template_version_set", content: .string)
    case 13: Field(name: "version", content: .string)
    case 16: Field(name: "usage_context", content: .string, limit: functions)
    case 17: Field(name: "resource_format_version", content: .number)
    case 19: Field(name: "supplemental", content: .string, limit: functions)
    default: nil
    }
  }

  private func valueField(_ number: Int) -> Field? {
    switch number {
    case 1: Field(name: "type", content: .valueType)
    case 2: Field(name: "string", content: .string)
    case 7: Field(name: "function_id", content: .string)
    case 8: Field(name: "integer", content: .number)
    case 9: Field(name: "contains_references", content: .number)
    case 10: Field(name: "escaping", content: .indices, limit: ContainerLimits.escapings)
    case 12: Field(name: "boolean", content: .number)
    case 101: Field(name: "ext", content: .message(.servingValue))
    default: nil
    }
  }

  private func servingValueField(_ number: Int) -> Field? {
    let limit = ContainerLimits.indices
    return switch number {
    case 1: Field(name: "list_item", content: .indices, limit: limit)
    case 2: Field(name: "map_key", content: .indices, limit: limit)
    case 3: Field(name: "map_value", content: .indices, limit: limit)
    case 4: Field(name: "macro_reference", content: .number)
    case 5: Field(name: "template_token", content: .indices, limit: limit)
    case 6: Field(name: "macro_name_reference", content: .number)
    case 7: Field(name: "tag_reference", content: .number)
    default: nil
    }
  }

  private func functionCallField(_ number: Int) -> Field? {
    let limit = ContainerLimits.propertiesPerFunction
    return switch number {
    case 1: Field(name: "server_side", content: .number)
    case 2: Field(name: "function", content: .number)
    case 3: Field(name: "property", content: .indices, limit: limit)
    case 4: Field(name: "name", content: .number)
    case 6: Field(name: "live_only", content: .number)
    default: nil
    }
  }

  private func ruleField(_ number: Int) -> Field? {
    let names: [StaticString] = [
      "positive_predicate", "negative_predicate", "add_tag", "remove_tag", "add_tag_rule_name",
      "remove_tag_rule_name", "add_macro", "remove_macro", "add_macro_rule_name",
      "remove_macro_rule_name", "add_tag_rule_trigger_id", "remove_tag_rule_trigger_id",
      "add_macro_rule_trigger_id", "remove_macro_rule_trigger_id",
    ]
    guard number >= 1, number <= names.count else { return nil }
    let limit = number <= 2 ? ContainerLimits.predicatesPerRule : ContainerLimits.functions
    return Field(name: names[number - 1], content: .indices, limit: limit)
  }

  // MARK: Experiments

  func envelopeField(_ number: Int) -> Field? {
    switch (self, number) {
    case (.supplementedResource, 1):
      Field(name: "supplemental", content: .message(.supplemental))
    case (.supplementedResource, 3): Field(name: "fingerprint", content: .string)
    case (.resourceWithMetadata, 1): Field(name: "time_stamp", content: .number)
    case (.resourceWithMetadata, 3):
      Field(name: "supplemented_resource", content: .message(.supplementedResource), limit: 1)
    // More than one would be merged, and their limits with them.
    case (_, 2): Field(name: "resource", content: .message(.resource), limit: 1)
    default: nil
    }
  }

  func experimentField(_ number: Int) -> Field? {
    switch (self, number) {
    case (.supplemental, 1): Field(name: "name", content: .string)
    case (.supplemental, 3):
      Field(
        name: "experiment_supplemental", content: .message(.experimentSupplemental), limit: 1)
    case (.experimentSupplemental, 1):
      Field(name: "value_to_push", content: .message(.plainValue))
    case (.experimentSupplemental, 2):
      Field(name: "value_to_clear", content: .message(.plainValue))
    case (.experimentSupplemental, 3):
      Field(name: "experiment_random", content: .message(.experimentRandom))
    case (.experimentRandom, 1): Field(name: "key", content: .string)
    case (.experimentRandom, 2): Field(name: "min_random", content: .number)
    case (.experimentRandom, 3): Field(name: "max_random", content: .number)
    case (.experimentRandom, 4): Field(name: "retain_original_value", content: .number)
    case (.experimentRandom, 5): Field(name: "lifetime_in_milliseconds", content: .number)
    default: nil
    }
  }

  func plainValueField(_ number: Int) -> Field? {
    switch number {
    case 1: Field(name: "type", content: .valueType)
    case 2: Field(name: "string", content: .string)
    case 3: Field(name: "list_item", content: .message(.plainValue))
    case 4: Field(name: "map_key", content: .message(.plainValue))
    case 5: Field(name: "map_value", content: .message(.plainValue))
    case 8: Field(name: "integer", content: .number)
    case 11: Field(name: "template_token", content: .message(.plainValue))
    case 12: Field(name: "boolean", content: .number)
    default: nil
    }
  }
}
