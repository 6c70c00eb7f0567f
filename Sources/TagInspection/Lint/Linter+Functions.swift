import OrderedCollections
import TagRuntime

extension Linter {
  /// Functions that are called and that the SDK, or the runtime of the container, does not have.
  func unknownFunctions() -> [LintFinding] {
    isFirebase ? undefinedFunctions() : missingFunctions()
  }

  private func missingFunctions() -> [LintFinding] {
    let isForAndroid = version.usageContexts.contains("android")
    var missing: [MissingFunction.Kind: Set<String>] = [:]
    for function in container.missingFunctions(in: sdkVersion)
    where !(isForAndroid && MacroFunction.named(function.function)?.isOfAndroid == true) {
      missing[function.kind, default: []].insert(function.function)
    }
    func finding(
      _ function: String, _ kind: MissingFunction.Kind, _ place: LintPlace
    ) -> LintFinding? {
      guard missing[kind]?.contains(function) == true else { return nil }
      return LintFinding(
        .unknownFunction, at: place,
        "SDK \(sdkVersion) has no \(kind.rawValue)s of type \(quoted(function)), so "
          + effect(of: kind) + ": use another type, or another version of the SDK")
    }
    let tags = version.tags.enumerated().compactMap {
      finding($1.function, .tag, place(ofTag: $0))
    }
    // A macro that nothing refers to does no harm.
    let macros = version.macros.enumerated().filter {
      isUsed[container.slotOfName[$1.name ?? ""] ?? 0]
    }
    .compactMap { finding($0.element.function, .macro, place(ofMacro: $0.offset)) }
    let rules = container.rules.enumerated().compactMap { index, rule in
      (rule.positive + rule.negative).lazy
        .compactMap { finding(container.predicates[$0].call.id, .condition, place(ofRule: index)) }
        .first
    }
    return tags + macros + rules
  }

  private func effect(of kind: MissingFunction.Kind) -> String {
    switch kind {
    case .macro: "it has no value"
    case .tag: "it never runs"
    case .condition: "the condition is false"
    }
  }

  private func undefinedFunctions() -> [LintFinding] {
    // An export gets its runtime from Google when it is published.
    if version.format == .export { return [] }
    if version.runtime == nil {
      return [
        LintFinding(
          .unknownFunction, at: wholeContainer,
          "it has no runtime, so none of the functions that it calls is defined: download the "
            + "container again")
      ]
    }
    let defined = Set(version.runtimeFunctions)
    let calls =
      version.tags.indices.map { (version.tags[$0].function, place(ofTag: $0)) }
      + version.macros.indices.map { (version.macros[$0].function, place(ofMacro: $0)) }
    return calls.filter { !defined.contains($0.0) }.map { function, place in
      LintFinding(
        .unknownFunction, at: place,
        "it calls \(quoted(function)), which the runtime of the container does not define: "
          + "download the container again")
    }
  }

  /// Calls without a parameter that their function needs.
  func missingParameters() -> [LintFinding] {
    if isFirebase { return [] }
    var found: [LintFinding] = []
    func look(at call: FunctionCall, _ required: [String], _ place: LintPlace, _ effect: String) {
      let missing = required.filter { call.parameters[$0] == nil }
      if missing.isEmpty { return }
      found.append(
        LintFinding(
          .missingParameter, at: place,
          "it has no \(missing.joined(separator: " and no ")), so \(effect): fill it in"))
    }
    for (index, tag) in version.tags.enumerated() {
      let required = TagFunction.named(tag.function)?.required ?? []
      look(at: tag, required, place(ofTag: index), "it never runs")
    }
    for (index, macro) in version.macros.enumerated() {
      let required = MacroFunction.named(macro.function, in: sdkVersion)?.required ?? []
      look(at: macro, required, place(ofMacro: index), "it has no value")
    }
    for (index, rule) in version.rules.enumerated() {
      for position in rule.positivePredicates + rule.negativePredicates
      where version.predicates.indices.contains(position) {
        let call = version.predicates[position]
        look(at: call, ["arg0", "arg1"], place(ofRule: index), "one condition is always false")
      }
    }
    return found
  }

  // MARK: Duplicates

  private struct Doing: Hashable {
    var call: FunctionCall
    var firing: [Int]
    var blocking: [Int]
  }

  /// Tags that do the same at the same events, and tags of one name.
  func duplicateTags() -> [LintFinding] {
    var found: [LintFinding] = []
    var first: [Doing: Int] = [:]
    var named: [String: Int] = [:]
    for (index, tag) in version.tags.enumerated() {
      if let name = tag.name, !name.isEmpty {
        if let other = named[name] {
          found.append(
            LintFinding(
              .duplicateTagName, at: place(ofTag: index),
              "tag \(other + 1) has the same name, so reports and expectations cannot tell them "
                + "apart: rename one"))
        } else {
          named[name] = index
        }
      }
      var call = tag
      call.name = nil
      call.parameters["tag_id"] = nil
      let doing = Doing(
        call: call, firing: container.rulesAdding[index], blocking: container.rulesRemoving[index])
      if let other = first[doing], !doing.firing.isEmpty {
        found.append(
          LintFinding(
            .duplicateTag, at: place(ofTag: index),
            "it does the same as \(tags([other])) at the same events, so everything is sent "
              + "twice: remove one"))
      } else {
        first[doing] = index
      }
    }
    return found
  }
}
