import OrderedCollections

/// The macros and tags of a container as an evaluation calls them: the compiler has looked up their
/// functions and built the parameters that are constant.
struct CallTable: Sendable {
  /// A macro, ready to be called.
  final class MacroCall: Sendable {
    let function: MacroFunction
    /// The parameters, if all of them are constants.
    let arguments: FunctionArguments?

    init(_ macro: CompiledFunction, _ function: MacroFunction) {
      self.function = function
      arguments = FunctionArguments(constantsOf: macro, required: function.required)
    }
  }

  /// A tag, ready to be called.
  final class TagCall: Sendable {
    let function: TagFunction
    /// The parameters, if all of them are constants.
    let arguments: FunctionArguments?
    /// Whether its hits are dispatched at once after it fires.
    let asksForDispatch: Bool

    init(_ tag: CompiledFunction, _ function: TagFunction) {
      self.function = function
      arguments = FunctionArguments(constantsOf: tag, required: function.required)
      asksForDispatch =
        tag.parameters[Self.dispatchingSetting]?.constantValue.map(JavaScript.isTruthy) ?? false
    }

    /// The tag setting that dispatches its hits at once; only the second generation has it.
    private static let dispatchingSetting = "dispatch_on_fire"
  }

  /// The facts about a macro name that decide which definition applies.
  struct Slot: Sendable {
    /// The definition in use unless a rule chooses one; -1 for none.
    var fallback: Int
    var hasChoices: Bool
    /// Whether its value stays the same for an event.
    var isRemembered: Bool
  }

  let slots: [Slot]
  /// By the position of a macro; nil if it cannot be called.
  let macros: [MacroCall?]
  /// By the position of a macro: the path that it reads, if it does nothing else.
  let reads: [PathRead?]
  /// By the position of a tag; nil if it cannot be called.
  let tags: [TagCall?]
  /// By the position of a macro: whether it pushes after it was evaluated.
  let pushes: [Bool]
  /// The number of parts in the paths of all macros.
  let partCount: Int

  init(
    _ slots: [MacroSlot], _ macros: [CompiledFunction], _ tags: [CompiledFunction],
    _ dialect: Dialect, _ defined: Set<String>?
  ) {
    self.slots = slots.map {
      Slot(
        fallback: $0.fallback ?? -1, hasChoices: !$0.choices.isEmpty,
        isRemembered: $0.stability < .volatile)
    }
    self.macros = macros.map { macro in
      guard defined?.contains(macro.id) ?? true, let function = dialect.macro(macro.id),
        function.evaluate != nil
      else { return nil }
      return MacroCall(macro, function)
    }
    var partCount = 0
    reads = macros.map { macro in
      let read = PathRead(macro, dialect, firstPart: partCount)
      partCount += read?.parts.count ?? 0
      return read
    }
    self.tags = tags.map { tag in
      guard defined?.contains(tag.id) ?? true, let function = dialect.tag(tag.id) else {
        return nil
      }
      return TagCall(tag, function)
    }
    pushes = macros.map { $0.pushAfterEvaluate != nil }
    self.partCount = partCount
  }
}

/// The read of a first-generation data-layer macro whose parameters are constants.
final class PathRead: Sendable {
  let parts: [String]
  /// The number of its first part among the parts of all macros.
  let firstPart: Int
  /// The result if the data layer has nothing at its path.
  let otherwise: Resolved

  init?(_ macro: CompiledFunction, _ dialect: Dialect, firstPart: Int) {
    // The second generation has no function of this id: calling it fails, and the log says so.
    let isLegacy = dialect.constantFunction == MacroFunction.constant.id
    guard isLegacy, macro.id == MacroFunction.dataLayerVariable.id else { return nil }
    var otherwise = Resolved.undefined
    var path: String?
    for (key, parameter) in macro.parameters.elements {
      guard case .constant(.value(let value)) = parameter else { return nil }
      if key == "name" { path = ValueConversion.text(value) }
      if key == "default_value" { otherwise = .value(value) }
    }
    guard let path else { return nil }
    parts = DataLayer.parts(of: path)
    self.firstPart = firstPart
    self.otherwise = otherwise
  }
}

extension FunctionArguments {
  /// Builds the parameters of a call that are all constants; nil if one is not constant, or if a
  /// required one is missing.
  fileprivate init?(constantsOf call: CompiledFunction, required: [String]) {
    var values: OrderedDictionary<String, Resolved> = [:]
    for (key, expression) in call.parameters.elements {
      guard case .constant(let value) = expression, value != .failed else { return nil }
      values[key] = value
    }
    guard required.allSatisfy({ values[$0] != nil }) else { return nil }
    self.init(function: call.id, name: call.name, values: values)
  }
}
