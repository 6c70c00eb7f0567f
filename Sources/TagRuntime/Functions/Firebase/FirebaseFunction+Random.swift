extension FirebaseFunction {
  /// A random number of 31 bits, another one at every reference.
  static let random = FirebaseFunction(
    id: "__r", stability: .volatile, words: "random number",
    body: .variable { _, evaluator in .int(evaluator.random.integer(in: 0...2_147_483_647)) })
}
