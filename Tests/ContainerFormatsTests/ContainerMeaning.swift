import OrderedCollections
import TagRuntime

/// What a container means, one line for each part, whatever the order of its dictionaries: parts
/// are sorted, and rules name what they point at.
struct ContainerMeaning: Equatable {
  let lines: [String]

  init(of version: ContainerVersion) {
    let macros = version.macros.map { "macro " + Self.text($0) }
    let tags = version.tags.map { "tag " + Self.text($0) }
    let rules = version.rules.map { Self.text($0, in: version) }
    lines =
      (macros + tags + rules).sorted() + ["version " + version.version]
      + version.usageContexts.sorted().map { "for " + $0 }
      + version.supplementals.sorted().map { "needs " + $0 }
  }

  /// The lines that only one of two has: `+` this one, `-` the other one.
  func difference(from other: ContainerMeaning) -> [String] {
    lines.difference(from: other.lines).map { change in
      switch change {
      case .insert(_, let line, _): "+ " + line
      case .remove(_, let line, _): "- " + line
      }
    }.sorted()
  }

  private static func text(_ call: FunctionCall) -> String {
    var words = [call.function] + (call.name.map { ["'\($0)'"] } ?? [])
    words += call.parameters.elements.map { "\($0.key)=\(text($0.value))" }.sorted()
    if let pushed = call.pushAfterEvaluate { words.append("pushes \(text(pushed))") }
    return words.joined(separator: " ")
  }

  private static func text(_ rule: ContainerRule, in version: ContainerVersion) -> String {
    func calls(_ word: String, _ indices: [Int], _ calls: [FunctionCall]) -> [String] {
      indices.map { "\(word) (\(text(calls[$0])))" }.sorted()
    }
    let parts =
      calls("if", rule.positivePredicates, version.predicates)
      + calls("unless", rule.negativePredicates, version.predicates)
      + calls("add", rule.addTags, version.tags) + calls("block", rule.removeTags, version.tags)
      + calls("use", rule.addMacros, version.macros)
      + calls("drop", rule.removeMacros, version.macros)
    let names =
      rule.addTagRuleNames + rule.removeTagRuleNames + rule.addMacroRuleNames
      + rule.removeMacroRuleNames
    let triggers =
      rule.addTagTriggerIDs + rule.removeTagTriggerIDs + rule.addMacroTriggerIDs
      + rule.removeMacroTriggerIDs
    return "rule \(names) \(triggers) " + parts.joined(separator: " ")
  }

  /// A map says the same in any order.
  private static func text(_ expression: Expression) -> String {
    switch expression {
    case .constant(let value): JSONWriter.write(value)
    case .functionID(let id): "fn:" + id
    case .macro(let name): "{{\(name)}}"
    case .list(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .template(let tokens): "(\(tokens.map(text).joined(separator: " + ")))"
    case .map(let entries):
      "{\(entries.map { "\(text($0.key)): \(text($0.value))" }.sorted().joined(separator: ", "))}"
    case .escaped(let inner, let escapings): "escape\(escapings)(\(text(inner)))"
    }
  }
}
