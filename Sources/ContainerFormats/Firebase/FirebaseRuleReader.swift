import TagRuntime

/// Reads the rules of a v5 container: lists of clauses, each a word and numbers.
struct FirebaseRuleReader {
  /// How many tags and conditions there are.
  let tags: Int
  let predicates: Int

  func read(_ resource: FirebaseNode) throws(ReadFault) -> [ContainerRule] {
    var rules: [ContainerRule] = []
    let elements = try resource.elements("rules", limit: ContainerLimits.functions)
    for (number, element) in elements.enumerated() {
      rules.append(try rule(element, "\(resource.path("rules"))[\(number)]"))
    }
    return rules
  }

  private func rule(_ value: Value, _ place: String) throws(ReadFault) -> ContainerRule {
    guard let clauses = value.elements else { throw fault(place, "a list of clauses") }
    var rule = ContainerRule()
    for (number, clause) in clauses.enumerated() {
      let place = "\(place)[\(number)]"
      let operands = Array((clause.elements ?? []).dropFirst())
      switch clause.elements?.first?.text {
      case "if":
        rule.positivePredicates += try numbers(operands, "a condition", predicates, place)
      case "unless":
        rule.negativePredicates += try numbers(operands, "a condition", predicates, place)
      case "add": rule.addTags += try numbers(operands, "a tag", tags, place)
      case "block": rule.removeTags += try numbers(operands, "a tag", tags, place)
      default: throw fault(place, "a list that starts with 'if', 'unless', 'add' or 'block'")
      }
    }
    let conditions = max(rule.positivePredicates.count, rule.negativePredicates.count)
    try check(conditions, limit: ContainerLimits.predicatesPerRule, place)
    let used = max(rule.addTags.count, rule.removeTags.count)
    try check(used, limit: ContainerLimits.functions, place)
    return rule
  }

  private func numbers(
    _ operands: [Value], _ what: String, _ count: Int, _ place: String
  ) throws(ReadFault) -> [Int] {
    var numbers: [Int] = []
    for (index, operand) in operands.enumerated() {
      guard case .int(let number) = operand, let exact = Int(exactly: number),
        (0..<count).contains(exact)
      else {
        let known = count == 0 ? "but there are none" : "0 to \(count - 1)"
        throw fault("\(place)[\(index + 1)]", "the number of \(what), " + known)
      }
      numbers.append(exact)
    }
    return numbers
  }

  private func check(_ count: Int, limit: Int, _ place: String) throws(ReadFault) {
    guard count <= limit else {
      throw ReadFault(.tooMany(what: place, count: count, limit: limit))
    }
  }

  private func fault(_ place: String, _ expected: String) -> ReadFault {
    ReadFault(.firebaseMember(place: place, expected: expected))
  }
}
