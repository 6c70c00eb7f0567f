import OrderedCollections

/// An expression with its constants folded and its macro references turned into slots.
indirect enum CompiledExpression: Sendable {
  case constant(Resolved)
  case list([CompiledExpression])
  case map([(key: CompiledExpression, value: CompiledExpression)])
  case template([CompiledExpression])
  case macro(Int)
  case unknownMacro(String)
  case escaped(CompiledExpression, [Int])

  var constantValue: Value? {
    if case .constant(.value(let value)) = self { value } else { nil }
  }

  var constantText: String? {
    if case .constant(.value(.string(let text))) = self { text } else { nil }
  }
}
