extension CompiledContainer {
  /// Why a rule can never be true, whatever is pushed.
  enum Contradiction {
    /// A condition, by its position, is both wanted and unwanted.
    case sameCondition(Int)
    /// A macro, by its slot, would have to equal two texts.
    case twoTexts(slot: Int, first: String, second: String)
    /// Two conditions on one macro, by their positions, cannot hold together.
    case clash(first: Int, second: Int, isNegative: Bool)
  }

  /// What keeps a rule from ever being true, or nil.
  ///
  /// - Complexity: O(n²) in the conditions of the rule, which are few.
  func contradiction(in rule: CompiledRule) -> Contradiction? {
    if let both = rule.positive.first(where: rule.negative.contains) {
      return .sameCondition(both)
    }
    var wanted: [(slot: Int, text: String)] = []
    for position in rule.positive {
      let predicate = predicates[position]
      guard predicate.kind?.id == PredicateFunction.equals.id,
        case .macro(let slot)? = predicate.left, let text = predicate.right?.constantText
      else { continue }
      if predicate.call.stability < .volatile,
        let other = wanted.first(where: { $0.slot == slot && $0.text != text })
      {
        return .twoTexts(slot: slot, first: other.text, second: text)
      }
      wanted.append((slot, text))
    }
    return clash(in: rule).map {
      .clash(first: $0.first, second: $0.second, isNegative: $0.isNegative)
    }
  }
}
