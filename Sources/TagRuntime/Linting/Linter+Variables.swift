import OrderedCollections

extension Linter {
  // MARK: References

  /// The names of the macros that an expression refers to, in order.
  static func references(in expression: Expression) -> [String] {
    switch expression {
    case .constant, .functionID: []
    case .macro(let name): [name]
    case .list(let elements), .template(let elements): elements.flatMap(references)
    case .map(let entries): entries.flatMap { references(in: $0.key) + references(in: $0.value) }
    case .escaped(let inner, _): references(in: inner)
    }
  }

  static func references(in call: FunctionCall) -> [String] {
    call.parameters.values.flatMap(references)
      + (call.pushAfterEvaluate.map(references) ?? [])
  }

  /// Everything that refers to a macro, with the names: tags, macros and rules in their order.
  private static func references(
    in version: ContainerVersion
  ) -> [(place: LintPlace, names: [String])] {
    let isFirebase = version.generation == .firebase
    let tags = version.tags.enumerated().map {
      (LintPlace(.tag, index: $0, name: $1.name ?? $1.function), references(in: $1))
    }
    let macros = version.macros.enumerated().map {
      (LintPlace(isFirebase ? .variable : .macro, index: $0, name: $1.name), references(in: $1))
    }
    let rules = version.rules.enumerated().map { index, rule in
      let conditions = (rule.positivePredicates + rule.negativePredicates)
        .filter(version.predicates.indices.contains)
      return (
        LintPlace(isFirebase ? .trigger : .rule, index: index, name: rule.name),
        conditions.flatMap { references(in: version.predicates[$0]) }
      )
    }
    return tags + macros + rules
  }

  static func users(in container: CompiledContainer) -> [[LintPlace]] {
    var users = Array(repeating: [LintPlace](), count: container.slots.count)
    for (place, names) in references(in: container.version) {
      for name in names {
        guard let slot = container.slotOfName[name], users[slot].last != place else { continue }
        users[slot].append(place)
      }
    }
    return users
  }

  // MARK: Undefined

  /// Names in double braces that nothing defines.
  func undefinedVariables() -> [LintFinding] {
    Self.references(in: version).flatMap { place, names in
      OrderedSet(names).filter { container.slotOfName[$0] == nil }.map { name in
        let near = near(name, among: container.slots.map(\.name))
        let hint = near.map { " (there is \(quoted("{{\($0)}}")))" } ?? ""
        let isCondition = place.kind == .rule || place.kind == .trigger
        let effect =
          isCondition
          ? "so the condition is false"
          : place.kind == .tag ? "so the tag does not run" : "so it has no value"
        return LintFinding(
          isCondition ? .undefinedInCondition : .undefinedVariable, at: place,
          "it uses \(quoted("{{\(name)}}")), which nothing defines\(hint), \(effect): add the "
            + "\(macroWord), or correct the name")
      }
    }
  }

  // MARK: Unused

  /// Functions of macros that people make on purpose; built-in ones come along by themselves.
  private static let handmade: Set<String> = [
    "_v", "_func", "_jn", "_reg", "_enc", "_hsh", "_awcr", "_smm",
    "__md", "__fup", "__smm", "__gas", "__funct", "__c",
  ]

  /// Macros that nothing refers to and no app reads.
  func unusedVariables() -> [LintFinding] {
    container.slots.enumerated().compactMap { position, slot in
      guard users[position].isEmpty, let index = slot.definitions.first,
        slot.definitions.allSatisfy({ isUnusedKind(version.macros[$0]) }),
        facts?.reads.contains(slot.name) != true, facts?.looks.contains(slot.name) != true,
        !Self.isHidden(slot.name)
      else { return nil }
      let app = facts.map { ", and \($0.source) does not read it" } ?? ""
      return LintFinding(
        .unusedVariable, at: place(ofMacro: index),
        "nothing in the container uses it\(app): remove it"
          + (app.isEmpty && !isFirebase ? " unless the app reads it by its name" : ""))
    }
  }

  private func isUnusedKind(_ macro: FunctionCall) -> Bool {
    if macro.parameters["not_default_macro"] != nil || macro.pushAfterEvaluate != nil {
      return false
    }
    // Constants of the first generation are there for the app; only the app can tell.
    if macro.function == "_c" {
      return facts != nil && version.format != .simpleJSON && version.format != .plist
    }
    if macro.parameters["eventType"] == .constant("SUGGESTED") { return false }
    return Self.handmade.contains(macro.function)
  }

  // MARK: Cycles

  /// Macros that need themselves.
  func cycles() -> [LintFinding] {
    var search = MacroCycles(container)
    return search.find().map { cycle in
      let names = cycle.map { quoted(container.slots[$0].name) }
      let path = (names + names.prefix(1)).joined(separator: " → ")
      return LintFinding(
        .macroCycle, at: place(ofMacro: container.slots[cycle[0]].definitions[0]),
        cycle.count == 1
          ? "it refers to itself, so it has no value: break the circle"
          : "it needs itself (\(BoundedWords.cut(path))), so none of them has a value: break the "
            + "circle")
    }
  }

  // MARK: Definitions

  /// Names with several definitions of which only one counts, and definitions that never count.
  func definitions() -> [LintFinding] {
    container.slots.flatMap { slot -> [LintFinding] in
      let defaults = slot.definitions.filter {
        version.macros[$0].parameters["not_default_macro"] != .constant(.bool(true))
      }
      let added = Set(slot.choices.flatMap(\.added))
      var found: [LintFinding] = []
      let loose = defaults.filter { !added.contains($0) }
      if loose.count > 1, let last = loose.last, !isMadeByCompiler(slot) {
        found.append(
          LintFinding(
            .severalDefaults, at: place(ofMacro: last),
            "the name has \(loose.count) definitions that no \(ruleWord) chooses between, and the "
              + "SDK takes the last: give each a name of its own"))
      }
      for index in slot.definitions where !defaults.contains(index) && !added.contains(index) {
        found.append(
          LintFinding(
            .valueNeverApplies, at: place(ofMacro: index),
            "no \(ruleWord) enables it, so the app never gets the value: give its collection an "
              + "enabling trigger such as Always"))
      }
      let always = slot.choices.filter { container.isAlwaysTrue(container.rules[$0.rule]) }
      // A rule that removes one of them chooses, as in content experiments.
      let removed = Set(slot.choices.flatMap(\.removed))
      let active = Set(always.flatMap(\.added)).subtracting(removed).sorted()
      if active.count > 1 {
        found.append(
          LintFinding(
            .severalApply, at: place(ofMacro: active[0]),
            "\(active.count) definitions of the name apply at the same time, and which one the "
              + "app gets is not certain: keep one, or give them rules that exclude each other"))
      }
      return found
    }
  }

  /// Whether the compiler gave several definitions to a name and rules that choose among them.
  private func isMadeByCompiler(_ slot: MacroSlot) -> Bool {
    Self.isHidden(slot.name) || !slot.choices.isEmpty
  }
}
