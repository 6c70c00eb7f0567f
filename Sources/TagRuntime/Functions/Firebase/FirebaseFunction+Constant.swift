extension FirebaseFunction {
  /// Its parameter.
  static let constant = FirebaseFunction(
    id: "__c", required: ["value"], words: "constant",
    body: .variable { arguments, _ in arguments.given("value") })
}
