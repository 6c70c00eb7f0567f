/// The conditions of the web interface and the functions that the SDK has for them.
enum ConditionFunction {
  /// The function id of a condition type, or nil for one that mobile containers do not have.
  static func id(of type: String) -> String? {
    switch type {
    case "EQUALS": "_eq"
    case "CONTAINS": "_cn"
    case "STARTS_WITH": "_sw"
    case "ENDS_WITH": "_ew"
    case "MATCH_REGEX": "_re"
    case "GREATER": "_gt"
    case "GREATER_OR_EQUALS": "_ge"
    case "LESS": "_lt"
    case "LESS_OR_EQUALS": "_le"
    default: nil
    }
  }
}
