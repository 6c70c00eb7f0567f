import OrderedCollections

extension FirebaseFunction {
  /// A user property that the app has set, else `defaultValue`.
  static let userProperty = FirebaseFunction(
    id: "__fup", required: ["key"], stability: .event, words: "user property",
    body: .variable { arguments, evaluator in
      let name = JavaScript.text(arguments.given("key"))
      return evaluator.firebase?.userProperties[name].map { .string($0) }
        ?? arguments.given("defaultValue")
    })
}
