import OrderedCollections

/// The reason why a call could not be made. The search runs after the call failed: a failed macro
/// is remembered, so the log named it only once, at its first caller.
enum CallFailure: Sendable, Hashable {
  /// The SDK does not have the function.
  case noImplementation(String)
  /// A name in double braces without a definition.
  case unknownMacro(String)
}

/// The search from a failed call, through the macros that it names, to the first one that could not
/// be made.
///
/// Many paths may reach one macro, so each is visited once: with two references in every macro of a
/// chain there are too many paths to follow.
struct FailureSearch {
  private let evaluator: Evaluator
  /// The slots that were visited without finding a failure so far.
  private var visited: Set<Int> = []

  init(in evaluator: Evaluator) { self.evaluator = evaluator }

  /// Returns the reason why a call was not made; nil if it is not one of the known causes.
  ///
  /// - Complexity: O(n) in the parameters of the call and of the macros that failed, at most
  ///   `Limits.macroDepth` deep.
  mutating func failure(of call: CompiledFunction, depth: Int = 0) -> CallFailure? {
    for reference in call.parameters.values.lazy.flatMap(\.references) {
      if case .unknownMacro(let name) = reference { return .unknownMacro(name) }
      if case .macro(let slot) = reference, let failure = failure(ofSlot: slot, depth) {
        return failure
      }
    }
    return nil
  }

  private mutating func failure(ofSlot slot: Int, _ depth: Int) -> CallFailure? {
    guard depth < Limits.macroDepth, visited.insert(slot).inserted else { return nil }
    let (memo, container) = (evaluator.memo, evaluator.container)
    let known = memo.result(ofSlot: slot)
    var definition = known.definition
    switch memo.state(ofSlot: slot) {
    case .resolved, .pushing: if known.value != .failed { return nil }
    case .open: return nil
    // A value that may vary is not remembered, and not evaluated a second time.
    case .unknown:
      definition = container.slots[slot].choices.isEmpty ? container.slots[slot].fallback ?? -1 : -1
    }
    guard definition >= 0 else { return nil }
    let macro = container.macros[definition]
    let (version, platform) = (evaluator.settings.sdkVersion, evaluator.settings.platform)
    let isThere =
      container.calls.macros[definition]?.function.isPart(of: version, on: platform) ?? false
    return isThere ? failure(of: macro, depth: depth + 1) : .noImplementation(macro.id)
  }
}

extension Evaluator {
  /// Returns the reason why a call was not made; nil if it is not one of the known causes.
  func failure(of call: CompiledFunction) -> CallFailure? {
    var search = FailureSearch(in: self)
    return search.failure(of: call)
  }

  /// Returns the failure in the SDK's words and in plain words.
  func words(of failure: CallFailure) -> String {
    switch failure {
    case .unknownMacro(let name): return LogRecord(.invalidMacro, [name]).text
    case .noImplementation(let id):
      let said = container.missingImplementation(id).text
      return lack(of: failure).map { said + " In words: " + $0 } ?? said
    }
  }

  /// Says which function the SDK of the legacy generation lacks; nil for another failure.
  func lack(of failure: CallFailure) -> String? {
    guard case .noImplementation(let id) = failure, container.version.generation == .legacy,
      !id.isEmpty
    else { return nil }
    let missing = MissingFunction(function: id, kind: .macro, names: [])
    return missing.words(on: settings.platform)
  }
}

extension MissingFunction {
  /// Whether it is known only from Android.
  package var isOfAndroid: Bool {
    kind == .macro && MacroFunction.named(function)?.isOfAndroid == true
  }

  /// Says that the SDK does not have it: "the iOS SDK has no function App Version Name (_avn)".
  package func words(on platform: Platform) -> String {
    switch kind {
    case .macro:
      guard let macro = MacroFunction.named(function) else {
        return "the SDK has no function \(function)"
      }
      if platform == .ios, macro.isOfAndroid {
        return "the iOS SDK has no function \(macro.title)"
      }
      return "no SDK is known to have the function \(macro.title)"
    case .tag: return "the SDK has no tags of type \(function)"
    case .condition: return "the SDK has no conditions of type \(function)"
    }
  }
}
