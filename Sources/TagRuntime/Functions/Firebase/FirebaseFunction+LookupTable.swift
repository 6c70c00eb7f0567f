import OrderedCollections

extension FirebaseFunction {
  /// The value of the row whose key is the input's text, the last of several; else
  /// `defaultValue`.
  static let lookupTable = FirebaseFunction(
    id: "__smm", required: ["input", "map"], words: "lookup",
    body: .variable { arguments, _ in
      let table = JavaScriptTable(arguments.given("map")).members(key: "key", value: "value")
      return table[JavaScript.text(arguments.given("input"))] ?? arguments.given("defaultValue")
    })
}
