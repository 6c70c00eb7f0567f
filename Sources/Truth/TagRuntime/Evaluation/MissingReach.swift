import OrderedCollections

/// The parts of a legacy container that have no effect because the SDK lacks functions that macros
/// call: the macros themselves, and everything that needs their values.
///
/// A parameter that cannot be resolved prevents its whole call, and a condition on it is false for
/// any push.
///
/// Source: LegacySDK §9.5.
package struct MissingReach: Sendable {
  /// By macro name: the definition whose missing function leaves it without a value; nil if it may
  /// have one.
  package private(set) var slots: [Int?]
  /// By condition: the definition whose missing function makes it always false.
  package private(set) var conditions: [Int?]
  /// By rule: the definition whose missing function keeps it from ever holding.
  package private(set) var rules: [Int?]
  /// By tag: the definition whose missing function keeps it from ever running.
  package private(set) var tags: [Int?]
  private let container: CompiledContainer
  private let isMissing: [Bool]

  /// Finds the parts that the missing functions affect.
  ///
  /// - Complexity: O(n) in the size of the container, at most `Limits.macroDepth` times: a longer
  ///   chain of macros fails in any case.
  package init(
    of container: CompiledContainer, in version: SDKVersion, on platform: Platform
  ) {
    self.container = container
    slots = Array(repeating: nil, count: container.slots.count)
    conditions = Array(repeating: nil, count: container.predicates.count)
    rules = Array(repeating: nil, count: container.rules.count)
    tags = Array(repeating: nil, count: container.tags.count)
    let isLegacy = container.version.generation == .legacy
    isMissing = container.macros.map { macro in
      isLegacy && MacroFunction.named(macro.id, in: version, on: platform) == nil
    }
    guard isMissing.contains(true) else { return }
    var left = Limits.macroDepth
    while left > 0, spread() { left -= 1 }
    for tag in container.tags.indices {
      tags[tag] = cause(of: container.tags[tag]) ?? causeOfNoRule(container.rulesAdding[tag])
    }
  }

  /// The definitions whose missing functions leave a macro without a value, in container order.
  package var causes: [Int] { Array(Set(slots.compactMap(\.self))).sorted() }

  /// Makes one pass over all macros, conditions and rules; returns false if it found nothing new.
  private mutating func spread() -> Bool {
    var isNew = false
    for slot in slots.indices where slots[slot] == nil {
      slots[slot] = cause(ofSlot: slot)
      isNew = isNew || slots[slot] != nil
    }
    for condition in conditions.indices where conditions[condition] == nil {
      conditions[condition] = cause(of: container.predicates[condition].call)
    }
    for rule in rules.indices where rules[rule] == nil {
      rules[rule] = container.rules[rule].positive.compactMap { conditions[$0] }.first
      isNew = isNew || rules[rule] != nil
    }
    return isNew
  }

  /// Returns the cause why a name has no value: no definition that may apply has one.
  private func cause(ofSlot slot: Int) -> Int? {
    let source = container.slots[slot]
    let added = source.choices.filter { rules[$0.rule] == nil }.flatMap(\.added)
    var first: Int?
    for definition in OrderedSet(added + (source.fallback.map { [$0] } ?? [])) {
      guard
        let cause = isMissing[definition]
          ? definition : cause(of: container.macros[definition])
      else { return nil }
      first = first ?? cause
    }
    return first
  }

  private func causeOfNoRule(_ adding: [Int]) -> Int? {
    let causes = adding.map { rules[$0] }
    return causes.contains(nil) ? nil : causes.first ?? nil
  }

  private func cause(of call: CompiledFunction) -> Int? {
    call.parameters.values.lazy.flatMap(\.slots).compactMap { slots[$0] }.first
  }
}

extension ContainerVersion {
  /// The platform that it was made for, judged by its content: its usage context, or else a
  /// function that is known only from Android; nil if the content does not show it, or names both.
  ///
  /// Source: Platforms §1.
  ///
  /// - Complexity: O(n) in the number of macros.
  public var platform: Platform? {
    let named = Platform.allCases.filter { platform in
      usageContexts.contains { $0.lowercased().hasPrefix(platform.rawValue) }
    }
    if !named.isEmpty { return named.count == 1 ? named[0] : nil }
    guard generation == .legacy else { return nil }
    return macros.contains { MacroFunction.named($0.function)?.isOfAndroid == true }
      ? .android : nil
  }
}
