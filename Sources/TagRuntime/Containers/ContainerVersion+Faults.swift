extension ContainerVersion {
  /// What makes the version unusable as a whole: a rule that points at something that is not
  /// there. Nil where nothing does.
  ///
  /// Source: ResourceUtil of the Android twin: an index out of bounds refuses the whole resource.
  ///
  /// - Complexity: O(n) in the number of references of all rules.
  public var structuralFault: String? {
    for (position, rule) in rules.enumerated() {
      let name = rule.name ?? "rule \(position + 1)"
      let uses: [(String, [Int], Int)] = [
        ("condition", rule.positivePredicates + rule.negativePredicates, predicates.count),
        ("tag", rule.addTags + rule.removeTags, tags.count),
        ("macro", rule.addMacros + rule.removeMacros, macros.count),
      ]
      for (what, indices, count) in uses {
        if let wrong = indices.first(where: { !(0..<count).contains($0) }) {
          return "\(name) points at \(what) \(wrong &+ 1) of \(count)"
        }
      }
    }
    return nil
  }
}
