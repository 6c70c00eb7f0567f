import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Puts the macros of a v5 container into the order of its compiler: as rules, their conditions
  /// and their tags first need them, each after what it needs itself; then those that nothing
  /// needs.
  ///
  /// Source: compiled containers whose exports are known or can be told from their names.
  ///
  /// - Complexity: O(n) expected in the nodes of all parameters.
  mutating func orderMacros(builtIns: Int) {
    let numbers = Dictionary(
      macros.enumerated().compactMap { macro in macro.element.name.map { ($0, macro.offset) } },
      uniquingKeysWith: { first, _ in first })
    var order: OrderedSet<Int> = []
    var opened: Set<Int> = []
    // A stack of its own, since variables may name each other as deep as people like.
    func visit(_ call: FunctionCall) {
      var waiting: [(macro: Int?, needs: [Int])] = [(nil, needs(of: call))]
      while let last = waiting.last {
        guard let next = last.needs.last else {
          if let done = last.macro { order.append(done) }
          waiting.removeLast()
          continue
        }
        waiting[waiting.count - 1].needs.removeLast()
        if opened.insert(next).inserted { waiting.append((next, needs(of: macros[next]))) }
      }
    }
    // The last one is the first that is needed.
    func needs(of call: FunctionCall) -> [Int] {
      var names: OrderedSet<String> = []
      for expression in call.parameters.values { expression.forEachReference { names.append($0) } }
      return names.reversed().compactMap { numbers[$0] }
    }
    for rule in rules {
      for predicate in rule.positivePredicates + rule.negativePredicates {
        visit(predicates[predicate])
      }
      for tag in rule.addTags + rule.removeTags { visit(tags[tag]) }
    }
    tags.forEach(visit)
    order.append(contentsOf: builtIns..<macros.count)
    order.append(contentsOf: 0..<builtIns)
    setOrder(ofMacros: Array(order))
  }
}
