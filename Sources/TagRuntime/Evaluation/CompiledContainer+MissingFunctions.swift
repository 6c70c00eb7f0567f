import OrderedCollections

extension CompiledContainer {
  /// The functions that the container calls and a version of the SDK does not have: macros first,
  /// then tags, then conditions, each in container order.
  ///
  /// - Complexity: O(n) in the number of macros, tags and conditions.
  public func missingFunctions(in version: SDKVersion) -> [MissingFunction] {
    Self.missing(.macro, in: macros.map { ($0.id, $0.name) }) {
      defines($0) && dialect.macro($0, version) != nil
    }
      + Self.missing(.tag, in: tags.map { ($0.id, $0.name) }) {
        defines($0) && dialect.tag($0) != nil
      }
      + Self.missing(.condition, in: conditionUses) { PredicateFunction.named($0) != nil }
  }

  /// The function of every condition with the name of its rule. The order of the conditions in
  /// the container is not that of the rules, which people know.
  private var conditionUses: [(function: String, name: String)] {
    rules.enumerated().flatMap { position, rule in
      (rule.negative + rule.positive).map {
        (predicates[$0].call.id, name(ofRule: position))
      }
    }
  }

  /// The name that people gave a rule, or its number in the words of its generation.
  func name(ofRule position: Int) -> String {
    rules[position].source.name ?? "\(dialect.vocabulary.rule) \(position + 1)"
  }

  private static func missing(
    _ kind: MissingFunction.Kind, in uses: [(function: String, name: String)],
    isKnown: (String) -> Bool
  ) -> [MissingFunction] {
    var names: OrderedDictionary<String, OrderedSet<String>> = [:]
    for use in uses where !isKnown(use.function) {
      names[use.function, default: []].append(use.name)
    }
    return names.elements.map {
      MissingFunction(function: $0.key, kind: kind, names: Array($0.value))
    }
  }
}
