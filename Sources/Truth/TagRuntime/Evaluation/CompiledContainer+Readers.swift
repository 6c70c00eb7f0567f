package import OrderedCollections

extension CompiledContainer {
  /// The readers of a value, direct or through other macros, each once and in container order.
  package struct Readers: Sendable, Hashable {
    package var macros: OrderedSet<String> = []
    /// The positions of rules with a condition on it.
    package var rules: OrderedSet<Int> = []
    /// The positions of tags with a parameter that contains it.
    package var tags: OrderedSet<Int> = []

    package var isEmpty: Bool { macros.isEmpty && rules.isEmpty && tags.isEmpty }
  }

  /// Finds the readers of a data layer path, or of an event parameter and a user property (v5).
  ///
  /// - Complexity: O(n) in the size of the container, for every level at which macros refer to
  ///   macros.
  package func readers(ofPath path: String) -> Readers {
    let direct = slots.indices.filter { slot in
      slots[slot].definitions.contains { reads($0, path) }
    }
    var found = readers(ofSlots: direct)
    found.macros = OrderedSet(direct.map { slots[$0].name }).union(found.macros)
    return found
  }

  /// The user properties that variables read (v5), each with the names of the tags that it reaches.
  ///
  /// - Complexity: as for a path, for each of them.
  package var userProperties: [(name: String, tags: [String])] {
    let makers = macros.indices.map { maker(of: $0) }
    let names = makers.filter { $0.function == FirebaseFunction.userProperty.id }
    return OrderedSet(names.compactMap(\.subject)).map { name in
      (name, readers(ofPath: name).tags.map { tagNames[$0] })
    }
  }

  /// Finds the readers of a macro.
  ///
  /// - Complexity: as for a path.
  package func readers(ofMacro name: String) -> Readers {
    slotOfName[name].map { readers(ofSlots: [$0]) } ?? Readers()
  }

  package func tags(ofRule rule: Int) -> (fired: [Int], blocked: [Int]) {
    (
      tags.indices.filter { rulesAdding[$0].contains(rule) },
      tags.indices.filter { rulesRemoving[$0].contains(rule) }
    )
  }

  /// By variable position: whether the variable takes part in an event, because a condition or a
  /// tag parameter refers to it, directly or through other variables.
  ///
  /// - Complexity: O(n) in the size of the container.
  package var isUsedByEvents: [Bool] {
    var isUsed = Array(repeating: false, count: slots.count)
    var waiting: [Int] = []
    func use(_ expressions: some Sequence<CompiledExpression>) {
      for expression in expressions {
        for slot in expression.slots where !isUsed[slot] {
          isUsed[slot] = true
          waiting.append(slot)
        }
      }
    }
    for rule in rules {
      for predicate in rule.positive + rule.negative {
        use(predicates[predicate].call.parameters.values)
      }
    }
    for tag in tags { use(tag.parameters.values) }
    while let slot = waiting.popLast() {
      for definition in slots[slot].definitions {
        use(macros[definition].parameters.values)
        use([macros[definition].pushAfterEvaluate].compactMap { $0 })
      }
    }
    return isUsed
  }

  /// Returns the conditions of a rule in the order in which the SDK checks them.
  package func conditions(ofRule rule: Int) -> [(predicate: Int, isNegative: Bool)] {
    dialect.clauses(of: rules[rule]).flatMap { clause in
      clause.predicates.map { ($0, clause.isNegative) }
    }
  }

  /// Whether a condition has the same result at every event, as far as that can be known.
  package func isFixed(condition predicate: Int) -> Bool {
    fixedTruth(of: predicate) != nil || asksForAnyEvent(predicate)
  }

  private func reads(_ definition: Int, _ path: String) -> Bool {
    let maker = maker(of: definition)
    guard let subject = maker.subject, maker.readsDataLayer || maker.readsEvent else {
      return false
    }
    return subject == path || path.hasPrefix(subject + ".") || subject.hasPrefix(path + ".")
  }

  private func readers(ofSlots direct: [Int]) -> Readers {
    var known = Set(direct)
    var readers = Readers()
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for slot in slots.indices where !known.contains(slot) {
        let isReader = slots[slot].definitions.contains { refers(macros[$0].parameters, to: known) }
        guard isReader else { continue }
        known.insert(slot)
        readers.macros.append(slots[slot].name)
        isGrowing = true
      }
    }
    for (position, rule) in rules.enumerated()
    where (rule.positive + rule.negative).contains(where: {
      refers(predicates[$0].call.parameters, to: known)
    }) {
      readers.rules.append(position)
    }
    for position in tags.indices where refers(tags[position].parameters, to: known) {
      readers.tags.append(position)
    }
    return readers
  }

  private func refers(
    _ parameters: OrderedDictionary<String, CompiledExpression>, to known: Set<Int>
  ) -> Bool {
    parameters.values.contains { $0.slots.contains(where: known.contains) }
  }
}

extension ValueMaker {
  /// Whether the value belongs to the current event or to its user (v5).
  package var readsEvent: Bool {
    function == FirebaseFunction.eventParameter.id || function == FirebaseFunction.userProperty.id
  }
}
