import OrderedCollections
import TagRuntime

extension Linter {
  // MARK: References

  /// Returns the names of the macros that a call refers to, in order.
  static func references(in call: FunctionCall) -> [String] {
    call.parameters.values.flatMap(\.references) + (call.pushAfterEvaluate?.references ?? [])
  }

  static func namesInConditions(of container: CompiledContainer) -> [[String]] {
    container.predicates.map { predicate in
      let names = predicate.call.parameters.values.flatMap(\.references).compactMap { reference in
        switch reference {
        case .macro(let slot): container.slots[slot].name
        case .unknownMacro(let name): name
        case .constant, .list, .map, .template, .escaped: nil as String?
        }
      }
      return OrderedSet(names).elements
    }
  }

  /// Returns for each macro whether a tag, a macro or a condition of a rule refers to it.
  static func uses(in container: CompiledContainer, _ namesInConditions: [[String]]) -> [Bool] {
    var isUsed = Array(repeating: false, count: container.slots.count)
    let calls = container.version.tags + container.version.macros
    for name in calls.flatMap(references) + namesInConditions.joined() {
      if let slot = container.slotOfName[name] { isUsed[slot] = true }
    }
    return isUsed
  }

  // MARK: Undefined

  /// Finds names in double braces that nothing defines.
  func undefinedVariables() -> [LintFinding] {
    let known = NearNames(container.slots.map(\.name))
    let tags = version.tags.enumerated().map { (place(ofTag: $0), Self.references(in: $1)) }
    let macros = version.macros.enumerated().map { (place(ofMacro: $0), Self.references(in: $1)) }
    let inConditions = namesInConditions.map { names in names.filter(isUndefined) }
    let rules = container.rules.enumerated().map { index, rule in
      (place(ofRule: index), (rule.positive + rule.negative).flatMap { inConditions[$0] })
    }
    return (tags + macros + rules).flatMap { place, names in
      // One sentence for each of the first names; a file may have any number of them.
      OrderedSet(names.lazy.filter(isUndefined)).prefix(DescriptionLimits.names).map {
        undefined($0, at: place, known)
      }
    }
  }

  private func isUndefined(_ name: String) -> Bool { container.slotOfName[name] == nil }

  private func undefined(
    _ name: String, at place: LintPlace, _ known: NearNames
  ) -> LintFinding {
    let hint =
      known.nearest(to: name).map { " (there is \(quoted("{{\($0)}}")))" }
      ?? NearNames.builtIn(near: name).map { " (the built-in one is \(quoted("{{\($0)}}")))" } ?? ""
    let effect =
      switch place.kind {
      case .rule, .trigger: "so the condition is false"
      case .tag: "so the tag does not run"
      default: "so it has no value"
      }
    let isCondition = place.kind == .rule || place.kind == .trigger
    return LintFinding(
      isCondition ? .undefinedInCondition : .undefinedVariable, at: place,
      "it uses \(quoted("{{\(name)}}")), which nothing defines\(hint), \(effect): add the "
        + "\(vocabulary.macro), or correct the name")
  }

  // MARK: Unused

  /// Finds macros that nothing refers to and no app reads.
  func unusedVariables() -> [LintFinding] {
    container.slots.enumerated().compactMap { position, slot in
      guard !isUsed[position], let index = slot.definitions.first,
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
    // Constants of the first generation are for the app; only the app shows whether they are used.
    if macro.function == MacroFunction.constant.id {
      return facts != nil && version.format != .simpleJSON && version.format != .plist
    }
    if macro.parameters["eventType"] == .constant("SUGGESTED") { return false }
    // Built-in variables are added automatically.
    return MacroFunction.named(macro.function)?.isMadeByHand
      ?? FirebaseFunction.named(macro.function, .macro)?.isMadeByHand ?? false
  }

  // MARK: Cycles

  /// Finds macros that depend on themselves.
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

  /// Finds names with several definitions of which only one counts, and definitions that never
  /// count.
  func definitions() -> [LintFinding] {
    container.slots.flatMap { slot -> [LintFinding] in
      let defaults = slot.definitions.filter {
        version.macros[$0].parameters["not_default_macro"] != .constant(.bool(true))
      }
      let added = Set(slot.choices.flatMap(\.added))
      var found: [LintFinding] = []
      let loose = defaults.filter { !added.contains($0) }
      // The compiler gives a name several definitions, with rules that choose among them.
      if loose.count > 1, let last = loose.last, !Self.isHidden(slot.name), slot.choices.isEmpty {
        found.append(
          LintFinding(
            .severalDefaults, at: place(ofMacro: last),
            "the name has \(loose.count) definitions that no \(vocabulary.rule) chooses "
              + "between, and the SDK uses the last one: rename the others"))
      }
      for index in slot.definitions where !defaults.contains(index) && !added.contains(index) {
        found.append(
          LintFinding(
            .valueNeverApplies, at: place(ofMacro: index),
            "no \(vocabulary.rule) enables it, so the app never gets the value: give its "
              + "collection an enabling trigger such as Always"))
      }
      let always = slot.choices.filter { isAlwaysTrue[$0.rule] }
      // A rule that removes one of them makes a choice, as in content experiments.
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
}

/// Finds cycles among the macros of a container: macros that depend on themselves.
struct MacroCycles {
  private let needs: [[Int]]
  private var isDone: [Bool]

  init(_ container: CompiledContainer) {
    needs = container.slots.map { slot in
      var needed: OrderedSet<Int> = []
      for definition in slot.definitions {
        for name in Linter.references(in: container.version.macros[definition]) {
          if let other = container.slotOfName[name] { needed.append(other) }
        }
      }
      return Array(needed)
    }
    isDone = Array(repeating: false, count: needs.count)
  }

  /// Finds one cycle, by slots, for each group of macros that has one.
  ///
  /// - Complexity: O(n + m) in the macros and their references; the search has an explicit stack,
  ///   since a file may contain a chain of thousands.
  mutating func find() -> [[Int]] {
    needs.indices.compactMap { search(from: $0) }
  }

  private mutating func search(from start: Int) -> [Int]? {
    if isDone[start] { return nil }
    var path: [Int] = [start]
    var next: [Int] = [0]
    var depth: [Int: Int] = [start: 0]
    var circle: [Int]?
    while let macro = path.last {
      let child = next[next.count - 1]
      guard child < needs[macro].count else {
        isDone[macro] = true
        depth[macro] = nil
        path.removeLast()
        next.removeLast()
        continue
      }
      next[next.count - 1] += 1
      let needed = needs[macro][child]
      if let begin = depth[needed] {
        circle = circle ?? Array(path[begin...])
      } else if !isDone[needed] {
        depth[needed] = path.count
        path.append(needed)
        next.append(0)
      }
    }
    return circle
  }
}

// MARK: - Variables

extension LintEntry {
  static let variables: [LintEntry] = [
    LintEntry(
      .undefinedVariable, .error, "a name in double braces is not defined",
      """
      A tag or macro refers to {{name}}, but nothing in the container has that name. A tag with such
      a reference does not run at all, and a macro has no value.

      Enable the built-in variable, add the macro, or correct the name, in which case and spaces
      matter.
      """),
    LintEntry(
      .unusedVariable, .note, "nothing uses a macro",
      """
      No tag, rule or macro refers to it. Apps can read any macro by its name, so it may still be
      needed; name an app or a scenario to find out.

      Remove unused macros: every phone downloads them.
      """),
    LintEntry(
      .macroCycle, .error, "macros need each other in a circle",
      """
      To know the value of the macro the SDK needs its value. It logs "Macro cycle detected" and takes the
      default, so nothing in the circle has a value.

      Break the circle: let one of them read the data layer or a constant.
      """),
    LintEntry(
      .severalDefaults, .warning, "a name is defined several times",
      """
      Several macros share a name, and no rule chooses between them. The SDK silently uses the last
      one; the others are never used.

      Give each macro a different name.
      """),
    LintEntry(
      .duplicateTag, .warning, "two tags do the same on the same events",
      """
      Two tags have equal settings and equal rules, so everything is sent twice and counted twice.

      Remove one of them.
      """),
    LintEntry(
      .duplicateTagName, .note, "two tags have the same name",
      """
      The SDK allows two tags with the same name, but people, reports and 'expect tag' in scenarios
      cannot tell them apart.

      Rename one.
      """),
    LintEntry(
      .valueNeverApplies, .warning, "no rule enables a value",
      """
      A key of a value collection only counts while a rule enables it. Here no rule does, so the app
      gets the zero of the type, as if the key were missing.

      Add an enabling trigger to the collection; 'Always' is the usual one.
      """),
    LintEntry(
      .severalApply, .warning, "several values of one key apply at the same time",
      """
      Two value collections, or two macros with the same name, are enabled at the same time. The SDK
      warns "Multiple macros active" and uses any one of them.

      Make their rules exclude each other, or keep the key in only one collection.
      """),
    LintEntry(
      .unknownFunction, .warning, "a function is called that the SDK does not have",
      """
      The container names a type of tag, macro or condition that this SDK, or the runtime inside a
      v5 container, does not have. A tag of that type never runs, a macro has no value, a condition
      is false. Anything that needs such a macro fails, too: a tag with it among its parameters
      never runs, and a rule with a condition on it is never true. Often it was made for web pages,
      for Android or for a newer SDK: App Version Name (_avn), for example, exists on Android but
      not in the iOS SDK 3.x.

      Use a type that the SDK has; 'set sdk-version' in a scenario simulates another release, and
      the line 'platform android' in an app makes it an Android app.
      """),
    LintEntry(
      .missingParameter, .error, "a parameter is missing",
      """
      The function cannot be called without the parameter. The SDK logs "Incorrect keys for
      function" and continues as if the tag or macro did not exist.

      Fill it in and publish again.
      """),
  ]
}
