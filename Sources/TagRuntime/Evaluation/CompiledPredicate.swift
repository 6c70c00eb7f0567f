/// A condition that is ready to be tested; equal conditions of a container share one.
struct CompiledPredicate: Sendable {
  let call: CompiledFunction
  /// Nil where the function id has no implementation.
  let kind: PredicateFunction?
  let left: CompiledExpression?
  let right: CompiledExpression?
  let ignoresCase: Bool
  /// The pattern of `_re` where it is a constant that compiles.
  let pattern: Pattern?
  /// Why a constant pattern was refused.
  let patternError: String?
}
