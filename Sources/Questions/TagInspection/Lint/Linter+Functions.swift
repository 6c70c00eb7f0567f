import OrderedCollections
import TagRuntime

extension Linter {
  /// Finds calls of functions that the SDK, or the runtime of the container, does not have.
  func unknownFunctions() -> [LintFinding] {
    isFirebase ? undefinedFunctions() : missingFunctions()
  }

  private func missingFunctions() -> [LintFinding] {
    var missing: [MissingFunction.Kind: Set<String>] = [:]
    for function in container.missingFunctions(in: sdkVersion, on: platform) {
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
    // A macro without references does no harm.
    let macros = version.macros.enumerated().filter {
      isUsed[container.slotOfName[$1.name ?? ""] ?? 0]
        || facts?.reads.contains($1.name ?? "") == true
    }
    .compactMap { index, macro -> LintFinding? in
      guard let found = finding(macro.function, .macro, place(ofMacro: index)) else { return nil }
      return named(macro.function, index) ?? found
    }
    let rules = container.rules.enumerated().compactMap { index, rule in
      (rule.positive + rule.negative).lazy
        .compactMap { finding(container.predicates[$0].call.id, .condition, place(ofRule: index)) }
        .first
    }
    return tags + macros + rules
  }

  /// Returns the finding about a macro whose function has a known name; nil for any other.
  private func named(_ function: String, _ index: Int) -> LintFinding? {
    guard MacroFunction.named(function) != nil else { return nil }
    let missing = MissingFunction(function: function, kind: .macro, names: [])
    var remedy = "use another variable"
    if missing.isOfAndroid {
      remedy +=
        facts?.platform == nil
        ? " in an iOS app; in an Android app it has a value"
        : ", or write 'platform android' in an Android app"
    }
    return LintFinding(
      .unknownFunction, at: place(ofMacro: index),
      missing.words(on: platform) + ", so it has no value"
        + consequences(ofMissing: index) + ": " + remedy)
  }

  /// Describes what never runs or is never true because a macro has no value.
  private func consequences(ofMissing definition: Int) -> String {
    func hit(_ causes: [Int?]) -> [Int] { causes.indices.filter { causes[$0] == definition } }
    var parts: [String] = []
    let tags = hit(missing.tags)
    if !tags.isEmpty {
      parts.append("\(self.tags(tags)) never \(tags.count == 1 ? "runs" : "run")")
    }
    let rules = hit(missing.rules)
    if !rules.isEmpty {
      let holds = rules.count == 1 ? "holds" : "hold"
      parts.append("\(list(rules.map(ruleName))) never \(holds)")
    }
    let own = version.macros[definition].name ?? ""
    let others = hit(missing.slots).map { container.slots[$0].name }.filter { $0 != own }
    if !others.isEmpty {
      let have = others.count == 1 ? "has" : "have"
      parts.append("\(list(others.map(quoted))) \(have) no value either")
    }
    guard let last = parts.last else { return "" }
    return parts.dropLast().map { ", " + $0 }.joined() + " and " + last
  }

  private func effect(of kind: MissingFunction.Kind) -> String {
    switch kind {
    case .macro: "it has no value"
    case .tag: "it never runs"
    case .condition: "the condition is false"
    }
  }

  private func undefinedFunctions() -> [LintFinding] {
    // Google adds the runtime to an export when it is published.
    if version.format == .export { return [] }
    if version.runtime == nil {
      return [
        LintFinding(
          .unknownFunction, at: wholeContainer,
          "it has no runtime, so its functions are not defined: download the "
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

  /// Finds calls without a required parameter.
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

  /// Finds tags that do the same at the same events, and tags with the same name.
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
            "it does the same as \(tags([other])) on the same events, so everything is sent "
              + "twice: remove one"))
      } else {
        first[doing] = index
      }
    }
    return found
  }
}
