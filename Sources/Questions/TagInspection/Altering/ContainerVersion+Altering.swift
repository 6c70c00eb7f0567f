import OrderedCollections
public import TagRuntime

/// Containers after a manual change. Other rules keep conditions that they share with the changed
/// one, because in the web interface every trigger has separate conditions.
extension ContainerVersion {
  /// Returns the container with edits applied one after the other.
  ///
  /// - Parameter edits: the edits; positions refer to the container before each.
  /// - Throws: `UnalterablePart` for the first that is not possible.
  /// - Complexity: O(n) in the rules, for every change.
  public func applying(_ edits: [ContainerEdit]) throws(UnalterablePart) -> ContainerVersion {
    var altered = self
    for edit in edits { try altered.apply(edit) }
    // The fingerprint identified the container before the change.
    if !edits.isEmpty { altered.fingerprint = nil }
    return altered
  }

  private mutating func apply(_ edit: ContainerEdit) throws(UnalterablePart) {
    switch edit {
    case .condition(let place, let comparison, let argument):
      try alter(place, comparison, argument)
    case .value(let place, let value): try alter(place, value)
    }
  }

  // MARK: Conditions

  private mutating func alter(
    _ place: ConditionPlace, _ comparison: ConditionOperator, _ argument: Expression
  ) throws(UnalterablePart) {
    guard let position = position(of: place) else { throw .notThere }
    var call = predicates[position]
    call.function = comparison.function
    call.parameters["arg1"] = argument
    call.parameters["ignore_case"] = comparison.ignoresCase ? .constant(.bool(true)) : nil
    let altered = index(of: call, instead: position)
    if comparison.isNegative == place.isNegative {
      rules[place.rule].setCondition(altered, at: place)
    } else {
      rules[place.rule].removeCondition(at: place)
      if comparison.isNegative {
        rules[place.rule].negativePredicates.append(altered)
      } else {
        rules[place.rule].positivePredicates.append(altered)
      }
    }
  }

  /// Returns the index for an edited condition: that of the old one if nothing else uses it.
  private mutating func index(of call: FunctionCall, instead position: Int) -> Int {
    let uses = rules.reduce(0) { count, rule in
      count + (rule.positivePredicates + rule.negativePredicates).count { $0 == position }
    }
    guard uses > 1 else {
      predicates[position] = call
      return position
    }
    predicates.append(call)
    return predicates.count - 1
  }

  /// Returns the position of a condition among all of them; nil if it does not exist.
  func position(of place: ConditionPlace) -> Int? {
    guard rules.indices.contains(place.rule) else { return nil }
    let list = rules[place.rule].conditions(isNegative: place.isNegative)
    guard list.indices.contains(place.index), predicates.indices.contains(list[place.index])
    else { return nil }
    return list[place.index]
  }

  // MARK: Values

  private mutating func alter(_ place: ValuePlace, _ value: Value) throws(UnalterablePart) {
    guard macros.indices.contains(place.definition) else { throw .notThere }
    let held: Value
    switch value {
    case .string, .int, .bool: held = value
    // Legacy containers have no doubles: numbers with a decimal point are texts there.
    case .double: held = generation == .legacy ? .string(ValueConversion.text(value)) : value
    case .absent: held = ""
    case .null, .list, .map: throw .kind(value.kindName)
    }
    let key = place.key(in: generation)
    macros[place.definition].parameters[key] = .constant(held)
  }
}

extension ContainerRule {
  func conditions(isNegative: Bool) -> [Int] {
    isNegative ? negativePredicates : positivePredicates
  }

  fileprivate mutating func setCondition(_ position: Int, at place: ConditionPlace) {
    if place.isNegative {
      negativePredicates[place.index] = position
    } else {
      positivePredicates[place.index] = position
    }
  }

  fileprivate mutating func removeCondition(at place: ConditionPlace) {
    if place.isNegative {
      negativePredicates.remove(at: place.index)
    } else {
      positivePredicates.remove(at: place.index)
    }
  }
}

extension ValuePlace {
  /// The parameter that holds the value.
  ///
  /// Source: LegacySDK §10.1, Firebase §5.4.
  func key(in generation: SDKGeneration) -> String {
    switch role {
    case .constant: "value"
    case .fallback: generation == .legacy ? "default_value" : "defaultValue"
    }
  }
}

// MARK: - Words

/// A part of a container before and after a change, in words.
public struct AlteredWords: Sendable, Hashable {
  /// The place of the part: `rule "Purchase done"`.
  public var place: String
  /// The part before the change: "screen name equals ConfirmationScreen".
  public var before: String
  /// The part after the change: "screen name contains Confirmation".
  public var after: String
  /// The reason why it can never be true after the change; nil if it can.
  public var trouble: String?
}

extension ContainerEdit {
  /// Describes the part before and after the change.
  ///
  /// - Parameter version: the container before the change.
  /// - Throws: `UnalterablePart` if the change is not possible.
  public func parts(in version: ContainerVersion) throws(UnalterablePart) -> AlteredWords {
    let after = try version.applying([self])
    let old = AlterableContainer(version)
    switch self {
    case .condition(let place, let comparison, _):
      let new = AlterableContainer(after)
      var target = place
      if comparison.isNegative != place.isNegative {
        target.isNegative = comparison.isNegative
        target.index = after.rules[place.rule].conditions(isNegative: target.isNegative).count - 1
      }
      return AlteredWords(
        place: old.quotedTitle(ofRule: place.rule), before: old.sentence(of: place),
        after: new.sentence(of: target), trouble: new.trouble(with: target))
    case .value(let place, _):
      let name = version.macros[place.definition].name ?? ""
      let isConstant = place.role == .constant
      let subject = isConstant ? name : name + ", which has nothing to read here,"
      let told = [version, after].map { side in
        place.value(in: side).map { "\(subject) is \($0)" } ?? "\(subject) has no value"
      }
      return AlteredWords(
        place: old.quotedTitle(ofDefinition: place.definition), before: told[0], after: told[1])
    }
  }

  /// Describes the change as an instruction for the web interface: `In rule "Purchase done": change
  /// "screen name equals ConfirmationScreen" to "screen name contains Confirmation"`.
  ///
  /// - Parameter version: the container before the change.
  /// - Throws: `UnalterablePart` if the change is not possible.
  public func words(in version: ContainerVersion) throws(UnalterablePart) -> String {
    let told = try parts(in: version)
    guard case .value(let place, _) = self else {
      return "In \(told.place): change \"\(told.before)\" to \"\(told.after)\""
    }
    let what = place.role == .constant ? "its value" : "its default value"
    let to = place.value(in: try version.applying([self])) ?? "nothing"
    return place.value(in: version).map { "\(told.place): change \(what) from \($0) to \(to)" }
      ?? "\(told.place): set \(what) to \(to)"
  }
}

extension ValuePlace {
  /// Returns the value as JSON; nil if there is none.
  fileprivate func value(in version: ContainerVersion) -> String? {
    version.macros[definition].parameters[key(in: version.generation)]?.constantValue
      .map { JSONWriter.write($0) }
  }
}
