import OrderedCollections
public import TagRuntime

/// The parts of a container that can be edited by hand, as forms to fill in.
public struct AlterableContainer: Sendable {
  private let container: CompiledContainer

  /// The container that the forms edit.
  public var version: ContainerVersion { container.version }

  /// Creates the forms of a container that is ready to be evaluated.
  package init(_ container: CompiledContainer) { self.container = container }

  /// Creates the forms of a container, which it compiles.
  public init(_ version: ContainerVersion) { container = CompiledContainer(version) }

  /// A condition with everything that can be chosen and typed.
  public struct ConditionForm: Sendable, Hashable {
    /// The place of the condition in its rule.
    public var place: ConditionPlace
    /// The left side of the comparison, by its name in the web interface.
    public var subject: String
    /// The operator, with its negation and, for a pattern, whether case is ignored.
    public var comparison: ConditionOperator
    /// The right side of the comparison; variables in double braces.
    public var argument: String
  }

  /// A value that can be typed.
  public struct ValueForm: Sendable, Hashable {
    /// The place of the value in its definition.
    public var place: ValuePlace
    /// The name of the macro.
    public var name: String
    /// The value; absent if there is no default value yet.
    public var value: Value
  }

  // MARK: Conditions

  /// Returns the conditions of a rule in the order in which the SDK evaluates them.
  public func conditions(ofRule rule: Int) -> [ConditionPlace] {
    guard version.rules.indices.contains(rule) else { return [] }
    let negative = version.rules[rule].negativePredicates.indices.map {
      ConditionPlace(rule: rule, isNegative: true, index: $0)
    }
    let positive = version.rules[rule].positivePredicates.indices.map {
      ConditionPlace(rule: rule, isNegative: false, index: $0)
    }
    return container.dialect.looksAtWantedFirst ? positive + negative : negative + positive
  }

  /// Returns the form of a condition.
  ///
  /// - Throws: `UnalterablePart`, whose description says why there is no form and what can be
  ///   edited.
  public func form(of place: ConditionPlace) throws(UnalterablePart) -> ConditionForm {
    guard let position = version.position(of: place) else { throw .notThere }
    let call = version.predicates[position]
    guard PredicateFunction.named(call.function) != nil, call.parameters["arg0"] != nil else {
      throw .unknownCondition(function: call.function)
    }
    guard let argument = Self.text(of: call.parameters["arg1"]) else {
      throw .argumentOfParts(sentence: sentence(of: place))
    }
    return ConditionForm(
      place: place, subject: subject(of: place),
      comparison: comparison(of: call, isNegative: place.isNegative), argument: argument)
  }

  private func subject(of place: ConditionPlace) -> String {
    let left = compiled(place).flatMap { container.predicates[$0].left }
    return left.map { container.words($0) } ?? "?"
  }

  private func comparison(of call: FunctionCall, isNegative: Bool) -> ConditionOperator {
    let isPattern = call.function == PredicateFunction.matches.id
    let ignoresCase = call.parameters["ignore_case"]?.constantFlag ?? false
    return ConditionOperator(
      call.function, isNegative: isNegative, ignoresCase: isPattern && ignoresCase)
  }

  /// Returns the edit that results from a completed form.
  ///
  /// - Throws: `UnalterablePart` for a variable that does not exist.
  public func edit(_ form: ConditionForm) throws(UnalterablePart) -> ContainerEdit {
    guard let position = version.position(of: form.place) else { throw .notThere }
    let old = version.predicates[position].parameters["arg1"]
    // An argument that was not touched keeps its type.
    if let old, Self.text(of: old) == form.argument {
      return .condition(form.place, form.comparison, argument: old)
    }
    let argument = try expression(of: form.argument)
    return .condition(form.place, form.comparison, argument: argument)
  }

  // MARK: Arguments

  /// Returns an argument as it is typed, with variables in double braces; nil if it cannot be
  /// typed.
  private static func text(of expression: Expression?) -> String? {
    switch expression {
    case nil: return ""
    case .constant(let value)?:
      return value.elements == nil && value.members == nil ? ValueConversion.text(value) : nil
    case .macro(let name)?: return "{{\(name)}}"
    case .functionID(let id)?: return id
    case .template(let tokens)?:
      var text = ""
      for token in tokens {
        guard let part = self.text(of: token) else { return nil }
        text += part
      }
      return text
    case .list?, .map?, .escaped?: return nil
    }
  }

  private func expression(of text: String) throws(UnalterablePart) -> Expression {
    var tokens: [Expression] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
    {
      let name = String(rest[start.upperBound..<end.lowerBound])
      guard version.macros.contains(where: { $0.name == name }) else {
        let known = version.macros.compactMap(\.name)
        throw .unknownVariable(name, nearest: Suggestion.nearest(to: name, among: known))
      }
      let before = rest[..<start.lowerBound]
      if !before.isEmpty { tokens.append(.constant(.string(String(before)))) }
      tokens.append(.macro(name))
      rest = rest[end.upperBound...]
    }
    if tokens.isEmpty { return .constant(.string(text)) }
    if !rest.isEmpty { tokens.append(.constant(.string(String(rest)))) }
    return tokens.count == 1 ? tokens[0] : .template(tokens)
  }

  // MARK: Values

  /// Returns the form of a definition of a macro: of the value that it returns, or of its default
  /// value.
  ///
  /// - Throws: `UnalterablePart`, whose description says why there is no form and what can be
  ///   edited.
  public func form(ofDefinition position: Int) throws(UnalterablePart) -> ValueForm {
    guard version.macros.indices.contains(position) else { throw .notThere }
    let call = version.macros[position]
    let name = call.name ?? ""
    func form(_ role: ValuePlace.Role) throws(UnalterablePart) -> ValueForm {
      let place = ValuePlace(definition: position, role: role)
      guard let held = call.parameters[place.key(in: version.generation)] else {
        return ValueForm(place: place, name: name, value: .absent)
      }
      guard let value = held.constantValue else { throw .valueOfParts(name: name) }
      if value.elements != nil || value.members != nil { throw .kind(value.kindName) }
      return ValueForm(place: place, name: name, value: value)
    }
    let isFirebase = version.generation == .firebase
    switch call.function {
    case container.dialect.constantFunction: return try form(.constant)
    case MacroFunction.dataLayerVariable.id where !isFirebase: return try form(.fallback)
    case FirebaseFunction.eventParameter.id where isFirebase: return try form(.fallback)
    case MacroFunction.functionCall.id where !isFirebase, FirebaseFunction.customVariable.id:
      let function = container.maker(of: position).subject ?? "?"
      throw .answeredByApp(name: name, function: function, isClass: isFirebase)
    default:
      let isKnown =
        isFirebase
        ? FirebaseFunction.named(call.function, .macro) != nil
        : MacroFunction.named(call.function) != nil
      if isFirebase, !isKnown { throw .madeByRuntime(name: name, function: call.function) }
      throw .madeElsewhere(name: name, words: container.maker(of: position).words)
    }
  }

  /// Returns the positions of the definitions of a name, starting with those that can be edited.
  public func definitions(of name: String) -> [Int] {
    let all = version.macros.indices.filter { version.macros[$0].name == name }
    let constant = container.dialect.constantFunction
    return all.filter { version.macros[$0].function == constant }
      + all.filter { version.macros[$0].function != constant }
  }

  /// Returns the edit that results from a completed form.
  public func edit(_ form: ValueForm) -> ContainerEdit { .value(form.place, form.value) }

  // MARK: Affected tags

  /// Returns the names of the tags that a rule fires or blocks, in the order of the container.
  public func tags(ofRule rule: Int) -> [String] {
    let (fired, blocked) = container.tags(ofRule: rule)
    return Set(fired + blocked).sorted().map { container.tagNames[$0] }
  }

  /// Returns the names of the tags that change with a macro: they read it, or one of their rules
  /// does.
  public func tags(readingMacro name: String) -> [String] {
    let readers = container.readers(ofMacro: name)
    let ruled = readers.rules.flatMap { rule in
      let (fired, blocked) = container.tags(ofRule: rule)
      return fired + blocked
    }
    return Set(readers.tags + ruled).sorted().map { container.tagNames[$0] }
  }

  // MARK: Words

  private func compiled(_ place: ConditionPlace) -> Int? {
    let rule = container.rules[place.rule]
    let list = place.isNegative ? rule.negative : rule.positive
    return list.indices.contains(place.index) ? list[place.index] : nil
  }

  /// Describes a condition in words: "screen name equals ConfirmationScreen".
  public func sentence(of place: ConditionPlace) -> String {
    guard version.rules.indices.contains(place.rule), let position = compiled(place) else {
      return "?"
    }
    let predicate = container.predicates[position]
    let isAnyCase = predicate.ignoresCase && predicate.kind?.id == PredicateFunction.matches.id
    return container.sentence(position, place.isNegative) + (isAnyCase ? " (any case)" : "")
  }

  /// Explains why a condition is always false because of an invalid pattern; nil if it is not.
  public func trouble(with place: ConditionPlace) -> String? {
    guard version.rules.indices.contains(place.rule), let position = compiled(place) else {
      return nil
    }
    return container.predicates[position].patternError
  }

  /// Returns `rule "Purchase done"`, or `trigger 3`, which has another name in the web interface.
  public func quotedTitle(ofRule rule: Int) -> String {
    guard let name = version.rules[rule].name else {
      let tags = tags(ofRule: rule)
      return container.name(ofRule: rule)
        + (tags.isEmpty ? "" : " (of \(ContainerDescription.names(tags)))")
    }
    return "\(Vocabulary(version.generation).rule) \"\(name)\""
  }

  /// Returns `Variable "title_string"`, with the rule that chooses it if there are several; for a
  /// key of a value collection, returns the collection, since the web interface lists that.
  func quotedTitle(ofDefinition position: Int) -> String {
    let name = version.macros[position].name ?? ""
    if let collection = version.macros[position].parameters["instance_label"]?.constantText {
      return "Value collection \"\(collection)\", key \"\(name)\""
    }
    let title = "Variable \"\(name)\""
    guard definitions(of: name).count > 1 else { return title }
    guard let rule = version.rules.firstIndex(where: { $0.addMacros.contains(position) }) else {
      return title + ", unless a rule chooses another"
    }
    return "\(title), as chosen by \(quotedTitle(ofRule: rule))"
  }
}
