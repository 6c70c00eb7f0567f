extension WireMessage {
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
