import OrderedCollections

extension Linter {
  /// Whether it holds keys and values only.
  var isSimple: Bool { version.format == .simpleJSON || version.format == .plist }

  var isFirebase: Bool { version.generation == .firebase }

  /// What people of the generation call a rule and a macro.
  var ruleWord: String { isFirebase ? "trigger" : "rule" }
  var macroWord: String { isFirebase ? "variable" : "macro" }

  // MARK: Places

  var wholeContainer: LintPlace { LintPlace(.container) }

  func place(ofTag index: Int) -> LintPlace {
    let tag = version.tags[index]
    return LintPlace(.tag, index: index, name: Self.given(tag.name) ?? tag.function)
  }

  func place(ofRule index: Int) -> LintPlace {
    LintPlace(isFirebase ? .trigger : .rule, index: index, name: version.rules[index].name)
  }

  func place(ofMacro index: Int) -> LintPlace {
    LintPlace(isFirebase ? .variable : .macro, index: index, name: version.macros[index].name)
  }

  private static func given(_ name: String?) -> String? {
    name.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Words

  /// A text in single quotes, cut to a readable length.
  func quoted(_ text: String) -> String { "'\(BoundedWords.cut(text))'" }

  /// Some tags by their names, or by their numbers where they have none.
  func tags(_ indices: [Int]) -> String {
    let names = indices.map { Self.given(version.tags[$0].name).map(quoted) ?? "\($0 + 1)" }
    return (indices.count == 1 ? "tag " : "tags ") + list(names)
  }

  func ruleName(_ index: Int) -> String {
    "\(ruleWord) " + (version.rules[index].name.map(quoted) ?? "\(index + 1)")
  }

  /// Some of many names: the first ones and how many there are more.
  func list(_ names: [String]) -> String {
    let shown = names.prefix(DescriptionLimits.names).joined(separator: ", ")
    let more = names.count - DescriptionLimits.names
    return more > 0 ? "\(shown) and \(more) more" : shown
  }

  /// A condition as people read it.
  func words(ofCondition position: Int, isNegative: Bool = false) -> String {
    let condition = conditions[position]
    let verb = isNegative ? condition.negatedVerb : condition.verb
    return "\(condition.left) \(verb) \(condition.right)"
  }

  // MARK: Use

  /// Whether the compiler of the web interface made a macro for itself.
  static func isHidden(_ name: String?) -> Bool { name?.hasPrefix("_") == true }
}
