import OrderedCollections

extension Evaluator {
  /// Evaluates all rules for the event and fires the tags that are added and not removed, in
  /// container order, each once. A rule that could not be decided only removes.
  ///
  /// Source: TAGRuntime evaluateTags, section 6.2 of the behaviour notes. A tag that cannot be
  /// called does not keep the others from firing, and neither does one whose handler throws; one
  /// that raises does where the quirk is asked for.
  mutating func evaluateTags() -> [FiredTag] {
    var added = Array(repeating: false, count: container.tags.count)
    var removed = added
    for rule in container.rules.indices {
      let truth = truth(ofRule: rule)
      if truth == .doesNotHold { continue }
      for tag in container.rules[rule].source.addTags
      where truth == .holds && added.indices.contains(tag) {
        added[tag] = true
      }
      for tag in container.rules[rule].source.removeTags where removed.indices.contains(tag) {
        removed[tag] = true
      }
    }
    var fired: [FiredTag] = []
    for tag in firingOrder() where added[tag] && !removed[tag] {
      let name = container.tags[tag].name
      let result = fire(tag)
      fired.append(FiredTag(tag: tag, name: name, result: result))
      if hasRaised {
        log(.evaluationEnded, eventName ?? "", name)
        break
      }
    }
    return fired
  }

  /// The order of the container, unless the quirk of the SDK's sets is asked for.
  private mutating func firingOrder() -> [Int] {
    var order = Array(container.tags.indices)
    guard settings.quirks.contains(.unorderedSets) else { return order }
    for index in order.indices.dropFirst().reversed() {
      order.swapAt(index, Int(random.integer(in: 0...Int64(index))))
    }
    return order
  }

  private mutating func fire(_ position: Int) -> TagResult {
    let tag = container.tags[position]
    guard container.defines(tag.id), let function = dialect.tag(tag.id) else {
      logMissingImplementation(tag.id)
      return .refused(reason: missingImplementation(tag.id).text)
    }
    let linesBefore = logs.count
    guard let arguments = arguments(of: tag, required: function.required) else {
      let reason = logs[linesBefore...].last?.text ?? "one of its parameters could not be resolved"
      return .refused(reason: reason)
    }
    let result = function.run(arguments, &self)
    if case .refused = result { return result }
    if let asks = tag.parameters[Self.dispatchingSetting]?.constantValue,
      JavaScript.isTruthy(asks)
    {
      asksForDispatch = true
    }
    return result
  }

  /// The setting of a tag after which its hits do not wait; only the second generation has it.
  private static let dispatchingSetting = "dispatch_on_fire"
}
