import OrderedCollections

/// A macro definition, a tag or a condition that is ready to be called.
struct CompiledFunction: Sendable {
  let id: String
  let name: String
  let parameters: OrderedDictionary<String, CompiledExpression>
  let pushAfterEvaluate: CompiledExpression?
  /// The least stable of the function and everything it refers to.
  var stability: Stability = .volatile
}
