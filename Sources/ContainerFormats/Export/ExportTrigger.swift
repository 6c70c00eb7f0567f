import TagRuntime

/// A trigger of an export, ready to become a rule.
struct ExportTrigger {
  var name: String
  var conditions: [Condition]

  /// One condition of a trigger.
  struct Condition {
    var call: FunctionCall
    var isNegated: Bool
  }
}
