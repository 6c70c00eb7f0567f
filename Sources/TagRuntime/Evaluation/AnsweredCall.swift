import OrderedCollections

/// A call of the app's own code with everything that it was handed, and what came of it: what
/// reports, the log, the check of containers and the monitor tell of a call, in the same words.
public struct AnsweredCall: Sendable, Hashable {
  /// What came of a call.
  public enum Outcome: Sendable, Hashable {
    /// The code of a macro gave a value.
    case gave(Value)
    /// It gave something that a container cannot hold, so that there is no value.
    case unusable(Value)
    /// The code of a tag ran; nothing comes back from it.
    case ran
    /// The app has nothing of that name.
    case missing
    /// The code failed, for this reason.
    case failed(String)
  }

  /// What was asked: the name and the arguments.
  public var request: FunctionCallRequest
  /// The display name of the tag or macro that asked.
  public var caller: String
  /// What came of it.
  public var outcome: Outcome

  /// Creates one.
  package init(request: FunctionCallRequest, caller: String, outcome: Outcome) {
    self.request = request
    self.caller = caller
    self.outcome = outcome
  }

  /// The call of a macro.
  init(_ request: FunctionCallRequest, _ caller: String, _ answer: MacroAnswer) {
    self.init(request: request, caller: caller, outcome: .missing)
    switch answer {
    case .value(let value):
      outcome = request.takes(value) ? .gave(value) : .unusable(value)
    case .unregistered: break
    case .failed(let reason): outcome = .failed(reason)
    }
  }

  /// The call of a tag.
  init(_ request: FunctionCallRequest, _ caller: String, _ answer: TagAnswer) {
    self.init(request: request, caller: caller, outcome: .missing)
    switch answer {
    case .ran: outcome = .ran
    case .unregistered: break
    case .failed(let reason, _): outcome = .failed(reason)
    }
  }

  /// Whether somebody should look: the code is missing, failed, or gave what nobody can use.
  public var needsAttention: Bool {
    switch outcome {
    case .gave, .ran: false
    case .unusable, .missing, .failed: true
    }
  }
}

// MARK: - Words

extension AnsweredCall {
  /// What came of it, in words: "it gave 0.15 (double)".
  public var outcomeText: String {
    switch outcome {
    case .gave(let value): "it gave " + value.typedText
    case .unusable(.null), .unusable(.absent): "it gave nothing, so there is no value"
    case .unusable(let value):
      "it gave \(value.typedText), which a container cannot use, so there is no value"
    case .ran: "it ran; nothing comes back to a tag"
    case .missing: request.missingText
    case .failed(let reason): "it failed: \(reason)"
    }
  }

  /// The call and what came of it, in one line.
  public var text: String { "\(request.text): \(outcomeText)" }

  /// The same with every argument in a line of its own.
  public var lines: [String] {
    let arguments = request.argumentLines
    return ["calls \(request.title)" + (arguments.isEmpty ? " with no arguments" : "")]
      + arguments.map { "  " + $0 } + [outcomeText]
  }
}

extension FunctionCallRequest {
  /// What is called, with its kind: "function addBonus", "class Discount".
  public var title: String { (isClass ? "class " : "function ") + name }

  /// The arguments with their types, each in a line of its own: `screen = "Cart" (string)`.
  public var argumentLines: [String] {
    parameters.elements.map { "\($0.key) = \($0.value.typedText)" }
  }

  /// The call in one line: `addBonus(screen = "Cart" (string))`.
  public var text: String { "\(name)(\(argumentLines.joined(separator: ", ")))" }

  /// That the app has nothing of that name, in words that end no sentence.
  public var missingText: String { Self.missingText(of: name, isClass: isClass) }

  /// That the app has no code of a name.
  package static func missingText(of name: String, isClass: Bool) -> String {
    isClass
      ? "the app has no class \(name) that it can run" : "no handler is registered for \(name)"
  }

  /// Whether a container can hold what a macro's code gave.
  ///
  /// Source: LegacySDK §13.1, Firebase §5.8.
  fileprivate func takes(_ value: Value) -> Bool {
    switch value {
    case .null, .absent: false
    case .string, .int, .double, .bool: true
    case .list(let elements): !isClass && elements.allSatisfy(takes)
    case .map(let members): !isClass && members.elements.allSatisfy { takes($0.value) }
    }
  }
}

extension Value {
  /// The value as JSON with its type: `"Cart" (string)`.
  package var typedText: String {
    if case .double(let double) = self, !double.isFinite {
      return "\(ValueConversion.text(self)) (double)"
    }
    return "\(JSONWriter.write(self)) (\(kindName))"
  }
}
