import OrderedCollections

extension Linter {
  // MARK: Handlers

  private struct Call: Hashable {
    var isTag: Bool
    var name: String
  }

  /// The functions of the app that are called by a constant name, with the places of the calls.
  private var calls: OrderedDictionary<Call, [LintPlace]> {
    var calls: OrderedDictionary<Call, [LintPlace]> = [:]
    for (isTag, list) in [(true, version.tags), (false, version.macros)] {
      for (index, call) in list.enumerated() {
        guard ["_func", "__funct"].contains(call.function),
          let name = call.parameters[isFirebase ? "classPath" : "function_call_macro_name"]?
            .constantText
        else { continue }
        let place = isTag ? place(ofTag: index) : place(ofMacro: index)
        calls[Call(isTag: isTag, name: name), default: []].append(place)
      }
    }
    return calls
  }

  /// Calls that nobody answers, and handlers that nobody calls.
  func handlers() -> [LintFinding] {
    guard let facts else { return [] }
    let calls = calls
    var found: [LintFinding] = []
    for (call, places) in calls.elements {
      let known =
        isFirebase ? facts.classes : call.isTag ? facts.tagFunctions : facts.macroFunctions
      if known.contains(call.name) { continue }
      let what = isFirebase ? "class" : call.isTag ? "tag-function" : "macro-function"
      let near = NearNames(known).nearest(to: call.name).map { " (it has \(quoted($0)))" } ?? ""
      let effect = call.isTag ? "nothing runs when it fires" : "it has no value"
      for place in places {
        found.append(
          LintFinding(
            .missingHandler, at: place,
            "it calls \(quoted(call.name)), and \(facts.source) "
              + "\(isFirebase ? "has" : "registers") no such \(what)\(near), so \(effect): "
              + "\(isFirebase ? "write" : "register") it in the app, or remove the call"))
      }
    }
    // Keys and values call nothing, and that has a code of its own; classes are not registered.
    if isSimple || isFirebase { return found }
    for (isTag, names) in [(true, facts.tagFunctions), (false, facts.macroFunctions)] {
      for name in names where calls[Call(isTag: isTag, name: name)] == nil {
        found.append(
          LintFinding(
            .uncalledHandler, at: wholeContainer,
            "\(facts.source) registers the \(isTag ? "tag" : "macro")-function \(quoted(name)), "
              + "and nothing in the container calls it: check the name"))
      }
    }
    return found
  }

  // MARK: Reads

  /// Keys that the app reads and the container does not have.
  func reads() -> [LintFinding] {
    guard let facts else { return [] }
    let known = NearNames(container.slots.map(\.name))
    return facts.reads.filter { container.slotOfName[$0] == nil }.map { key in
      let near = known.nearest(to: key).map { " (it has \(quoted($0)))" } ?? ""
      return LintFinding(
        .unknownRead, at: wholeContainer,
        "\(facts.source) reads \(quoted(key)), which it does not have\(near): the app gets the "
          + "zero of the type; add the key, or read another one")
    }
  }

  // MARK: Launch

  /// Events that are over before a container arrives whose rules wait for them.
  func launchPushes() -> [LintFinding] {
    guard let facts, facts.isLoaded, !isFirebase else { return [] }
    return container.rules.enumerated().compactMap { index, rule in
      guard !rule.source.addTags.isEmpty,
        let event = rule.positive.lazy.compactMap({ requiredEvent($0) }).first,
        facts.launchEvents.contains(event)
      else { return nil }
      return LintFinding(
        .pushedAtLaunch, at: place(ofRule: index),
        "it waits for \(quoted(event)), which \(facts.source) pushes only at launch: only the "
          + "default container is open then, so push it once the container is there")
    }
  }

  /// The name that a condition wants the event to have.
  func requiredEvent(_ position: Int) -> String? {
    guard container.predicates[position].kind?.id == PredicateFunction.equals.id,
      let slot = container.subjects[position], container.isEvent(slot)
    else { return nil }
    return container.constant(container.predicates[position].right).map(ValueConversion.text)
  }
}
