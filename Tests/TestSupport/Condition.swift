import OrderedCollections
package import TagRuntime

/// A condition of a rule in a few words.
package struct Condition: Sendable {
  package var call: FunctionCall

  package init(
    _ function: String, _ left: Expression, _ right: Expression, ignoreCase: Bool? = nil
  ) {
    call = FunctionCall(function: function, parameters: ["arg0": left, "arg1": right])
    if let ignoreCase { call.parameters["ignore_case"] = .constant(.bool(ignoreCase)) }
  }

  /// The event has this name; the container needs the macro `event`.
  package static func event(_ name: String) -> Condition {
    Condition("_eq", .macro("event"), .constant(.string(name)))
  }

  /// A macro equals a text.
  package static func equals(_ macro: String, _ text: String) -> Condition {
    Condition("_eq", .macro(macro), .constant(.string(text)))
  }

  package static let isTrue = Condition("_eq", "1", "1")
  package static let isFalse = Condition("_eq", "1", "2")
}
