/// The exception that ends a function of a container of the second generation.
struct FunctionFailure: Error {
  /// What is wrong, in words that end no sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
