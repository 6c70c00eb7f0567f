import OrderedCollections

/// The macros and tags of a container as an evaluation calls them: their functions are looked up,
/// and parameters that are constants put together, when the container is compiled.
struct CallTable: Sendable {
  /// How a macro is called.
  final class MacroCall: Sendable {
    let function: MacroFunction
    /// The parameters where all of them are constants.
    let arguments: FunctionArguments?

    init(_ macro: CompiledFunction, _ function: MacroFunction) {
      self.function = function
      arguments = FunctionArguments(constantsOf: macro, required: function.required)
    }
  }

  /// How a tag is called.
  final class TagCall: Sendable {
    let function: TagFunction
    /// The parameters where all of them are constants.
    let arguments: FunctionArguments?
    /// Whether its hits do not wait once it has fired.
    let asksForDispatch: Bool

    init(_ tag: CompiledFunction, _ function: TagFunction) {
      self.function = function
      arguments = FunctionArguments(constantsOf: tag, required: function.required)
      asksForDispatch =
        tag.parameters[Self.dispatchingSetting]?.constantValue.map(JavaScript.isTruthy) ?? false
    }

    /// The setting of a tag after which its hits do not wait; only the second generation has it.
    private static let dispatchingSetting = "dispatch_on_fire"
  }

  /// A macro name: what choosing its definition needs.
  struct Slot: Sendable {
    /// The definition in use unless a rule chooses one; -1 for none.
    var fallback: Int
    var hasChoices: Bool
    /// Whether its value stays the same for an event.
    var isRemembered: Bool
  }

  let slots: [Slot]
  /// By the position of a macro; nil where it cannot be called.
  let macros: [MacroCall?]
  /// By the position of a macro: the path that it reads, where that is all it does.
  let reads: [PathRead?]
  /// By the position of a tag; nil where it cannot be called.
  let tags: [TagCall?]
  /// By the position of a macro: whether it pushes after it was evaluated.
  let pushes: [Bool]
  /// How many parts the paths of all macros have.
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

/// What a data-layer macro of the first generation does whose parameters are constants.
final class PathRead: Sendable {
  let parts: [String]
  /// The number of its first part among the parts of all macros.
  let firstPart: Int
  /// What it comes to where nothing is at its path.
  let otherwise: Resolved

  init?(_ macro: CompiledFunction, _ dialect: Dialect, firstPart: Int) {
    // The second generation has no function of this id: calling it fails, and is said.
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
  /// The parameters of a call that are all constants; nil where one is not, or where a required
  /// one is missing.
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
