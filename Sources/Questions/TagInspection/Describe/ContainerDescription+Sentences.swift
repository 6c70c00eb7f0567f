import TagRuntime

extension ContainerDescription {
  // MARK: Rules

  /// Describes a rule: "Event equals openScreen (Screen opened)", or "always".
  func words(ofRule position: Int) -> String {
    let rule = rules[position]
    // Compilers name the rule without conditions Always.
    guard let name = rule.name, name.lowercased() != rule.sentence else { return rule.sentence }
    return "\(rule.sentence) (\(name))"
  }

  /// Returns "when Event equals openScreen (Screen opened)", "at every event" or "always".
  func clause(ofRule position: Int) -> String {
    (rules[position].isAlways ? "" : "when ") + words(ofRule: position)
  }

  /// Whether a rule is always true, and has no name that says more.
  private func isPlainlyAlways(_ position: Int) -> Bool {
    let rule = rules[position]
    return rule.isAlways && rule.name.map { $0.lowercased() == rule.sentence } ?? true
  }

  /// Returns the name of a rule, or its number if it has none.
  func name(ofRule position: Int) -> String {
    rules[position].name ?? "\(vocabulary.rule) \(position + 1)"
  }

  // MARK: Tags

  /// Describes when a tag fires, as a sentence in parts: "fires when …", "or when …", "unless …".
  func firing(of tag: Tag) -> [String] {
    if let reason = neverReason(of: tag) { return ["never: " + reason] }
    let live = tag.firing.filter { rules[$0].never == nil }
    var parts: [String] = []
    for rule in live.prefix(DescriptionLimits.rules) {
      parts.append((parts.isEmpty ? "fires " : "or ") + clause(ofRule: rule))
    }
    parts += Self.rest(live.count, vocabulary.rule)
    let blocking = tag.blocking.filter { rules[$0].never == nil || rules[$0].blocksAnyway }
    for (number, rule) in blocking.prefix(DescriptionLimits.rules).enumerated() {
      parts.append((number == 0 ? "unless " : "or ") + words(ofRule: rule))
    }
    return parts + Self.rest(blocking.count, "blocking " + vocabulary.rule)
  }

  /// Explains why a tag never fires, whatever the app does.
  func neverReason(of tag: Tag) -> String? {
    if tag.firing.isEmpty { return "no \(vocabulary.rule) fires it" }
    if let blocked = tag.blocking.first(where: {
      rules[$0].never == nil && rules[$0].isAlways
    }) {
      return "\(name(ofRule: blocked)) always blocks it"
    }
    if let missing = tag.missing { return missing }
    let reasons = tag.firing.lazy.map { rules[$0].never }
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  private static func rest(_ count: Int, _ noun: String) -> [String] {
    let rest = count - DescriptionLimits.rules
    return rest > 0 ? ["and \(Counted.text(rest, "more " + noun))"] : []
  }

  // MARK: Actions

  /// Describes the action of a tag: "sends a screen view to UA-1 (screen = {{screen name}})".
  func words(of action: Action) -> String {
    switch action {
    case .hit(let type, let property, let fields, let ecommerce):
      let told = fields.map {
        "\(Self.fieldName($0.name)) = \($0.value)"
      }
      let extra = ecommerce.map { ", with e-commerce from \($0)" } ?? ""
      return "sends \(Self.hitWords(type)) to \(property)" + Self.parentheses(told) + extra
    case .transaction(let property):
      let source = generation == .legacy ? ", from the data layer," : ""
      return "sends a transaction and its items\(source) to \(property)"
    case .request(let url, let isOnce): return "requests \(url)" + (isOnce ? ", once ever" : "")
    case .firebase(let event): return Self.words(of: event)
    case .runtime(let function): return "runs \(function) of its runtime"
    case .call(let function, let parameters):
      let what = generation == .legacy ? "calls \(function)" : "runs the class \(function)"
      return "\(what) of the app" + Self.parentheses(Self.told(parameters))
    case .write(let keys, let clears):
      let written = keys.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      let cleared = clears.map { "clears \($0) in the data layer" }
      let words = keys.isEmpty ? nil : "writes to the data layer: \(written)"
      return [words, cleared].compactMap { $0 }.joined(separator: "; then ")
    case .nothing(let reason): return "does nothing: \(reason)"
    }
  }

  private static func words(of event: FirebaseEvent) -> String {
    let edits = parentheses(
      event.edits.map {
        let isDropped =
          !$0.name.contains("{{")
          && FirebaseNameRule.parameter.fault(of: $0.name, inTag: true) != nil
        return "\($0.name) = \($0.value)" + (isDropped ? ", which Firebase drops" : "")
      })
    let without = event.drops.isEmpty ? "" : " without " + event.drops.joined(separator: ", ")
    switch (event.action, event.name) {
    case (.measure, let name):
      let others = event.keepsParameters ? ", with the parameters of the current event" : ""
      return "logs the event \(name ?? "?") to Firebase\(edits)\(others)\(without)"
    case (.filter, let name?):
      return "renames the current event to \(name) for Firebase\(edits)\(without)"
    case (.filter, nil):
      return edits.isEmpty && without.isEmpty
        ? "passes the current event to Firebase unchanged"
        : "changes the current event for Firebase\(edits)\(without)"
    case (.block, _): return "blocks the current event from Firebase"
    }
  }

  private static func told(_ fields: [Field]) -> [String] {
    fields.map { "\($0.name) = \($0.value)" }
  }

  private static func parentheses(_ parts: [String]) -> String {
    parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
  }

  static func hitWords(_ type: String) -> String {
    switch type {
    case "appview", "screenview": "a screen view"
    case "event": "an event"
    case "exception": "an exception"
    case "social": "a social interaction"
    case "timing": "a timing"
    case "": "a hit without a type"
    default: "a hit of type \(type)"
    }
  }

  /// Source: Dispatch §4.2; the parameter reference of the Measurement Protocol.
  private static let fieldNames: [String: String] = [
    "&cd": "screen", "&ec": "category", "&ea": "action", "&el": "label", "&ev": "value",
    "&ni": "non-interaction", "&an": "app name", "&av": "app version", "&aid": "app id",
    "&exd": "description", "&exf": "fatal", "&sn": "network", "&sa": "action", "&st": "target",
    "&utc": "category", "&utv": "variable", "&utt": "time", "&utl": "label", "&uid": "user id",
    "&cid": "client id", "&cs": "campaign source", "&cm": "campaign medium",
    "&cn": "campaign name", "&ck": "campaign keyword", "&cc": "campaign content",
    "&aip": "anonymize IP", "&xid": "experiment", "&xvar": "variation", "&sf": "sample rate",
    "&sc": "session control", "&idfa": "advertising id", "&ate": "advertising tracking",
  ]

  /// Returns the common name of a hit's field.
  static func fieldName(_ code: String) -> String {
    guard code.hasPrefix("&") || code == "useSecure" else {
      let remedy = FieldName.code(for: code).map { ": write \($0)" } ?? ""
      return "\(code) (never sent\(remedy))"
    }
    return fieldNames[code] ?? numbered(code)
  }

  /// Returns "dimension 3" for `&cd3`; other codes unchanged.
  private static func numbered(_ code: String) -> String {
    for (prefix, word) in [("&cd", "dimension"), ("&cm", "metric"), ("&cg", "content group")] {
      if code.hasPrefix(prefix), let number = UInt16(code.dropFirst(prefix.count)) {
        return "\(word) \(number)"
      }
    }
    return code
  }

  // MARK: Variables

  /// Describes when a definition is used, to follow the words for what it reads; "" if nothing
  /// chooses.
  func choice(of definition: Definition, in variable: Variable) -> String {
    let live = definition.onRules.filter { rules[$0].never == nil }
    let off = definition.offRules.filter { rules[$0].never == nil }
    let isChosen = variable.definitions.contains { !$0.onRules.isEmpty }
    if live.isEmpty, !definition.isFallback { return "never: no rule enables it" }
    let isAlways = live.prefix(DescriptionLimits.rules).contains { isPlainlyAlways($0) }
    var parts = isAlways ? ["always"] : clauses(live).map { [$0] } ?? []
    if definition.isFallback, isChosen, !isAlways { parts.append("otherwise") }
    var words = parts.joined(separator: ", ")
    if !off.isEmpty {
      let told = off.prefix(DescriptionLimits.rules).map { self.words(ofRule: $0) }
      words += words.isEmpty ? "unless " : ", unless "
      words += (told + Self.rest(off.count, "rule")).joined(separator: " or ")
    }
    return words
  }

  private func clauses(_ rules: [Int]) -> String? {
    if rules.isEmpty { return nil }
    let told = rules.prefix(DescriptionLimits.rules).map { clause(ofRule: $0) }
    return (told + Self.rest(rules.count, "rule")).joined(separator: " or ")
  }

  /// Returns "tag A, the rules B and C", or nil if nothing uses the variable.
  func users(of variable: Variable) -> String? {
    var parts: [String] = []
    let tagNames = variable.usingTags.prefix(DescriptionLimits.names).map {
      tags[$0].isNamed ? tags[$0].name : "#\($0 + 1)"
    }
    parts += Self.list(tagNames, of: variable.usingTags.count, "tag")
    let ruleNames = variable.usingRules.prefix(DescriptionLimits.names).map {
      rules[$0].name ?? "#\($0 + 1)"
    }
    parts += Self.list(ruleNames, of: variable.usingRules.count, vocabulary.rule)
    let others = variable.usingVariables.prefix(DescriptionLimits.names).map { variables[$0].name }
    parts += Self.list(others, of: variable.usingVariables.count, "variable")
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func list(_ names: [String], of count: Int, _ noun: String) -> [String] {
    if names.isEmpty { return [] }
    // The search of rules ends at a limit.
    let number = count == DescriptionLimits.looks ? "" : " \(count - names.count)"
    let rest = count > names.count ? " and\(number) more" : ""
    return [(count == 1 ? noun : noun + "s") + " " + names.joined(separator: ", ") + rest]
  }
}
