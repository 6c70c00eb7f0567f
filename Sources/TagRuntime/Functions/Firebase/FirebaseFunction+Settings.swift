extension FirebaseFunction {
  /// Google Analytics settings: a map of its own parameters, which tags take over.
  static let settings = FirebaseFunction(
    id: "__gas", words: "Google Analytics settings",
    body: .variable { arguments, _ in .map(arguments.members) })
}
