import TagRuntime

/// A trigger of an export, ready to become a rule.
struct ExportTrigger {
  var name: String
  /// The type as the export writes it.
  var type: String
  /// The one event that it waits for, where its type says so.
  var event: String?
  var conditions: [Condition]

  /// One condition of a trigger.
  struct Condition {
    var call: FunctionCall
    var isNegated: Bool
  }
}
